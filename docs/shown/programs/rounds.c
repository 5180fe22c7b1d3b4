extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int part = 0;
    for (int j = 0; j < 4; j++)
      part++;
    sum += part;
  }
  if (sum != 20)
    reach_error();
}
