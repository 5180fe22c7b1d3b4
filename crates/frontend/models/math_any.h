/* Template: the functions of math.h that the standard does not fix to the last bit, for one type; see math_types.h. Special
 * arguments give the results that the standard demands; otherwise the result is any number within bounds that surely
 * hold, so a call with the same argument may give another result. */
#include "math_types.h"

#ifdef MATH_LONG_DOUBLE
/* Any number of the format; the first bit of the significand is set unless the exponent is the lowest. */
static F any_extended(uint64_t significand, int top)
{
    struct parts p = {top & 1, top >> 1 & MAX_FIELD, significand | (uint64_t)1 << 63};
    if (p.field == 0)
        p.significand = significand & INT64_MAX;
    return put_together(p);
}
#define ANY(name) any_extended(__adumbra_any_ulong(name), __adumbra_any_int(name))
#else
#define ANY(name) ((F)__adumbra_any_double(name))
#endif

/* Restricts a result, which is no NaN then. */
static F within(F result, F low, F high)
{
    __adumbra_assume(result >= low && result <= high);
    return result;
}

/* Odd functions that are zero at zero: the result has the sign of the argument. */
static F with_sign_of(F result, F x, F bound)
{
    return x > 0 ? within(result, 0, bound) : within(result, -bound, 0);
}

LIBRARY F N(sin)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    return is_infinite(x) ? domain_error() : within(ANY("sin"), -1, 1);
}

LIBRARY F N(cos)(F x)
{
    if (is_nan(x))
        return x;
    if (x == 0)
        return 1;
    return is_infinite(x) ? domain_error() : within(ANY("cos"), -1, 1);
}

LIBRARY void N(sincos)(F x, F *sine, F *cosine)
{
    *sine = x;
    *cosine = x == 0 ? 1 : x;
    if (is_nan(x) || x == 0)
        return;
    *sine = is_infinite(x) ? domain_error() : within(ANY("sincos"), -1, 1);
    *cosine = is_infinite(x) ? domain_error() : within(ANY("sincos"), -1, 1);
}

LIBRARY F N(tan)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    return is_infinite(x) ? domain_error() : within(ANY("tan"), -INFINITY, INFINITY);
}

LIBRARY F N(asin)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    return x < -1 || x > 1 ? domain_error() : with_sign_of(ANY("asin"), x, (F)1.5708);
}

LIBRARY F N(acos)(F x)
{
    if (is_nan(x))
        return x;
    if (x == 1)
        return 0;
    return x < -1 || x > 1 ? domain_error() : within(ANY("acos"), 0, (F)3.1416);
}

LIBRARY F N(atan)(F x)
{
    return is_nan(x) || x == 0 ? x : with_sign_of(ANY("atan"), x, (F)1.5708);
}

LIBRARY F N(atan2)(F y, F x)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (y == 0 && B(copysign)(1, x) > 0)
        return y;
    return B(copysign)(1, y) > 0 ? within(ANY("atan2"), 0, (F)3.1416) : within(ANY("atan2"), (F)-3.1416, 0);
}

LIBRARY F N(sinh)(F x)
{
    return is_nan(x) || is_infinite(x) || x == 0 ? x : with_sign_of(ANY("sinh"), x, INFINITY);
}

LIBRARY F N(cosh)(F x)
{
    if (is_nan(x))
        return x;
    return x == 0 ? 1 : is_infinite(x) ? INFINITY : within(ANY("cosh"), 1, INFINITY);
}

LIBRARY F N(tanh)(F x)
{
    if (is_infinite(x))
        return B(copysign)(1, x);
    return is_nan(x) || x == 0 ? x : with_sign_of(ANY("tanh"), x, 1);
}

LIBRARY F N(asinh)(F x)
{
    return is_nan(x) || is_infinite(x) || x == 0 ? x : with_sign_of(ANY("asinh"), x, 20000);
}

LIBRARY F N(acosh)(F x)
{
    if (is_nan(x))
        return x;
    if (x < 1)
        return domain_error();
    return x == 1 ? 0 : is_infinite(x) ? x : within(ANY("acosh"), 0, 20000);
}

LIBRARY F N(atanh)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    if (x < -1 || x > 1)
        return domain_error();
    if (x == 1 || x == -1)
        return range_error(B(copysign)(INFINITY, x));
    return with_sign_of(ANY("atanh"), x, 20000);
}

/* Exponentials: at least 1 from zero on, at most 1 up to zero. */
static F exponential(F x, F result)
{
    if (is_nan(x))
        return x;
    if (x == 0)
        return 1;
    if (is_infinite(x))
        return x > 0 ? x : 0;
    within(result, x > 0 ? 1 : 0, x > 0 ? INFINITY : 1);
    if (is_infinite(result) || result == 0) {
        __adumbra_assume(B(fabs)(x) > 30);
        errno = ERANGE;
    }
    return result;
}

LIBRARY F N(exp)(F x)
{
    return exponential(x, ANY("exp"));
}

LIBRARY F N(exp2)(F x)
{
    return exponential(x, ANY("exp2"));
}

