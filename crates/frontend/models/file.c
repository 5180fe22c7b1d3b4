/* fcntl.h and sys/stat.h: a file may exist or not, and may be of any kind and size. */
#include "system.h"

NEW_DESCRIPTOR(open, (const char *path, int flags, ...), READ_STRING(path))
NEW_DESCRIPTOR(open64, (const char *path, int flags, ...), READ_STRING(path))
NEW_DESCRIPTOR(__open_2, (const char *path, int flags), READ_STRING(path))
NEW_DESCRIPTOR(__open64_2, (const char *path, int flags), READ_STRING(path))
NEW_DESCRIPTOR(creat, (const char *path, unsigned mode), READ_STRING(path))
NEW_DESCRIPTOR(creat64, (const char *path, unsigned mode), READ_STRING(path))
NEW_DESCRIPTOR(openat, (int directory, const char *path, int flags, ...), READ_STRING(path))
NEW_DESCRIPTOR(openat64, (int directory, const char *path, int flags, ...), READ_STRING(path))
NEW_DESCRIPTOR(__openat_2, (int directory, const char *path, int flags), READ_STRING(path))
NEW_DESCRIPTOR(__openat64_2, (int directory, const char *path, int flags), READ_STRING(path))

/* Temporary files: the last six X of the name become any letters or digits. */
static _Bool choose_name(char *name, size_t suffix)
{
    size_t length = string_length(name);
    if (length < suffix + 6) {
        errno = EINVAL;
        return 0;
    }
    char *x = name + length - suffix - 6;
    for (int i = 0; i < 6; i++)
        if (x[i] != 'X') {
            errno = EINVAL;
            return 0;
        }
    for (int i = 0; i < 6; i++) {
        int c = __adumbra_any_int("mkstemp");
        __adumbra_assume(is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z'));
        x[i] = (char)c;
    }
    return 1;
}

static int make_temporary(char *name, int suffix)
{
    if (suffix < 0) {
        errno = EINVAL;
        return -1;
    }
    if (!choose_name(name, (size_t)suffix))
        return -1;
    return __adumbra_any_int("mkstemp") == 0 ? __adumbra_descriptor_open() : FAIL("mkstemp");
}

#define TEMPORARY(name, parameters, suffix)                                                                            \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        return make_temporary(path, suffix);                                                                           \
    }
TEMPORARY(mkstemp, (char *path), 0)
TEMPORARY(mkstemp64, (char *path), 0)
TEMPORARY(mkostemp, (char *path, int flags), 0)
TEMPORARY(mkostemp64, (char *path, int flags), 0)
TEMPORARY(mkstemps, (char *path, int suffix), suffix)
TEMPORARY(mkstemps64, (char *path, int suffix), suffix)

LIBRARY char *mkdtemp(char *path)
{
    if (!choose_name(path, 0))
        return 0;
    return ANY_OUTCOME("mkdtemp") == 0 ? path : 0;
}

LIBRARY char *mktemp(char *path)
{
    if (!choose_name(path, 0))
        *path = 0;
    return path;
}

/* The standard streams are pipes. */
static long long move(int descriptor)
{
    if (descriptor >= 0 && descriptor <= 2) {
        errno = ESPIPE;
        return -1;
    }
    long long position = (long long)__adumbra_any_ulong("lseek");
    __adumbra_assume(position >= -1);
    return position < 0 ? FAIL("lseek") : position;
}

LIBRARY off_t_ lseek(int descriptor, off_t_ offset, int whence)
{
    long long position = move(descriptor);
    __adumbra_assume(position <= LONG_MAX);
    return (off_t_)position;
}

LIBRARY long long lseek64(int descriptor, long long offset, int whence)
{
    return move(descriptor);
}

