// verify unreach-call => FALSE(unreach-call)
#include <stdio.h>
void reach_error(void);

/* All of the memory is read, also behind a zero. */
int main(void)
{
    char text[4] = "a";
    FILE *in = fmemopen(text, sizeof text, "r");
    if (in && fgetc(in) == 'a' && fgetc(in) == 0)
        reach_error();
    return 0;
}
