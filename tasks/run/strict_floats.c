// run => ended 0 output "-0x1.8p-1 0x1.ep+1 -0x1.bp+1 -0x1.5555555555555p-1 0x1.8p+0\n0 0 0 1 1 1\n0 0\n0x1.cp+2 -2 1 3 0x1.99999ap-4\n0x1.3988e1409212ep+0 -0x1.8p+1 -0x1p+1 -0x1p+1\n-0x1p+1 0x1p+1 -0x1p+1\n-0x1.ep+0 -0x1.2p+1 0x1.8p+0\n0x1.8p+0 0x1.cp+2\n-2 2 -2 2\n"
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
volatile double a = 1.5, b = -2.25; volatile int n = 7; volatile float f = 0.1f; volatile long double l = 3.25L;
int main(void) {
  double s = a + b, d = a - b, m = a * b, q = a / b, r = fmod(a, b);
  printf("%a %a %a %a %a\n", s, d, m, q, r);
  printf("%d %d %d %d %d %d\n", a < b, a <= b, a == b, a > b, a >= b, a != b);
  printf("%d %d\n", __builtin_isless(a, b), __builtin_isunordered(a, b));
  printf("%a %d %u %lld %a\n", (double)n, (int)b, (unsigned)a, (long long)l, (double)f);
  printf("%a %a %a %a\n", sqrt(a), floor(b), ceil(b), trunc(b));
  printf("%a %a %a\n", rint(b), nearbyint(a), round(b));
  printf("%a %a %a\n", fma(a, b, a), fmin(a, b), fmax(a, b));
  printf("%a %a\n", (double)(float)a, (double)(unsigned long)n);
  printf("%ld %lld %ld %lld\n", lrint(b), llrint(a), lround(b), llround(a));
  return 0;
}
