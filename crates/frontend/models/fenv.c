/* fenv.h: rounding is to nearest, and no exception flag is modelled. */
#include "library.h"

LIBRARY int fegetround(void)
{
    return 0;
}

LIBRARY int fesetround(int mode)
{
    if (mode != 0)
        __adumbra_unsupported("a rounding mode other than to nearest");
    return 0;
}

LIBRARY int feclearexcept(int which)
{
    (void)which;
    return 0;
}

LIBRARY int feraiseexcept(int which)
{
    (void)which;
    return 0;
}

LIBRARY int fetestexcept(int which)
{
    int flags = __adumbra_any_int("fetestexcept");
    return flags & which;
}
