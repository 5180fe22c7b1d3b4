/* Two counters behind two pointers. What is done to the second has nothing to do with the first, which only an analysis of
 * where pointers point to can know. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void step(int *counter, int by) {
  *counter = *counter + by;
}

int main(void) {
  int wanted = 0, other = 0;
  int *p = &wanted, *q = &other;
  *p = 1;
  *q = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    *q = *q / 2;
  *q = *q ^ 5;
  step(p, 2);
  assert(*p == 3);
  return 0;
}
