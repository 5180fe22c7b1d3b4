/* stdio.h: streams, characters, lines and blocks. Formatted output and input are in printf.c and scanf.c.
 *
 * Standard input yields what the run reads; standard output and error write bytes at once, there is no buffer. A file that
 * can be opened holds any bytes, also after the program itself wrote to it. One may or may not be able to seek in the standard
 * streams, which can be files. Streams on memory are made in memory_stream.c. */
#include "library.h"

static struct stream standard[3] = {
    {.descriptor = 0, .flags2 = CAN_READ},
    {.descriptor = 1, .flags2 = CAN_WRITE},
    {.descriptor = 2, .flags2 = CAN_WRITE},
};
LIBRARY struct stream *stdin = &standard[0];
LIBRARY struct stream *stdout = &standard[1];
LIBRARY struct stream *stderr = &standard[2];

/* The next byte, or EOF; the end is final until it is cleared. */
LIBRARY int __adumbra_stream_get(struct stream *stream)
{
    int pushed = stream->pushed;
    if (pushed > 0) {
        stream->pushed = --pushed;
        return stream->pushed_back[pushed];
    }
    if (!(stream->flags2 & CAN_READ)) {
        errno = EBADF;
        stream->flags |= STREAM_ERROR;
        return EOF;
    }
    if (stream->flags & STREAM_EOF)
        return EOF;
    if (stream->memory) {
        if (stream->position < stream->length)
            return stream->memory[stream->position++];
        stream->flags |= STREAM_EOF;
        return EOF;
    }
    int byte = stream->descriptor == 0 && !stream->redirected ? __adumbra_read_byte() : __adumbra_any_int("fgetc");
    __adumbra_assume(byte >= -1 && byte <= 255);
    if (byte == EOF)
        stream->flags |= STREAM_EOF;
    return byte;
}

LIBRARY void __adumbra_stream_unget(struct stream *stream, int byte)
{
    int pushed = stream->pushed;
    if (pushed >= (int)sizeof stream->pushed_back)
        __adumbra_unsupported("more than 8 bytes pushed back to a stream");
    stream->pushed_back[pushed] = (unsigned char)byte;
    stream->pushed = pushed + 1;
}

/* Writes to memory. There is no buffer, so the bytes are there before the stream is flushed; a full one is not modelled, since
 * only flushing would tell. */
static void put_memory(struct stream *stream, int byte)
{
    if (stream->appends)
        stream->position = stream->length;
    if (stream->grows && stream->position + 1 >= stream->room) {
        size_t room = 2 * stream->room;
        unsigned char *larger = malloc(room);
        if (!larger)
            __adumbra_unsupported("a memory stream without memory");
        __builtin_memcpy(larger, stream->memory, stream->length);
        free(stream->memory);
        stream->memory = larger;
        stream->room = room;
    }
    if (stream->position >= stream->room)
        __adumbra_unsupported("a memory stream that is full");
    stream->memory[stream->position++] = (unsigned char)byte;
    if (stream->position > stream->length) {
        stream->length = stream->position;
        if (stream->length < stream->room)
            stream->memory[stream->length] = 0;
    }
}

static void flush(struct stream *stream)
{
    if (stream && stream->memory_result) {
        *stream->memory_result = stream->memory;
        *stream->length_result = stream->position < stream->length ? stream->position : stream->length;
    }
}

LIBRARY int __adumbra_stream_put(struct stream *stream, int byte)
{
    if (!(stream->flags2 & CAN_WRITE)) {
        errno = EBADF;
        stream->flags |= STREAM_ERROR;
        return EOF;
    }
    if (stream->memory)
        put_memory(stream, byte);
    else
        __adumbra_write_byte(stream->descriptor, (unsigned char)byte);
    return (unsigned char)byte;
}

static int put_string(const char *s, struct stream *stream)
{
    for (; *s; s++)
        if (__adumbra_stream_put(stream, *s) == EOF)
            return EOF;
    return 1;
}

static int put_line(const char *s)
{
    return put_string(s, stdout) == EOF ? EOF : __adumbra_stream_put(stdout, '\n') == EOF ? EOF : 1;
}

/* Reads a line of at most n - 1 bytes with its newline. */
static char *get_line(char *s, int n, struct stream *stream)
{
    int i = 0;
    while (i < n - 1) {
        int c = __adumbra_stream_get(stream);
        if (c == EOF)
            break;
        s[i++] = (char)c;
        if (c == '\n')
            break;
    }
    if (n <= 0 || (i == 0 && n > 1))
        return 0;
    s[i] = 0;
    return s;
}

