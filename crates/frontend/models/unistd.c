/* unistd.h, as far as an honest model is simple. Descriptor 0 is standard input, 1 and 2 are written to; any other
 * descriptor holds any bytes. */
#include "system.h"

static long read_bytes(int descriptor, void *p, size_t count)
{
    unsigned char *to = p;
    if (descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    if (descriptor == 0) {
        size_t i = 0;
        for (; i < count; i++) {
            int byte = __adumbra_read_byte();
            __adumbra_assume(byte >= -1 && byte <= 255);
            if (byte < 0)
                break;
            to[i] = (unsigned char)byte;
        }
        return (long)i;
    }
    return fill(p, ANY_COUNT("read", count));
}

LIBRARY long read(int descriptor, void *p, size_t count)
{
    return read_bytes(descriptor, p, count);
}

LIBRARY long __read_chk(int descriptor, void *p, size_t count, size_t room)
{
    if (count > room)
        __adumbra_end(134);
    return read_bytes(descriptor, p, count);
}

LIBRARY long pread(int descriptor, void *p, size_t count, off_t_ offset)
{
    return fill(p, ANY_COUNT("pread", count));
}

LIBRARY long pread64(int descriptor, void *p, size_t count, long long offset)
{
    return fill(p, ANY_COUNT("pread", count));
}

/* All of the bytes go to standard output and error, any number of them elsewhere. */
LIBRARY long write(int descriptor, const void *p, size_t count)
{
    const unsigned char *from = p;
    if (descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    if (descriptor > 2)
        count = (size_t)ANY_COUNT("write", count);
    for (size_t i = 0; (long)i < (long)count; i++)
        __adumbra_write_byte(descriptor, from[i]);
    return (long)count;
}

LIBRARY long pwrite(int descriptor, const void *p, size_t count, off_t_ offset)
{
    read_all(p, count);
    return ANY_COUNT("pwrite", count);
}

LIBRARY long pwrite64(int descriptor, const void *p, size_t count, long long offset)
{
    read_all(p, count);
    return ANY_COUNT("pwrite", count);
}

LIBRARY int close(int descriptor)
{
    return __adumbra_descriptor_close(descriptor) ? 0 : -1;
}

NEW_DESCRIPTOR(dup, (int descriptor), NOTHING)

/* The number that was asked for, which is closed before if it is open. */
static int duplicate_to(int descriptor, int other)
{
    if (descriptor < 0 || other < 0 || other >= 1024) {
        errno = EBADF;
        return -1;
    }
    if (ANY_OUTCOME("dup2") != 0)
        return -1;
    if (descriptor == 0 || other == 0)
        __adumbra_unsupported("dup2 of standard input");
    __adumbra_descriptor_take(other);
    return other;
}

LIBRARY int dup2(int descriptor, int other)
{
    return duplicate_to(descriptor, other);
}

LIBRARY int dup3(int descriptor, int other, int flags)
{
    return duplicate_to(descriptor, other);
}

static int make_pipe(int *ends)
{
    if (ANY_OUTCOME("pipe") != 0)
        return -1;
    ends[0] = __adumbra_descriptor_open();
    ends[1] = __adumbra_descriptor_open();
    return 0;
}

LIBRARY int pipe(int *ends)
{
    return make_pipe(ends);
}

LIBRARY int pipe2(int *ends, int flags)
{
    return make_pipe(ends);
}

/* The standard streams are pipes. */
LIBRARY int isatty(int descriptor)
{
    errno = descriptor < 0 ? EBADF : 25; /* ENOTTY */
    return 0;
}

static int positive(int n)
{
    __adumbra_assume(n > 0);
    return n;
}

LIBRARY int getpid(void)
{
    static int pid;
    if (pid == 0)
        pid = positive(__adumbra_any_int("getpid"));
    return pid;
}

LIBRARY int getppid(void)
{
    static int pid;
    if (pid == 0)
        pid = positive(__adumbra_any_int("getppid"));
    return pid;
}

/* Users and groups: any, but the same each time. */
static int user, group, effective_user, effective_group;
static _Bool identified;

static void identify(void)
{
    if (identified)
        return;
    user = __adumbra_any_int("getuid");
    group = __adumbra_any_int("getgid");
    effective_user = __adumbra_any_int("geteuid");
    effective_group = __adumbra_any_int("getegid");
    identified = 1;
}

LIBRARY unsigned getuid(void)
{
    identify();
    return (unsigned)user;
}

LIBRARY unsigned geteuid(void)
{
    identify();
    return (unsigned)effective_user;
}

LIBRARY unsigned getgid(void)
{
    identify();
    return (unsigned)group;
}

LIBRARY unsigned getegid(void)
{
    identify();
    return (unsigned)effective_group;
}

/* After a change of identity the numbers are any numbers again. */
static int change_identity(int outcome)
{
    if (outcome == 0)
        identified = 0;
    return outcome;
}
#define IDENTITY(name, parameters)                                                                                     \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        return change_identity(ANY_OUTCOME(#name));                                                                    \
    }
IDENTITY(setuid, (unsigned id))
IDENTITY(setgid, (unsigned id))
IDENTITY(seteuid, (unsigned id))
IDENTITY(setegid, (unsigned id))
IDENTITY(setreuid, (unsigned real, unsigned effective))
IDENTITY(setregid, (unsigned real, unsigned effective))
IDENTITY(setresuid, (unsigned real, unsigned effective, unsigned saved))
IDENTITY(setresgid, (unsigned real, unsigned effective, unsigned saved))

LIBRARY int getresuid(unsigned *real, unsigned *effective, unsigned *saved)
{
    identify();
    *real = (unsigned)user;
    *effective = (unsigned)effective_user;
    *saved = (unsigned)__adumbra_any_int("getresuid");
    return 0;
}

LIBRARY int getresgid(unsigned *real, unsigned *effective, unsigned *saved)
{
    identify();
    *real = (unsigned)group;
    *effective = (unsigned)effective_group;
    *saved = (unsigned)__adumbra_any_int("getresgid");
    return 0;
}

/* Sleep is not interrupted, since no signal comes. */
LIBRARY unsigned sleep(unsigned seconds)
{
    (void)seconds;
    return 0;
}

LIBRARY int usleep(unsigned microseconds)
{
    (void)microseconds;
    return 0;
}

LIBRARY int nanosleep(const void *time, void *left)
{
    (void)time, (void)left;
    return 0;
}

OUTCOME(access, (const char *path, int mode), READ_STRING(path))
OUTCOME(faccessat, (int directory, const char *path, int mode, int flags), READ_STRING(path))
OUTCOME(euidaccess, (const char *path, int mode), READ_STRING(path))
OUTCOME(eaccess, (const char *path, int mode), READ_STRING(path))
OUTCOME(unlink, (const char *path), READ_STRING(path))
OUTCOME(unlinkat, (int directory, const char *path, int flags), READ_STRING(path))
OUTCOME(rmdir, (const char *path), READ_STRING(path))
OUTCOME(chdir, (const char *path), READ_STRING(path))
OUTCOME(chroot, (const char *path), READ_STRING(path))
OUTCOME(fchdir, (int descriptor), NOTHING)
OUTCOME(fsync, (int descriptor), NOTHING)
OUTCOME(fdatasync, (int descriptor), NOTHING)
OUTCOME(syncfs, (int descriptor), NOTHING)
OUTCOME(truncate, (const char *path, off_t_ length), READ_STRING(path))
OUTCOME(truncate64, (const char *path, long long length), READ_STRING(path))
OUTCOME(ftruncate, (int descriptor, off_t_ length), NOTHING)
OUTCOME(ftruncate64, (int descriptor, long long length), NOTHING)
#define TWO_PATHS (READ_STRING(from), READ_STRING(to))
OUTCOME(link, (const char *from, const char *to), TWO_PATHS)
OUTCOME(linkat, (int a, const char *from, int b, const char *to, int flags), TWO_PATHS)
OUTCOME(symlink, (const char *from, const char *to), TWO_PATHS)
OUTCOME(symlinkat, (const char *from, int directory, const char *to), TWO_PATHS)
OUTCOME(renameat, (int a, const char *from, int b, const char *to), TWO_PATHS)
OUTCOME(renameat2, (int a, const char *from, int b, const char *to, unsigned flags), TWO_PATHS)

LIBRARY void sync(void)
{
}

LIBRARY long readlink(const char *restrict path, char *restrict to, size_t room)
{
    READ_STRING(path);
    return fill(to, ANY_COUNT("readlink", room));
}

LIBRARY long readlinkat(int directory, const char *restrict path, char *restrict to, size_t room)
{
    READ_STRING(path);
    return fill(to, ANY_COUNT("readlink", room));
}

LIBRARY int getpagesize(void)
{
    return 4096;
}

LIBRARY int __getpagesize(void)
{
    return 4096;
}

LIBRARY int fork(void)
{
    __adumbra_unsupported("fork");
}

LIBRARY int vfork(void)
{
    __adumbra_unsupported("vfork");
}
