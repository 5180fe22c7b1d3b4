// run => unsupported setjmp
#include <setjmp.h>
static jmp_buf env;
int main(void) { return setjmp(env); }