/* What fcntl is asked for. */
#define DUPLICATE 0
#define GET_DESCRIPTOR_FLAGS 1
#define SET_DESCRIPTOR_FLAGS 2
#define GET_FLAGS 3
#define SET_FLAGS 4
#define SET_LOCK 6
#define SET_LOCK_AND_WAIT 7
#define DUPLICATE_AND_CLOSE_ON_EXEC 1030

static int control(int descriptor, int command, int argument)
{
    if (descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_AND_CLOSE_ON_EXEC:
        if (argument > 0)
            __adumbra_unsupported("fcntl that asks for a descriptor of a least number");
        return __adumbra_any_int("fcntl") == 0 ? __adumbra_descriptor_open() : FAIL("fcntl");
    case GET_DESCRIPTOR_FLAGS:
        return __adumbra_any_int("fcntl") == 0 ? ANY_WITHIN("fcntl", 0, 1) : FAIL("fcntl");
    case GET_FLAGS:
        return __adumbra_any_int("fcntl") == 0 ? ANY_WITHIN("fcntl", 0, INT_MAX) : FAIL("fcntl");
    case SET_DESCRIPTOR_FLAGS:
    case SET_FLAGS:
    case SET_LOCK:
    case SET_LOCK_AND_WAIT:
        return ANY_OUTCOME("fcntl");
    default:
        __adumbra_unsupported("fcntl with an unusual command");
    }
}

