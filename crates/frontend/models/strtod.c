/* Text to floating point, correctly rounded to nearest even.
 *
 * A decimal text is the fraction numerator / denominator of two big integers (digits times a power of ten). Both are
 * aligned so that the quotient is in [1, 2), and long division yields just as many bits as the format keeps at that
 * magnitude; what remains decides the rounding. Digits beyond those that can matter are replaced by one sticky digit. */
#include "library.h"

/* A big natural number: limbs of 32 bits, least significant first, no leading zero limb. */
struct natural {
    uint32_t *limb;
    int count;
};

struct format {
    int precision;    /* bits of the significand */
    int lowest;       /* exponent of the last bit of a subnormal */
    int highest;      /* exponent of the first bit of the largest number */
    int max_digits;   /* more decimal digits never matter beyond "there is something" */
    int decimal_high; /* 10 to this is too large */
    int decimal_low;  /* 10 to this is too small */
};
static const struct format single_format = {24, -149, 127, 120, 40, -50};
static const struct format double_format = {53, -1074, 1023, 780, 310, -330};
static const struct format extended_format = {64, -16445, 16383, 11520, 4934, -4955};

/* Enough limbs for max_digits and for 10 to the max_digits - decimal_low, with room for one shift. */
#define SINGLE_LIMBS 24
#define DOUBLE_LIMBS 122
#define EXTENDED_LIMBS 1720

enum kind { NOTHING, FINITE, INFINITE, NOT_A_NUMBER };

/* mantissa * 2^exponent, in the range of a format. */
struct real {
    enum kind kind;
    _Bool negative;
    uint64_t mantissa;
    int exponent;
};

static void multiply_add(struct natural *n, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        n->limb[n->count++] = (uint32_t)carry;
}

static void multiply_power_of_ten(struct natural *n, int power)
{
    for (; power >= 9; power -= 9)
        multiply_add(n, 1000000000, 0);
    uint32_t factor = 1;
    for (; power > 0; power--)
        factor *= 10;
    multiply_add(n, factor, 0);
}

static int bit_length(const struct natural *n)
{
    return n->count ? 32 * n->count - __builtin_clz(n->limb[n->count - 1]) : 0;
}

static void shift_left(struct natural *n, int bits)
{
    int limbs = bits / 32, rest = bits % 32;
    if (rest)
        multiply_add(n, (uint32_t)1 << rest, 0);
    if (limbs && n->count) {
        for (int i = n->count - 1; i >= 0; i--)
            n->limb[i + limbs] = n->limb[i];
        for (int i = 0; i < limbs; i++)
            n->limb[i] = 0;
        n->count += limbs;
    }
}

static int compare(const struct natural *a, const struct natural *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b. */
static void subtract(struct natural *a, const struct natural *b)
{
    uint32_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t d = (uint64_t)a->limb[i] - (i < b->count ? b->limb[i] : 0) - borrow;
        a->limb[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 63);
    }
    while (a->count && !a->limb[a->count - 1])
        a->count--;
}

/* How many bits the format keeps of a number whose first bit has this exponent; negative if it is below half of all. */
static int kept_bits(const struct format *format, int exponent)
{
    int above = exponent - format->lowest + 1;
    return above < format->precision ? above : format->precision;
}

/* What is cut off behind the bits that are kept, as a fraction of the last of them. */
enum rest { NO_REST, BELOW_HALF, HALF, BELOW_THREE_QUARTERS, ABOVE };

/* Rounds a significand and puts it into range. `first` is the exponent of the first of its `kept` bits. */
static void settle(struct real *r, const struct format *format, uint64_t bits, int kept, int first, enum rest rest)
{
    int exponent = first - kept + 1;
    _Bool up = rest > HALF || (rest == HALF && (bits & 1));
    if (up && ++bits == 0) {
        bits = (uint64_t)1 << 63;
        exponent++;
    } else if (kept == format->precision && kept < 64 && bits >> kept) {
        bits >>= 1;
        exponent++;
    }
    r->mantissa = bits;
    r->exponent = exponent;
    if (exponent + format->precision - 1 > format->highest) {
        r->kind = INFINITE;
        errno = ERANGE;
    } else if (rest != NO_REST && kept < format->precision) {
        /* Too small, unless with one bit more it would have been rounded to the smallest normal number too. */
        _Bool normal = bits >> (format->precision - 1);
        if (!normal || rest != ABOVE)
            errno = ERANGE;
    }
}

static void underflow(struct real *r)
{
    r->mantissa = 0;
    r->exponent = 0;
    errno = ERANGE;
}

