extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int up(int n) {
  if (n == 0)
    return 0;
  int below = 1 + up(n - 1);
  return below > 5 ? 5 : below;
}
int main(void) {
  if (up(__VERIFIER_nondet_int()) == 10)
    reach_error();
}
