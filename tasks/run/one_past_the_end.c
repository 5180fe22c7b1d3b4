// run => ended 10
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int *p = a; p != a + 4; p++) sum += *p;
  return sum;
}
