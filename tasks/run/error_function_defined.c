// run --property unreach-call => violation error-call
#include <stdlib.h>
void reach_error(void) { abort(); }
void (*handler)(void) = reach_error;
int main(void) {
  handler();
  return 0;
}
