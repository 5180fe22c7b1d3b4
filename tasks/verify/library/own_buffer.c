// verify unreach-call => UNKNOWN
// What is written passes through the buffer.
#include <stdio.h>
void reach_error(void);
static char buffer[64];

int main(void)
{
    if (setvbuf(stdout, buffer, _IOFBF, sizeof buffer))
        return 0;
    printf("x");
    if (buffer[0] == 'x')
        reach_error();
    return 0;
}
