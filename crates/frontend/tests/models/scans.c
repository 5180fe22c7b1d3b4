/* The scanf family: random inputs and formats, compared by results, assigned values and what is left of the input. */
#include "compare.h"

MODEL(sscanf); MODEL(fscanf); MODEL(scanf); MODEL(getc); MODEL(ungetc);
extern FILE *model_stdin;
extern int model___isoc99_sscanf(const char *, const char *, ...);

static void any_input(char *s)
{
    static const char *const pieces[] = {"12", "-7", "+0x1F", "077", "0", "abc", " ", "\n\t", "3.25", "-1e3", ".5e-2", "inf", "nan", ",", ":", "x", "%", "99999999999999999999",
                                         "-99999999999999999999", "4294967296", "0x", "1.5.5", "word-two", "]", "0x1.8p3", "infinity", "1e5"};
    unsigned count = below(6);
    *s = 0;
    while (count--) {
        strcat(s, pieces[below(sizeof pieces / sizeof *pieces)]);
        if (below(2))
            strcat(s, below(3) ? " " : "  ");
    }
}

struct values {
    unsigned char bytes[4][64];
};

/* Each conversion with an argument that is large enough for any of them. */
static void any_scan_format(char *f)
{
    static const char *const conversions[] = {"%d", "%i", "%u", "%x", "%o", "%hhd", "%hd", "%ld", "%lld", "%lx", "%zu", "%jd", "%s", "%5s", "%c", "%3c", "%[a-z]", "%[^ ]",
                                              "%[]x,]", "%4[0-9-]", "%f", "%lf", "%Lf", "%lg", "%n", "%3d", "%2i", "%4x", "%*d", "%*s", "%*c", "%*[0-9]", "%%", "%ln", "%p", "%3f", "%5lf"};
    static const char *const between[] = {"", " ", ",", "", "x", " : "};
    unsigned count = 1 + below(4);
    *f = 0;
    while (count--) {
        strcat(f, conversions[below(sizeof conversions / sizeof *conversions)]);
        strcat(f, between[below(6)]);
    }
}

static void strings(void)
{
    for (int i = 0; i < 60000; i++) {
        char s[200], format[80];
        any_input(s);
        any_scan_format(format);
        struct values a, b;
        memset(&a, 0x5a, sizeof a), memset(&b, 0x5a, sizeof b);
        int m = model_sscanf(s, format, a.bytes[0], a.bytes[1], a.bytes[2], a.bytes[3]);
        int r = sscanf(s, format, b.bytes[0], b.bytes[1], b.bytes[2], b.bytes[3]);
        int same = m == r;
        for (int j = 0; j < 4; j++)
            same &= !memcmp(a.bytes[j], b.bytes[j], sizeof a.bytes[j]);
        CHECK(same, "sscanf(\"%s\", \"%s\"): %d, not %d", s, format, m, r);
    }
}

static void streams(void)
{
    for (int i = 0; i < 20000; i++) {
        char s[200], format[80];
        any_input(s);
        any_scan_format(format);
        struct values a, b;
        memset(&a, 0x5a, sizeof a), memset(&b, 0x5a, sizeof b);
        size_t length = strlen(s);
        if (length == 0)
            continue;
        FILE *real = fmemopen(s, length, "r");
        input = (const unsigned char *)s, input_length = length;
        model_stdin->_flags &= ~0x30;
        int m = model_scanf(format, a.bytes[0], a.bytes[1], a.bytes[2], a.bytes[3]);
        int r = fscanf(real, format, b.bytes[0], b.bytes[1], b.bytes[2], b.bytes[3]);
        int next = getc(real), model_next = model_getc(model_stdin);
        CHECK(m == r && next == model_next && !memcmp(&a, &b, sizeof a), "scanf(\"%s\") of \"%s\": %d then %d, not %d then %d", format, s, m, model_next, r, next);
        while (model_getc(model_stdin) != EOF)
            ;
        fclose(real);
    }
}

void compare_scanf(void)
{
    strings();
    streams();
    int n = 0;
    CHECK(model___isoc99_sscanf("17", "%d", &n) == 1 && n == 17, "__isoc99_sscanf");
    CHECK(GUARDED(model_sscanf("a", "%ms", &n)) == UNSUPPORTED, "%%ms");
}
