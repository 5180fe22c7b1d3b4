// run => violation use-after-free 7
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  free(p);
  return *p;
}
