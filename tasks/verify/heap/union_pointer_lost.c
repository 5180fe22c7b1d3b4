// verify valid-memtrack => FALSE(valid-memtrack)
// The number in a union is written over the only pointer.
#include <stdint.h>
#include <stdlib.h>

union word {
    int *pointer;
    uintptr_t number;
};
int main(void)
{
    union word word;
    word.pointer = malloc(sizeof(int));
    word.number = 0;
    for (;;)
        ;
    return word.number != 0;
}
