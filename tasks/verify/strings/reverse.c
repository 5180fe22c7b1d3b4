// verify unreach-call => TRUE
// verify memsafety => TRUE
#include <string.h>
void reach_error(void);

int main(void)
{
    char s[] = "stressed";
    for (int i = 0, j = 7; i < j; i++, j--) {
        char t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    if (memcmp(s, "desserts", 9) != 0)
        reach_error();
    return 0;
}
