// run => violation bad-shift 4
int main(void) {
  int n = 32;
  return 1 << n;
}
