// `x` and `z` are 1 and 0, or 0 and 1, as the input decides; then something is divided by their difference.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int y = __VERIFIER_nondet_int();
  int x = 0, z = 0;
  if (y == 1)
    x = 1;
  else
    z = 1;
  if (x - z == 0)
    reach_error();
  return 1 / (x - z);
}
