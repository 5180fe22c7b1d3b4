/* What runs once, and data of a thread, where there is one thread. */
#include "library.h"

LIBRARY int pthread_once(int *done, void (*act)(void))
{
    if (*done == 0) {
        *done = 2;
        act();
    }
    return 0;
}

LIBRARY void call_once(int *done, void (*act)(void))
{
    if (*done == 0) {
        *done = 2;
        act();
    }
}

/* Destructors of keys run where a thread ends other than by the end of the program, which is beyond the model. */
#define MAX_KEYS 64
static void *values[MAX_KEYS];
static _Bool used[MAX_KEYS];

static int new_key(unsigned *key)
{
    for (unsigned i = 0; i < MAX_KEYS; i++)
        if (!used[i]) {
            used[i] = 1;
            values[i] = 0;
            *key = i;
            return 0;
        }
    __adumbra_unsupported("more than 64 keys of a thread's data");
}

LIBRARY int pthread_key_create(unsigned *key, void (*destroy)(void *))
{
    (void)destroy;
    return new_key(key);
}

LIBRARY int __pthread_key_create(unsigned *key, void (*destroy)(void *))
{
    (void)destroy;
    return new_key(key);
}

LIBRARY int pthread_key_delete(unsigned key)
{
    if (key >= MAX_KEYS || !used[key])
        return EINVAL;
    used[key] = 0;
    return 0;
}

LIBRARY void *pthread_getspecific(unsigned key)
{
    return key < MAX_KEYS && used[key] ? values[key] : 0;
}

LIBRARY int pthread_setspecific(unsigned key, const void *value)
{
    if (key >= MAX_KEYS || !used[key])
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}

/* fork is not modelled, so what runs around it does not run. */
LIBRARY int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *dso)
{
    (void)before, (void)parent, (void)child, (void)dso;
    return 0;
}

LIBRARY int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before, (void)parent, (void)child;
    return 0;
}
