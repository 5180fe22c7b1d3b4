/* unistd.h, as far as an honest model is simple. Descriptor 0 is standard input, 1 and 2 are written to; any other
 * descriptor holds any bytes. */
#include "library.h"

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
    int length = __adumbra_any_int("read");
    __adumbra_assume(length >= -1 && (length < 0 || (size_t)length <= count));
    if (length > 0)
        __adumbra_havoc(p, (size_t)length);
    return length;
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

LIBRARY long write(int descriptor, const void *p, size_t count)
{
    const unsigned char *from = p;
    if (descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    for (size_t i = 0; i < count; i++)
        __adumbra_write_byte(descriptor, from[i]);
    return (long)count;
}

LIBRARY int close(int descriptor)
{
    if (descriptor >= 0)
        return 0;
    errno = EBADF;
    return -1;
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
static int user, group;
static _Bool identified;

static void identify(void)
{
    if (identified)
        return;
    user = __adumbra_any_int("getuid");
    group = __adumbra_any_int("getgid");
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
    return (unsigned)user;
}

LIBRARY unsigned getgid(void)
{
    identify();
    return (unsigned)group;
}

LIBRARY unsigned getegid(void)
{
    identify();
    return (unsigned)group;
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

LIBRARY int access(const char *path, int mode)
{
    (void)mode;
    string_length(path);
    return __adumbra_any_int("access") == 0 ? 0 : -1;
}

LIBRARY int unlink(const char *path)
{
    string_length(path);
    return __adumbra_any_int("unlink") == 0 ? 0 : -1;
}

LIBRARY int rmdir(const char *path)
{
    string_length(path);
    return __adumbra_any_int("rmdir") == 0 ? 0 : -1;
}

LIBRARY int chdir(const char *path)
{
    string_length(path);
    return __adumbra_any_int("chdir") == 0 ? 0 : -1;
}

LIBRARY int getpagesize(void)
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