/* Divides and rounds. The numerator is not zero. */
static void round_quotient(struct real *r, const struct format *format, struct natural *numerator, struct natural *denominator)
{
    int exponent = bit_length(numerator) - bit_length(denominator);
    if (exponent > 0)
        shift_left(denominator, exponent);
    else
        shift_left(numerator, -exponent);
    if (compare(numerator, denominator) < 0) {
        shift_left(numerator, 1);
        exponent--;
    }
    int kept = kept_bits(format, exponent);
    if (kept < 0) {
        underflow(r);
        return;
    }
    uint64_t bits = 0;
    for (int i = 0; i < kept; i++) {
        bits <<= 1;
        if (compare(numerator, denominator) >= 0) {
            subtract(numerator, denominator);
            bits |= 1;
        }
        shift_left(numerator, 1);
    }
    int half = compare(numerator, denominator);
    enum rest rest = half == 0 ? HALF : numerator->count ? BELOW_HALF : NO_REST;
    if (half > 0) {
        subtract(numerator, denominator);
        shift_left(numerator, 1);
        rest = compare(numerator, denominator) < 0 ? BELOW_THREE_QUARTERS : ABOVE;
    }
    settle(r, format, bits, kept, exponent, rest);
}

/* Reads an exponent after e or p; stays at the start when there are no digits. Saturates. */
static const char *parse_exponent(const char *s, long *exponent)
{
    const char *start = s++;
    _Bool negative = 0;
    if (*s == '-' || *s == '+')
        negative = *s++ == '-';
    if (!is_digit(*s))
        return start;
    long value = 0;
    for (; is_digit(*s); s++)
        if (value < 100000000)
            value = value * 10 + (*s - '0');
    *exponent += negative ? -value : value;
    return s;
}

static const char *parse_decimal(const char *s, struct real *r, const struct format *format, struct natural *numerator,
                                 struct natural *denominator)
{
    long exponent = 0;
    int digits = 0;
    _Bool seen = 0, point = 0, sticky = 0;
    uint32_t chunk = 0, scale = 1;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (!is_digit(*s))
            break;
        seen = 1;
        if (point)
            exponent--;
        if (digits == 0 && *s == '0')
            continue;
        if (digits == format->max_digits) {
            exponent++;
            sticky |= *s != '0';
            continue;
        }
        digits++;
        chunk = chunk * 10 + (uint32_t)(*s - '0');
        scale *= 10;
        if (scale == 1000000000) {
            multiply_add(numerator, scale, chunk);
            chunk = 0;
            scale = 1;
        }
    }
    if (!seen)
        return 0;
    if (lower(*s) == 'e')
        s = parse_exponent(s, &exponent);
    r->kind = FINITE;
    if (digits == 0)
        return s;
    multiply_add(numerator, scale, chunk);
    if (sticky) {
        multiply_add(numerator, 10, 1);
        exponent--;
        digits++;
    }
    if (digits + exponent > format->decimal_high) {
        r->kind = INFINITE;
        errno = ERANGE;
    } else if (digits + exponent < format->decimal_low) {
        underflow(r);
    } else {
        multiply_add(denominator, 1, 1);
        if (exponent >= 0)
            multiply_power_of_ten(numerator, (int)exponent);
        else
            multiply_power_of_ten(denominator, (int)-exponent);
        round_quotient(r, format, numerator, denominator);
    }
    return s;
}

/* Text after 0x; null if no digit follows. */
static const char *parse_hexadecimal(const char *s, struct real *r, const struct format *format)
{
    uint64_t bits = 0, next = 0; /* `next` is the one digit behind the bits, in its top four bits */
    long exponent = 0;
    _Bool seen = 0, point = 0, sticky = 0, full = 0;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        int d = digit_value((unsigned char)*s);
        if (d >= 16)
            break;
        seen = 1;
        if (point)
            exponent -= 4;
        if (bits >> 60) {
            if (!full)
                next = (uint64_t)d << 60;
            else
                sticky |= d != 0;
            full = 1;
            exponent += 4;
        } else {
            bits = bits << 4 | (uint64_t)d;
        }
    }
    if (!seen)
        return 0;
    if (lower(*s) == 'p')
        s = parse_exponent(s, &exponent);
    r->kind = FINITE;
    if (bits == 0)
        return s;
    int zeros = __builtin_clzll(bits);
    bits <<= zeros;
    if (zeros > 0 && zeros < 4)
        bits |= next >> (64 - zeros);
    next = zeros < 4 ? next << zeros : 0;
    exponent += 63 - zeros;
    if (exponent > format->highest) {
        r->kind = INFINITE;
        errno = ERANGE;
        return s;
    }
    int kept = exponent < format->lowest - 1 ? -1 : kept_bits(format, (int)exponent);
    if (kept < 0) {
        underflow(r);
        return s;
    }
    uint64_t high = kept == 0 ? 0 : bits >> (64 - kept);
    uint64_t low = kept == 64 ? next : bits << kept;
    uint64_t half = (uint64_t)1 << 63;
    sticky |= kept < 64 && next;
    enum rest rest = low == 0 && !sticky ? NO_REST : BELOW_HALF;
    if (low >= half)
        rest = low == half && !sticky ? HALF : low >> 62 == 3 ? ABOVE : BELOW_THREE_QUARTERS;
    settle(r, format, high, kept, (int)exponent, rest);
    return s;
}

