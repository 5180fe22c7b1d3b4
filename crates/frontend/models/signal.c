/* signal.h and setjmp.h: no signal ever comes from outside, and jumps out of a function are not supported. */
#include "library.h"

typedef void (*handler)(int);

LIBRARY handler signal(int number, handler new_handler)
{
    (void)number, (void)new_handler;
    return 0;
}

LIBRARY int sigaction(int number, const void *restrict action, void *restrict old)
{
    (void)number, (void)action;
    if (old)
        __adumbra_unsupported("sigaction that asks for the old action");
    return 0;
}

LIBRARY int raise(int number)
{
    (void)number;
    __adumbra_unsupported("raise");
}

LIBRARY int kill(int process, int number)
{
    (void)process, (void)number;
    __adumbra_unsupported("kill");
}

LIBRARY unsigned alarm(unsigned seconds)
{
    (void)seconds;
    __adumbra_unsupported("alarm");
}

/* setjmp itself returns 0: only a jump back is beyond the model. */
#define SAVE_1(name)                                                                                                   \
    LIBRARY int name(void *environment)                                                                                \
    {                                                                                                                  \
        (void)environment;                                                                                             \
        return 0;                                                                                                      \
    }
#define SAVE_2(name)                                                                                                   \
    LIBRARY int name(void *environment, int save_mask)                                                                 \
    {                                                                                                                  \
        (void)environment, (void)save_mask;                                                                            \
        return 0;                                                                                                      \
    }
#define JUMP(name)                                                                                                     \
    LIBRARY _Noreturn void name(void *environment, int value)                                                          \
    {                                                                                                                  \
        (void)environment, (void)value;                                                                                \
        __adumbra_unsupported("longjmp");                                                                              \
    }
SAVE_1(setjmp)
SAVE_1(_setjmp)
SAVE_2(sigsetjmp)
SAVE_2(__sigsetjmp)
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
