// verify memsafety => FALSE(valid-deref)
#include <stdlib.h>

int main(int argc, char **argv)
{
    int *places = malloc(4 * sizeof *places);
    int last = 0;
    if (places) {
        for (int i = 0; i < 4; i++)
            places[i] = argc + i > 8 ? 8 : i;
        last = places[3 + (argc & 7)];
    }
    free(places);
    return last;
}
