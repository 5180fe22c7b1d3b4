// verify valid-memcleanup => FALSE(valid-memcleanup) by int=1
// verify valid-memtrack => TRUE
// A call of the error function ends the program as abort does.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(10);
    if (__VERIFIER_nondet_int())
        reach_error();
    free(p);
    return 0;
}
