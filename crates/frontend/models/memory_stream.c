/* fmemopen and open_memstream: streams on memory. What they do with bytes is in stdio.c. */
#include "library.h"

#define NO_DESCRIPTOR (-1)
#define FIRST_ROOM 64

/* With "r" the contents are all of the memory, with "a" the text in it, with "w" nothing. */
LIBRARY struct stream *fmemopen(void *memory, size_t size, const char *mode)
{
    struct stream *stream = __adumbra_stream_new(mode, NO_DESCRIPTOR);
    if (!stream)
        return 0;
    unsigned char *bytes = memory;
    if (!bytes) {
        bytes = __adumbra_allocate_zeroed(size + 1, 1);
        stream->owned = 1;
    }
    stream->memory = bytes;
    stream->room = size;
    if (*mode == 'w') {
        /* As in glibc, with "w" alone the text in it stays until something is written. */
        if (size && (mode[1] == '+' || (mode[1] && mode[2] == '+')))
            bytes[0] = 0;
    } else if (*mode == 'a') {
        while (stream->length < size && bytes[stream->length])
            stream->length++;
        stream->position = stream->length;
        stream->appends = 1;
    } else {
        stream->length = size;
    }
    return stream;
}

LIBRARY struct stream *open_memstream(char **memory, size_t *length)
{
    struct stream *stream = __adumbra_stream_new("w", NO_DESCRIPTOR);
    if (!stream)
        return 0;
    stream->memory = malloc(FIRST_ROOM);
    if (!stream->memory) {
        __adumbra_free(stream);
        return 0;
    }
    stream->memory[0] = 0;
    stream->room = FIRST_ROOM;
    stream->grows = 1;
    stream->memory_result = (unsigned char **)memory;
    stream->length_result = length;
    *memory = (char *)stream->memory;
    *length = 0;
    return stream;
}
