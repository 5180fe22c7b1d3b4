// Counts to a hundred, and by two to two hundred.
extern void reach_error(void);
int main(void) {
  int i = 0, j = 0;
  while (i < 100) {
    i++;
    j += 2;
  }
  if (j != 200)
    reach_error();
  return 0;
}
