// run => violation division-by-zero 4
int main(void) {
  unsigned x = 0;
  return 5 % x;
}
