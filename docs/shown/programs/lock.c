// Only `lock` decides about the error; it is set behind a branch about something else.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int lock, noise;
int main(void) {
  noise = 3;
  int x = __VERIFIER_nondet_int();
  if (x)
    noise = 5;
  lock = 1;
  noise = noise + x;
  if (lock != 1)
    reach_error();
  return noise;
}
