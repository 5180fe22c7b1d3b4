// Values know the sum, intervals the input.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int step = 3, n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 9)
    return 0;
  for (int i = 0; i < 4; i++)
    sum += step;
  if (sum != 12 || n > 9)
    reach_error();
  return 0;
}
