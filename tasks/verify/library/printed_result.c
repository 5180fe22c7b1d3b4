// verify unreach-call => TRUE
#include <stdio.h>
void reach_error(void);

int main(void)
{
    int length = printf("%s %d\n", "four", 4);
    if (length != 7)
        reach_error();
    return 0;
}
