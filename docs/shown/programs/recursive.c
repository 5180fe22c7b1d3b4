// `f` is the identity on numbers that are not negative.
extern void reach_error(void);
int f(int x) {
  if (x <= 0)
    return x;
  int tmp = f(x - 1);
  return tmp + 1;
}
int main(void) {
  int a = 2;
  int b = f(a);
  if (b != 2)
    reach_error();
  return 0;
}
