// verify unreach-call => TRUE
#include <stdlib.h>
#include <string.h>
void reach_error(void);

int main(void)
{
    char *before = getenv("A");
    if (setenv("A", "one", 0) != 0)
        return 0;
    if (before ? getenv("A") != before : strcmp(getenv("A"), "one") != 0)
        reach_error();
    unsetenv("A");
    if (getenv("A"))
        reach_error();
    return 0;
}
