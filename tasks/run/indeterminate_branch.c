// run => violation indeterminate-branch 4
int main(void) {
  int a[2];
  if (a[1]) return 1;
  return 0;
}
