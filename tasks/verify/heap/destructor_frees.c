// verify valid-memcleanup => TRUE
#include <stdlib.h>
static char *buffer;
__attribute__((destructor)) static void finish(void) { free(buffer); }
int main(void)
{
    buffer = malloc(16);
    return 0;
}
