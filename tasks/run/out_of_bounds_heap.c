// run => violation out-of-bounds 6
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  for (int i = 0; i < 10; i++) p[i] = 1;
  p[10] = 2;
  free(p);
  return 0;
}
