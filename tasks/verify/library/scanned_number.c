// verify unreach-call => TRUE
// verify valid-deref => TRUE
#include <stdio.h>
void reach_error(void);

int main(void)
{
    int number;
    if (scanf("%d", &number) != 1)
        return 0;
    if (number > 5 && number < 6)
        reach_error();
    return 0;
}
