extern void __assert_fail(const char *text, const char *file, unsigned int line, const char *function);
void reach_error(void) { __assert_fail("0", "reach_false.c", 2, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 20) {
    if (x > 15) {
      reach_error();
    }
  }
  return 0;
}
