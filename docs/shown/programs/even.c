// A number that stays even.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    x += 2;
  if (x % 2)
    reach_error();
  return 0;
}
