// run --property unreach-call => violation error-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  if (x != 1) reach_error();
  return 0;
}
