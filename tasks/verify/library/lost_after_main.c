// verify valid-memtrack => FALSE(valid-memtrack)
#include <stdlib.h>

/* Lost memory is found at the end, also of a program with arguments. */
int main(int argc, char **argv)
{
    char *p = malloc(10);
    if (p)
        p[0] = (char)argc;
    p = argv[0];
    return p == 0;
}
