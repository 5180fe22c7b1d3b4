// verify unreach-call => FALSE(unreach-call) by seed 3
// Standard output may be a file.
#include <stdio.h>
void reach_error(void);

int main(void)
{
    if (fseek(stdout, 0, SEEK_SET) == 0)
        reach_error();
    return 0;
}
