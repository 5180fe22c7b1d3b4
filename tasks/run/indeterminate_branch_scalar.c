// run => violation indeterminate-branch 4
int main(void) {
  int x;
  if (x > 3) return 1;
  return 0;
}
