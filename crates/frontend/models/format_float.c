/* The conversions e, f, g and a of printf. */
#include "decimal.h"
#include "format.h"

/* A number taken apart: mantissa * 2^exponent. */
struct parts {
    _Bool negative, infinite, not_a_number;
    uint64_t mantissa;
    int exponent;
};

static char digit_at(const struct decimal *d, int i)
{
    return i >= 0 && i < d->count ? d->digit[i] : '0';
}

static int significant(const struct decimal *d)
{
    int n = d->count;
    while (n > 0 && d->digit[n - 1] == '0')
        n--;
    return n;
}

static void put_digits(struct sink *s, const struct decimal *d, int from, int count)
{
    for (int i = 0; i < count; i++)
        put(s, digit_at(d, from + i));
}

static void put_fixed(struct sink *s, const struct conversion *c, const struct decimal *d, const char *sign, int places)
{
    int before = d->count && d->point > 0 ? d->point : 0;
    _Bool point = places > 0 || (c->flags & ALTERNATE);
    long length = (before ? before : 1) + point + (long)places;
    open_field(s, c, sign, length);
    if (before)
        put_digits(s, d, 0, before);
    else
        put(s, '0');
    if (point)
        put(s, '.');
    put_digits(s, d, d->count ? d->point : 0, places);
    close_field(s, c, sign, length);
}

/* Writes a letter, a sign and at least so many digits; returns the length. */
static int exponent_text(char *text, char letter, int exponent, int least)
{
    int length = 0, count = 0;
    char reversed[8];
    text[length++] = letter;
    text[length++] = exponent < 0 ? '-' : '+';
    for (int rest = exponent < 0 ? -exponent : exponent; rest || count < least; rest /= 10)
        reversed[count++] = (char)('0' + rest % 10);
    while (count)
        text[length++] = reversed[--count];
    return length;
}

static void put_scientific(struct sink *s, const struct conversion *c, const struct decimal *d, const char *sign, int places,
                           char letter)
{
    char text[12];
    int text_length = exponent_text(text, letter, d->count ? d->point - 1 : 0, 2);
    _Bool point = places > 0 || (c->flags & ALTERNATE);
    long length = 1 + point + (long)places + text_length;
    open_field(s, c, sign, length);
    put(s, digit_at(d, 0));
    if (point)
        put(s, '.');
    put_digits(s, d, 1, places);
    put_bytes(s, text, (size_t)text_length);
    close_field(s, c, sign, length);
}

static void format_decimal(struct sink *s, const struct conversion *c, const struct parts *p, struct decimal *d, uint32_t *limb)
{
    const char *sign = sign_of(c, p->negative);
    char kind = (char)lower(c->letter);
    char letter = c->letter == kind ? 'e' : 'E';
    int precision = c->precision < 0 ? 6 : c->precision;
    if (kind == 'f') {
        __adumbra_decimal(d, limb, p->mantissa, p->exponent, 1, precision);
        put_fixed(s, c, d, sign, precision);
    } else if (kind == 'e') {
        __adumbra_decimal(d, limb, p->mantissa, p->exponent, 0, precision < INT_MAX ? precision + 1 : precision);
        put_scientific(s, c, d, sign, precision, letter);
    } else {
        if (precision == 0)
            precision = 1;
        __adumbra_decimal(d, limb, p->mantissa, p->exponent, 0, precision);
        int exponent = d->count ? d->point - 1 : 0;
        /* Without # the digits end with the last that is not zero. */
        int digits = c->flags & ALTERNATE ? precision : significant(d);
        if (exponent >= -4 && exponent < precision)
            put_fixed(s, c, d, sign, digits > exponent + 1 ? digits - exponent - 1 : 0);
        else
            put_scientific(s, c, d, sign, digits > 1 ? digits - 1 : 0, letter);
    }
}

