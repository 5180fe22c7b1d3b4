/* pthread.h in sequential code: locks cost nothing, and a second thread is not supported. */
#include "library.h"

LIBRARY int pthread_create(void *restrict thread, const void *restrict attributes, void *(*start)(void *), void *restrict argument)
{
    (void)thread, (void)attributes, (void)start, (void)argument;
    __adumbra_unsupported("pthread_create");
}

LIBRARY int pthread_join(unsigned long thread, void **result)
{
    (void)thread, (void)result;
    __adumbra_unsupported("pthread_join");
}

LIBRARY int pthread_cond_wait(void *restrict condition, void *restrict mutex)
{
    (void)condition, (void)mutex;
    __adumbra_unsupported("pthread_cond_wait");
}

LIBRARY _Noreturn void pthread_exit(void *result)
{
    (void)result;
    exit(0);
}

LIBRARY unsigned long pthread_self(void)
{
    return 1;
}

LIBRARY int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

#define NO_OP_1(name)                                                                                                  \
    LIBRARY int name(void *object)                                                                                     \
    {                                                                                                                  \
        (void)object;                                                                                                  \
        return 0;                                                                                                      \
    }
#define NO_OP_2(name)                                                                                                  \
    LIBRARY int name(void *restrict object, const void *restrict attributes)                                           \
    {                                                                                                                  \
        (void)object, (void)attributes;                                                                                \
        return 0;                                                                                                      \
    }
NO_OP_2(pthread_mutex_init)
NO_OP_1(pthread_mutex_lock)
NO_OP_1(pthread_mutex_trylock)
NO_OP_1(pthread_mutex_unlock)
NO_OP_1(pthread_mutex_destroy)
NO_OP_1(pthread_mutexattr_init)
NO_OP_1(pthread_mutexattr_destroy)
NO_OP_2(pthread_rwlock_init)
NO_OP_1(pthread_rwlock_rdlock)
NO_OP_1(pthread_rwlock_wrlock)
NO_OP_1(pthread_rwlock_unlock)
NO_OP_1(pthread_rwlock_destroy)
NO_OP_2(pthread_cond_init)
NO_OP_1(pthread_cond_signal)
NO_OP_1(pthread_cond_broadcast)
NO_OP_1(pthread_cond_destroy)
NO_OP_1(pthread_attr_init)
NO_OP_1(pthread_attr_destroy)

LIBRARY int pthread_mutexattr_settype(void *attributes, int kind)
{
    (void)attributes, (void)kind;
    return 0;
}

LIBRARY int pthread_attr_setdetachstate(void *attributes, int state)
{
    (void)attributes, (void)state;
    return 0;
}
