// verify valid-memtrack => FALSE(valid-memtrack)
#include <stdlib.h>

static void f(void)
{
    int *p = malloc(4);
    *p = 1;
}

int main(void)
{
    f();
    for (;;)
        ;
}