/* Hexadecimal: `bits` is the fraction after the first digit, in the top bits. */
static void format_hexadecimal(struct sink *s, const struct conversion *c, const char *sign, unsigned first, uint64_t bits,
                               int exponent)
{
    _Bool capital = c->letter == 'A';
    int digits = 0;
    if (c->precision < 0) {
        while (digits < 16 && bits << (4 * digits))
            digits++;
    } else {
        digits = c->precision;
        if (digits < 16) {
            uint64_t kept = digits ? bits >> (64 - 4 * digits) : 0;
            uint64_t rest = bits << (4 * digits), half = (uint64_t)1 << 63;
            _Bool odd = (digits ? kept : first) & 1;
            if (rest > half || (rest == half && odd)) {
                kept++;
                if (digits == 0 || kept >> (4 * digits)) {
                    first++;
                    kept = 0;
                }
            }
            bits = digits ? kept << (64 - 4 * digits) : 0;
        }
    }
    if (first > 15) {
        first = 1;
        exponent += 4;
    }
    char text[12];
    int text_length = exponent_text(text, capital ? 'P' : 'p', exponent, 1);
    char prefix[4];
    int n = 0;
    if (*sign)
        prefix[n++] = *sign;
    prefix[n++] = '0';
    prefix[n++] = capital ? 'X' : 'x';
    prefix[n] = 0;
    const char *alphabet = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    _Bool point = digits > 0 || (c->flags & ALTERNATE);
    long length = 1 + point + (long)digits + text_length;
    open_field(s, c, prefix, length);
    put(s, alphabet[first]);
    if (point)
        put(s, '.');
    for (int i = 0; i < digits; i++)
        put(s, i < 16 ? alphabet[bits << (4 * i) >> 60] : '0');
    put_bytes(s, text, (size_t)text_length);
    close_field(s, c, prefix, length);
}

/* Infinity and not-a-number; true if it was one of them. */
static _Bool format_special(struct sink *s, struct conversion *c, const struct parts *p)
{
    if (!p->infinite && !p->not_a_number)
        return 0;
    _Bool capital = c->letter >= 'A' && c->letter <= 'Z';
    const char *text = p->infinite ? (capital ? "INF" : "inf") : (capital ? "NAN" : "nan");
    const char *sign = sign_of(c, p->negative);
    c->flags &= ~(unsigned)ZERO;
    open_field(s, c, sign, 3);
    put_bytes(s, text, 3);
    close_field(s, c, sign, 3);
    return 1;
}

LIBRARY void __adumbra_format_double(struct sink *s, struct conversion *c, double value)
{
    union {
        double value;
        uint64_t bits;
    } u = {.value = value};
    uint64_t fraction = u.bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(u.bits >> 52 & 0x7ff);
    struct parts p = {
        .negative = u.bits >> 63,
        .infinite = exponent == 0x7ff && fraction == 0,
        .not_a_number = exponent == 0x7ff && fraction != 0,
        .mantissa = exponent ? fraction | (uint64_t)1 << 52 : fraction,
        .exponent = (exponent ? exponent : 1) - 1075,
    };
    if (format_special(s, c, &p))
        return;
    if (lower(c->letter) == 'a') {
        int shown = p.mantissa ? p.exponent + 52 : 0;
        format_hexadecimal(s, c, sign_of(c, p.negative), exponent != 0, fraction << 12, shown);
        return;
    }
    char digit[DOUBLE_DIGITS];
    uint32_t limb[DOUBLE_BINARY_LIMBS];
    struct decimal d = {digit, 0, 0};
    format_decimal(s, c, &p, &d, limb);
}

LIBRARY void __adumbra_format_long_double(struct sink *s, struct conversion *c, long double value)
{
    union {
        long double value;
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } bits;
    } u = {.value = value};
    int exponent = u.bits.exponent & 0x7fff;
    uint64_t mantissa = u.bits.mantissa;
    struct parts p = {
        .negative = u.bits.exponent >> 15,
        .infinite = exponent == 0x7fff && mantissa << 1 == 0,
        .not_a_number = exponent == 0x7fff && mantissa << 1 != 0,
        .mantissa = mantissa,
        .exponent = (exponent ? exponent : 1) - 16446,
    };
    if (format_special(s, c, &p))
        return;
    if (lower(c->letter) == 'a') {
        /* The first digit holds the first four bits. */
        int shown = mantissa ? p.exponent + 60 : 0;
        format_hexadecimal(s, c, sign_of(c, p.negative), (unsigned)(mantissa >> 60), mantissa << 4, shown);
        return;
    }
    char digit[EXTENDED_DIGITS];
    uint32_t limb[EXTENDED_BINARY_LIMBS];
    struct decimal d = {digit, 0, 0};
    format_decimal(s, c, &p, &d, limb);
}
