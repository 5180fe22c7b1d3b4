// run => ended 4 output "main\nlast\n"
#include <stdio.h>
#include <stdlib.h>
static void last(void) { puts("last"); }
int main(void) {
  atexit(last);
  puts("main");
  return 4;
}
