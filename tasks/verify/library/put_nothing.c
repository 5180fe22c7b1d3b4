// verify memsafety => FALSE(valid-deref)
// Only an argument of a format may be null, and be printed as such.
#include <stdio.h>

int main(void)
{
    const char *text = 0;
    printf("%s", text);
    fputs(text, stdout);
    return 0;
}
