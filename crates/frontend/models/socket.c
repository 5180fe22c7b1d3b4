/* sys/socket.h: connections may be made or not, and bring any bytes. */
#include "system.h"

NEW_DESCRIPTOR(socket, (int domain, int kind, int protocol), NOTHING)
OUTCOME(bind, (int descriptor, const void *address, unsigned length), read_all(address, length))
OUTCOME(connect, (int descriptor, const void *address, unsigned length), read_all(address, length))
OUTCOME(listen, (int descriptor, int backlog), NOTHING)
OUTCOME(shutdown, (int descriptor, int how), NOTHING)
OUTCOME(setsockopt, (int descriptor, int level, int name, const void *value, unsigned length), read_all(value, length))

/* An address of any length is cut to the room that the caller has. */
static void fill_address(void *address, unsigned *length)
{
    if (!address)
        return;
    unsigned whole = (unsigned)ANY_WITHIN("accept", 0, 128);
    unsigned stored = whole < *length ? whole : *length;
    if (stored)
        __adumbra_havoc(address, stored);
    *length = whole;
}

static int named(int outcome, void *address, unsigned *length)
{
    if (outcome == 0)
        fill_address(address, length);
    return outcome;
}

LIBRARY int getsockname(int descriptor, void *restrict address, unsigned *restrict length)
{
    return named(ANY_OUTCOME("getsockname"), address, length);
}

LIBRARY int getpeername(int descriptor, void *restrict address, unsigned *restrict length)
{
    return named(ANY_OUTCOME("getpeername"), address, length);
}

static int accept_one(void *address, unsigned *length)
{
    if (ANY_OUTCOME("accept") != 0)
        return -1;
    fill_address(address, length);
    return __adumbra_descriptor_open();
}

LIBRARY int accept(int descriptor, void *restrict address, unsigned *restrict length)
{
    return accept_one(address, length);
}

LIBRARY int accept4(int descriptor, void *restrict address, unsigned *restrict length, int flags)
{
    return accept_one(address, length);
}

LIBRARY int getsockopt(int descriptor, int level, int name, void *restrict value, unsigned *restrict length)
{
    if (ANY_OUTCOME("getsockopt") != 0)
        return -1;
    unsigned stored = (unsigned)__adumbra_any_int("getsockopt");
    __adumbra_assume(stored <= *length);
    if (stored)
        __adumbra_havoc(value, stored);
    *length = stored;
    return 0;
}

LIBRARY int socketpair(int domain, int kind, int protocol, int *ends)
{
    if (ANY_OUTCOME("socketpair") != 0)
        return -1;
    ends[0] = __adumbra_descriptor_open();
    ends[1] = __adumbra_descriptor_open();
    return 0;
}

LIBRARY long recv(int descriptor, void *to, size_t room, int flags)
{
    return fill(to, ANY_COUNT("recv", room));
}

LIBRARY long recvfrom(int descriptor, void *restrict to, size_t room, int flags, void *restrict address, unsigned *restrict length)
{
    long count = fill(to, ANY_COUNT("recvfrom", room));
    if (count >= 0)
        fill_address(address, length);
    return count;
}

LIBRARY long send(int descriptor, const void *from, size_t count, int flags)
{
    read_all(from, count);
    return ANY_COUNT("send", count);
}

LIBRARY long sendto(int descriptor, const void *from, size_t count, int flags, const void *address, unsigned length)
{
    read_all(from, count);
    if (address)
        read_all(address, length);
    return ANY_COUNT("sendto", count);
}

struct part {
    void *start;
    size_t length;
};
struct message {
    void *name;
    unsigned name_length;
    struct part *parts;
    size_t part_count;
    void *control;
    size_t control_length;
    int flags;
};

/* The bytes go into the parts in order. */
static long scatter(const struct part *parts, size_t count, int got)
{
    if (got < 0)
        return FAIL("recvmsg");
    size_t left = (size_t)got;
    for (size_t i = 0; i < count; i++) {
        size_t here = left < parts[i].length ? left : parts[i].length;
        if (here)
            __adumbra_havoc(parts[i].start, here);
        left -= here;
    }
    __adumbra_assume(left == 0);
    return got;
}

static long gather(const struct part *parts, size_t count, int sent)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        read_all(parts[i].start, parts[i].length);
        all += parts[i].length;
    }
    if (sent < 0)
        return FAIL("sendmsg");
    __adumbra_assume((size_t)sent <= all);
    return sent;
}

LIBRARY long recvmsg(int descriptor, struct message *m, int flags)
{
    long got = scatter(m->parts, m->part_count, __adumbra_any_int("recvmsg"));
    if (got < 0)
        return -1;
    fill_address(m->name, &m->name_length);
    if (m->control && m->control_length) {
        size_t stored = (size_t)__adumbra_any_ulong("recvmsg");
        __adumbra_assume(stored <= m->control_length);
        if (stored)
            __adumbra_unsupported("recvmsg with control data");
        m->control_length = stored;
    }
    m->flags = __adumbra_any_int("recvmsg");
    return got;
}

LIBRARY long sendmsg(int descriptor, const struct message *m, int flags)
{
    return gather(m->parts, m->part_count, __adumbra_any_int("sendmsg"));
}

LIBRARY long readv(int descriptor, const struct part *parts, int count)
{
    return scatter(parts, (size_t)count, __adumbra_any_int("readv"));
}

LIBRARY long writev(int descriptor, const struct part *parts, int count)
{
    return gather(parts, (size_t)count, __adumbra_any_int("writev"));
}

static long moved(size_t count)
{
    return ANY_COUNT("sendfile", count);
}

LIBRARY long sendfile(int to, int from, off_t_ *offset, size_t count)
{
    long n = moved(count);
    if (offset && n > 0)
        *offset += n;
    return n;
}

LIBRARY long sendfile64(int to, int from, long long *offset, size_t count)
{
    long n = moved(count);
    if (offset && n > 0)
        *offset += n;
    return n;
}

LIBRARY long copy_file_range(int from, long long *from_offset, int to, long long *to_offset, size_t count, unsigned flags)
{
    long n = moved(count);
    if (from_offset && n > 0)
        *from_offset += n;
    if (to_offset && n > 0)
        *to_offset += n;
    return n;
}

LIBRARY long splice(int from, long long *from_offset, int to, long long *to_offset, size_t count, unsigned flags)
{
    long n = moved(count);
    if (from_offset && n > 0)
        *from_offset += n;
    if (to_offset && n > 0)
        *to_offset += n;
    return n;
}
