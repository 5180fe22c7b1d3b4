/* Exact decimal digits of a binary floating-point number.
 *
 * The number is split at the binary point. Digits of the integer part come from dividing by 10^9 (a plain 64-bit integer
 * where it fits), those of the fraction from multiplying by 10^9, nine at a time and only as many as the rounding
 * needs; whether the rest of the fraction is zero is known exactly, so the rounding is correct. */
#include "decimal.h"

#define CHUNK 1000000000u
#define CHUNK_DIGITS 9

/* Appends the nine digits of a chunk; leading zeros of the number move the point instead. */
static void append_chunk(struct decimal *d, uint32_t chunk)
{
    uint32_t scale = CHUNK / 10;
    for (int i = 0; i < CHUNK_DIGITS; i++) {
        char digit = (char)('0' + chunk / scale % 10);
        scale /= 10;
        if (d->count == 0 && digit == '0')
            d->point--;
        else
            d->digit[d->count++] = digit;
    }
}

static void small_integer_digits(struct decimal *d, uint64_t n)
{
    char reversed[20];
    int count = 0;
    for (; n; n /= 10)
        reversed[count++] = (char)('0' + n % 10);
    d->point = count;
    while (count)
        d->digit[d->count++] = reversed[--count];
}

/* Writes mantissa << shift, where shift < 32, into the first limbs. */
static void place(uint32_t *limb, int count, uint64_t mantissa, int shift)
{
    limb[0] = (uint32_t)(mantissa << shift);
    mantissa = mantissa >> 1 >> (31 - shift);
    for (int i = 1; i < count && i < 3; i++, mantissa >>= 32)
        limb[i] = (uint32_t)mantissa;
}

/* Digits of mantissa << shift. They arise from the last to the first, so they are written from the end of a space that
 * surely suffices and then moved to the front. */
static void large_integer_digits(struct decimal *d, uint32_t *limb, uint64_t mantissa, int shift)
{
    int count = shift / 32, rest = shift % 32;
    for (int i = 0; i < count; i++)
        limb[i] = 0;
    place(limb + count, 3, mantissa, rest);
    count += 3;
    int end = count * 10 + CHUNK_DIGITS, start = end;
    while (count) {
        uint64_t remainder = 0;
        for (int i = count - 1; i >= 0; i--) {
            remainder = remainder << 32 | limb[i];
            limb[i] = (uint32_t)(remainder / CHUNK);
            remainder %= CHUNK;
        }
        while (count && !limb[count - 1])
            count--;
        uint32_t chunk = (uint32_t)remainder;
        for (int i = 0; i < CHUNK_DIGITS; i++, chunk /= 10)
            d->digit[--start] = (char)('0' + chunk % 10);
    }
    while (d->digit[start] == '0')
        start++;
    d->count = d->point = end - start;
    __builtin_memmove(d->digit, d->digit + start, (size_t)d->count);
}

/* A fraction below 1: limbs from the least significant; those below `low` are zero. */
struct fraction {
    uint32_t *limb;
    int low, count;
};

/* The fraction of mantissa / 2^bits. */
static void set_fraction(struct fraction *f, uint64_t mantissa, int bits)
{
    f->count = (bits + 31) / 32;
    f->low = 0;
    for (int i = 0; i < f->count; i++)
        f->limb[i] = 0;
    if (bits < 64)
        mantissa &= ((uint64_t)1 << bits) - 1;
    int shift = 32 * f->count - bits;
    place(f->limb, f->count, mantissa, shift);
}

static _Bool is_zero(struct fraction *f)
{
    while (f->low < f->count && !f->limb[f->low])
        f->low++;
    return f->low == f->count;
}

/* Multiplies by 10^9 and takes the integer part away. */
static uint32_t next_chunk(struct fraction *f)
{
    uint64_t carry = 0;
    for (int i = f->low; i < f->count; i++) {
        carry += (uint64_t)f->limb[i] * CHUNK;
        f->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

/* Keeps `keep` digits; `more` says whether something follows the digits that are there. */
static void round_digits(struct decimal *d, int keep, _Bool more)
{
    if (keep >= d->count)
        return;
    if (keep < 0) {
        d->count = 0;
        return;
    }
    char next = d->digit[keep];
    for (int i = keep + 1; i < d->count && !more; i++)
        more = d->digit[i] != '0';
    _Bool odd = keep > 0 && (d->digit[keep - 1] - '0') % 2;
    _Bool up = next > '5' || (next == '5' && (more || odd));
    d->count = keep;
    if (!up)
        return;
    while (d->count && d->digit[d->count - 1] == '9')
        d->count--;
    if (d->count) {
        d->digit[d->count - 1]++;
    } else {
        d->digit[0] = '1';
        d->count = 1;
        d->point++;
    }
}

LIBRARY void __adumbra_decimal(struct decimal *d, uint32_t *limb, uint64_t mantissa, int exponent, _Bool fixed, int places)
{
    d->count = 0;
    d->point = 0;
    if (mantissa == 0)
        return;
    struct fraction f = {limb, 0, 0};
    if (exponent > 0) {
        large_integer_digits(d, limb, mantissa, exponent);
    } else {
        small_integer_digits(d, exponent > -64 ? mantissa >> -exponent : 0);
        if (exponent < 0)
            set_fraction(&f, mantissa, -exponent);
    }
    /* One digit more than is kept, so that the rounding sees where the rest begins. */
    for (int after = 0; !is_zero(&f); after += CHUNK_DIGITS) {
        if (fixed ? after > places : d->count > places)
            break;
        append_chunk(d, next_chunk(&f));
    }
    long long keep = fixed ? (long long)d->point + places : places;
    if (d->count && keep < d->count)
        round_digits(d, keep < 0 ? -1 : (int)keep, !is_zero(&f));
}
