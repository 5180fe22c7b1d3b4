/* The printf family: random formats and values, compared as text. */
#include "compare.h"

extern int *model___errno_location(void);
MODEL(snprintf); MODEL(vsnprintf); MODEL(sprintf); MODEL(asprintf); MODEL(printf); MODEL(fprintf); MODEL(dprintf); MODEL(vprintf);
extern int model___sprintf_chk(char *, int, size_t, const char *, ...), model___printf_chk(int, const char *, ...);
extern FILE *model_stderr;

static char ours[1 << 15], theirs[1 << 15];

#define SAME_TEXT(...)                                                                                                 \
    do {                                                                                                               \
        size_t room = below(4) ? sizeof ours : below(12);                                                              \
        memset(ours, '?', 64), memset(theirs, '?', 64);                                                                \
        int m = model_snprintf(ours, room, __VA_ARGS__), r = snprintf(theirs, room, __VA_ARGS__);                      \
        CHECK(m == r && (room ? !strcmp(ours, theirs) : ours[0] == '?'), "format \"%s\": \"%.300s\" (%d), not \"%.300s\" (%d)", format, ours, m, theirs, r);    \
    } while (0)

/* A random conversion: flags, width, precision, then what is given. */
static void any_format(char *format, const char *size, char letter, const char *flags, int max_precision)
{
    char *f = format + sprintf(format, "%s%%", below(3) ? "" : "a%%b");
    for (; *flags; flags++)
        if (below(4) == 0)
            *f++ = *flags;
    if (below(2))
        f += sprintf(f, "%u", 1 + below(30));
    if (below(2))
        f += sprintf(f, ".%.0u", below(3) ? below(12) : below((unsigned)max_precision));
    sprintf(f, "%s%c%s", size, letter, below(2) ? "" : "|");
}

static uint64_t any_integer(void)
{
    return below(3) ? any() >> below(64) : below(2) ? below(3) : -(uint64_t)below(1000);
}

static void integers(void)
{
    char format[64];
    static const char letters[] = "diuoxX";
    for (int i = 0; i < 30000; i++) {
        char letter = letters[below(6)];
        uint64_t n = any_integer();
        const char *flags = letter == 'd' || letter == 'i' ? "-+ 0" : letter == 'u' ? "-0" : "-#0";
#define INTEGER(size, type)                                                                                            \
    any_format(format, size, letter, flags, 40);                                                                       \
    SAME_TEXT(format, (type)n)
        switch (below(8)) {
        case 0: INTEGER("hh", int); break;
        case 1: INTEGER("h", int); break;
        case 2: INTEGER("", int); break;
        case 3: INTEGER("l", long); break;
        case 4: INTEGER("ll", long long); break;
        case 5: INTEGER("j", intmax_t); break;
        case 6: INTEGER("z", size_t); break;
        default: INTEGER("t", ptrdiff_t); break;
        }
    }
}

static void floats(void)
{
    char format[64];
    static const char letters[] = "eEfFgGaA";
    for (int i = 0; i < 30000; i++) {
        double x = any_double_value();
        /* With # and G some releases of glibc lose the zeros of a number that is rounded up to a power of ten. */
        any_format(format, "", letters[below(8)], fabs(x) == 999999.5 ? "-+ 0" : "-+ #0", 1200);
        SAME_TEXT(format, x);
    }
    for (int i = 0; i < 3000; i++) {
        long double x = any_long_double_value();
        any_format(format, "L", letters[below(8)], fabsl(x) == 999999.5 ? "-+ 0" : "-+ #0", 100);
        SAME_TEXT(format, x);
    }
    strcpy(format, "%.20000Lf");
    CHECK(model_snprintf(ours, sizeof ours, format, 0x1p-16445L) == 20002 && snprintf(theirs, sizeof theirs, format, 0x1p-16445L) == 20002 && !strcmp(ours, theirs), "smallest long double");
    CHECK(model_snprintf(ours, sizeof ours, "%.3Lf", 0x1.8p16383L) == snprintf(theirs, sizeof theirs, "%.3Lf", 0x1.8p16383L) && !strcmp(ours, theirs), "large long double");
}

