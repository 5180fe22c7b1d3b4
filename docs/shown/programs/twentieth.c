// The error is in the twentieth iteration.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    i++;
    if (i == 20)
      reach_error();
  }
  return 0;
}
