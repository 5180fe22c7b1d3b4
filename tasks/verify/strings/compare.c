// verify unreach-call => TRUE
#include <string.h>
void reach_error(void);

int main(void)
{
    if (strcmp("abc", "abd") >= 0 || strcmp("b", "a") <= 0 || strcmp("", "") != 0)
        reach_error();
    return 0;
}