static void texts(void)
{
    char format[64];
    static const char *const words[] = {"", "a", "hello", "a longer text with blanks", "\xff\x01"};
    for (int i = 0; i < 3000; i++) {
        any_format(format, "", 's', "-", 20);
        const char *word = words[below(5)];
        SAME_TEXT(format, word);
        strcpy(format, below(2) ? "%c" : below(2) ? "%-5c|" : "%3c");
        int c = 1 + (int)below(255);
        SAME_TEXT(format, c);
        any_format(format, "", 'p', "-", 20);
        void *p = below(4) ? (void *)(uintptr_t)any() : &format;
        if (p)
            SAME_TEXT(format, p);
        any_format(format, "l", 's', "-", 20);
        const wchar_t *wide = below(2) ? L"wide text" : L"";
        SAME_TEXT(format, wide);
    }
    strcpy(format, "%s %10p %.3s|%8s");
    SAME_TEXT(format, (char *)0, (void *)0, (char *)0, (char *)0);
}

static void mixed(void)
{
    const char *format = "%d %s %*d|%-*d|%.*f|%c%%%5.2f %lu %Lg %hhd %#o %.*s";
    for (int i = 0; i < 3000; i++) {
        int a = (int)any_integer(), width = (int)below(20) - 10;
        int precision = (int)below(20) - 5, length = (int)below(8) - 2;
        double x = any_double_value();
        SAME_TEXT(format, a, "text", width, a, width, a, precision, x, 'c', x, (unsigned long)a, (long double)x, a, a, length, "string");
    }
    int a = 0, b = 0;
    long long c = 0, d = 0;
    model_sprintf(ours, "abc%n def %lln", &a, &c), sprintf(theirs, "abc%n def %lln", &b, &d);
    CHECK(a == b && c == d && !strcmp(ours, theirs), "%%n: %d %lld", a, c);
}

static int through_list(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = model_vprintf(format, list);
    va_end(list);
    return result;
}

static void destinations(void)
{
    output_length = 0;
    CHECK(model_printf("%d-%s\n", 42, "x") == 5 && output_length == 5 && !memcmp(output, "42-x\n", 5) && last_descriptor == 1, "printf");
    CHECK(model_fprintf(model_stderr, "e%c", '!') == 2 && output_length == 7 && last_descriptor == 2, "fprintf");
    CHECK(model_dprintf(5, "%x", 255) == 2 && output_length == 9 && last_descriptor == 5, "dprintf");
    CHECK(through_list("%s%g", "v", 0.5) == 4 && !memcmp(output, "42-x\ne!ffv0.5", 13), "vprintf");
    CHECK(model___printf_chk(1, "%u", 7u) == 1 && output[13] == '7', "__printf_chk");
    char *text = 0;
    CHECK(model_asprintf(&text, "%05d %s", 12, "tail") == 10 && !strcmp(text, "00012 tail"), "asprintf");
    free(text);
    char room[8];
    CHECK(model___sprintf_chk(room, 1, sizeof room, "%s", "1234567") == 7 && !strcmp(room, "1234567"), "__sprintf_chk");
    CHECK(GUARDED(model___sprintf_chk(room, 1, sizeof room, "%s", "12345678")) == ENDED, "__sprintf_chk does not see the end");
    CHECK(GUARDED(model_printf("%1$d", 1)) == UNSUPPORTED, "numbered arguments");
}

void compare_printf(void)
{
    char room[8];
    for (const char *const *f = (const char *const[]){"%2147483648d", "%99999999999d", "%.2147483648d", "%.99999999999x", 0}; *f; f++)
        CHECK(model_snprintf(room, sizeof room, *f, 1) == -1 && *model___errno_location() == EOVERFLOW && snprintf(room, sizeof room, *f, 1) == -1, "snprintf with %s", *f);
    integers();
    floats();
    texts();
    mixed();
    destinations();
}
