// verify valid-deref => TRUE
// verify unreach-call => TRUE
#include <stdio.h>

int main(void)
{
    char letters[2] = {'o', 'k'};
    printf("%.2s, %.*s, %s\n", letters, 1, letters, "both");
    return 0;
}