#define CONTROL(name)                                                                                                  \
    LIBRARY int name(int descriptor, int command, ...)                                                                 \
    {                                                                                                                  \
        int argument = 0;                                                                                              \
        if (command == DUPLICATE || command == DUPLICATE_AND_CLOSE_ON_EXEC) {                                          \
            va_list list;                                                                                              \
            va_start(list, command);                                                                                   \
            argument = va_arg(list, int);                                                                              \
            va_end(list);                                                                                              \
        }                                                                                                              \
        return control(descriptor, command, argument);                                                                 \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

/* Sizes of glibc's structures. */
#ifdef __LP64__
#define STAT_SIZE 144
#define STAT64_SIZE 144
#else
#define STAT_SIZE 88
#define STAT64_SIZE 96
#endif

static int describe(void *status, size_t size)
{
    if (ANY_OUTCOME("stat") != 0)
        return -1;
    __adumbra_havoc(status, size);
    return 0;
}

#define BY_PATH(name, size)                                                                                            \
    LIBRARY int name(const char *restrict path, void *restrict status)                                                 \
    {                                                                                                                  \
        READ_STRING(path);                                                                                             \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __x##name(int version, const char *restrict path, void *restrict status)                               \
    {                                                                                                                  \
        READ_STRING(path);                                                                                             \
        return describe(status, size);                                                                                 \
    }
#define BY_DESCRIPTOR(name, size)                                                                                      \
    LIBRARY int f##name(int descriptor, void *status)                                                                  \
    {                                                                                                                  \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __fx##name(int version, int descriptor, void *status)                                                  \
    {                                                                                                                  \
        return describe(status, size);                                                                                 \
    }
#define BY_LINK(name, size)                                                                                            \
    LIBRARY int l##name(const char *restrict path, void *restrict status)                                              \
    {                                                                                                                  \
        READ_STRING(path);                                                                                             \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __lx##name(int version, const char *restrict path, void *restrict status)                              \
    {                                                                                                                  \
        READ_STRING(path);                                                                                             \
        return describe(status, size);                                                                                 \
    }
BY_PATH(stat, STAT_SIZE)
BY_PATH(stat64, STAT64_SIZE)
BY_DESCRIPTOR(stat, STAT_SIZE)
BY_DESCRIPTOR(stat64, STAT64_SIZE)
BY_LINK(stat, STAT_SIZE)
BY_LINK(stat64, STAT64_SIZE)

LIBRARY int fstatat(int directory, const char *restrict path, void *restrict status, int flags)
{
    READ_STRING(path);
    return describe(status, STAT_SIZE);
}

LIBRARY int fstatat64(int directory, const char *restrict path, void *restrict status, int flags)
{
    READ_STRING(path);
    return describe(status, STAT64_SIZE);
}

LIBRARY int statx(int directory, const char *restrict path, int flags, unsigned mask, void *restrict status)
{
    READ_STRING(path);
    return describe(status, 256);
}

OUTCOME(chmod, (const char *path, unsigned mode), READ_STRING(path))
OUTCOME(lchmod, (const char *path, unsigned mode), READ_STRING(path))
OUTCOME(fchmod, (int descriptor, unsigned mode), NOTHING)
OUTCOME(fchmodat, (int directory, const char *path, unsigned mode, int flags), READ_STRING(path))
OUTCOME(chown, (const char *path, unsigned user, unsigned group), READ_STRING(path))
OUTCOME(lchown, (const char *path, unsigned user, unsigned group), READ_STRING(path))
OUTCOME(fchown, (int descriptor, unsigned user, unsigned group), NOTHING)
OUTCOME(fchownat, (int directory, const char *path, unsigned user, unsigned group, int flags), READ_STRING(path))
OUTCOME(mkdir, (const char *path, unsigned mode), READ_STRING(path))
OUTCOME(mkdirat, (int directory, const char *path, unsigned mode), READ_STRING(path))
OUTCOME(mkfifo, (const char *path, unsigned mode), READ_STRING(path))
OUTCOME(mkfifoat, (int directory, const char *path, unsigned mode), READ_STRING(path))
OUTCOME(mknod, (const char *path, unsigned mode, unsigned long long device), READ_STRING(path))
OUTCOME(mknodat, (int directory, const char *path, unsigned mode, unsigned long long device), READ_STRING(path))

/* Times are two structures of two words, or a null pointer. */
static void read_times(const void *times, int words)
{
    if (times)
        read_all(times, (size_t)words * sizeof(long));
}
OUTCOME(utime, (const char *path, const void *times), (READ_STRING(path), read_times(times, 2)))
OUTCOME(utimes, (const char *path, const void *times), (READ_STRING(path), read_times(times, 4)))
OUTCOME(lutimes, (const char *path, const void *times), (READ_STRING(path), read_times(times, 4)))
OUTCOME(futimes, (int descriptor, const void *times), read_times(times, 4))
OUTCOME(futimens, (int descriptor, const void *times), read_times(times, 4))
OUTCOME(futimesat, (int directory, const char *path, const void *times), (READ_STRING(path), read_times(times, 4)))
OUTCOME(utimensat, (int directory, const char *path, const void *times, int flags), (READ_STRING(path), read_times(times, 4)))

OUTCOME(flock, (int descriptor, int operation), NOTHING)
OUTCOME(lockf, (int descriptor, int command, off_t_ length), NOTHING)
OUTCOME(lockf64, (int descriptor, int command, long long length), NOTHING)
OUTCOME(fallocate, (int descriptor, int mode, off_t_ offset, off_t_ length), NOTHING)
OUTCOME(fallocate64, (int descriptor, int mode, long long offset, long long length), NOTHING)
OUTCOME(sync_file_range, (int descriptor, long long offset, long long count, unsigned flags), NOTHING)
ERROR_NUMBER(posix_fadvise, (int descriptor, off_t_ offset, off_t_ length, int advice), NOTHING)
ERROR_NUMBER(posix_fadvise64, (int descriptor, long long offset, long long length, int advice), NOTHING)
ERROR_NUMBER(posix_fallocate, (int descriptor, off_t_ offset, off_t_ length), NOTHING)
ERROR_NUMBER(posix_fallocate64, (int descriptor, long long offset, long long length), NOTHING)

/* The mask is any mask; a call yields the one before. */
LIBRARY unsigned umask(unsigned mask)
{
    static unsigned current;
    static _Bool known;
    if (!known)
        current = (unsigned)__adumbra_any_int("umask") & 0777;
    known = 1;
    unsigned before = current;
    current = mask & 0777;
    return before;
}
