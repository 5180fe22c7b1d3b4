/* A block of four bytes of which one is written, memory that points to memory, and a block that is freed. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    abort();
  p = p + 2;
  *p = 7;
  short *q = malloc(sizeof(short));
  if (!q)
    abort();
  *q = 7;
  free(q);
  int x = 4;
  int *y = &x;
  int **z[3] = {&y, 0, &y};
  unsigned char wraps = 250;
  wraps += 10;
  printf("%d %d %d\n", *p, **z[2], wraps);
  p[READ] = 1;
  free(p - 2);
  return 0;
}
