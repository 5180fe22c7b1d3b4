// How far it counts, an input decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  while (i < n)
    i++;
  if (i < 0)
    reach_error();
  return i;
}
