// Behind the branch, x is 0 and z is 1, or the other way round; a loop keeps that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x, z;
  if (__VERIFIER_nondet_int()) {
    x = 1;
    z = 0;
  } else {
    x = 0;
    z = 1;
  }
  while (__VERIFIER_nondet_int())
    ;
  if (x + z != 1)
    reach_error();
  return 0;
}
