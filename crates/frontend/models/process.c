/* Processes and their resources: sys/wait.h, sys/resource.h, sched.h, and the part of unistd.h that is about identities. There is one process, since fork is not
 * modelled: it has no children. */
#include "system.h"

#define ECHILD 10

static int no_children(void)
{
    errno = ECHILD;
    return -1;
}

LIBRARY int wait(int *status)
{
    return no_children();
}

LIBRARY int waitpid(int process, int *status, int options)
{
    return no_children();
}

LIBRARY int wait3(int *status, int options, void *usage)
{
    return no_children();
}

LIBRARY int wait4(int process, int *status, int options, void *usage)
{
    return no_children();
}

LIBRARY int waitid(int kind, unsigned id, void *information, int options)
{
    return no_children();
}

/* Another program takes the place of this one, which ends; or the call fails. */
static int execute(const char *path, char *const *arguments)
{
    READ_STRING(path);
    if (__adumbra_any_int("exec") == 0)
        __adumbra_end(0);
    return FAIL("exec");
}

LIBRARY int execv(const char *path, char *const *arguments)
{
    return execute(path, arguments);
}

LIBRARY int execvp(const char *path, char *const *arguments)
{
    return execute(path, arguments);
}

LIBRARY int execve(const char *path, char *const *arguments, char *const *environment)
{
    return execute(path, arguments);
}

LIBRARY int execvpe(const char *path, char *const *arguments, char *const *environment)
{
    return execute(path, arguments);
}

LIBRARY int fexecve(int descriptor, char *const *arguments, char *const *environment)
{
    return execute("", arguments);
}

LIBRARY int execl(const char *path, const char *argument, ...)
{
    return execute(path, 0);
}

LIBRARY int execlp(const char *path, const char *argument, ...)
{
    return execute(path, 0);
}

LIBRARY int execle(const char *path, const char *argument, ...)
{
    return execute(path, 0);
}

/* The process that goes on after daemon has no terminal; the one that called it ends. */
OUTCOME(daemon, (int keep_directory, int keep_streams), NOTHING)

OUTCOME(setpgid, (int process, int group), NOTHING)
OUTCOME(setpriority, (int which, unsigned who, int priority), NOTHING)
OUTCOME(setgroups, (size_t count, const unsigned *list), read_all(list, count * sizeof *list))
OUTCOME(initgroups, (const char *user, unsigned group), READ_STRING(user))
OUTCOME(sethostname, (const char *name, size_t length), read_all(name, length))
OUTCOME(setdomainname, (const char *name, size_t length), read_all(name, length))
OUTCOME(unshare, (int flags), NOTHING)
OUTCOME(setns, (int descriptor, int kind), NOTHING)
OUTCOME(vhangup, (void), NOTHING)
OUTCOME(reboot, (int command), NOTHING)
OUTCOME(mlockall, (int flags), NOTHING)
OUTCOME(mincore, (void *address, size_t length, unsigned char *vector), __adumbra_unsupported("mincore"))
OUTCOME(munlockall, (void), NOTHING)
OUTCOME(acct, (const char *path), NOTHING)
OUTCOME(sched_setscheduler, (int process, int policy, const int *priority), read_all(priority, sizeof *priority))
OUTCOME(sched_setparam, (int process, const int *priority), read_all(priority, sizeof *priority))
OUTCOME(sched_setaffinity, (int process, size_t size, const void *set), read_all(set, size))
OUTCOME(sched_yield, (void), NOTHING)
OUTCOME(setitimer, (int which, const void *value, void *old), __adumbra_unsupported("setitimer"))
OUTCOME(settimeofday, (const void *time, const void *zone), NOTHING)
OUTCOME(clock_settime, (int clock, const void *time), read_all(time, 2 * sizeof(long)))

/* Numbers that the system chooses, or an error. */
#define NUMBER(name, parameters)                                                                                       \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        int n = __adumbra_any_int(#name);                                                                              \
        if (n > 0)                                                                                                     \
            return n;                                                                                                  \
        return FAIL(#name);                                                                                            \
    }
