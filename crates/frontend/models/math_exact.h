/* Template: the functions of math.h whose results the standard fixes, for one type; see math_types.h.
 * Rounding is to nearest even throughout. */
#include "math_types.h"

LIBRARY F N(fabs)(F x)
{
    return B(fabs)(x);
}

LIBRARY F N(sqrt)(F x)
{
    if (x < 0)
        errno = EDOM;
    return B(sqrt)(x);
}

LIBRARY F N(floor)(F x)
{
    return B(floor)(x);
}

LIBRARY F N(ceil)(F x)
{
    return B(ceil)(x);
}

LIBRARY F N(trunc)(F x)
{
    return B(trunc)(x);
}

LIBRARY F N(round)(F x)
{
    return B(round)(x);
}

LIBRARY F N(roundeven)(F x)
{
    return B(roundeven)(x);
}

LIBRARY F N(rint)(F x)
{
    return B(roundeven)(x);
}

LIBRARY F N(nearbyint)(F x)
{
    return B(roundeven)(x);
}

/* Out of range the result is the smallest number, as the instructions of x86 give it. */
static long to_long(F x)
{
    F limit = -(F)LONG_MIN;
    return x >= -limit && x < limit ? (long)x : LONG_MIN;
}

static long long to_long_long(F x)
{
    F limit = -(F)LLONG_MIN;
    return x >= -limit && x < limit ? (long long)x : LLONG_MIN;
}

LIBRARY long N(lrint)(F x)
{
    return to_long(B(roundeven)(x));
}

LIBRARY long long N(llrint)(F x)
{
    return to_long_long(B(roundeven)(x));
}

LIBRARY long N(lround)(F x)
{
    return to_long(B(round)(x));
}

LIBRARY long long N(llround)(F x)
{
    return to_long_long(B(round)(x));
}

/* Of two zeros either may be the result; these choose as an IEEE minimum does. */
LIBRARY F N(fmin)(F x, F y)
{
    return B(fmin)(x, y);
}

LIBRARY F N(fmax)(F x, F y)
{
    return B(fmax)(x, y);
}

LIBRARY F N(fdim)(F x, F y)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    F difference = x > y ? x - y : 0;
    if (is_infinite(difference) && is_finite(x) && is_finite(y))
        errno = ERANGE;
    return difference;
}

LIBRARY F N(copysign)(F x, F y)
{
    return B(copysign)(x, y);
}

static F remainder_toward_zero(F x, F y)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (is_infinite(x) || y == 0)
        return domain_error();
    return B(fmod)(x, y);
}

LIBRARY F N(fmod)(F x, F y)
{
    return remainder_toward_zero(x, y);
}

/* The remainder of the nearest quotient, and that quotient modulo 8 with its sign (8 itself may come from rounding up). */
static F nearest_remainder(F x, F y, int *quotient)
{
    *quotient = 0;
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (is_infinite(x) || y == 0)
        return domain_error();
    if (is_infinite(y))
        return x;
    _Bool negative = B(copysign)(1, x) != B(copysign)(1, y);
    F a = B(fabs)(x), b = B(fabs)(y);
    int q = 0;
    /* First below 8b, then bit by bit; where 2^k b overflows, a is below it anyway. */
    if (b <= power_of_two(BIAS - 3))
        a = B(fmod)(a, 8 * b);
    for (int k = 2; k >= 0; k--) {
        F multiple = b * (F)(1 << k);
        if (a >= multiple) {
            a -= multiple;
            q += 1 << k;
        }
    }
    /* Now 0 <= a < b. Compare with b / 2 without halving, which could round. */
    F rest = b - a;
    if (a > rest || (a == rest && (q & 1))) {
        a -= b;
        q++;
    }
    *quotient = negative ? -q : q;
    if (a == 0)
        return B(copysign)(0, x);
    return B(copysign)(1, x) < 0 ? -a : a;
}

LIBRARY F N(remainder)(F x, F y)
{
    int quotient = 0;
    return nearest_remainder(x, y, &quotient);
}

