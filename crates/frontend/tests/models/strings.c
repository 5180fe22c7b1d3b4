/* string.h, strings.h, ctype.h and the byte orders of arpa/inet.h. */
#include "compare.h"
#include <arpa/inet.h>

MODEL(memcpy); MODEL(memmove); MODEL(mempcpy); MODEL(memset); MODEL(memccpy); MODEL(memcmp); MODEL(memchr); MODEL(memrchr);
MODEL(rawmemchr); MODEL(memmem); MODEL(strlen); MODEL(strnlen); MODEL(strcpy); MODEL(stpcpy); MODEL(strncpy); MODEL(stpncpy);
MODEL(strcat); MODEL(strncat); MODEL(strcmp); MODEL(strncmp); MODEL(strcasecmp); MODEL(strncasecmp); MODEL(strcoll);
MODEL(strxfrm); MODEL(strchr); MODEL(strchrnul); MODEL(strrchr); MODEL(index); MODEL(rindex); MODEL(strstr); MODEL(strcasestr);
MODEL(strspn); MODEL(strcspn); MODEL(strpbrk); MODEL(strtok_r); MODEL(strtok); MODEL(strsep); MODEL(strdup); MODEL(strndup);
MODEL(ffs); MODEL(ffsl); MODEL(ffsll); MODEL(bcopy); MODEL(bzero); MODEL(bcmp); MODEL(strerror);
extern size_t model_strlcpy(char *, const char *, size_t), model_strlcat(char *, const char *, size_t);
extern void *model___memcpy_chk(void *, const void *, size_t, size_t);
extern char *model___strcpy_chk(char *, const char *, size_t), *model___strncpy_chk(char *, const char *, size_t, size_t);
extern char *model___strcat_chk(char *, const char *, size_t), *model___strncat_chk(char *, const char *, size_t, size_t);

#define ROOM 32

