// run => ended 45
static int f(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
int main(void) {
  int r = 0;
  for (int k = 0; k < 1000; k++) r = f(10);
  return r;
}
