/* A choice of 1 or 2, then one of 10, 20 or 30: six futures. Some are assumed away, and one fails. */
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void assume(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_bool() ? 1 : 2;
  unsigned char choice = __VERIFIER_nondet_uchar();
  assume(choice < 3);
  int y;
  switch (choice) {
  case 0: y = 10; break;
  case 1: y = 20; break;
  default: y = 30; break;
  }
  if (x == 2 && y == 30)
    y = 31;
  assert(x * y <= 40);
  return 0;
}