NUMBER(getpgid, (int process))
NUMBER(getsid, (int process))
NUMBER(setsid, (void))
NUMBER(sched_get_priority_max, (int policy))

LIBRARY int sched_get_priority_min(int policy)
{
    return ANY_OUTCOME("sched_get_priority_min") == 0 ? ANY_WITHIN("sched_get_priority_min", 0, 99) : -1;
}

LIBRARY int sched_getscheduler(int process)
{
    return ANY_OUTCOME("sched_getscheduler") == 0 ? ANY_WITHIN("sched_getscheduler", 0, 6) : -1;
}

LIBRARY int getpgrp(void)
{
    return ANY_WITHIN("getpgrp", 1, INT_MAX);
}

LIBRARY int gettid(void)
{
    static int id;
    if (!id)
        id = ANY_WITHIN("gettid", 1, INT_MAX);
    return id;
}

LIBRARY int sched_getcpu(void)
{
    return ANY_WITHIN("sched_getcpu", 0, 8191);
}

LIBRARY int getdtablesize(void)
{
    return 1024;
}

LIBRARY int getpriority(int which, unsigned who)
{
    return ANY_OUTCOME("getpriority") == 0 ? ANY_WITHIN("getpriority", -20, 19) : -1;
}

LIBRARY int nice(int increment)
{
    return ANY_OUTCOME("nice") == 0 ? ANY_WITHIN("nice", -20, 19) : -1;
}

/* Structures that the system fills, with any contents. */
#define FILLED(name, parameters, to, size)                                                                             \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        if (ANY_OUTCOME(#name) != 0)                                                                                   \
            return -1;                                                                                                 \
        __adumbra_havoc(to, size);                                                                                     \
        return 0;                                                                                                      \
    }
FILLED(getrlimit, (int which, void *limits), limits, 2 * sizeof(long))
FILLED(getrlimit64, (int which, void *limits), limits, 16)
FILLED(getrusage, (int who, void *usage), usage, 18 * sizeof(long))
FILLED(sched_getparam, (int process, int *priority), priority, sizeof *priority)
FILLED(sysinfo, (void *information), information, sizeof(long) == 8 ? 112 : 64)
OUTCOME(setrlimit, (int which, const void *limits), read_all(limits, 2 * sizeof(long)))
OUTCOME(setrlimit64, (int which, const void *limits), read_all(limits, 16))

LIBRARY int sched_getaffinity(int process, size_t size, void *set)
{
    if (ANY_OUTCOME("sched_getaffinity") != 0)
        return -1;
    if (size)
        __adumbra_havoc(set, size);
    return 0;
}

static int any_groups(int room, unsigned *list)
{
    int count = __adumbra_any_int("getgroups");
    if (count < 0)
        return FAIL("getgroups");
    __adumbra_assume(count <= 65536 && (room == 0 || count <= room));
    if (room && count)
        __adumbra_havoc(list, (size_t)count * sizeof *list);
    return count;
}

LIBRARY int getgroups(int room, unsigned *list)
{
    if (room < 0) {
        errno = EINVAL;
        return -1;
    }
    return any_groups(room, list);
}

/* struct utsname: six names. */
LIBRARY int uname(char names[6][65])
{
    for (int i = 0; i < 6; i++)
        any_string(names[i], 65);
    return 0;
}

static int own_name(char *name, size_t room)
{
    if (ANY_OUTCOME("gethostname") != 0)
        return -1;
    if (room)
        any_string(name, room);
    return 0;
}

LIBRARY int gethostname(char *name, size_t room)
{
    return own_name(name, room);
}

LIBRARY int getdomainname(char *name, size_t room)
{
    return own_name(name, room);
}

LIBRARY long gethostid(void)
{
    return __adumbra_any_int("gethostid");
}

/* Those that have one value in glibc on Linux, and the rest. */
static long configuration(int name)
{
    switch (name) {
    case 2: /* clock ticks */
        return 100;
    case 30: /* size of a page */
        return 4096;
    default: {
        long value = (long)__adumbra_any_ulong("sysconf");
        __adumbra_assume(value >= -1);
        return value;
    }
    }
}

LIBRARY long sysconf(int name)
{
    return configuration(name);
}

