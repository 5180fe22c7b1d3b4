/* errno.h: one error number, since there is one thread. */
#include "library.h"

static int error_number;

LIBRARY int *__errno_location(void)
{
    return &error_number;
}
