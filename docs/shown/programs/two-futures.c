/* T06: x is 2 or 3; f returns 2 for the first and 1 for the second, which is the error. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);

static int f(int a, int b) {
  int c = a + 1;
  if (c == b) {
    int d = c;
    return d;
  }
  return a;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2 || x > 3)
    exit(0);
  int y = f(1, x);
  if (y != 2)
    reach_error();
  return 0;
}
