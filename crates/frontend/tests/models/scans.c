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

/* A format that was taken apart, a call for each part. */
extern int model___adumbra_scan_space(FILE *, int), model___adumbra_scan_byte(FILE *, int, int), model___adumbra_scan_end(int);
extern int model___adumbra_scan_char(FILE *, int, int, int, int, signed char *), model___adumbra_scan_short(FILE *, int, int, int, int, short *);
extern int model___adumbra_scan_int(FILE *, int, int, int, int, int *), model___adumbra_scan_long(FILE *, int, int, int, int, long *);
extern int model___adumbra_scan_long_long(FILE *, int, int, int, int, long long *);
extern int model___adumbra_scan_characters(FILE *, int, int, char *), model___adumbra_scan_word(FILE *, int, int, char *);

static void parts(void)
{
    static const char *const formats[] = {"%d", "%3i", "%hhu", "%hx", "%lo", "%4lld", "%c", "%3c", "%s", "%2s", " ", ",", "%%", "x"};
    for (int i = 0; i < 20000; i++) {
        char s[200], format[80] = "";
        any_input(s);
        size_t length = strlen(s);
        if (length == 0)
            continue;
        struct values a, b;
        memset(&a, 0x5a, sizeof a), memset(&b, 0x5a, sizeof b);
        input = (const unsigned char *)s, input_length = length;
        FILE *in = model_stdin;
        in->_flags &= ~0x30;
        int status = 0, place = 0;
        for (int count = 1 + below(4); count > 0; count--) {
            unsigned which = below(sizeof formats / sizeof *formats);
            strcat(format, formats[which]);
            void *to = a.bytes[place];
            place += which < 10;
            switch (which) {
            case 0: status = model___adumbra_scan_int(in, status, -1, 10, 1, to); break;
            case 1: status = model___adumbra_scan_int(in, status, 3, 0, 1, to); break;
            case 2: status = model___adumbra_scan_char(in, status, -1, 10, 0, to); break;
            case 3: status = model___adumbra_scan_short(in, status, -1, 16, 0, to); break;
            case 4: status = model___adumbra_scan_long(in, status, -1, 8, 0, to); break;
            case 5: status = model___adumbra_scan_long_long(in, status, 4, 10, 1, to); break;
            case 6: status = model___adumbra_scan_characters(in, status, 1, to); break;
            case 7: status = model___adumbra_scan_characters(in, status, 3, to); break;
            case 8: status = model___adumbra_scan_word(in, status, -1, to); break;
            case 9: status = model___adumbra_scan_word(in, status, 2, to); break;
            case 10: status = model___adumbra_scan_space(in, status); break;
            case 11: status = model___adumbra_scan_byte(in, status, ','); break;
            case 12: status = model___adumbra_scan_byte(in, model___adumbra_scan_space(in, status), '%'); break;
            default: status = model___adumbra_scan_byte(in, status, 'x'); break;
            }
        }
        int m = model___adumbra_scan_end(status);
        FILE *real = fmemopen(s, length, "r");
        int r = fscanf(real, format, b.bytes[0], b.bytes[1], b.bytes[2], b.bytes[3]);
        int next = getc(real), model_next = model_getc(model_stdin);
        CHECK(m == r && next == model_next && !memcmp(&a, &b, sizeof a), "parts of \"%s\" of \"%s\": %d then %d, not %d then %d", format, s, m, model_next, r, next);
        while (model_getc(model_stdin) != EOF)
            ;
        fclose(real);
    }
}

void compare_scanf(void)
{
    strings();
    streams();
    parts();
    int n = 0;
    CHECK(model___isoc99_sscanf("17", "%d", &n) == 1 && n == 17, "__isoc99_sscanf");
    CHECK(GUARDED(model_sscanf("a", "%ms", &n)) == UNSUPPORTED, "%%ms");
}
