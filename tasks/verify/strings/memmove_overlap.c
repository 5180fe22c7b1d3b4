// verify unreach-call => TRUE
#include <string.h>
void reach_error(void);

int main(void)
{
    char s[8] = "abcdef";
    memmove(s + 1, s, 6);
    if (strcmp(s, "aabcdef") != 0)
        reach_error();
    return 0;
}
