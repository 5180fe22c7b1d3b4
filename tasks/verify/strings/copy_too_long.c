// verify memsafety => FALSE(valid-deref)
#include <string.h>

int main(void)
{
    char to[5];
    strcpy(to, "hello");
    return to[0];
}
