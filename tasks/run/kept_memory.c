// run --property memsafety => ended 0
#include <stdlib.h>
char *keep;
int main(void) {
  keep = malloc(4);
  return 0;
}
