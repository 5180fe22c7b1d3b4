// verify unreach-call => TRUE
#include <fnmatch.h>
void reach_error(void);

int main(void)
{
    if (fnmatch("*.[ch]", "main.c", 0) != 0 || fnmatch("*.[ch]", "main.o", 0) == 0 || fnmatch("*", "a/b", FNM_PATHNAME) == 0)
        reach_error();
    return 0;
}
