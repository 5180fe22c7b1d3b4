// verify unreach-call => TRUE
#include <stdio.h>
void reach_error(void);
static char buffer[64];

int main(void)
{
    setvbuf(stdout, buffer, _IONBF, sizeof buffer);
    setbuf(stderr, NULL);
    printf("x");
    if (buffer[0] == 'x')
        reach_error();
    return 0;
}
