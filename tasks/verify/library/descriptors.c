// verify unreach-call => TRUE
#include <fcntl.h>
#include <unistd.h>
void reach_error(void);

/* The lowest descriptor that is free is taken. */
int main(void)
{
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    if (a < 0 || b < 0)
        return 0;
    if (a != 3 || b != 4)
        reach_error();
    close(a);
    int c = dup(b);
    if (c >= 0 && c != 3)
        reach_error();
    if (close(100) == 0)
        reach_error();
    return 0;
}
