/* ctype.h in the C locale, and the tables behind the macros of glibc's header. */
#include "library.h"

/* Bits of the class table, as glibc numbers them on little-endian machines. */
enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEX = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALNUM = 0x8,
};

/* Indexed from -128 to 255; all bytes above 127 have no class in the C locale. */
static const unsigned short classes[384] = {
    [128] =
        0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x2003, 0x2002, 0x2002,
        0x2002, 0x2002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
        0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x6001, 0xc004, 0xc004, 0xc004,
        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
        0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xc004, 0xc004,
        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508,
        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
        0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
        0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
        0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002,
};

#define PLAIN(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7
#define PLAIN_32(n) PLAIN(n), PLAIN(n + 8), PLAIN(n + 16), PLAIN(n + 24)
#define LETTERS(n) PLAIN(n), PLAIN(n + 8), PLAIN(n + 16), n + 24, n + 25
/* The entry for -1, EOF, is -1; the other negative ones are those of the unsigned byte. */
#define NEGATIVE PLAIN_32(128), PLAIN_32(160), PLAIN_32(192), PLAIN(224), PLAIN(232), PLAIN(240), 248, 249, 250, 251, 252, 253, 254, -1
#define HIGH PLAIN_32(128), PLAIN_32(160), PLAIN_32(192), PLAIN_32(224)

static const int to_lower[384] = {
    NEGATIVE, PLAIN_32(0), PLAIN_32(32), '@', LETTERS('a'), 91, 92, 93, 94, 95, PLAIN_32(96), HIGH,
};
static const int to_upper[384] = {
    NEGATIVE, PLAIN_32(0), PLAIN_32(32), PLAIN_32(64), 96, LETTERS('A'), 123, 124, 125, 126, 127, HIGH,
};

static const unsigned short *classes_at_0 = classes + 128;
static const int *to_lower_at_0 = to_lower + 128;
static const int *to_upper_at_0 = to_upper + 128;

LIBRARY const unsigned short **__ctype_b_loc(void)
{
    return &classes_at_0;
}

LIBRARY const int **__ctype_tolower_loc(void)
{
    return &to_lower_at_0;
}

LIBRARY const int **__ctype_toupper_loc(void)
{
    return &to_upper_at_0;
}

LIBRARY size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

/* As in glibc, the functions are right for -128 to 255 and undefined elsewhere; the access to the table says so. Inside they are
 * formulas: an analysis that does not know the character need not look at a table. */
static _Bool between(int c, int low, int high)
{
    return c >= low && c <= high;
}

static _Bool is_letter(int c)
{
    return between(c, 'a', 'z') || between(c, 'A', 'Z');
}

#define CLASSIFIER(name, mask, condition)                                                                              \
    LIBRARY int name(int c)                                                                                            \
    {                                                                                                                  \
        if (c < -128 || c > 255)                                                                                       \
            return classes[c + 128] & (mask);                                                                          \
        return (condition) ? (mask) : 0;                                                                               \
    }

CLASSIFIER(isalnum, ALNUM, is_letter(c) || is_digit(c))
CLASSIFIER(isalpha, ALPHA, is_letter(c))
CLASSIFIER(isblank, BLANK, c == ' ' || c == '\t')
CLASSIFIER(iscntrl, CONTROL, between(c, 0, 31) || c == 127)
CLASSIFIER(isdigit, DIGIT, is_digit(c))
CLASSIFIER(isgraph, GRAPH, between(c, 33, 126))
CLASSIFIER(islower, LOWER, between(c, 'a', 'z'))
CLASSIFIER(isprint, PRINT, between(c, 32, 126))
CLASSIFIER(ispunct, PUNCTUATION, between(c, 33, 126) && !is_letter(c) && !is_digit(c))
CLASSIFIER(isspace, SPACE, is_space(c))
CLASSIFIER(isupper, UPPER, between(c, 'A', 'Z'))
CLASSIFIER(isxdigit, HEX, is_digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F'))

LIBRARY int isascii(int c)
{
    return (c & ~0x7f) == 0;
}

LIBRARY int toascii(int c)
{
    return c & 0x7f;
}

/* A negative character other than EOF is that of the unsigned byte; outside the table the argument is returned as it is. */
static int byte_of(int c)
{
    return between(c, -128, -2) ? c + 256 : c;
}

LIBRARY int tolower(int c)
{
    return lower(byte_of(c));
}

LIBRARY int toupper(int c)
{
    return upper(byte_of(c));
}
