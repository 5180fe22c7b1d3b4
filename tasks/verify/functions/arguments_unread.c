// verify memsafety => TRUE
// Nobody looks at the arguments, so that nothing about them has to be proved.
#include <stdlib.h>

int main(int argc, char **argv)
{
    int *places = malloc(4 * sizeof *places);
    int last = 0;
    if (places) {
        for (int i = 0; i < 4; i++)
            places[i] = argc + i > 8 ? 8 : i;
        last = places[argc & 3];
    }
    free(places);
    return last;
}