LIBRARY F N(drem)(F x, F y)
{
    int quotient = 0;
    return nearest_remainder(x, y, &quotient);
}

LIBRARY F N(remquo)(F x, F y, int *quotient)
{
    return nearest_remainder(x, y, quotient);
}

/* x times 2 to the n, rounded once: only the last product can be inexact. */
static F scale(F x, int n)
{
    const int up = BIAS, down = PRECISION - BIAS;
    if (x == 0 || !is_finite(x))
        return x;
    for (int i = 0; i < 2 && n > up; i++, n -= up)
        x *= power_of_two(up);
    for (int i = 0; i < 2 && n < 1 - BIAS; i++, n -= down)
        x *= power_of_two(down);
    if (n > up)
        n = up;
    if (n < 1 - BIAS)
        n = 1 - BIAS;
    x *= power_of_two(n);
    if (x == 0 || is_infinite(x))
        errno = ERANGE;
    return x;
}

LIBRARY F N(scalbn)(F x, int n)
{
    return scale(x, n);
}

LIBRARY F N(ldexp)(F x, int n)
{
    return scale(x, n);
}

LIBRARY F N(scalbln)(F x, long n)
{
    return scale(x, n > 99999 ? 99999 : n < -99999 ? -99999 : (int)n);
}

/* The exponent of a finite number that is not zero. */
static int exponent_of(F x)
{
    struct parts p = take_apart(x);
    if (p.field)
        return p.field - BIAS;
    return 63 - __builtin_clzll(p.significand) - (PRECISION - 1) + 1 - BIAS;
}

LIBRARY F N(frexp)(F x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !is_finite(x))
        return x;
    struct parts p = take_apart(x);
    *exponent = exponent_of(x) + 1;
    p.significand <<= __builtin_clzll(p.significand) - (64 - PRECISION);
    p.field = BIAS - 1;
    return put_together(p);
}

LIBRARY F N(logb)(F x)
{
    if (x == 0)
        return range_error(-INFINITY);
    if (!is_finite(x))
        return x * x;
    return (F)exponent_of(x);
}

LIBRARY int N(ilogb)(F x)
{
    if (x != 0 && is_finite(x))
        return exponent_of(x);
    errno = EDOM;
    return is_infinite(x) ? INT_MAX : INT_MIN;
}

LIBRARY F N(significand)(F x)
{
    return x == 0 || !is_finite(x) ? x : scale(x, -exponent_of(x));
}

LIBRARY F N(modf)(F x, F *whole)
{
    *whole = B(trunc)(x);
    if (is_infinite(x))
        return B(copysign)(0, x);
    return B(copysign)(x - *whole, x);
}

/* The neighbour away from zero or toward it. */
static F step(F x, _Bool away)
{
    const uint64_t first = (uint64_t)1 << (PRECISION - 1), all = first | (first - 1);
    struct parts p = take_apart(x);
    if (away) {
        if (p.significand != all) {
            p.significand++;
        } else {
            p.significand = first;
            p.field++;
        }
        if (p.field == 0 && p.significand == first)
            p.field = 1;
    } else if (p.field > 1 && p.significand == first) {
        p.significand = all;
        p.field--;
    } else {
        if (p.significand == first)
            p.field = 0;
        p.significand--;
    }
    return put_together(p);
}

static F next_toward(F x, int direction)
{
    if (x == 0)
        return put_together((struct parts){direction < 0, 0, 1});
    F result = step(x, (x > 0) == (direction > 0));
    if (result == 0 || is_infinite(result) || take_apart(result).field == 0)
        errno = ERANGE;
    return result;
}

LIBRARY F N(nextafter)(F x, F y)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    return x == y ? y : next_toward(x, x < y ? 1 : -1);
}

LIBRARY F N(nexttoward)(F x, long double y)
{
    if (is_nan(x) || y != y)
        return NAN;
    return x == y ? (F)y : next_toward(x, x < y ? 1 : -1);
}

