// verify unreach-call => UNKNOWN
#include <stdio.h>

int main(void)
{
    fclose(stdout);
    printf("gone\n");
    return 0;
}
