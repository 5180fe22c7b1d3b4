// verify unreach-call => FALSE(unreach-call) by seed 73
#include <errno.h>
#include <fcntl.h>
void reach_error(void);

/* A file that exists need not be one that may be read. */
int main(void)
{
    if (open("a", O_RDONLY) < 0 && errno == EACCES)
        reach_error();
    return 0;
}
