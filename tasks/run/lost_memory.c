// run => violation lost-memory
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p = 0;
  return p != 0;
}
