// run => violation bad-conversion 4
int main(void) {
  double d = 1e10;
  return (int)d;
}
