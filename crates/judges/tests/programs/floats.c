// Floats: comparisons are exact, arithmetic is corrected by the evaluator.
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    int i = __VERIFIER_nondet_int();
    if (d != d) return 1;
    if (f > 2.5f && f <= 3.0f) i = 1;
    if (__builtin_isinf(d)) return 2;
    if (d == 0.0 && 1.0 / d < 0.0) return 3;
    if (__builtin_fabs(d) < 1.0) i = 2;
    if (d < 0.0 && -d < 0.0) reach_error();
    if ((double)i == 4.0) return 4;
    if (d > 1.0 && d < 100.0 && d + 1.0 == d * 2.0) return 5;
    return 0;
}
