// verify valid-deref => FALSE(valid-deref)
#include <stdio.h>

int main(void)
{
    FILE *none = 0;
    fprintf(none, "%d\n", 1);
    return 0;
}