static char *get_unbounded_line(char *s, size_t room)
{
    size_t i = 0;
    int c = __adumbra_stream_get(stdin);
    if (c == EOF)
        return 0;
    for (; c != EOF && c != '\n'; c = __adumbra_stream_get(stdin)) {
        if (i + 1 >= room)
            __adumbra_end(134);
        s[i++] = (char)c;
    }
    s[i] = 0;
    return s;
}

static size_t get_block(void *p, size_t size, size_t count, struct stream *stream)
{
    unsigned char *to = p;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++) {
            int c = __adumbra_stream_get(stream);
            if (c == EOF)
                return i;
            *to++ = (unsigned char)c;
        }
    return size ? count : 0;
}

static size_t put_block(const void *p, size_t size, size_t count, struct stream *stream)
{
    const unsigned char *from = p;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++)
            if (__adumbra_stream_put(stream, *from++) == EOF)
                return i;
    return size ? count : 0;
}

/* Functions that exist in a plain and in an unlocked form: the same, since there is one thread. */
#define PLAIN_AND_UNLOCKED(type, name, parameters, body)                                                               \
    LIBRARY type name parameters body LIBRARY type name##_unlocked parameters body

PLAIN_AND_UNLOCKED(int, fgetc, (struct stream * stream), { return __adumbra_stream_get(stream); })
PLAIN_AND_UNLOCKED(int, getc, (struct stream * stream), { return __adumbra_stream_get(stream); })
PLAIN_AND_UNLOCKED(int, getchar, (void), { return __adumbra_stream_get(stdin); })
PLAIN_AND_UNLOCKED(int, fputc, (int c, struct stream *stream), { return __adumbra_stream_put(stream, c); })
PLAIN_AND_UNLOCKED(int, putc, (int c, struct stream *stream), { return __adumbra_stream_put(stream, c); })
PLAIN_AND_UNLOCKED(int, putchar, (int c), { return __adumbra_stream_put(stdout, c); })
PLAIN_AND_UNLOCKED(int, fputs, (const char *restrict s, struct stream *restrict stream), { return put_string(s, stream); })
PLAIN_AND_UNLOCKED(char *, fgets, (char *restrict s, int n, struct stream *restrict stream), { return get_line(s, n, stream); })
PLAIN_AND_UNLOCKED(size_t, fread, (void *restrict p, size_t size, size_t count, struct stream *restrict stream),
                   { return get_block(p, size, count, stream); })
PLAIN_AND_UNLOCKED(size_t, fwrite, (const void *restrict p, size_t size, size_t count, struct stream *restrict stream),
                   { return put_block(p, size, count, stream); })
PLAIN_AND_UNLOCKED(int, feof, (struct stream * stream), { return (stream->flags & STREAM_EOF) != 0; })
PLAIN_AND_UNLOCKED(int, ferror, (struct stream * stream), { return (stream->flags & STREAM_ERROR) != 0; })
PLAIN_AND_UNLOCKED(void, clearerr, (struct stream * stream), { stream->flags &= ~(STREAM_EOF | STREAM_ERROR); })
PLAIN_AND_UNLOCKED(int, fileno, (struct stream * stream), {
    if (stream->descriptor < 0)
        errno = EBADF;
    return stream->descriptor;
})
PLAIN_AND_UNLOCKED(int, fflush, (struct stream * stream), {
    flush(stream);
    return 0;
})

/* What glibc's macros call. */
LIBRARY int _IO_getc(struct stream *stream)
{
    return __adumbra_stream_get(stream);
}

LIBRARY int _IO_putc(int c, struct stream *stream)
{
    return __adumbra_stream_put(stream, c);
}

LIBRARY int __uflow(struct stream *stream)
{
    return __adumbra_stream_get(stream);
}

LIBRARY int __overflow(struct stream *stream, int c)
{
    return __adumbra_stream_put(stream, c);
}

LIBRARY int puts(const char *s)
{
    return put_line(s);
}

LIBRARY char *gets(char *s)
{
    return get_unbounded_line(s, SIZE_MAX);
}

LIBRARY char *__gets_chk(char *s, size_t room)
{
    return get_unbounded_line(s, room);
}

LIBRARY char *__fgets_chk(char *s, size_t room, int n, struct stream *stream)
{
    if (n > 0 && (size_t)n > room)
        __adumbra_end(134);
    return get_line(s, n, stream);
}

LIBRARY size_t __fread_chk(void *p, size_t room, size_t size, size_t count, struct stream *stream)
{
    size_t total = 0;
    if (__builtin_mul_overflow(size, count, &total) || total > room)
        __adumbra_end(134);
    return get_block(p, size, count, stream);
}

