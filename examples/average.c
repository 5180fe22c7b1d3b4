/* The midpoint of two numbers, as in many a binary search. The sum overflows for large inputs; the assertion fails then
 * where overflow wraps around. Inputs come from a script, a seed or the user: `adumbra run --seed 1 examples/average.c`. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int midpoint(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int middle = midpoint(low, high);
  assert(low <= middle && middle <= high);
  return 0;
}
