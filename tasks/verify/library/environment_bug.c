// verify unreach-call => FALSE(unreach-call) by seed 2
#include <stdlib.h>
void reach_error(void);

/* The variable may have had a value, which stays. */
int main(void)
{
    char *before = getenv("A");
    setenv("A", "one", 0);
    if (before && getenv("A") == before)
        reach_error();
    return 0;
}
