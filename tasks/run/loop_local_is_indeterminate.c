// run => violation indeterminate-branch 6
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++) {
    int y;
    if (i == 1 && y == 1) n++;
    y = 1;
    n += y;
  }
  return n;
}
