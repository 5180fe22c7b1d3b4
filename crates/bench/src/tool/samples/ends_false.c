int main(void) {
  int i = 0;
  while (i < 3) {
    i = 1 - i;
  }
  return 0;
}
