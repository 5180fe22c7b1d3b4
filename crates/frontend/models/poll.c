/* Waiting for descriptors (poll.h, sys/select.h, sys/epoll.h) and the descriptors that tell of events: any of them may be ready. */
#include "system.h"

struct watched {
    int descriptor;
    short events, happened;
};

/* The number of those where something happened: what was asked for, or an error. */
static int look(struct watched *list, unsigned long count)
{
    if (ANY_OUTCOME("poll") != 0)
        return -1;
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        short happened = (short)__adumbra_any_int("poll");
        __adumbra_assume((happened & ~(list[i].events | 8 | 16 | 32)) == 0);
        if (list[i].descriptor < 0)
            happened = 0;
        list[i].happened = happened;
        ready += happened != 0;
    }
    return ready;
}

LIBRARY int poll(struct watched *list, unsigned long count, int timeout)
{
    return look(list, count);
}

LIBRARY int ppoll(struct watched *list, unsigned long count, const void *timeout, const void *mask)
{
    return look(list, count);
}

/* Of the descriptors in a set some are ready, and stay in it. */
#define WORD_BITS (8 * sizeof(unsigned long))
static int keep_some(unsigned long *set, int count)
{
    int kept = 0;
    for (size_t i = 0; set && i < ((size_t)count + WORD_BITS - 1) / WORD_BITS; i++) {
        set[i] &= (unsigned long)__adumbra_any_ulong("select");
        kept += __builtin_popcountl(set[i]);
    }
    return kept;
}

static int choose(int count, unsigned long *readable, unsigned long *writable, unsigned long *exceptional)
{
    if (count < 0 || count > 1024) {
        errno = EINVAL;
        return -1;
    }
    if (ANY_OUTCOME("select") != 0)
        return -1;
    int ready = keep_some(readable, count);
    ready += keep_some(writable, count);
    return ready + keep_some(exceptional, count);
}

LIBRARY int select(int count, unsigned long *restrict readable, unsigned long *restrict writable, unsigned long *restrict exceptional, long *restrict timeout)
{
    int ready = choose(count, readable, writable, exceptional);
    if (timeout && ready >= 0)
        __adumbra_havoc(timeout, 2 * sizeof *timeout);
    return ready;
}

LIBRARY int pselect(int count, unsigned long *restrict readable, unsigned long *restrict writable, unsigned long *restrict exceptional, const void *restrict timeout,
                    const void *restrict mask)
{
    return choose(count, readable, writable, exceptional);
}

/* The check that FD_SET makes when _FORTIFY_SOURCE is on. */
LIBRARY long __fdelt_chk(long descriptor)
{
    if (descriptor < 0 || descriptor >= 1024)
        __adumbra_end(134);
    return descriptor / (long)WORD_BITS;
}

struct event {
    unsigned events;
    unsigned long long data;
} __attribute__((packed));

NEW_DESCRIPTOR(epoll_create, (int size), NOTHING)
NEW_DESCRIPTOR(epoll_create1, (int flags), NOTHING)

/* What was registered is remembered: an event brings the data of one that was added. */
#define MAX_WATCHED 64
static struct {
    int epoll, descriptor;
    struct event event;
} watches[MAX_WATCHED];
static int watch_count;

LIBRARY int epoll_ctl(int epoll, int operation, int descriptor, struct event *event)
{
    if (ANY_OUTCOME("epoll_ctl") != 0)
        return -1;
    for (int i = 0; i < watch_count; i++) {
        if (watches[i].epoll != epoll || watches[i].descriptor != descriptor)
            continue;
        if (operation == 2) {
            watches[i] = watches[--watch_count];
            return 0;
        }
        watches[i].event = *event;
        return 0;
    }
    if (operation == 2)
        return 0;
    if (watch_count == MAX_WATCHED)
        __adumbra_unsupported("more than 64 descriptors that epoll watches");
    watches[watch_count].epoll = epoll;
    watches[watch_count].descriptor = descriptor;
    watches[watch_count++].event = *event;
    return 0;
}

static int wait_for_events(int epoll, struct event *events, int room)
{
    if (room <= 0) {
        errno = EINVAL;
        return -1;
    }
    if (ANY_OUTCOME("epoll_wait") != 0)
        return -1;
    int ready = 0;
    for (int i = 0; i < watch_count && ready < room; i++) {
        if (watches[i].epoll != epoll || __adumbra_any_int("epoll_wait") == 0)
            continue;
        unsigned happened = (unsigned)__adumbra_any_int("epoll_wait");
        __adumbra_assume(happened != 0 && (happened & ~(watches[i].event.events | 8 | 16)) == 0);
        events[ready].events = happened;
        events[ready++].data = watches[i].event.data;
    }
    return ready;
}

LIBRARY int epoll_wait(int epoll, struct event *events, int room, int timeout)
{
    return wait_for_events(epoll, events, room);
}

LIBRARY int epoll_pwait(int epoll, struct event *events, int room, int timeout, const void *mask)
{
    return wait_for_events(epoll, events, room);
}

NEW_DESCRIPTOR(eventfd, (unsigned value, int flags), NOTHING)
NEW_DESCRIPTOR(inotify_init, (void), NOTHING)
NEW_DESCRIPTOR(inotify_init1, (int flags), NOTHING)
NEW_DESCRIPTOR(timerfd_create, (int clock, int flags), NOTHING)
NEW_DESCRIPTOR(memfd_create, (const char *name, unsigned flags), READ_STRING(name))
OUTCOME(inotify_rm_watch, (int descriptor, int watch), NOTHING)

LIBRARY int signalfd(int descriptor, const void *mask, int flags)
{
    if (ANY_OUTCOME("signalfd") != 0)
        return -1;
    return descriptor == -1 ? __adumbra_descriptor_open() : descriptor;
}

LIBRARY int timerfd_settime(int descriptor, int flags, const long *value, long *old)
{
    read_all(value, 4 * sizeof *value);
    if (ANY_OUTCOME("timerfd_settime") != 0)
        return -1;
    if (old)
        __adumbra_havoc(old, 4 * sizeof *old);
    return 0;
}

LIBRARY int inotify_add_watch(int descriptor, const char *path, unsigned mask)
{
    READ_STRING(path);
    return ANY_OUTCOME("inotify_add_watch") == 0 ? ANY_WITHIN("inotify_add_watch", 1, INT_MAX) : -1;
}
