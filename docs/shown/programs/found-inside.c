extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int x) {
  if (x == 7)
    reach_error();
}
void twice(int x) {
  check(x);
  check(x + 1);
}
int main(void) {
  twice(1);
  twice(__VERIFIER_nondet_int());
}
