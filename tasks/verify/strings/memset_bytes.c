// verify unreach-call => FALSE(unreach-call)
// memset sets bytes, not ints.
#include <string.h>
void reach_error(void);

int main(void)
{
    int a[2];
    memset(a, 1, sizeof a);
    if (a[0] == 0x01010101 && a[1] != 1)
        reach_error();
    return 0;
}
