extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int limit(int x) {
  if (x < 0)
    return 0;
  if (x > 100)
    return 100;
  return x;
}
int depth(int n) {
  if (n <= 0)
    return 0;
  return limit(depth(n - 1) + 1);
}
int main(void) {
  int a = limit(__VERIFIER_nondet_int());
  int b = limit(__VERIFIER_nondet_int());
  int c = depth(__VERIFIER_nondet_int());
  if (a + b + c > 300)
    reach_error();
}