LIBRARY F N(exp10)(F x)
{
    return exponential(x, ANY("exp10"));
}

LIBRARY F N(expm1)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    if (is_infinite(x))
        return x > 0 ? x : -1;
    return x > 0 ? within(ANY("expm1"), 0, INFINITY) : within(ANY("expm1"), -1, 0);
}

/* Logarithms: zero at one and nowhere else. */
static F logarithm(F x, F result)
{
    if (is_nan(x))
        return x;
    if (x == 0)
        return range_error(-INFINITY);
    if (x < 0)
        return domain_error();
    if (x == 1)
        return 0;
    if (is_infinite(x))
        return x;
    __adumbra_assume(x > 1 ? result > 0 && result <= 20000 : result < 0 && result >= -20000);
    return result;
}

LIBRARY F N(log)(F x)
{
    return logarithm(x, ANY("log"));
}

LIBRARY F N(log2)(F x)
{
    return logarithm(x, ANY("log2"));
}

LIBRARY F N(log10)(F x)
{
    return logarithm(x, ANY("log10"));
}

LIBRARY F N(log1p)(F x)
{
    if (is_nan(x) || x == 0)
        return x;
    if (x == -1)
        return range_error(-INFINITY);
    if (x < -1)
        return domain_error();
    return is_infinite(x) ? x : with_sign_of(ANY("log1p"), x, 20000);
}

/* x to the y by products, where all of them are integers that the format holds; 0 otherwise. */
static F exact_power(F x, F y)
{
    const F limit = power_of_two(PRECISION < 53 ? PRECISION : 53);
    if (!is_integer(x) || !is_integer(y) || y < 0 || y > 64)
        return 0;
    F result = 1;
    for (int n = (int)y; n > 0; n--) {
        result *= x;
        if (B(fabs)(result) > limit)
            return 0;
    }
    return result;
}

static F power_of_infinities(F x, F y)
{
    if (is_infinite(y)) {
        F a = B(fabs)(x);
        if (a == 1)
            return 1;
        return (a > 1) == (y > 0) ? INFINITY : 0;
    }
    F a = y > 0 ? INFINITY : 0;
    return x < 0 && is_odd_integer(y) ? -a : a;
}

LIBRARY F N(pow)(F x, F y)
{
    if (y == 0 || x == 1)
        return 1;
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (y == 1)
        return x;
    _Bool negative = B(copysign)(1, x) < 0 && is_odd_integer(y);
    if (x == 0 && is_finite(y)) {
        F a = y > 0 ? 0 : range_error(INFINITY);
        return negative ? -a : a;
    }
    if (is_infinite(x) || is_infinite(y))
        return power_of_infinities(x, y);
    if (x < 0 && !is_integer(y))
        return domain_error();
    F exact = exact_power(x, y);
    if (exact != 0)
        return exact;
    F a = B(fabs)(x), magnitude = B(fabs)(ANY("pow"));
    if (a == 1)
        magnitude = 1;
    else if ((a > 1) == (y > 0))
        within(magnitude, 1, INFINITY);
    else
        within(magnitude, 0, 1);
    if (magnitude == 0 || is_infinite(magnitude))
        errno = ERANGE;
    return negative ? -magnitude : magnitude;
}

LIBRARY F N(cbrt)(F x)
{
    F a = B(fabs)(x);
    return is_nan(x) || is_infinite(x) || x == 0 || a == 1 ? x : with_sign_of(ANY("cbrt"), x, a > 1 ? a : 1);
}

LIBRARY F N(hypot)(F x, F y)
{
    if (is_infinite(x) || is_infinite(y))
        return INFINITY;
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (x == 0 || y == 0)
        return B(fabs)(x) + B(fabs)(y);
    return within(ANY("hypot"), 0, INFINITY);
}

LIBRARY F N(erf)(F x)
{
    if (is_infinite(x))
        return B(copysign)(1, x);
    return is_nan(x) || x == 0 ? x : with_sign_of(ANY("erf"), x, 1);
}

LIBRARY F N(erfc)(F x)
{
    if (is_nan(x))
        return x;
    if (is_infinite(x))
        return x > 0 ? 0 : 2;
    return within(ANY("erfc"), 0, 2);
}

LIBRARY F N(tgamma)(F x)
{
    if (is_nan(x))
        return x;
    if (x == 0)
        return range_error(B(copysign)(INFINITY, x));
    if (is_infinite(x))
        return x > 0 ? x : domain_error();
    if (x < 0 && is_integer(x))
        return domain_error();
    return within(ANY("tgamma"), x > 0 ? 0 : -INFINITY, INFINITY);
}

extern int signgam;
LIBRARY F N(lgamma)(F x)
{
    if (is_nan(x))
        return x;
    signgam = x >= 0 || __adumbra_any_int("lgamma") ? 1 : -1;
    if (is_infinite(x))
        return INFINITY;
    if (x <= 0 && is_integer(x))
        return range_error(INFINITY);
    return x == 1 || x == 2 ? 0 : within(ANY("lgamma"), -INFINITY, INFINITY);
}
