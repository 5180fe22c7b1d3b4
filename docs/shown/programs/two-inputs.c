/* The error needs x = 0, where the program has ended already: a domain that knows nothing gives a false alarm. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x == 0)
    return 0;
  int z = y ^ 1;
  if (z == 0) {
    if (x == 0)
      reach_error();
  }
  return 0;
}
