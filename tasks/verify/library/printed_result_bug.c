// verify unreach-call => FALSE(unreach-call)
#include <stdio.h>
void reach_error(void);

int main(void)
{
    int length = printf("%s %d\n", "four", 4);
    if (length != 8)
        reach_error();
    return 0;
}
