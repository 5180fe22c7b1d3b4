// verify unreach-call => FALSE(unreach-call) by stdin:17,4
#include <stdio.h>
void reach_error(void);

int main(void)
{
    int first, second;
    if (scanf("%2d,%d", &first, &second) != 2)
        return 0;
    if (first > 5 && second < 6)
        reach_error();
    return 0;
}
