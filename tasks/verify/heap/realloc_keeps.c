// verify unreach-call => TRUE
#include <stdlib.h>
void reach_error(void);

int main(void)
{
    char *x = malloc(4);
    x[0] = 'a';
    x[3] = 'd';
    x = realloc(x, 50);
    if (x[0] != 'a' || x[3] != 'd')
        reach_error();
    free(x);
    return 0;
}
