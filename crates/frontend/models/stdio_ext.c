/* stdio_ext.h: the state of a stream. How much of it is buffered is open. */
#include "system.h"

LIBRARY size_t __fpending(struct stream *stream)
{
    size_t pending = (size_t)__adumbra_any_ulong("__fpending");
    __adumbra_assume(stream->flags2 & CAN_WRITE ? pending <= INT_MAX : pending == 0);
    return pending;
}

LIBRARY size_t __fbufsize(struct stream *stream)
{
    (void)stream->flags2;
    return (size_t)ANY_WITHIN("__fbufsize", 0, INT_MAX);
}

LIBRARY int __freadable(struct stream *stream)
{
    return (stream->flags2 & CAN_READ) != 0;
}

LIBRARY int __fwritable(struct stream *stream)
{
    return (stream->flags2 & CAN_WRITE) != 0;
}

/* Was the last operation a read, or is nothing else possible? */
LIBRARY int __freading(struct stream *stream)
{
    int access = stream->flags2;
    return access == CAN_READ ? 1 : access & CAN_READ ? ANY_WITHIN("__freading", 0, 1) : 0;
}

LIBRARY int __fwriting(struct stream *stream)
{
    int access = stream->flags2;
    return access == CAN_WRITE ? 1 : access & CAN_WRITE ? ANY_WITHIN("__fwriting", 0, 1) : 0;
}

LIBRARY int __flbf(struct stream *stream)
{
    (void)stream->flags2;
    return ANY_WITHIN("__flbf", 0, 1);
}

LIBRARY void __fpurge(struct stream *stream)
{
    stream->pushed = 0;
}

LIBRARY void _flushlbf(void)
{
}

/* 1 is FSETLOCKING_INTERNAL, 2 FSETLOCKING_BYCALLER, 0 a question. */
LIBRARY int __fsetlocking(struct stream *stream, int kind)
{
    (void)stream->flags2;
    return ANY_WITHIN("__fsetlocking", 1, 2);
}

size_t fread_unlocked(void *restrict p, size_t size, size_t count, struct stream *restrict stream);
LIBRARY size_t __fread_unlocked_chk(void *p, size_t room, size_t size, size_t count, struct stream *stream)
{
    size_t total = 0;
    if (__builtin_mul_overflow(size, count, &total) || total > room)
        __adumbra_end(134);
    return fread_unlocked(p, size, count, stream);
}
