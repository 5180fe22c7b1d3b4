// verify unreach-call => TRUE
#include <stdlib.h>
void reach_error(void);
__attribute__((destructor)) static void finish(void) { reach_error(); }
int main(void) { abort(); }
