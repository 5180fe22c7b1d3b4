/* math.h: the exact functions bit for bit; the others by letting the real result stand for "any value" and seeing that no
 * assumption of the model excludes it. */
#include "compare.h"

extern int *model___errno_location(void);

static float any_float_value(void)
{
    union {
        uint32_t bits;
        float value;
    } u = {.bits = (uint32_t)any()};
    if (below(2))
        return (float)any_double_value();
    if (below(3) == 0)
        u.bits &= 0x807fffff;
    return u.value == u.value ? u.value : NAN; /* no signalling ones */
}

#define same(a, b) ((a != a && b != b) || !memcmp(&a, &b, sizeof a == 8 ? 8 : sizeof a == 4 ? 4 : 10))
#define SHOW(x) (long double)(x)

#define TYPES(F, S, generate)                                                                                          \
    extern F model_fabs##S(F), model_sqrt##S(F), model_floor##S(F), model_ceil##S(F), model_trunc##S(F), model_round##S(F), model_rint##S(F),   \
        model_nearbyint##S(F), model_logb##S(F), model_significand##S(F), model_roundeven##S(F);                        \
    extern F model_fmin##S(F, F), model_fmax##S(F, F), model_fdim##S(F, F), model_copysign##S(F, F), model_fmod##S(F, F), model_remainder##S(F, F),  \
        model_nextafter##S(F, F), model_fma##S(F, F, F), model_remquo##S(F, F, int *), model_scalbn##S(F, int), model_ldexp##S(F, int),     \
        model_scalbln##S(F, long), model_frexp##S(F, int *), model_modf##S(F, F *), model_nexttoward##S(F, long double); \
    extern long model_lrint##S(F), model_lround##S(F);                                                                 \
    extern long long model_llrint##S(F), model_llround##S(F);                                                          \
    extern int model_ilogb##S(F), model___fpclassify##S(F), model___isnan##S(F), model___isinf##S(F), model___finite##S(F),    \
        model___signbit##S(F), model_isnan##S(F), model_isinf##S(F), model_finite##S(F);                               \
    static void exact##S(void)                                                                                         \
    {                                                                                                                  \
        for (int i = 0; i < 20000; i++) {                                                                              \
            F x = generate(), y = generate(), z = generate();                                                          \
            int n = (int)below(below(2) ? 100 : 40000) - (below(2) ? 50 : 20000), p = 0, q = 0;                        \
            if (below(4) == 0)                                                                                         \
                y = x * (F)(int)below(9) / 2;                                                                          \
            if (below(4) == 0)                                                                                         \
                z = -x * y * (F)(1 + (int)below(3) - 1);                                                               \
            ONE(F, fabs##S, x); ONE(F, sqrt##S, x); ONE(F, floor##S, x); ONE(F, ceil##S, x); ONE(F, trunc##S, x); ONE(F, round##S, x);     \
            ONE(F, rint##S, x); ONE(F, nearbyint##S, x); ONE(F, logb##S, x); ONE(F, significand##S, x);                \
            TWO(F, copysign##S, x, y); TWO(F, fdim##S, x, y); TWO(F, fmod##S, x, y); TWO(F, remainder##S, x, y); TWO(F, nextafter##S, x, y);   \
            TWO(F, nexttoward##S, x, (long double)y); TWO(F, scalbn##S, x, n); TWO(F, ldexp##S, x, n); TWO(F, scalbln##S, x, (long)n); \
            if (x != 0 || y != 0) {                                                                                    \
                TWO(F, fmin##S, x, y); TWO(F, fmax##S, x, y);                                                          \
            }                                                                                                          \
            F m = model_fma##S(x, y, z), r = REAL_FMA##S(x, y, z);                                                     \
            CHECK(same(m, r), "fma" #S "(%La, %La, %La): %La, not %La", SHOW(x), SHOW(y), SHOW(z), SHOW(m), SHOW(r));  \
            m = model_frexp##S(x, &p), r = frexp##S(x, &q);                                                            \
            CHECK(same(m, r) && p == q, "frexp" #S "(%La): %La, %d, not %La, %d", SHOW(x), SHOW(m), p, SHOW(r), q);    \
            m = model_remquo##S(x, y, &p), r = remquo##S(x, y, &q);                                                    \
            if (isfinite(x) && y != 0 && y == y)                                                                       \
                CHECK(same(m, r) && (p - q) % 8 == 0, "remquo" #S "(%La, %La): %La, %d, not %La, %d", SHOW(x), SHOW(y), SHOW(m), p, SHOW(r), q);    \
            m = model_modf##S(x, &y), r = modf##S(x, &z);                                                              \
            CHECK(same(m, r) && same(y, z), "modf" #S "(%La)", SHOW(x));                                               \
            CHECK(model_ilogb##S(x) == ilogb##S(x), "ilogb" #S "(%La)", SHOW(x));                                      \
            CHECK(model_lrint##S(x) == lrint##S(x) && model_llrint##S(x) == llrint##S(x), "lrint" #S "(%La)", SHOW(x));\
            CHECK(model_llround##S(x) == llround##S(x) && model_lround##S(x) == lround##S(x), "lround" #S "(%La): %lld, not %lld", SHOW(x), model_llround##S(x), llround##S(x)); \
            CHECK(model___fpclassify##S(x) == fpclassify(x) && !model___signbit##S(x) == !signbit(x), "fpclassify" #S "(%La)", SHOW(x));     \
            CHECK(model___isnan##S(x) == !!isnan(x) && model_isnan##S(x) == !!isnan(x) && !model___finite##S(x) == !isfinite(x) &&      \
                  model_finite##S(x) == model___finite##S(x), "isnan" #S "(%La)", SHOW(x));                            \
            CHECK(model___isinf##S(x) == (isinf(x) ? (x > 0 ? 1 : -1) : 0) && model_isinf##S(x) == model___isinf##S(x), "isinf" #S "(%La)", SHOW(x));     \
        }                                                                                                              \
        F half = 2.5;                                                                                                  \
        CHECK(model_roundeven##S(half) == 2 && model_roundeven##S(-half - 1) == -4, "roundeven" #S);                   \
    }
#define ONE(F, name, x)                                                                                                \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        F m_ = model_##name(x), r_ = name(x);                                                                          \
        CHECK(same(m_, r_), #name "(%La): %La, not %La", SHOW(x), SHOW(m_), SHOW(r_));                                 \
    } while (0)
#define TWO(F, name, x, y)                                                                                             \
    do {                                                                                                               \
        F m_ = model_##name(x, y), r_ = name(x, y);                                                                    \
        CHECK(same(m_, r_), #name "(%La, %La): %La, not %La", SHOW(x), SHOW(y), SHOW(m_), SHOW(r_));                   \
    } while (0)
#define REAL_FMA fma
#define REAL_FMAf fmaf
#define REAL_FMAl fmal

TYPES(float, f, any_float_value)
TYPES(double, , any_double_value)
TYPES(long double, l, any_long_double_value)

void compare_math(void)
{
    exactf();
    exact();
    exactl();
}

/* The real result is offered as the value that nothing fixes; the model must give it back and assume nothing false. */
static void offer(long double r)
{
    union {
        long double value;
        struct {
            uint64_t significand;
            uint16_t top;
        } bits;
    } u = {.value = r};
    next_double = (double)r;
    next_ulong = u.bits.significand;
    next_int = (u.bits.top & 0x7fff) << 1 | u.bits.top >> 15;
    assumption_failed = 0;
}

#define BOUNDED_1(F, name)                                                                                             \
    do {                                                                                                               \
        F r_ = name(x);                                                                                                \
        offer(r_);                                                                                                     \
        F m_ = model_##name(x);                                                                                        \
        CHECK(!assumption_failed && same(m_, r_), #name "(%La): %La, not %La%s", SHOW(x), SHOW(m_), SHOW(r_), assumption_failed ? " (assumption)" : "");    \
    } while (0)
#define BOUNDED_2(F, name)                                                                                             \
    do {                                                                                                               \
        F r_ = name(x, y);                                                                                             \
        offer(r_);                                                                                                     \
        F m_ = model_##name(x, y);                                                                                     \
        CHECK(!assumption_failed && same(m_, r_), #name "(%La, %La): %La, not %La%s", SHOW(x), SHOW(y), SHOW(m_), SHOW(r_), assumption_failed ? " (assumption)" : "");    \
    } while (0)

#define BOUNDS(F, S, generate)                                                                                         \
    extern F model_sin##S(F), model_cos##S(F), model_tan##S(F), model_asin##S(F), model_acos##S(F), model_atan##S(F), model_sinh##S(F), model_cosh##S(F),    \
        model_tanh##S(F), model_asinh##S(F), model_acosh##S(F), model_atanh##S(F), model_exp##S(F), model_exp2##S(F), model_exp10##S(F), model_expm1##S(F),   \
        model_log##S(F), model_log2##S(F), model_log10##S(F), model_log1p##S(F), model_cbrt##S(F), model_erf##S(F), model_erfc##S(F),   \
        model_tgamma##S(F), model_lgamma##S(F), model_pow##S(F, F), model_hypot##S(F, F), model_atan2##S(F, F);        \
    static void bounds##S(void)                                                                                        \
    {                                                                                                                  \
        for (int i = 0; i < 8000; i++) {                                                                               \
            F x = generate(), y = generate();                                                                          \
            if (below(3) == 0)                                                                                         \
                x = (F)((int)below(21) - 10);                                                                          \
            if (below(3) == 0)                                                                                         \
                y = (F)((int)below(21) - 10);                                                                          \
            BOUNDED_1(F, sin##S); BOUNDED_1(F, cos##S); BOUNDED_1(F, tan##S); BOUNDED_1(F, asin##S); BOUNDED_1(F, acos##S); BOUNDED_1(F, atan##S);    \
            BOUNDED_1(F, sinh##S); BOUNDED_1(F, cosh##S); BOUNDED_1(F, tanh##S); BOUNDED_1(F, asinh##S); BOUNDED_1(F, acosh##S); BOUNDED_1(F, atanh##S);    \
            BOUNDED_1(F, exp##S); BOUNDED_1(F, exp2##S); BOUNDED_1(F, exp10##S); BOUNDED_1(F, expm1##S); BOUNDED_1(F, log##S); BOUNDED_1(F, log2##S);    \
            BOUNDED_1(F, log10##S); BOUNDED_1(F, log1p##S); BOUNDED_1(F, cbrt##S); BOUNDED_1(F, erf##S); BOUNDED_1(F, erfc##S);      \
            BOUNDED_1(F, tgamma##S); BOUNDED_1(F, lgamma##S);                                                          \
            BOUNDED_2(F, pow##S); BOUNDED_2(F, hypot##S); BOUNDED_2(F, atan2##S);                                      \
        }                                                                                                              \
    }
BOUNDS(float, f, any_float_value)
BOUNDS(double, , any_double_value)
BOUNDS(long double, l, any_long_double_value)

void compare_math_bounds(void)
{
    boundsf();
    bounds();
    boundsl();
}
