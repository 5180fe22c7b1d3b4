// verify valid-deref => FALSE(valid-deref)
// verify unreach-call => TRUE
#include <stdio.h>

int main(void)
{
    char letters[2] = {'o', 'k'};
    printf("%s\n", letters);
    return 0;
}
