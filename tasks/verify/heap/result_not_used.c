// verify valid-memtrack => FALSE(valid-memtrack)
// Nobody keeps the result, so that it is lost before the program aborts.
#include <stdlib.h>

int main(void)
{
    malloc(4);
    abort();
}
