/* fcntl.h and sys/stat.h: a file may exist or not, and may be of any kind and size. */
#include "library.h"

static int next_descriptor = 1000; /* apart from those of streams */

static int any_outcome(int choice)
{
    if (choice == 0)
        return 0;
    errno = ENOENT;
    return -1;
}

static int open_file(const char *path)
{
    string_length(path);
    return any_outcome(__adumbra_any_int("open")) == 0 ? next_descriptor++ : -1;
}

LIBRARY int open(const char *path, int flags, ...)
{
    (void)flags;
    return open_file(path);
}

LIBRARY int open64(const char *path, int flags, ...)
{
    (void)flags;
    return open_file(path);
}

LIBRARY int creat(const char *path, unsigned mode)
{
    (void)mode;
    return open_file(path);
}

/* The standard streams are pipes. */
LIBRARY off_t_ lseek(int descriptor, off_t_ offset, int whence)
{
    (void)offset, (void)whence;
    if (descriptor >= 0 && descriptor <= 2) {
        errno = 29; /* ESPIPE */
        return -1;
    }
    off_t_ position = (off_t_)__adumbra_any_ulong("lseek");
    __adumbra_assume(position >= -1);
    return position;
}

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
    if (any_outcome(__adumbra_any_int("stat")) != 0)
        return -1;
    __adumbra_havoc(status, size);
    return 0;
}

#define BY_PATH(name, size)                                                                                            \
    LIBRARY int name(const char *restrict path, void *restrict status)                                                 \
    {                                                                                                                  \
        string_length(path);                                                                                           \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __x##name(int version, const char *restrict path, void *restrict status)                               \
    {                                                                                                                  \
        (void)version;                                                                                                 \
        string_length(path);                                                                                           \
        return describe(status, size);                                                                                 \
    }
#define BY_DESCRIPTOR(name, size)                                                                                      \
    LIBRARY int f##name(int descriptor, void *status)                                                                  \
    {                                                                                                                  \
        (void)descriptor;                                                                                              \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __fx##name(int version, int descriptor, void *status)                                                  \
    {                                                                                                                  \
        (void)version, (void)descriptor;                                                                               \
        return describe(status, size);                                                                                 \
    }
BY_PATH(stat, STAT_SIZE)
BY_PATH(stat64, STAT64_SIZE)
BY_DESCRIPTOR(stat, STAT_SIZE)
BY_DESCRIPTOR(stat64, STAT64_SIZE)

#define BY_LINK(name, size)                                                                                            \
    LIBRARY int l##name(const char *restrict path, void *restrict status)                                              \
    {                                                                                                                  \
        string_length(path);                                                                                           \
        return describe(status, size);                                                                                 \
    }                                                                                                                  \
    LIBRARY int __lx##name(int version, const char *restrict path, void *restrict status)                              \
    {                                                                                                                  \
        (void)version;                                                                                                 \
        string_length(path);                                                                                           \
        return describe(status, size);                                                                                 \
    }
BY_LINK(stat, STAT_SIZE)
BY_LINK(stat64, STAT64_SIZE)

LIBRARY int chmod(const char *path, unsigned mode)
{
    (void)mode;
    string_length(path);
    return any_outcome(__adumbra_any_int("chmod"));
}

LIBRARY int fchmod(int descriptor, unsigned mode)
{
    (void)descriptor, (void)mode;
    return any_outcome(__adumbra_any_int("fchmod"));
}

LIBRARY int chown(const char *path, unsigned user, unsigned group)
{
    (void)user, (void)group;
    string_length(path);
    return any_outcome(__adumbra_any_int("chown"));
}

LIBRARY int fchown(int descriptor, unsigned user, unsigned group)
{
    (void)descriptor, (void)user, (void)group;
    return any_outcome(__adumbra_any_int("fchown"));
}

LIBRARY int mkdir(const char *path, unsigned mode)
{
    (void)mode;
    string_length(path);
    return any_outcome(__adumbra_any_int("mkdir"));
}

LIBRARY int utime(const char *path, const void *times)
{
    (void)times;
    string_length(path);
    return any_outcome(__adumbra_any_int("utime"));
}

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
