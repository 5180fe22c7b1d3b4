/* The printf family, with every conversion of C and those of glibc that need no locale. */
#include "format.h"

enum size { INT_SIZE, CHAR_SIZE, SHORT_SIZE, LONG_SIZE, LONG_LONG_SIZE, LONG_DOUBLE_SIZE };

/* A list of arguments that functions can share. */
struct arguments {
    va_list list;
};

static const char *parse_flags(const char *f, unsigned *flags)
{
    for (;; f++) {
        if (*f == '-')
            *flags |= LEFT;
        else if (*f == '+')
            *flags |= PLUS;
        else if (*f == ' ')
            *flags |= BLANK;
        else if (*f == '#')
            *flags |= ALTERNATE;
        else if (*f == '0')
            *flags |= ZERO;
        else if (*f != '\'' && *f != 'I')
            return f;
    }
}

/* A number above INT_MAX is -1. */
static const char *parse_number(const char *f, int *number)
{
    int n = 0;
    for (; is_digit(*f); f++)
        if (n >= 0 && (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *f - '0', &n)))
            n = -1;
    *number = n;
    return f;
}

static int too_long(void)
{
    errno = EOVERFLOW;
    return -1;
}

static const char *parse_size(const char *f, enum size *size)
{
    switch (*f) {
    case 'h':
        *size = f[1] == 'h' ? CHAR_SIZE : SHORT_SIZE;
        return f + (f[1] == 'h' ? 2 : 1);
    case 'l':
        *size = f[1] == 'l' ? LONG_LONG_SIZE : LONG_SIZE;
        return f + (f[1] == 'l' ? 2 : 1);
    case 'q':
    case 'j':
        *size = LONG_LONG_SIZE;
        return f + 1;
    case 'z':
    case 'Z':
    case 't':
        *size = LONG_SIZE;
        return f + 1;
    case 'L':
        *size = LONG_DOUBLE_SIZE;
        return f + 1;
    default:
        return f;
    }
}

static long long signed_argument(struct arguments *a, enum size size)
{
    switch (size) {
    case CHAR_SIZE:
        return (signed char)va_arg(a->list, int);
    case SHORT_SIZE:
        return (short)va_arg(a->list, int);
    case LONG_SIZE:
        return va_arg(a->list, long);
    case LONG_LONG_SIZE:
    case LONG_DOUBLE_SIZE:
        return va_arg(a->list, long long);
    default:
        return va_arg(a->list, int);
    }
}

static unsigned long long unsigned_argument(struct arguments *a, enum size size)
{
    switch (size) {
    case CHAR_SIZE:
        return (unsigned char)va_arg(a->list, int);
    case SHORT_SIZE:
        return (unsigned short)va_arg(a->list, int);
    case LONG_SIZE:
        return va_arg(a->list, unsigned long);
    case LONG_LONG_SIZE:
    case LONG_DOUBLE_SIZE:
        return va_arg(a->list, unsigned long long);
    default:
        return va_arg(a->list, unsigned);
    }
}

/* A digit as a formula, so that an unknown one needs no table. */
static char digit(unsigned value, _Bool large)
{
    return (char)(value < 10 ? '0' + value : (large ? 'A' : 'a') + value - 10);
}

/* The number of digits, found by comparisons, and the place of the first one: unlike divisions they tell an analysis the range of the number. */
static int count_digits(unsigned long long n, unsigned base, unsigned long long *place)
{
    int count = n != 0;
    unsigned long long next = base;
    *place = 1;
    while (n >= next) {
        *place = next;
        count++;
        if (__builtin_mul_overflow(next, (unsigned long long)base, &next))
            break;
    }
    return count;
}

/* An integer in base 8, 10 or 16 behind its sign or prefix. */
static void put_integer(struct sink *s, struct conversion *c, const char *prefix, unsigned long long n, unsigned base)
{
    unsigned long long place;
    int count = count_digits(n, base, &place);
    int least = c->precision < 0 ? 1 : c->precision;
    if (c->precision >= 0)
        c->flags &= ~(unsigned)ZERO;
    if (base == 8 && (c->flags & ALTERNATE) && least <= count)
        least = count + 1;
    long length = count > least ? count : least;
    open_field(s, c, prefix, length);
    put_many(s, '0', length - count);
    for (; count; count--, place /= base)
        put(s, digit((unsigned)(n / place % base), c->letter == 'X'));
    close_field(s, c, prefix, length);
}

