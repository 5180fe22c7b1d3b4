// run => violation signed-overflow 4
int main(void) {
  int x = 2147483647;
  return x + 1;
}