LIBRARY long __sysconf(int name)
{
    return configuration(name);
}

static long path_limit(void)
{
    long value = (long)__adumbra_any_ulong("pathconf");
    __adumbra_assume(value >= -1);
    return value;
}

LIBRARY long pathconf(const char *path, int name)
{
    READ_STRING(path);
    return path_limit();
}

LIBRARY long fpathconf(int descriptor, int name)
{
    return path_limit();
}

/* What only changes the process; other options are not modelled. */
LIBRARY int prctl(int option, ...)
{
    switch (option) {
    case 1:  /* PR_SET_PDEATHSIG */
    case 4:  /* PR_SET_DUMPABLE */
    case 8:  /* PR_SET_KEEPCAPS */
    case 15: /* PR_SET_NAME */
    case 22: /* PR_SET_SECCOMP */
    case 24: /* PR_CAPBSET_DROP */
    case 28: /* PR_SET_SECUREBITS */
    case 29: /* PR_SET_TIMERSLACK */
    case 36: /* PR_SET_CHILD_SUBREAPER */
    case 38: /* PR_SET_NO_NEW_PRIVS */
        return ANY_OUTCOME("prctl");
    case 3:  /* PR_GET_DUMPABLE */
    case 7:  /* PR_GET_KEEPCAPS */
    case 23: /* PR_CAPBSET_READ */
    case 27: /* PR_GET_SECUREBITS */
    case 39: /* PR_GET_NO_NEW_PRIVS */
        return ANY_OUTCOME("prctl") == 0 ? ANY_WITHIN("prctl", 0, INT_MAX) : -1;
    default:
        __adumbra_unsupported("prctl with an unusual option");
    }
}

LIBRARY long syscall(long number, ...)
{
    __adumbra_unsupported("syscall");
}

/* Sets of processors: the macros of sched.h do the rest. */
LIBRARY void *__sched_cpualloc(size_t count)
{
    return malloc((count + 8 * sizeof(long) - 1) / (8 * sizeof(long)) * sizeof(long));
}

LIBRARY void __sched_cpufree(void *set)
{
    free(set);
}

LIBRARY int __sched_cpucount(size_t size, const unsigned long *set)
{
    int count = 0;
    for (size_t i = 0; i < size / sizeof *set; i++)
        count += __builtin_popcountl(set[i]);
    return count;
}

LIBRARY int close_range(unsigned first, unsigned last, int flags)
{
    if (first > last) {
        errno = EINVAL;
        return -1;
    }
    for (unsigned i = first; flags == 0 && i <= last && i < 1024; i++)
        __adumbra_descriptor_close((int)i);
    return 0;
}

LIBRARY void closefrom(int first)
{
    for (int i = first < 0 ? 0 : first; i < 1024; i++)
        __adumbra_descriptor_close(i);
}

/* What a program that is started later shall do; starting it is not modelled. */
ERROR_NUMBER(posix_spawn_file_actions_init, (void *actions), NOTHING)
ERROR_NUMBER(posix_spawn_file_actions_destroy, (void *actions), NOTHING)
ERROR_NUMBER(posix_spawn_file_actions_addclose, (void *actions, int descriptor), NOTHING)
ERROR_NUMBER(posix_spawn_file_actions_adddup2, (void *actions, int descriptor, int other), NOTHING)
ERROR_NUMBER(posix_spawn_file_actions_addopen, (void *actions, int descriptor, const char *path, int flags, unsigned mode), READ_STRING(path))
ERROR_NUMBER(posix_spawnattr_init, (void *attributes), NOTHING)
ERROR_NUMBER(posix_spawnattr_destroy, (void *attributes), NOTHING)
ERROR_NUMBER(posix_spawnattr_setflags, (void *attributes, short flags), NOTHING)
ERROR_NUMBER(posix_spawnattr_setpgroup, (void *attributes, int group), NOTHING)
ERROR_NUMBER(posix_spawnattr_setsigmask, (void *attributes, const void *set), NOTHING)
ERROR_NUMBER(posix_spawnattr_setsigdefault, (void *attributes, const void *set), NOTHING)