static _Bool starts_with(const char *s, const char *word)
{
    for (; *word; s++, word++)
        if (lower(*s) != *word)
            return 0;
    return 1;
}

/* Reads a number of any form. The buffers hold the big integers. */
static struct real parse(const char *s, char **end, const struct format *format, uint32_t *a, uint32_t *b)
{
    struct natural numerator = {a, 0}, denominator = {b, 0};
    struct real r = {NOTHING, 0, 0, 0};
    const char *start = s, *after = 0;
    while (is_space((unsigned char)*s))
        s++;
    if (*s == '-' || *s == '+')
        r.negative = *s++ == '-';
    if (starts_with(s, "inf")) {
        r.kind = INFINITE;
        after = s + (starts_with(s, "infinity") ? 8 : 3);
    } else if (starts_with(s, "nan")) {
        r.kind = NOT_A_NUMBER;
        after = s + 3;
        const char *close = after + 1;
        if (*after == '(') {
            while (digit_value((unsigned char)*close) < 99 || *close == '_')
                close++;
            if (*close == ')')
                after = close + 1;
        }
    } else {
        if (s[0] == '0' && lower(s[1]) == 'x')
            after = parse_hexadecimal(s + 2, &r, format);
        if (!after)
            after = parse_decimal(s, &r, format, &numerator, &denominator);
    }
    if (!after)
        r.negative = 0;
    if (end)
        *end = (char *)(after ? after : start);
    return r;
}

float __adumbra_parse_float(const char *s, char **end);
double __adumbra_parse_double(const char *s, char **end);
long double __adumbra_parse_long_double(const char *s, char **end);

LIBRARY float __adumbra_parse_float(const char *s, char **end)
{
    uint32_t a[SINGLE_LIMBS], b[SINGLE_LIMBS];
    struct real r = parse(s, end, &single_format, a, b);
    union {
        uint32_t bits;
        float value;
    } u = {.bits = (uint32_t)r.mantissa};
    if (r.kind == INFINITE)
        u.bits = 0x7f800000;
    else if (r.kind == NOT_A_NUMBER)
        u.bits = 0x7fc00000;
    else if (u.bits >> 23)
        u.bits = (u.bits & 0x7fffff) | (uint32_t)(r.exponent + 150) << 23;
    u.bits |= (uint32_t)r.negative << 31;
    return u.value;
}

LIBRARY double __adumbra_parse_double(const char *s, char **end)
{
    uint32_t a[DOUBLE_LIMBS], b[DOUBLE_LIMBS];
    struct real r = parse(s, end, &double_format, a, b);
    union {
        uint64_t bits;
        double value;
    } u = {.bits = r.mantissa};
    if (r.kind == INFINITE)
        u.bits = (uint64_t)0x7ff << 52;
    else if (r.kind == NOT_A_NUMBER)
        u.bits = (uint64_t)0xfff << 51;
    else if (u.bits >> 52)
        u.bits = (u.bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)(r.exponent + 1075) << 52;
    u.bits |= (uint64_t)r.negative << 63;
    return u.value;
}

LIBRARY long double __adumbra_parse_long_double(const char *s, char **end)
{
    uint32_t a[EXTENDED_LIMBS], b[EXTENDED_LIMBS];
    struct real r = parse(s, end, &extended_format, a, b);
    union {
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } bits;
        long double value;
    } u = {.value = 0};
    u.bits.mantissa = r.mantissa;
    u.bits.exponent = 0;
    if (r.kind == INFINITE || r.kind == NOT_A_NUMBER) {
        u.bits.mantissa = (uint64_t)(r.kind == INFINITE ? 2 : 3) << 62;
        u.bits.exponent = 0x7fff;
    } else if (r.mantissa >> 63) {
        u.bits.exponent = (uint16_t)(r.exponent + 16446);
    }
    u.bits.exponent |= (uint16_t)(r.negative << 15);
    return u.value;
}

LIBRARY float strtof(const char *restrict s, char **restrict end)
{
    return __adumbra_parse_float(s, end);
}

LIBRARY double strtod(const char *restrict s, char **restrict end)
{
    return __adumbra_parse_double(s, end);
}

LIBRARY long double strtold(const char *restrict s, char **restrict end)
{
    return __adumbra_parse_long_double(s, end);
}

LIBRARY double __strtod_internal(const char *restrict s, char **restrict end, int group)
{
    (void)group;
    return __adumbra_parse_double(s, end);
}

LIBRARY double atof(const char *s)
{
    return __adumbra_parse_double(s, 0);
}
