/* x takes the values 0, 2 and 4 at the head of the loop, 0 and 2 in it, and is 4 behind it. */
int main(void) {
  int x = 0;
  while (x < 3)
    x = x + 2;
  int after = x;
  return after;
}