static void put_text(struct sink *s, struct conversion *c, const char *text, size_t length)
{
    c->flags &= ~(unsigned)ZERO;
    open_field(s, c, "", (long)length);
    put_bytes(s, text, length);
    close_field(s, c, "", (long)length);
}

static void put_string(struct sink *s, struct conversion *c, const char *text)
{
    if (!text)
        text = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
    size_t length = 0;
    while ((c->precision < 0 || length < (size_t)c->precision) && text[length])
        length++;
    put_text(s, c, text, length);
}

/* Wide characters of the C locale are those below 128. False if there is another. */
static _Bool put_wide(struct sink *s, struct conversion *c, const wchar_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < 0 || text[i] > 127) {
            errno = EILSEQ;
            return 0;
        }
    c->flags &= ~(unsigned)ZERO;
    open_field(s, c, "", (long)length);
    for (size_t i = 0; i < length; i++)
        put(s, (char)text[i]);
    close_field(s, c, "", (long)length);
    return 1;
}

static _Bool put_wide_string(struct sink *s, struct conversion *c, const wchar_t *text)
{
    if (!text) {
        put_string(s, c, 0);
        return 1;
    }
    size_t length = 0;
    while ((c->precision < 0 || length < (size_t)c->precision) && text[length])
        length++;
    return put_wide(s, c, text, length);
}

static void store_count(struct arguments *a, enum size size, size_t count)
{
    void *to = va_arg(a->list, void *);
    if (size == CHAR_SIZE)
        *(signed char *)to = (signed char)count;
    else if (size == SHORT_SIZE)
        *(short *)to = (short)count;
    else if (size == LONG_SIZE)
        *(long *)to = (long)count;
    else if (size == LONG_LONG_SIZE)
        *(long long *)to = (long long)count;
    else
        *(int *)to = (int)count;
}

char *__adumbra_error_message(int number);

/* One conversion; false on an error. */
static _Bool convert(struct sink *s, struct conversion *c, enum size size, struct arguments *a)
{
    unsigned long long n = 0;
    switch (c->letter) {
    case 'd':
    case 'i': {
        long long value = signed_argument(a, size);
        n = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
        put_integer(s, c, sign_of(c, value < 0), n, 10);
        return 1;
    }
    case 'u':
        put_integer(s, c, "", unsigned_argument(a, size), 10);
        return 1;
    case 'o':
        put_integer(s, c, "", unsigned_argument(a, size), 8);
        return 1;
    case 'x':
    case 'X':
        n = unsigned_argument(a, size);
        put_integer(s, c, n && (c->flags & ALTERNATE) ? (c->letter == 'x' ? "0x" : "0X") : "", n, 16);
        return 1;
    case 'p': {
        void *pointer = va_arg(a->list, void *);
        if (!pointer) {
            put_text(s, c, "(nil)", 5);
            return 1;
        }
        const char *prefix = c->flags & PLUS ? "+0x" : c->flags & BLANK ? " 0x" : "0x";
        put_integer(s, c, prefix, (uintptr_t)pointer, 16);
        return 1;
    }
    case 'c':
    case 'C': {
        if (size == LONG_SIZE || c->letter == 'C') {
            wchar_t wide = (wchar_t)va_arg(a->list, unsigned);
            return put_wide(s, c, &wide, 1);
        }
        char byte = (char)va_arg(a->list, int);
        put_text(s, c, &byte, 1);
        return 1;
    }
    case 's':
    case 'S':
        if (size == LONG_SIZE || c->letter == 'S')
            return put_wide_string(s, c, va_arg(a->list, const wchar_t *));
        put_string(s, c, va_arg(a->list, const char *));
        return 1;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (size == LONG_DOUBLE_SIZE || size == LONG_LONG_SIZE)
            __adumbra_format_long_double(s, c, va_arg(a->list, long double));
        else
            __adumbra_format_double(s, c, va_arg(a->list, double));
        return 1;
    case 'n':
        store_count(a, size, s->count);
        return 1;
    case 'm':
        put_string(s, c, __adumbra_error_message(errno));
        return 1;
    default:
        __adumbra_unsupported("printf with an unknown conversion");
    }
}

