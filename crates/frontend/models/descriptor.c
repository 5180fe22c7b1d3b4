/* Which descriptors are open. As POSIX says, a new one is the lowest that is free; at first 0, 1 and 2 are open. */
#include "library.h"

#define MAX_DESCRIPTORS 1024

static _Bool taken[MAX_DESCRIPTORS] = {1, 1, 1};

LIBRARY int __adumbra_descriptor_open(void)
{
    for (int i = 0; i < MAX_DESCRIPTORS; i++)
        if (!taken[i]) {
            taken[i] = 1;
            return i;
        }
    errno = 24; /* EMFILE */
    return -1;
}

LIBRARY _Bool __adumbra_descriptor_close(int descriptor)
{
    if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS || !taken[descriptor]) {
        errno = EBADF;
        return 0;
    }
    taken[descriptor] = 0;
    return 1;
}

LIBRARY void __adumbra_descriptor_take(int descriptor)
{
    if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS)
        taken[descriptor] = 1;
}
