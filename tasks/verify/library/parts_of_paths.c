// verify unreach-call => TRUE
#include <libgen.h>
#include <string.h>
void reach_error(void);

int main(void)
{
    char a[] = "/usr/lib/", b[] = "/usr/lib/", c[] = "name";
    if (strcmp(basename(a), "lib") != 0 || strcmp(dirname(b), "/usr") != 0 || strcmp(dirname(c), ".") != 0)
        reach_error();
    return 0;
}