static int format(struct sink *s, const char *f, struct arguments *a)
{
    for (; *f; f++) {
        if (*f != '%') {
            put(s, *f);
            continue;
        }
        if (*++f == '%') {
            put(s, '%');
            continue;
        }
        struct conversion c = {0, 0, -1, 0};
        enum size size = INT_SIZE;
        f = parse_flags(f, &c.flags);
        if (*f == '*') {
            c.width = va_arg(a->list, int);
            if (c.width < 0) {
                c.flags |= LEFT;
                c.width = -c.width;
            }
            f++;
        } else {
            f = parse_number(f, &c.width);
            if (c.width < 0)
                return too_long();
        }
        if (*f == '$')
            __adumbra_unsupported("printf with numbered arguments");
        if (*f == '.') {
            if (*++f == '*') {
                c.precision = va_arg(a->list, int);
                if (c.precision < 0)
                    c.precision = -1;
                f++;
            } else {
                f = parse_number(f, &c.precision);
                if (c.precision < 0)
                    return too_long();
            }
        }
        f = parse_size(f, &size);
        c.letter = *f;
        if (c.letter == '%')
            put(s, '%');
        else if (!convert(s, &c, size, a))
            return -1;
    }
    if (s->count > INT_MAX)
        return too_long();
    return s->failed ? -1 : (int)s->count;
}

int __adumbra_print_stream(struct stream *stream, const char *f, va_list list);
int __adumbra_print_descriptor(int descriptor, const char *f, va_list list);
int __adumbra_print_buffer(char *buffer, size_t size, const char *f, va_list list);
int __adumbra_print_new(char **result, const char *f, va_list list);

LIBRARY int __adumbra_print_stream(struct stream *stream, const char *f, va_list list)
{
    struct sink s = {stream, -1, 0, 0, 0, 0};
    struct arguments a;
    va_copy(a.list, list);
    int result = format(&s, f, &a);
    va_end(a.list);
    return result;
}

LIBRARY int __adumbra_print_descriptor(int descriptor, const char *f, va_list list)
{
    struct sink s = {0, descriptor, 0, 0, 0, 0};
    struct arguments a;
    va_copy(a.list, list);
    int result = descriptor < 0 ? -1 : format(&s, f, &a);
    va_end(a.list);
    return result;
}

LIBRARY int __adumbra_print_buffer(char *buffer, size_t size, const char *f, va_list list)
{
    struct sink s = {0, -1, buffer, size ? size - 1 : 0, 0, 0};
    struct arguments a;
    va_copy(a.list, list);
    int result = format(&s, f, &a);
    va_end(a.list);
    if (size)
        buffer[s.count < s.room ? s.count : s.room] = 0;
    return result;
}

/* Once to measure, once to write. */
LIBRARY int __adumbra_print_new(char **result, const char *f, va_list list)
{
    int length = __adumbra_print_buffer(0, 0, f, list);
    *result = 0;
    if (length < 0)
        return -1;
    *result = malloc((size_t)length + 1);
    return *result ? __adumbra_print_buffer(*result, (size_t)length + 1, f, list) : -1;
}


/* A function that takes a va_list, and the one that takes the arguments themselves. */
#define PARAMETERS(...) __VA_ARGS__
#define PRINTER(name, parameters, call)                                                                                \
    LIBRARY int v##name(PARAMETERS parameters const char *f, va_list list)                                             \
    {                                                                                                                  \
        return call;                                                                                                   \
    }                                                                                                                  \
    LIBRARY int name(PARAMETERS parameters const char *f, ...)                                                         \
    {                                                                                                                  \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        int result = call;                                                                                             \
        va_end(list);                                                                                                  \
        return result;                                                                                                 \
    }

PRINTER(printf, (), __adumbra_print_stream(stdout, f, list))
PRINTER(fprintf, (struct stream * stream, ), __adumbra_print_stream(stream, f, list))
PRINTER(dprintf, (int descriptor, ), __adumbra_print_descriptor(descriptor, f, list))
PRINTER(sprintf, (char *buffer, ), __adumbra_print_buffer(buffer, SIZE_MAX, f, list))
PRINTER(snprintf, (char *buffer, size_t size, ), __adumbra_print_buffer(buffer, size, f, list))
PRINTER(asprintf, (char **result_text, ), __adumbra_print_new(result_text, f, list))
