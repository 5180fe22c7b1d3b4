// run => ended 12
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int main(void) {
  int (*table[2])(int) = {twice, thrice};
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += table[i](2);
  return sum + (table[0] == twice) + (table[0] != thrice);
}
