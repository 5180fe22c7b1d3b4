// run => ended 3
/* The first return of setjmp is an ordinary call; only jumping back is not modelled. */
#include <setjmp.h>
static jmp_buf env;
int main(void) { return setjmp(env) + 3; }
