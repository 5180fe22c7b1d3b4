extern void reach_error(void);

int sum(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return sum(n - 1) + sum(n - 2);
}
int main(void) {
  if (sum(10) != 55)
    reach_error();
}
