// run --property unreach-call => ended 1
int main(void) {
  int x = 2147483647;
  return x + 1 == -2147483647 - 1;
}
