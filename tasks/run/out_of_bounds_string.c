// run => violation out-of-bounds
#include <string.h>
int main(void) {
  char small[4];
  strcpy(small, "five!");
  return small[0];
}
