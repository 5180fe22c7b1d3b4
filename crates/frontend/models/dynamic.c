/* dlfcn.h: a library may be found or not; what is in it is not known. */
#include "system.h"

static char handle, message[64];
static _Bool failed;

LIBRARY void *dlopen(const char *path, int flags)
{
    if (path)
        READ_STRING(path);
    failed = __adumbra_any_int("dlopen") == 0;
    return failed ? 0 : &handle;
}

LIBRARY int dlclose(void *library)
{
    failed = __adumbra_any_int("dlclose") != 0;
    return failed;
}

LIBRARY char *dlerror(void)
{
    _Bool was = failed;
    failed = 0;
    return was ? any_string(message, sizeof message) : 0;
}

LIBRARY void *dlsym(void *restrict library, const char *restrict name)
{
    READ_STRING(name);
    if (__adumbra_any_int("dlsym") != 0)
        __adumbra_unsupported("dlsym");
    failed = 1;
    return 0;
}
