// run => violation use-after-scope 8
static int *f(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  return *f();
}
