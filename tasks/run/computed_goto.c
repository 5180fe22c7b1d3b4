// run => ended 6
int main(void) {
  static void *table[] = {&&one, &&two, &&done};
  int n = 0, i = 0;
  goto *table[i];
one:
  n += 1;
  goto *table[++i];
two:
  n += 5;
  goto *table[++i];
done:
  return n;
}
