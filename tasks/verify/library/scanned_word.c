// verify valid-deref => TRUE
#include <stdio.h>

int main(void)
{
    char word[4];
    if (fscanf(stdin, " %3s", word) == 1)
        return word[0] == 'a' && word[3] == 'b';
    return 0;
}
