extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;

int find(void) {
  if (__VERIFIER_nondet_int())
    g = 1;
  if (__VERIFIER_nondet_int())
    g = 2;
  if (__VERIFIER_nondet_int())
    g = 3;
  int y = 0;
  if (__VERIFIER_nondet_int())
    y = 2;
  if (y == 1)
    reach_error();
  return y;
}
int main(void) { return find(); }