/* x * y + z rounded once, in integers: the product is exact in 128 bits, the sum in 256 with a sticky last bit. */
LIBRARY F N(fma)(F x, F y, F z)
{
    typedef unsigned _BitInt(256) wide;
    if (x == 0 || y == 0 || !is_finite(x) || !is_finite(y))
        return x * y + z;
    if (!is_finite(z))
        return z;
    if (z == 0)
        return x * y;
    struct parts a = take_apart(x), b = take_apart(y), c = take_apart(z);
    const int offset = BIAS + PRECISION - 1;
    int product_exponent = (a.field ? a.field : 1) + (b.field ? b.field : 1) - 2 * offset;
    int summand_exponent = (c.field ? c.field : 1) - offset;
    _Bool product_negative = a.negative != b.negative;
    wide product = (wide)a.significand * b.significand, summand = c.significand;

    /* Bring both to one exponent. Far apart, the smaller one only matters as "something". */
    int exponent = product_exponent, distance = summand_exponent - product_exponent;
    const int room = 126;
    if (distance > room) {
        summand <<= room;
        exponent = summand_exponent - room;
        int lost = distance - room;
        product = lost > 200 ? (product != 0) : product >> lost | ((product & (((wide)1 << lost) - 1)) != 0);
    } else if (distance >= 0) {
        summand <<= distance;
    } else if (-distance <= room) {
        product <<= -distance;
        exponent = summand_exponent;
    } else {
        product <<= room;
        exponent = product_exponent - room;
        int lost = -distance - room;
        summand = lost > 200 ? (summand != 0) : summand >> lost | ((summand & (((wide)1 << lost) - 1)) != 0);
    }
    _Bool negative = product_negative;
    wide sum = product + summand;
    if (product_negative != c.negative) {
        negative = product < summand ? c.negative : product_negative;
        sum = product < summand ? summand - product : product - summand;
    }
    if (sum == 0)
        return 0;

    /* Keep the bits that the format has at this magnitude. */
    int length = 0;
    for (wide rest = sum; rest; rest >>= 1)
        length++;
    const int lowest = 2 - BIAS - PRECISION;
    int drop = length - PRECISION;
    if (exponent + drop < lowest)
        drop = lowest - exponent;
    uint64_t kept = 0;
    if (drop <= 0) {
        kept = (uint64_t)sum << -drop;
    } else if (drop <= 255) {
        wide half = (wide)1 << (drop - 1), rest = sum & ((half << 1) - 1);
        kept = (uint64_t)(sum >> drop);
        if (rest > half || (rest == half && (kept & 1))) {
            kept++;
            if (PRECISION == 64 ? kept == 0 : kept >> (PRECISION & 63)) {
                kept = (uint64_t)1 << (PRECISION - 1);
                drop++;
            }
        }
    }
    int field = kept >> (PRECISION - 1) ? exponent + drop + offset : 0;
    if (field >= MAX_FIELD)
        return range_error(negative ? -INFINITY : INFINITY);
    return put_together((struct parts){negative, field, kept});
}

LIBRARY F N(nan)(const char *tag)
{
    string_length(tag);
    return NAN;
}

/* Classification, under the names that glibc's macros use and under those of functions. */
static int classify(F x)
{
    if (is_nan(x))
        return 0;
    if (is_infinite(x))
        return 1;
    if (x == 0)
        return 2;
    return take_apart(x).field == 0 ? 3 : 4;
}

static int infinite_sign(F x)
{
    return is_infinite(x) ? (x > 0 ? 1 : -1) : 0;
}

LIBRARY int N(__fpclassify)(F x)
{
    return classify(x);
}

LIBRARY int N(__isnan)(F x)
{
    return is_nan(x);
}

LIBRARY int N(isnan)(F x)
{
    return is_nan(x);
}

LIBRARY int N(__isinf)(F x)
{
    return infinite_sign(x);
}

LIBRARY int N(isinf)(F x)
{
    return infinite_sign(x);
}

LIBRARY int N(__finite)(F x)
{
    return is_finite(x);
}

LIBRARY int N(finite)(F x)
{
    return is_finite(x);
}

LIBRARY int N(__signbit)(F x)
{
    return take_apart(x).negative;
}
