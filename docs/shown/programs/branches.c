// Two ways meet; what they agree on is known behind them.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b;
  if (__VERIFIER_nondet_int())
    b = 3;
  else
    b = 5;
  return a + b;
}
