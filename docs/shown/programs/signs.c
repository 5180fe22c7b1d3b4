/* Signs of sums, differences and products, the corrected cells of the published tables among them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int zero = 0;
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 0 && a < 100 && b < 0 && b > -100) {
    int from_zero = zero - a;
    int above = zero - b;
    int product = a * b;
    int difference = b - a;
    int unknown = a + b;
    int quotient = a / 7;
    if (b >= a)
      reach_error();
    return from_zero + above + product + difference + unknown + quotient;
  }
  return 0;
}