/* A short string over few letters, so that matches are frequent. */
static void any_string(char *s)
{
    static const char letters[] = "abAB\xe1\xff z";
    unsigned length = below(below(3) ? 5 : 12), kinds = 1 + below(sizeof letters - 1);
    for (unsigned i = 0; i < length; i++)
        s[i] = letters[below(kinds)];
    s[length] = 0;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void copies(const char *s, const char *t, size_t n)
{
    char a[2 * ROOM], b[2 * ROOM];
#define BOTH(expression_a, expression_b)                                                                               \
    memset(a, 'x', sizeof a), memset(b, 'x', sizeof b), strcpy(a, t), strcpy(b, t);                                    \
    CHECK((expression_a) - a == (expression_b) - b && !memcmp(a, b, sizeof a), "%s of \"%s\", \"%s\", %zu", #expression_b, t, s, n)
    BOTH(model_strcpy(a, s), strcpy(b, s));
    BOTH(model_stpcpy(a, s), stpcpy(b, s));
    BOTH(model_strncpy(a, s, n), strncpy(b, s, n));
    BOTH(model_stpncpy(a, s, n), stpncpy(b, s, n));
    BOTH(model_strcat(a, s), strcat(b, s));
    BOTH(model_strncat(a, s, n), strncat(b, s, n));
    BOTH((char *)model_memset(a, s[0], n), (char *)memset(b, s[0], n));
    BOTH((char *)model_memmove(a + 1, a, n), (char *)memmove(b + 1, b, n));
    BOTH((char *)model_memmove(a, a + 1, n), (char *)memmove(b, b + 1, n));
    BOTH((char *)model_memcpy(a, s, strlen(s)), (char *)memcpy(b, s, strlen(s)));
    BOTH((char *)model_mempcpy(a, s, strlen(s)), (char *)mempcpy(b, s, strlen(s)));
    BOTH((model_bzero(a, n), a), (bzero(b, n), b));
    BOTH((model_bcopy(a, a + 2, n), a), (bcopy(b, b + 2, n), b));
    BOTH((model___memcpy_chk(a, s, strlen(s), sizeof a), a), (memcpy(b, s, strlen(s)), b));
    BOTH((model___strcpy_chk(a, s, sizeof a), a), (strcpy(b, s), b));
    BOTH((model___strncpy_chk(a, s, n, sizeof a), a), (strncpy(b, s, n), b));
    BOTH((model___strcat_chk(a, s, sizeof a), a), (strcat(b, s), b));
    BOTH((model___strncat_chk(a, s, n, sizeof a), a), (strncat(b, s, n), b));
    memset(a, 'x', sizeof a), memset(b, 'x', sizeof b);
    size_t length = model_strxfrm(a, s, n);
    CHECK(length == strxfrm(b, s, n) && (length >= n || !strcmp(a, b)), "strxfrm %s %zu", s, n);
    char *end = memccpy(b, s, t[0], strlen(s)), *model_end = model_memccpy(a, s, t[0], strlen(s));
    CHECK((end ? end - b : -1) == (model_end ? model_end - a : -1), "memccpy %s %d", s, t[0]);
    /* strlcpy is newer than some C libraries. */
    CHECK(model_strlcpy(a, s, n) == strlen(s) && (n == 0 || (strlen(a) < n && !strncmp(a, s, n - 1))), "strlcpy %s %zu", s, n);
    strcpy(a, t);
    size_t start = strlen(t) < n ? strlen(t) : n;
    CHECK(model_strlcat(a, s, n) == start + strlen(s), "strlcat %s %s %zu", t, s, n);
    snprintf(b, sizeof b, "%s%s", t, s);
    CHECK(start == n || (strlen(a) == (strlen(b) < n ? strlen(b) : n - 1) && !strncmp(a, b, strlen(a))), "strlcat %s %s %zu: %s", t, s, n, a);
}

static void searches(const char *s, const char *t, size_t n)
{
    int c = below(4) ? t[0] : (int)any();
    size_t length = strlen(s);
    CHECK(model_strlen(s) == length, "strlen %s", s);
    CHECK(model_strnlen(s, n) == strnlen(s, n), "strnlen %s %zu", s, n);
#define SAME(name, ...) CHECK(model_##name(__VA_ARGS__) == name(__VA_ARGS__), #name " of \"%s\", \"%s\", %d, %zu", s, t, c, n)
#define SAME_SIGN(name, ...)                                                                                           \
    CHECK(sign(model_##name(__VA_ARGS__)) == sign(name(__VA_ARGS__)), #name " of \"%s\", \"%s\", %zu", s, t, n)
    SAME(strchr, s, c);
    SAME(index, s, c);
    SAME(strchrnul, s, c);
    SAME(strrchr, s, c);
    SAME(rindex, s, c);
    SAME(memchr, s, c, length);
    SAME(memrchr, s, c, length);
    SAME(rawmemchr, s, 0);
    SAME(strstr, s, t);
    SAME(strcasestr, s, t);
    SAME(memmem, s, length, t, strlen(t));
    SAME(strspn, s, t);
    SAME(strcspn, s, t);
    SAME(strpbrk, s, t);
    SAME_SIGN(strcmp, s, t);
    SAME_SIGN(strcoll, s, t);
    SAME_SIGN(strncmp, s, t, n);
    SAME_SIGN(strcasecmp, s, t);
    SAME_SIGN(strncasecmp, s, t, n);
    size_t common = length < strlen(t) ? length : strlen(t);
    SAME_SIGN(memcmp, s, t, common);
    CHECK(!model_bcmp(s, t, common) == !bcmp(s, t, common), "bcmp %s %s", s, t);
}

static void tokens(const char *s, const char *t)
{
    char a[ROOM], b[ROOM], c[ROOM], *rest_a = 0, *rest_b = 0;
    strcpy(a, s), strcpy(b, s), strcpy(c, s);
    char *x = model_strtok_r(a, t, &rest_a), *y = strtok_r(b, t, &rest_b), *z = model_strtok(c, t);
    for (int i = 0; i < 20; i++) {
        CHECK((x ? x - a : -1) == (y ? y - b : -1) && (x ? x - a : -1) == (z ? z - c : -1), "strtok %s %s", s, t);
        CHECK(!memcmp(a, b, strlen(s) + 1) && !memcmp(c, b, strlen(s) + 1), "strtok leaves %s %s", s, t);
        if (!x || !y || !z)
            break;
        x = model_strtok_r(0, t, &rest_a), y = strtok_r(0, t, &rest_b), z = model_strtok(0, t);
    }
    strcpy(a, s), strcpy(b, s);
    rest_a = a, rest_b = b;
    do {
        x = model_strsep(&rest_a, t), y = strsep(&rest_b, t);
        CHECK((x ? x - a : -1) == (y ? y - b : -1) && !memcmp(a, b, strlen(s) + 1), "strsep %s %s", s, t);
    } while (x && y);
}

MODEL(isalnum); MODEL(isalpha); MODEL(isblank); MODEL(iscntrl); MODEL(isdigit); MODEL(isgraph); MODEL(islower); MODEL(isprint);
MODEL(ispunct); MODEL(isspace); MODEL(isupper); MODEL(isxdigit); MODEL(tolower); MODEL(toupper); MODEL(isascii); MODEL(toascii);
MODEL(__ctype_b_loc); MODEL(__ctype_tolower_loc); MODEL(__ctype_toupper_loc);

static void characters(void)
{
#define CLASS(name) CHECK(!model_##name(c) == !(name)(c), #name "(%d)", c)
    for (int c = -128; c < 256; c++) {
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "__ctype_b %d", c);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "__ctype_tolower %d", c);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "__ctype_toupper %d", c);
        CHECK(model_tolower(c) == (tolower)(c) && model_toupper(c) == (toupper)(c), "case of %d", c);
        CLASS(isalnum); CLASS(isalpha); CLASS(isblank); CLASS(iscntrl); CLASS(isdigit); CLASS(isgraph); CLASS(islower); CLASS(isprint);
        CLASS(ispunct); CLASS(isspace); CLASS(isupper); CLASS(isxdigit); CLASS(isascii);
        CHECK(model_toascii(c) == (toascii)(c), "toascii %d", c);
    }
}

MODEL(htonl); MODEL(ntohl); MODEL(htons); MODEL(ntohs);

static void byte_orders(void)
{
    for (int i = 0; i < 1000; i++) {
        uint32_t value = (uint32_t)any();
        uint16_t half = (uint16_t)value;
        CHECK(model_htonl(value) == htonl(value) && model_ntohl(value) == ntohl(value), "htonl %x", value);
        CHECK(model_htons(half) == htons(half) && model_ntohs(half) == ntohs(half), "htons %x", half);
    }
}

void compare_strings(void)
{
    for (int i = 0; i < 20000; i++) {
        char s[ROOM], t[ROOM];
        any_string(s), any_string(t);
        size_t n = below(14);
        copies(s, t, n);
        searches(s, t, n);
        tokens(s, t);
        char *copy = model_strdup(s), *part = model_strndup(s, n);
        CHECK(!strcmp(copy, s) && strlen(part) == strnlen(s, n) && !strncmp(part, s, n), "strdup %s %zu", s, n);
        free(copy), free(part);
        uint64_t bits = any() << below(64) & any();
        CHECK(model_ffs((int)bits) == ffs((int)bits) && model_ffsl((long)bits) == ffsl((long)bits) &&
                  model_ffsll((long long)bits) == ffsll((long long)bits), "ffs %llx", (unsigned long long)bits);
    }
    for (int i = -3; i < 200; i++)
        CHECK(!strcmp(model_strerror(i), strerror(i)), "strerror %d: %s", i, model_strerror(i));
    CHECK(GUARDED(model___strcpy_chk((char[8]){0}, "12345678", 8)) == ENDED, "__strcpy_chk does not see the end");
    characters();
    byte_orders();
}
