extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned count(unsigned n) {
  if (n == 0)
    return 0;
  return 1 + count(n - 1);
}
int main(void) {
  if (count(__VERIFIER_nondet_uint()) == 1000)
    reach_error();
}