LIBRARY int ungetc(int c, struct stream *stream)
{
    if (c == EOF)
        return EOF;
    __adumbra_stream_unget(stream, c);
    stream->flags &= ~STREAM_EOF;
    return (unsigned char)c;
}

/* Reads up to a delimiter into a buffer that grows. */
static long get_delimited(char **line, size_t *room, int delimiter, struct stream *stream)
{
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    size_t length = 0;
    for (;;) {
        int c = __adumbra_stream_get(stream);
        if (c == EOF && length == 0)
            return -1;
        if (!*line || length + 2 > *room) {
            size_t grown = *line && *room ? 2 * *room + 2 : 120;
            char *larger = malloc(grown);
            if (!larger)
                return -1;
            if (*line) {
                __builtin_memcpy(larger, *line, length);
                free(*line);
            }
            *line = larger;
            *room = grown;
        }
        if (c != EOF)
            (*line)[length++] = (char)c;
        if (c == EOF || c == delimiter) {
            (*line)[length] = 0;
            return (long)length;
        }
    }
}

LIBRARY long getline(char **restrict line, size_t *restrict room, struct stream *restrict stream)
{
    return get_delimited(line, room, '\n', stream);
}

LIBRARY long getdelim(char **restrict line, size_t *restrict room, int delimiter, struct stream *restrict stream)
{
    return get_delimited(line, room, delimiter, stream);
}

LIBRARY long __getdelim(char **restrict line, size_t *restrict room, int delimiter, struct stream *restrict stream)
{
    return get_delimited(line, room, delimiter, stream);
}

char *__adumbra_error_message(int number);
LIBRARY void perror(const char *s)
{
    int number = errno;
    if (s && *s) {
        put_string(s, stderr);
        put_string(": ", stderr);
    }
    put_string(__adumbra_error_message(number), stderr);
    __adumbra_stream_put(stderr, '\n');
}

/* Access that a mode asks for; 0 if it is no mode. */
static int access_of(const char *mode)
{
    int access = *mode == 'r' ? CAN_READ : *mode == 'w' || *mode == 'a' ? CAN_WRITE : 0;
    for (; *mode; mode++)
        if (*mode == '+' && access)
            access = CAN_READ | CAN_WRITE;
    return access;
}

/* A stream for a descriptor, in heap memory as in glibc, so that use after fclose is seen. */
static struct stream *make_stream(int access, int descriptor)
{
    if (!access) {
        errno = EINVAL;
        return 0;
    }
    if (__adumbra_allocation_fails()) {
        errno = ENOMEM;
        return 0;
    }
    struct stream *stream = __adumbra_allocate_zeroed(sizeof *stream, 16);
    stream->flags2 = access;
    stream->descriptor = descriptor;
    return stream;
}

LIBRARY struct stream *__adumbra_stream_new(const char *mode, int descriptor)
{
    return make_stream(access_of(mode), descriptor);
}

static struct stream *open_descriptor(int access)
{
    int descriptor = __adumbra_descriptor_open();
    struct stream *stream = descriptor < 0 ? 0 : make_stream(access, descriptor);
    if (!stream && descriptor >= 0)
        __adumbra_descriptor_close(descriptor);
    return stream;
}

static struct stream *open_file(const char *path, const char *mode)
{
    string_length(path);
    int access = access_of(mode);
    if (!access) {
        errno = EINVAL;
        return 0;
    }
    if (__adumbra_any_int("fopen") == 0) {
        FAIL("fopen");
        return 0;
    }
    return open_descriptor(access);
}

static _Bool is_standard(const struct stream *stream)
{
    return stream == &standard[0] || stream == &standard[1] || stream == &standard[2];
}

static struct stream *reopen(const char *path, const char *mode, struct stream *stream)
{
    int access = access_of(mode);
    if (stream->memory)
        __adumbra_unsupported("freopen of a memory stream");
    if (path && __adumbra_any_int("freopen") == 0) {
        FAIL("freopen");
        access = 0;
    }
    if (!access) {
        if (!is_standard(stream))
            __adumbra_free(stream);
        return 0;
    }
    stream->flags = 0;
    stream->pushed = 0;
    stream->flags2 = access;
    stream->redirected = path != 0;
    return stream;
}

LIBRARY struct stream *fopen(const char *restrict path, const char *restrict mode)
{
    return open_file(path, mode);
}

LIBRARY struct stream *fopen64(const char *restrict path, const char *restrict mode)
{
    return open_file(path, mode);
}

LIBRARY struct stream *freopen(const char *restrict path, const char *restrict mode, struct stream *restrict stream)
{
    return reopen(path, mode, stream);
}

