/* Calls of the system whose outcome is open: what they read of the program's memory is read, the rest is an input. */
#ifndef ADUMBRA_SYSTEM_H
#define ADUMBRA_SYSTEM_H
#include "library.h"
#pragma clang diagnostic ignored "-Wunused-parameter"

/* A string that the system reads. */
#define READ_STRING(s) string_length(s)

/* Functions that do what they are asked to, and answer 0, or fail. */
#define OUTCOME(name, parameters, reads)                                                                               \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        reads;                                                                                                         \
        return ANY_OUTCOME(#name);                                                                                     \
    }
#define NOTHING (void)0

/* Functions that answer 0 or an error number and leave errno alone. */
#define ERROR_NUMBER(name, parameters, reads)                                                                          \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        reads;                                                                                                         \
        return ANY_WITHIN(#name, 0, LAST_ERROR);                                                                       \
    }

/* Functions that return a new descriptor, or fail. */
#define NEW_DESCRIPTOR(name, parameters, reads)                                                                        \
    LIBRARY int name parameters                                                                                        \
    {                                                                                                                  \
        reads;                                                                                                         \
        return __adumbra_any_int(#name) == 0 ? __adumbra_descriptor_open() : FAIL(#name);                              \
    }

/* Any string that fits into this many bytes with its zero. */
HELPER char *any_string(char *to, size_t room)
{
    __adumbra_havoc(to, room - 1);
    to[room - 1] = 0;
    return to;
}

/* A count of at most this many bytes, or -1 and an error. */
HELPER long at_most(int count, size_t most)
{
    __adumbra_assume((size_t)count <= most);
    return count;
}
#define ANY_COUNT(name, most)                                                                                          \
    ({                                                                                                                 \
        int count_or_error = __adumbra_any_int(name);                                                                  \
        count_or_error < 0 ? (long)FAIL(name) : at_most(count_or_error, most);                                         \
    })

/* The system fills at most this many bytes. */
HELPER long fill(void *to, long count)
{
    if (count > 0)
        __adumbra_havoc(to, (size_t)count);
    return count;
}

/* The system reads all of these bytes. */
HELPER void read_all(const void *from, size_t count)
{
    const volatile char *bytes = from;
    if (count) {
        (void)bytes[0];
        (void)bytes[count - 1];
    }
}

#endif
