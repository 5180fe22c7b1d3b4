// run => violation signed-overflow 5
int main(void) {
  int x = -2147483647 - 1;
  int y = -1;
  return x / y;
}
