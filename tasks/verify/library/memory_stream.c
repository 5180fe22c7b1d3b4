// verify unreach-call => TRUE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void);

int main(void)
{
    char text[] = "12 ab", *made;
    size_t length;
    FILE *in = fmemopen(text, 5, "r"), *out = open_memstream(&made, &length);
    if (!in || !out)
        return 0;
    int n = 0;
    char word[8];
    if (fscanf(in, "%d %7s", &n, word) != 2 || n != 12 || strcmp(word, "ab") != 0 || fgetc(in) != EOF)
        reach_error();
    fprintf(out, "%s%d", word, n + 1);
    fclose(out);
    fclose(in);
    if (length != 4 || strcmp(made, "ab13") != 0)
        reach_error();
    free(made);
    return 0;
}
