extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int pour(int from, int to) {
  if (from == 0)
    return to;
  return pour(from - 1, to + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (pour(a, b) != a + b)
    reach_error();
}
