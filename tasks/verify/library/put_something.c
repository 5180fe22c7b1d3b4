// verify memsafety => TRUE
#include <stdio.h>

int main(void)
{
    const char *text = 0;
    char kept[3] = "ab";
    printf("%s", text);
    text = kept;
    fputs(text, stdout);
    puts(text + 1);
    return 0;
}
