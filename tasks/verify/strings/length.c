// verify unreach-call => TRUE
// verify memsafety => TRUE
#include <string.h>
void reach_error(void);

int main(void)
{
    const char *s = "hello";
    if (strlen(s) != 5 || strlen("") != 0 || strlen("a\0b") != 1)
        reach_error();
    return 0;
}
