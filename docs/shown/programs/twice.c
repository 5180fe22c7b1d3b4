// Two errors, and an end beside them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    reach_error();
  if (x == 2)
    reach_error();
  return 0;
}
