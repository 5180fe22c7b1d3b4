/* x catches up with y: (0, 1) and (2, 2) at the head of the loop, (0, 1) in it, (2, 2) behind it. */
int main(void) {
  int x = 0, y = 1;
  while (x < y) {
    x = x + 2;
    y = y + 1;
  }
  return x + y;
}
