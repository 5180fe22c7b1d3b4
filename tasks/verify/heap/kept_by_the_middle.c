// verify valid-memtrack => TRUE
// A pointer into the middle of an object, or to its end, keeps it.
#include <stdlib.h>

char *middle, *end;

int main(void)
{
    char *p = malloc(10);
    middle = p + 5;
    p = malloc(3);
    end = p + 3;
    p = 0;
    for (;;)
        ;
}