LIBRARY struct stream *freopen64(const char *restrict path, const char *restrict mode, struct stream *restrict stream)
{
    return reopen(path, mode, stream);
}

LIBRARY struct stream *fdopen(int descriptor, const char *mode)
{
    return make_stream(access_of(mode), descriptor);
}

LIBRARY struct stream *tmpfile(void)
{
    if (__adumbra_any_int("tmpfile") == 0) {
        FAIL("tmpfile");
        return 0;
    }
    return open_descriptor(CAN_READ | CAN_WRITE);
}

LIBRARY int fclose(struct stream *stream)
{
    flush(stream);
    if (stream->owned)
        __adumbra_free(stream->memory);
    int result = stream->descriptor < 0 || __adumbra_descriptor_close(stream->descriptor) ? 0 : EOF;
    if (is_standard(stream))
        stream->flags2 = 0;
    else
        __adumbra_free(stream);
    return result;
}

/* What a stream writes passes through its buffer, where the program could see it. */
static void give_buffer(const char *buffer)
{
    if (buffer)
        __adumbra_unsupported("a buffer of the program's own for a stream");
}

LIBRARY int setvbuf(struct stream *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream;
    if (mode != 2 && size != 0)
        give_buffer(buffer);
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

LIBRARY void setbuf(struct stream *restrict stream, char *restrict buffer)
{
    (void)stream;
    give_buffer(buffer);
}

LIBRARY void setbuffer(struct stream *stream, char *buffer, size_t size)
{
    (void)stream, (void)size;
    give_buffer(buffer);
}

LIBRARY void setlinebuf(struct stream *stream)
{
    (void)stream;
}

static int seek_memory(struct stream *stream, long long offset, int whence)
{
    long long start = whence == 1 ? (long long)stream->position : whence == 2 ? (long long)stream->length : 0;
    if (whence < 0 || whence > 2 || start + offset < 0 || start + offset > (long long)stream->room) {
        errno = EINVAL;
        return -1;
    }
    if (start + offset > (long long)stream->length)
        __adumbra_unsupported("a position behind the end of a memory stream");
    stream->position = (size_t)(start + offset);
    return 0;
}

/* Seeking in a file may fail; afterwards its bytes are any bytes, as before. */
static int seek(struct stream *stream, long long offset, int whence)
{
    if (stream->memory) {
        if (seek_memory(stream, offset, whence) != 0)
            return -1;
    } else if (__adumbra_any_int("fseek") == 0) {
        if (!is_standard(stream))
            return FAIL("fseek");
        errno = ESPIPE;
        return -1;
    }
    stream->flags &= ~STREAM_EOF;
    stream->pushed = 0;
    return 0;
}

static long long tell(struct stream *stream)
{
    if (stream->memory)
        return (long long)stream->position - stream->pushed;
    if (is_standard(stream) && __adumbra_any_int("ftell") == 0) {
        errno = ESPIPE;
        return -1;
    }
    long long position = (long long)__adumbra_any_ulong("ftell");
    __adumbra_assume(position >= -1);
    return position;
}

LIBRARY int fseek(struct stream *stream, long offset, int whence)
{
    return seek(stream, offset, whence);
}

LIBRARY int fseeko(struct stream *stream, off_t_ offset, int whence)
{
    return seek(stream, offset, whence);
}

LIBRARY int fseeko64(struct stream *stream, long long offset, int whence)
{
    return seek(stream, offset, whence);
}

static long tell_long(struct stream *stream)
{
    long long position = tell(stream);
    __adumbra_assume(position <= LONG_MAX);
    return (long)position;
}

LIBRARY long ftell(struct stream *stream)
{
    return tell_long(stream);
}

LIBRARY off_t_ ftello(struct stream *stream)
{
    return tell_long(stream);
}

LIBRARY long long ftello64(struct stream *stream)
{
    return tell(stream);
}

LIBRARY void rewind(struct stream *stream)
{
    seek(stream, 0, 0);
    stream->flags &= ~(STREAM_EOF | STREAM_ERROR);
}

LIBRARY int remove(const char *path)
{
    string_length(path);
    return ANY_OUTCOME("remove");
}

LIBRARY int rename(const char *from, const char *to)
{
    string_length(from);
    string_length(to);
    return ANY_OUTCOME("rename");
}

LIBRARY void flockfile(struct stream *stream)
{
    (void)stream;
}

LIBRARY void funlockfile(struct stream *stream)
{
    (void)stream;
}

LIBRARY int ftrylockfile(struct stream *stream)
{
    (void)stream;
    return 0;
}
