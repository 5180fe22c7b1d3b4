/* The three floating-point types for the templates math_exact.h and math_any.h. A unit defines MATH_FLOAT, MATH_DOUBLE or
 * MATH_LONG_DOUBLE before it includes this.
 *
 *   F            the type                      N(name)      the library's name: sin, sinf, sinl
 *   B(name)      the builtin of that type      ANY(name)    any value, the result of the named function
 *   PRECISION    bits of the significand       BIAS         of the exponent
 */
#ifndef ADUMBRA_MATH_TYPES_H
#define ADUMBRA_MATH_TYPES_H
#include "library.h"

#define EDOM 33
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#if defined(MATH_LONG_DOUBLE)
typedef long double F;
#define N(name) name##l
#define B(name) __builtin_##name##l
#define PRECISION 64
#define BIAS 16383
#elif defined(MATH_DOUBLE)
typedef double F;
#define N(name) name
#define B(name) __builtin_##name
#define PRECISION 53
#define BIAS 1023
#else
typedef float F;
#define N(name) name##f
#define B(name) __builtin_##name##f
#define PRECISION 24
#define BIAS 127
#endif

#define MAX_FIELD (2 * BIAS + 1)

/* Sign, biased exponent and significand. The significand has its first bit also where the format hides it. */
struct parts {
    _Bool negative;
    int field;
    uint64_t significand;
};

#ifdef MATH_LONG_DOUBLE
union image {
    F value;
    struct {
        uint64_t significand;
        uint16_t top;
    } bits;
};

HELPER struct parts take_apart(F x)
{
    union image u = {.value = x};
    return (struct parts){u.bits.top >> 15, u.bits.top & MAX_FIELD, u.bits.significand};
}

HELPER F put_together(struct parts p)
{
    union image u = {.value = 0};
    u.bits.significand = p.significand;
    u.bits.top = (uint16_t)(p.field | p.negative << 15);
    return u.value;
}
#else
#ifdef MATH_DOUBLE
typedef uint64_t word;
#else
typedef uint32_t word;
#endif
union image {
    F value;
    word bits;
};
#define HIDDEN ((word)1 << (PRECISION - 1))

HELPER struct parts take_apart(F x)
{
    union image u = {.value = x};
    int field = (int)(u.bits >> (PRECISION - 1) & MAX_FIELD);
    word low = u.bits & (HIDDEN - 1);
    return (struct parts){u.bits >> (8 * sizeof(word) - 1), field, field ? low | HIDDEN : low};
}

HELPER F put_together(struct parts p)
{
    union image u = {.bits = ((word)p.significand & (HIDDEN - 1)) | (word)p.field << (PRECISION - 1) |
                             (word)p.negative << (8 * sizeof(word) - 1)};
    return u.value;
}
#endif

HELPER _Bool is_nan(F x)
{
    return x != x;
}

HELPER _Bool is_infinite(F x)
{
    return B(fabs)(x) == INFINITY;
}

HELPER _Bool is_finite(F x)
{
    return B(fabs)(x) < INFINITY;
}

HELPER _Bool is_integer(F x)
{
    return is_finite(x) && B(trunc)(x) == x;
}

HELPER _Bool is_odd_integer(F x)
{
    return is_integer(x) && !is_integer(x * (F)0.5);
}

/* 2 to the n, where that is a normal number. */
HELPER F power_of_two(int n)
{
    return put_together((struct parts){0, n + BIAS, (uint64_t)1 << (PRECISION - 1)});
}

/* What a function yields outside its domain. */
HELPER F domain_error(void)
{
    errno = EDOM;
    return NAN;
}

HELPER F range_error(F result)
{
    errno = ERANGE;
    return result;
}

#endif
