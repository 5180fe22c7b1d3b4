// run => violation signed-overflow 3
int main(void) {
  return 2147483647 + 1;
}
