/* sys/shm.h, sys/sem.h, sys/msg.h, semaphore.h: what processes share. The memory itself is not modelled. */
#include "system.h"

#define IDENTIFIER(name, parameters)                                                                                   \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        return ANY_OUTCOME(#name) == 0 ? ANY_WITHIN(#name, 0, INT_MAX) : -1;                                           \
    }
IDENTIFIER(shmget, (int key, size_t size, int flags))
IDENTIFIER(semget, (int key, int count, int flags))
IDENTIFIER(msgget, (int key, int flags))

LIBRARY void *shmat(int id, const void *address, int flags)
{
    __adumbra_unsupported("shmat");
}

OUTCOME(shmdt, (const void *address), NOTHING)
OUTCOME(semop, (int id, void *operations, size_t count), NOTHING)
OUTCOME(msgsnd, (int id, const void *message, size_t size, int flags), read_all(message, sizeof(long) + size))

/* Only the end of something is an operation without results (IPC_RMID). */
#define CONTROL(name, parameters)                                                                                      \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        if (command != 0)                                                                                              \
            __adumbra_unsupported(#name " with another command than IPC_RMID");                                        \
        return ANY_OUTCOME(#name);                                                                                     \
    }
CONTROL(shmctl, (int id, int command, void *description))
CONTROL(semctl, (int id, int number, int command, ...))
CONTROL(msgctl, (int id, int command, void *description))

LIBRARY long msgrcv(int id, long *message, size_t room, long kind, int flags)
{
    long got = ANY_COUNT("msgrcv", room);
    if (got >= 0)
        __adumbra_havoc(message, sizeof *message + (size_t)got);
    return got;
}

/* A semaphore is a number. To wait for one that is 0 would take forever, since there is one thread. */
LIBRARY int sem_init(unsigned *semaphore, int shared, unsigned value)
{
    *semaphore = value;
    return 0;
}

LIBRARY int sem_destroy(unsigned *semaphore)
{
    return 0;
}

LIBRARY int sem_post(unsigned *semaphore)
{
    ++*semaphore;
    return 0;
}

LIBRARY int sem_wait(unsigned *semaphore)
{
    if (!*semaphore)
        __adumbra_unsupported("sem_wait that waits");
    --*semaphore;
    return 0;
}

LIBRARY int sem_trywait(unsigned *semaphore)
{
    if (!*semaphore) {
        errno = 11; /* EAGAIN */
        return -1;
    }
    --*semaphore;
    return 0;
}

LIBRARY int sem_getvalue(unsigned *restrict semaphore, int *restrict value)
{
    *value = (int)*semaphore;
    return 0;
}
