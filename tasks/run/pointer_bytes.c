// run => ended 7
/* A pointer copied byte by byte, and one that travels through an integer, still point to their object. */
int main(void) {
  int x = 3, y = 4;
  int *p = &x, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  unsigned long n = (unsigned long)&y;
  int *r = (int *)n;
  return *q + *r;
}
