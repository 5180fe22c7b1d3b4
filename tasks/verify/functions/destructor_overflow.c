// verify no-overflow => FALSE(no-overflow)
#include <limits.h>
int last = INT_MAX;
__attribute__((destructor)) static void finish(void) { last++; }
int main(void) { return 0; }
