// Each loop needs a predicate of its own: `x` is even, `y` is a multiple of three.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int() && x < 1000)
    x += 2;
  if (x % 2)
    reach_error();
  while (__VERIFIER_nondet_int() && y < 3000)
    y += 3;
  if (y % 3)
    reach_error();
  return 0;
}
