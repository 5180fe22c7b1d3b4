/* sys/mount.h, mntent.h, sys/statfs.h, sys/statvfs.h, sys/xattr.h: any file systems with any attributes. */
#include "system.h"

OUTCOME(mount, (const char *source, const char *target, const char *kind, unsigned long flags, const void *data), READ_STRING(target))
OUTCOME(umount, (const char *target), READ_STRING(target))
OUTCOME(umount2, (const char *target, int flags), READ_STRING(target))
OUTCOME(swapon, (const char *path, int flags), READ_STRING(path))
OUTCOME(swapoff, (const char *path), READ_STRING(path))

#ifdef __LP64__
#define STATFS_SIZE 120
#define STATFS64_SIZE 120
#define STATVFS_SIZE 112
#define STATVFS64_SIZE 112
#else
#define STATFS_SIZE 64
#define STATFS64_SIZE 84
#define STATVFS_SIZE 72
#define STATVFS64_SIZE 96
#endif

static int describe(void *to, size_t size)
{
    if (ANY_OUTCOME("statfs") != 0)
        return -1;
    __adumbra_havoc(to, size);
    return 0;
}

#define FILE_SYSTEM(name, size)                                                                                        \
    LIBRARY int name(const char *path, void *to)                                                                       \
    {                                                                                                                  \
        READ_STRING(path);                                                                                             \
        return describe(to, size);                                                                                     \
    }                                                                                                                  \
    LIBRARY int f##name(int descriptor, void *to)                                                                      \
    {                                                                                                                  \
        return describe(to, size);                                                                                     \
    }
FILE_SYSTEM(statfs, STATFS_SIZE)
FILE_SYSTEM(statfs64, STATFS64_SIZE)
FILE_SYSTEM(statvfs, STATVFS_SIZE)
FILE_SYSTEM(statvfs64, STATVFS64_SIZE)

#define MAX_TEXT 64
struct mounted {
    char *source, *directory, *kind, *options;
    int frequency, pass;
};
static struct mounted mounted;
static char texts[4][MAX_TEXT];

struct stream *fopen(const char *restrict path, const char *restrict mode);
int fclose(struct stream *stream);

LIBRARY struct stream *setmntent(const char *path, const char *mode)
{
    return fopen(path, mode);
}

LIBRARY int endmntent(struct stream *stream)
{
    if (stream)
        fclose(stream);
    return 1;
}

LIBRARY struct mounted *getmntent(struct stream *stream)
{
    (void)stream->flags;
    if (__adumbra_any_int("getmntent") == 0)
        return 0;
    mounted = (struct mounted){any_string(texts[0], MAX_TEXT), any_string(texts[1], MAX_TEXT), any_string(texts[2], MAX_TEXT), any_string(texts[3], MAX_TEXT),
                               __adumbra_any_int("getmntent"), __adumbra_any_int("getmntent")};
    return &mounted;
}

/* An option stands between commas and may have a value behind "=". */
LIBRARY char *hasmntopt(const struct mounted *m, const char *option)
{
    size_t length = string_length(option);
    for (char *at = m->options;;) {
        size_t i = 0;
        while (i < length && at[i] == option[i])
            i++;
        if (i == length && (!at[i] || at[i] == '=' || at[i] == ','))
            return at;
        while (*at && *at != ',')
            at++;
        if (!*at)
            return 0;
        at++;
    }
}

/* Extended attributes. A room of 0 asks for the size. */
static long attribute(void *to, size_t room, int size)
{
    if (size < 0)
        return FAIL("getxattr");
    __adumbra_assume(size <= 65536);
    if (room == 0)
        return size;
    __adumbra_assume((size_t)size <= room);
    return fill(to, size);
}

LIBRARY long getxattr(const char *path, const char *name, void *to, size_t room)
{
    READ_STRING(path);
    READ_STRING(name);
    return attribute(to, room, __adumbra_any_int("getxattr"));
}

LIBRARY long lgetxattr(const char *path, const char *name, void *to, size_t room)
{
    READ_STRING(path);
    READ_STRING(name);
    return attribute(to, room, __adumbra_any_int("lgetxattr"));
}

LIBRARY long fgetxattr(int descriptor, const char *name, void *to, size_t room)
{
    READ_STRING(name);
    return attribute(to, room, __adumbra_any_int("fgetxattr"));
}

LIBRARY long listxattr(const char *path, char *to, size_t room)
{
    READ_STRING(path);
    return attribute(to, room, __adumbra_any_int("listxattr"));
}

LIBRARY long llistxattr(const char *path, char *to, size_t room)
{
    READ_STRING(path);
    return attribute(to, room, __adumbra_any_int("llistxattr"));
}

LIBRARY long flistxattr(int descriptor, char *to, size_t room)
{
    return attribute(to, room, __adumbra_any_int("flistxattr"));
}

#define SET (READ_STRING(path), READ_STRING(name), read_all(value, size))
OUTCOME(setxattr, (const char *path, const char *name, const void *value, size_t size, int flags), SET)
OUTCOME(lsetxattr, (const char *path, const char *name, const void *value, size_t size, int flags), SET)
OUTCOME(fsetxattr, (int descriptor, const char *name, const void *value, size_t size, int flags), (READ_STRING(name), read_all(value, size)))
OUTCOME(removexattr, (const char *path, const char *name), (READ_STRING(path), READ_STRING(name)))
OUTCOME(lremovexattr, (const char *path, const char *name), (READ_STRING(path), READ_STRING(name)))
OUTCOME(fremovexattr, (int descriptor, const char *name), READ_STRING(name))
