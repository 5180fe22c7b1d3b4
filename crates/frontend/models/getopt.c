/* getopt and getopt_long. As in glibc, arguments that are no options are moved behind the options, unless the option
 * string begins with + (or with -, which reports them as option 1). */
#include "library.h"

LIBRARY char *optarg;
LIBRARY int optind = 1;
LIBRARY int opterr = 1;
LIBRARY int optopt = '?';

struct option {
    const char *name;
    int has_argument; /* 0 no, 1 yes, 2 optional */
    int *flag;
    int value;
};

static char *rest;                  /* what is left of a group of short options */
static int first_other, last_other; /* arguments that are no options lie between these */

static void put_text(const char *s)
{
    for (; *s; s++)
        __adumbra_stream_put(stderr, *s);
}

static void complain(_Bool quiet, char *const *argv, const char *before, const char *what, size_t length, const char *after)
{
    if (quiet)
        return;
    put_text(argv[0]);
    put_text(before);
    for (size_t i = 0; i < length; i++)
        __adumbra_stream_put(stderr, what[i]);
    put_text(after);
    __adumbra_stream_put(stderr, '\n');
}

/* Moves the options [last_other, optind) before the others [first_other, last_other). */
static void exchange(char **argv)
{
    for (int from = last_other; from < optind; from++) {
        char *moved = argv[from];
        int to = from - (last_other - first_other);
        for (int i = from; i > to; i--)
            argv[i] = argv[i - 1];
        argv[to] = moved;
    }
    first_other += optind - last_other;
    last_other = optind;
}

static _Bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

static int long_option(int argc, char **argv, const struct option *options, int *index, _Bool quiet, _Bool colon)
{
    const char *text = argv[optind++] + 2;
    size_t length = 0;
    while (text[length] && text[length] != '=')
        length++;
    int found = -1;
    _Bool exact = 0, ambiguous = 0;
    for (int i = 0; options[i].name && !exact; i++) {
        size_t same = 0;
        while (same < length && options[i].name[same] == text[same])
            same++;
        if (same < length)
            continue;
        exact = !options[i].name[same];
        ambiguous |= found >= 0;
        found = found < 0 || exact ? i : found;
    }
    optopt = 0;
    if (found < 0 || (ambiguous && !exact)) {
        if (found < 0)
            complain(quiet, argv, ": unrecognized option '--", text, string_length(text), "'");
        else
            complain(quiet, argv, ": option '--", text, string_length(text), "' is ambiguous");
        return '?';
    }
    const struct option *o = &options[found];
    optarg = 0;
    if (text[length] == '=') {
        if (!o->has_argument) {
            complain(quiet, argv, ": option '--", o->name, string_length(o->name), "' doesn't allow an argument");
            optopt = o->value;
            return '?';
        }
        optarg = (char *)text + length + 1;
    } else if (o->has_argument == 1) {
        if (optind >= argc) {
            complain(quiet, argv, ": option '--", o->name, string_length(o->name), "' requires an argument");
            optopt = o->value;
            return colon ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = found;
    if (!o->flag)
        return o->value;
    *o->flag = o->value;
    return 0;
}

static int short_option(int argc, char **argv, const char *letters, _Bool quiet, _Bool colon)
{
    char letter = *rest++;
    const char *known = letters;
    while (*known && (*known != letter || letter == ':'))
        known++;
    if (!*rest)
        optind++;
    if (!*known) {
        complain(quiet, argv, ": invalid option -- '", &letter, 1, "'");
        optopt = letter;
        return '?';
    }
    if (known[1] != ':')
        return letter;
    optarg = 0;
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            complain(quiet, argv, ": option requires an argument -- '", &letter, 1, "'");
            optopt = letter;
            rest = 0;
            return colon ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    rest = 0;
    return letter;
}

static int next_option(int argc, char **argv, const char *letters, const struct option *options, int *index)
{
    char order = *letters == '+' || *letters == '-' ? *letters++ : 0;
    _Bool colon = *letters == ':', quiet = !opterr || colon;
    optarg = 0;
    /* As in glibc, 0 starts anew. */
    if (optind == 0) {
        optind = 1;
        rest = 0;
    }
    if (!rest || !*rest) {
        if (optind == 1)
            first_other = last_other = 1;
        if (last_other > optind)
            last_other = optind;
        if (first_other > optind)
            first_other = optind;
        if (!order) {
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (last_other != optind)
                first_other = optind;
            while (optind < argc && !is_option(argv[optind]))
                optind++;
            last_other = optind;
        }
        if (optind < argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
            optind++;
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (first_other == last_other)
                first_other = optind;
            last_other = argc;
            optind = argc;
        }
        if (optind == argc) {
            if (first_other != last_other)
                optind = first_other;
            return -1;
        }
        if (!is_option(argv[optind])) {
            if (order != '-')
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (options && argv[optind][1] == '-')
            return long_option(argc, argv, options, index, quiet, colon);
        rest = argv[optind] + 1;
    }
    return short_option(argc, argv, letters, quiet, colon);
}

LIBRARY int getopt(int argc, char *const *argv, const char *letters)
{
    return next_option(argc, (char **)argv, letters, 0, 0);
}

LIBRARY int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options, int *index)
{
    return next_option(argc, (char **)argv, letters, options, index);
}
