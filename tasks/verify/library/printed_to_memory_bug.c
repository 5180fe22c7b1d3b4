// verify unreach-call => FALSE(unreach-call)
// What is written to a stream on memory is seen by the program, though nobody uses the results.
#include <stdio.h>
void reach_error(void);

int main(void)
{
    char text[16];
    FILE *stream = fmemopen(text, sizeof text, "w");
    if (!stream)
        return 0;
    fprintf(stream, "%d", 42);
    fclose(stream);
    if (text[0] != '4' || text[1] != '3')
        reach_error();
    return 0;
}
