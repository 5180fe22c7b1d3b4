// run => ended 0
struct pair { int a; int b; };
int main(void) {
  struct pair x, y;
  x.a = 1;
  y = x; /* copying indeterminate bytes is fine */
  return y.a - 1;
}
