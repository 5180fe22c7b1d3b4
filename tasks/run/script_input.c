// run --property unreach-call => ended 0
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  _Bool b = __VERIFIER_nondet_bool();
  double d = __VERIFIER_nondet_double();
  __VERIFIER_assume(d >= 0);
  if (c > 255 || (b != 0 && b != 1)) reach_error();
  return __VERIFIER_nondet_pointer() != 0;
}
