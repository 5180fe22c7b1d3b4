// verify valid-memtrack => FALSE(valid-memtrack)
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    p = 0;
    exit(p != 0);
}
