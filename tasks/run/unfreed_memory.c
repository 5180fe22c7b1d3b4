// run --property valid-memcleanup => violation unfreed-memory
#include <stdlib.h>
char *keep;
int main(void) {
  keep = malloc(4);
  return 0;
}
