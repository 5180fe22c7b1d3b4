/* wchar.h, wctype.h, locale.h and getopt.h. */
#include "compare.h"
#include <getopt.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

MODEL(wcslen); MODEL(wcsnlen); MODEL(wmemchr); MODEL(wmemcmp); MODEL(wcscpy); MODEL(wcsncpy); MODEL(wcscat); MODEL(wcscmp); MODEL(wcsncmp); MODEL(wcschr);
MODEL(wcsrchr); MODEL(wcsstr); MODEL(btowc); MODEL(wctob); MODEL(mbrtowc); MODEL(wcrtomb); MODEL(wmemset); MODEL(wmemcpy);
MODEL(iswalpha); MODEL(iswdigit); MODEL(iswalnum); MODEL(iswblank); MODEL(iswcntrl); MODEL(iswgraph); MODEL(iswprint); MODEL(iswlower); MODEL(iswupper);
MODEL(iswpunct); MODEL(iswspace); MODEL(iswxdigit); MODEL(towlower); MODEL(towupper); MODEL(setlocale); MODEL(localeconv);
MODEL(getopt_long); MODEL(getopt);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

static void any_wide(wchar_t *s)
{
    unsigned length = below(6);
    for (unsigned i = 0; i < length; i++)
        s[i] = L"ab\x100\x7fffffff"[below(4)];
    s[length] = 0;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void strings(void)
{
    for (int i = 0; i < 3000; i++) {
        wchar_t s[8], t[8], a[20] = {0}, b[20] = {0};
        any_wide(s), any_wide(t);
        size_t n = below(8);
        CHECK(model_wcslen(s) == wcslen(s) && model_wcsnlen(s, n) == wcsnlen(s, n), "wcslen");
        CHECK(sign(model_wcscmp(s, t)) == sign(wcscmp(s, t)) && sign(model_wcsncmp(s, t, n)) == sign(wcsncmp(s, t, n)), "wcscmp");
        CHECK(model_wcschr(s, t[0]) == wcschr(s, t[0]) && model_wcsrchr(s, t[0]) == wcsrchr(s, t[0]) && model_wcsstr(s, t) == wcsstr(s, t), "wcschr");
        CHECK(model_wmemchr(s, t[0], wcslen(s)) == wmemchr(s, t[0], wcslen(s)), "wmemchr");
        model_wcscpy(a, s), wcscpy(b, s);
        model_wcscat(a, t), wcscat(b, t);
        CHECK(!wmemcmp(a, b, 20) && !model_wmemcmp(a, b, 20), "wcscat");
        model_wcsncpy(a, t, n), wcsncpy(b, t, n);
        CHECK(!wmemcmp(a, b, 20), "wcsncpy");
    }
}

static void characters(void)
{
    for (int c = -1; c < 300; c++) {
        wint_t w = (wint_t)c;
#define CLASS(name) CHECK(!model_##name(w) == !name(w), #name "(%d)", c)
        CLASS(iswalpha); CLASS(iswdigit); CLASS(iswalnum); CLASS(iswblank); CLASS(iswcntrl); CLASS(iswgraph); CLASS(iswprint); CLASS(iswlower); CLASS(iswupper);
        CLASS(iswpunct); CLASS(iswspace); CLASS(iswxdigit);
        CHECK(model_towlower(w) == towlower(w) && model_towupper(w) == towupper(w), "case of %d", c);
        CHECK(model_wctob(w) == wctob(w), "wctob(%d)", c);
        if (c > 255)
            continue;
        CHECK(model_btowc(c) == btowc(c), "btowc(%d)", c);
        mbstate_t state = {0}, model_state = {0};
        wchar_t x = 0, y = 0;
        char byte = (char)c;
        size_t m = model_mbrtowc(&x, &byte, 1, &model_state), r = mbrtowc(&y, &byte, 1, &state);
        CHECK(m == r && x == y, "mbrtowc(%d)", c);
    }
    CHECK(!strcmp(model_setlocale(LC_ALL, ""), setlocale(LC_ALL, "")) && !model_setlocale(LC_ALL, "xx"), "setlocale");
    CHECK(!strcmp(model_localeconv()->decimal_point, ".") && model_localeconv()->frac_digits == localeconv()->frac_digits, "localeconv");
}

/* The same argument vector for both; everything that can be seen is compared after each step. */
static void options(void)
{
    static char *const words[] = {"-a", "-b", "-bx", "-ab", "-c", "-cval", "--alpha", "--be", "--beta=5", "--beta", "--gamma", "--al=1", "--x", "--", "-", "file", "other", "-z", "-ac", "--flag", "--del", "--delt"};
    static int flag, model_flag;
    static const char *const letters[] = {"abc:", "+abc:", "-ab::c:", ":abc:", "ab::"};
    for (int i = 0; i < 6000; i++) {
        static const struct option real[] = {{"alpha", 0, 0, 'A'}, {"beta", 1, 0, 'B'}, {"gamma", 2, 0, 'G'}, {"flag", 0, &flag, 7}, {"delta", 0, 0, 'D'}, {"deltb", 0, 0, 'E'}, {0, 0, 0, 0}};
        static const struct option ours[] = {{"alpha", 0, 0, 'A'}, {"beta", 1, 0, 'B'}, {"gamma", 2, 0, 'G'}, {"flag", 0, &model_flag, 7}, {"delta", 0, 0, 'D'}, {"deltb", 0, 0, 'E'}, {0, 0, 0, 0}};
        char *a[10] = {"prog"}, *b[10] = {"prog"};
        int argc = 1 + (int)below(8), is_long = (int)below(2);
        for (int j = 1; j < argc; j++)
            a[j] = b[j] = words[below(sizeof words / sizeof *words)];
        const char *set = letters[below(5)];
        optind = 0, model_optind = 0, opterr = model_opterr = 0, flag = model_flag = 0;
        for (int j = 0; j < 30; j++) {
            int index = -1, model_index = -1;
            int m = is_long ? model_getopt_long(argc, a, set, ours, &model_index) : model_getopt(argc, a, set);
            int r = is_long ? getopt_long(argc, b, set, real, &index) : getopt(argc, b, set);
            CHECK(m == r && optind == model_optind && flag == model_flag && index == model_index && (r == -1 || optarg == model_optarg) && !memcmp(a, b, sizeof a) &&
                      (r != '?' || optopt == model_optopt),
                  "getopt \"%s\" of %s %s %s %s %s %s %s: %d (optind %d, optopt %d), not %d (optind %d, optopt %d)", set, b[1] ? b[1] : "", b[2] ? b[2] : "", b[3] ? b[3] : "",
                  b[4] ? b[4] : "", b[5] ? b[5] : "", b[6] ? b[6] : "", b[7] ? b[7] : "", m, model_optind, model_optopt, r, optind, optopt);
            if (m == -1 || r == -1)
                break;
        }
    }
}

void compare_wide(void)
{
    strings();
    characters();
    options();
}
