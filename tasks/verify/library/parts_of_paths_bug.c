// verify unreach-call => FALSE(unreach-call)
#define _GNU_SOURCE
#include <string.h>
void reach_error(void);

/* Without libgen.h it is the GNU variant, which takes no slash away. */
int main(void)
{
    if (basename("/usr/lib/")[0] == 0)
        reach_error();
    return 0;
}
