// verify valid-deref => FALSE(valid-deref)
// Old pointers dangle, even if the memory stayed.
#include <stdlib.h>

int main(void)
{
    char *x = malloc(10);
    x[0] = 1;
    char *y = realloc(x, 50);
    int first = x[0];
    free(y);
    return first;
}
