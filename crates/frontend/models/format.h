/* Formatted output: where it goes, and what a conversion asks for. Shared by printf.c and format_float.c. */
#ifndef ADUMBRA_FORMAT_H
#define ADUMBRA_FORMAT_H
#include "library.h"

/* Bytes go to a stream, to a descriptor or to a buffer; all are counted, those beyond the room are dropped. */
struct sink {
    struct stream *stream;
    int descriptor; /* -1 if none */
    char *buffer;
    size_t room; /* for bytes other than the final zero */
    size_t count;
    _Bool failed;
};

#define LEFT 1
#define PLUS 2
#define BLANK 4
#define ALTERNATE 8
#define ZERO 16

struct conversion {
    unsigned flags;
    int width;
    int precision; /* -1 if not given */
    char letter;   /* as written */
};

HELPER void put(struct sink *s, char c)
{
    if (s->stream) {
        if (__adumbra_stream_put(s->stream, c) == EOF)
            s->failed = 1;
    } else if (s->descriptor >= 0) {
        __adumbra_write_byte(s->descriptor, (unsigned char)c);
    } else if (s->count < s->room) {
        s->buffer[s->count] = c;
    }
    s->count++;
}

HELPER void put_many(struct sink *s, char c, long count)
{
    for (; count > 0; count--)
        put(s, c);
}

HELPER void put_bytes(struct sink *s, const char *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(s, from[i]);
}

/* Begins a field whose text has this length: pads on the left, unless with zeros, which go behind sign and prefix. */
HELPER void open_field(struct sink *s, const struct conversion *c, const char *prefix, long length)
{
    size_t prefix_length = string_length(prefix);
    long padding = c->width - length - (long)prefix_length;
    if (!(c->flags & (LEFT | ZERO)))
        put_many(s, ' ', padding);
    put_bytes(s, prefix, prefix_length);
    if ((c->flags & ZERO) && !(c->flags & LEFT))
        put_many(s, '0', padding);
}

HELPER void close_field(struct sink *s, const struct conversion *c, const char *prefix, long length)
{
    if (c->flags & LEFT)
        put_many(s, ' ', c->width - length - (long)string_length(prefix));
}

HELPER const char *sign_of(const struct conversion *c, _Bool negative)
{
    return negative ? "-" : c->flags & PLUS ? "+" : c->flags & BLANK ? " " : "";
}

void __adumbra_format_double(struct sink *s, struct conversion *c, double value);
void __adumbra_format_long_double(struct sink *s, struct conversion *c, long double value);

#endif
