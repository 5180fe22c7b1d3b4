// verify memsafety => TRUE
#include <string.h>

int main(void)
{
    char to[6];
    strcpy(to, "hello");
    return to[4] != 'o';
}
