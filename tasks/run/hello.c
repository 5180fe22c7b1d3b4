// run => ended 0 output "hello 42 -7 ff 3.500000 abc\n"
#include <stdio.h>
int main(void) {
  printf("hello %d %d %x %f %s\n", 42, -7, 255, 3.5, "abc");
  return 0;
}
