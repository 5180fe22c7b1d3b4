// verify memsafety => FALSE(valid-deref) by int=1 uchar=0 int=0
// One byte more than the length is written.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

typedef struct blob {
    struct blob *next;
    unsigned size;
    unsigned char *bytes;
} blob;
static blob *blobs;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        blob *b = malloc(sizeof(blob));
        b->size = __VERIFIER_nondet_uchar();
        b->bytes = malloc(b->size + 1);
        b->bytes[b->size] = 0;
        b->next = blobs;
        blobs = b;
    }
    for (blob *b = blobs; b; b = b->next)
        for (unsigned i = 0; i <= b->size + 1; i++)
            b->bytes[i] = 7;
    return 0;
}
