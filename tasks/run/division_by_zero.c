// run => violation division-by-zero 4
int main(void) {
  int x = 0;
  return 5 / x;
}
