// verify valid-deref => FALSE(valid-deref) by stdin:abcd
#include <stdio.h>

int main(void)
{
    char word[4];
    if (fscanf(stdin, " %4s", word) == 1)
        return word[0] == 'a';
    return 0;
}
