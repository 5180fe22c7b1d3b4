/* The scanf family, with every conversion of C except those of wide characters. */
#include "library.h"

/* Bytes come from a stream or from a string. */
struct source {
    struct stream *stream;
    const char *string;
    _Bool counts; /* does the format ask? A count that nobody asks for would make every round of a loop over the input another state */
    long count;   /* bytes taken */
};

static int take(struct source *s)
{
    int c = s->stream ? __adumbra_stream_get(s->stream) : *s->string ? (unsigned char)*s->string++ : EOF;
    if (s->counts && c != EOF)
        s->count++;
    return c;
}

static void give_back(struct source *s, int c)
{
    if (c == EOF)
        return;
    if (s->counts)
        s->count--;
    if (s->stream)
        __adumbra_stream_unget(s->stream, c);
    else
        s->string--;
}

enum size { INT_SIZE, CHAR_SIZE, SHORT_SIZE, LONG_SIZE, LONG_LONG_SIZE, LONG_DOUBLE_SIZE };

struct conversion {
    _Bool suppressed;
    int width; /* bytes left; -1 if not given */
    enum size size;
    char letter;
};

/* What came of a conversion. */
enum outcome { DONE, MISMATCH, NO_INPUT };

struct arguments {
    va_list list;
};

static void skip_space(struct source *s)
{
    int c = take(s);
    while (is_space(c))
        c = take(s);
    give_back(s, c);
}

/* The next byte within the width, or EOF. */
static int take_within(struct source *s, struct conversion *c)
{
    if (c->width == 0)
        return EOF;
    int byte = take(s);
    if (byte != EOF && c->width > 0)
        c->width--;
    return byte;
}

static void store_integer(struct arguments *a, enum size size, unsigned long long value)
{
    void *to = va_arg(a->list, void *);
    if (size == CHAR_SIZE)
        *(signed char *)to = (signed char)value;
    else if (size == SHORT_SIZE)
        *(short *)to = (short)value;
    else if (size == LONG_SIZE)
        *(long *)to = (long)value;
    else if (size == LONG_LONG_SIZE || size == LONG_DOUBLE_SIZE)
        *(long long *)to = (long long)value;
    else
        *(int *)to = (int)value;
}

/* Saturates as strtol and its family would, in the type they return. */
static unsigned long long saturate(unsigned long long n, _Bool overflow, _Bool negative, _Bool is_signed, _Bool wide)
{
    unsigned long long max = wide ? ULLONG_MAX : ULONG_MAX;
    if (is_signed) {
        unsigned long long limit = (max >> 1) + negative;
        if (overflow || n > limit)
            n = limit;
    } else if (overflow || n > max) {
        return max;
    }
    return negative ? 0 - n : n;
}

static enum outcome read_integer(struct source *s, struct conversion *c, int base, _Bool is_signed, unsigned long long *value)
{
    skip_space(s);
    int byte = take_within(s, c);
    if (byte == EOF)
        return NO_INPUT;
    _Bool negative = byte == '-', digits = 0, overflow = 0;
    if (byte == '-' || byte == '+')
        byte = take_within(s, c);
    if (byte == '0' && (base == 0 || base == 16)) {
        digits = 1;
        byte = take_within(s, c);
        /* As in glibc, 0x without digits is taken, and is 0. */
        if (lower(byte) == 'x') {
            base = 16;
            byte = take_within(s, c);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    unsigned long long n = 0;
    for (; byte != EOF && digit_value(byte) < base; byte = take_within(s, c)) {
        digits = 1;
        if (__builtin_mul_overflow(n, (unsigned long long)base, &n) ||
            __builtin_add_overflow(n, (unsigned long long)digit_value(byte), &n))
            overflow = 1;
    }
    give_back(s, byte);
    if (!digits)
        return MISMATCH;
    *value = saturate(n, overflow, negative, is_signed, c->size >= LONG_LONG_SIZE);
    return DONE;
}

static enum outcome scan_integer(struct source *s, struct conversion *c, struct arguments *a, int base, _Bool is_signed)
{
    unsigned long long value;
    enum outcome outcome = read_integer(s, c, base, is_signed, &value);
    if (outcome == DONE && !c->suppressed)
        store_integer(a, c->size, value);
    return outcome;
}

/* A pointer as printf writes it. */
static enum outcome scan_pointer(struct source *s, struct conversion *c, struct arguments *a)
{
    skip_space(s);
    int byte = take(s);
    if (byte == '(') {
        for (const char *rest = "nil)"; *rest; rest++)
            if (lower(take(s)) != *rest)
                return MISMATCH;
        if (!c->suppressed)
            *va_arg(a->list, void **) = 0;
        return DONE;
    }
    give_back(s, byte);
    c->size = LONG_SIZE;
    return scan_integer(s, c, a, 16, 0);
}

#define MAX_NUMBER 1024

struct text {
    char byte[MAX_NUMBER];
    int length;
};

static void append(struct text *t, int byte)
{
    if (t->length == MAX_NUMBER - 1)
        __adumbra_unsupported("scanf of a floating-point number of 1024 bytes or more");
    t->byte[t->length++] = (char)byte;
}

/* Takes the rest of a word, letters of any case; `byte` is the next one. False if it does not match; then the byte that
 * differs is lost, as in glibc. */
static _Bool take_word(struct source *s, struct conversion *c, struct text *t, int *byte, const char *word)
{
    for (; *word; word++) {
        if (*byte == EOF || lower(*byte) != *word) {
            *byte = EOF;
            return 0;
        }
        append(t, *byte);
        *byte = take_within(s, c);
    }
    return 1;
}

/* Takes the text of a number; false if it cannot be one. */
static _Bool take_number(struct source *s, struct conversion *c, struct text *t, int *byte)
{
    if (*byte == '-' || *byte == '+') {
        append(t, *byte);
        *byte = take_within(s, c);
    }
    if (lower(*byte) == 'n')
        return take_word(s, c, t, byte, "nan");
    if (lower(*byte) == 'i')
        return take_word(s, c, t, byte, "inf") && (lower(*byte) != 'i' || take_word(s, c, t, byte, "inity"));
    _Bool hexadecimal = 0, digits = 0, point = 0, exponent = 0;
    if (*byte == '0') {
        append(t, '0');
        digits = 1;
        *byte = take_within(s, c);
        if (lower(*byte) == 'x' && c->width != 0) {
            append(t, 'x');
            hexadecimal = 1;
            *byte = take_within(s, c);
        }
    }
    for (; *byte != EOF; *byte = take_within(s, c)) {
        int previous = t->length ? lower(t->byte[t->length - 1]) : 0;
        char mark = hexadecimal ? 'p' : 'e';
        if (is_digit(*byte) || (hexadecimal && !exponent && digit_value(*byte) < 16))
            digits = 1;
        else if (*byte == '.' && !point && !exponent)
            point = 1;
        else if (lower(*byte) == mark && digits && !exponent)
            exponent = 1;
        else if (!((*byte == '-' || *byte == '+') && exponent && previous == mark))
            break;
        append(t, *byte);
    }
    /* As in glibc, 0x alone is no number, but +0x and 0x. are 0. */
    return hexadecimal ? t->length != 2 : digits;
}

float __adumbra_parse_float(const char *s, char **end);
double __adumbra_parse_double(const char *s, char **end);
long double __adumbra_parse_long_double(const char *s, char **end);

static enum outcome scan_float(struct source *s, struct conversion *c, struct arguments *a)
{
    struct text t;
    t.length = 0;
    skip_space(s);
    int byte = take_within(s, c);
    if (byte == EOF)
        return NO_INPUT;
    _Bool matches = take_number(s, c, &t, &byte);
    give_back(s, byte);
    if (!matches)
        return MISMATCH;
    t.byte[t.length] = 0;
    if (c->suppressed)
        return DONE;
    if (c->size == LONG_SIZE)
        *va_arg(a->list, double *) = __adumbra_parse_double(t.byte, 0);
    else if (c->size == LONG_DOUBLE_SIZE || c->size == LONG_LONG_SIZE)
        *va_arg(a->list, long double *) = __adumbra_parse_long_double(t.byte, 0);
    else
        *va_arg(a->list, float *) = __adumbra_parse_float(t.byte, 0);
    return DONE;
}

/* So many bytes. */
static enum outcome scan_characters(struct source *s, int width, _Bool writes, char *to)
{
    for (int i = 0; i < width; i++) {
        int byte = take(s);
        if (byte == EOF)
            return i == 0 ? NO_INPUT : DONE;
        if (writes)
            to[i] = (char)byte;
    }
    return DONE;
}

/* The set of bytes between brackets; returns where it ends. */
static const char *parse_set(const char *f, _Bool *set)
{
    _Bool inverted = *f == '^';
    if (inverted)
        f++;
    for (int i = 0; i < 256; i++)
        set[i] = inverted;
    const char *first = f;
    for (; *f && (*f != ']' || f == first); f++) {
        int low = (unsigned char)*f, high = low;
        if (f[1] == '-' && f[2] && f[2] != ']') {
            high = (unsigned char)f[2];
            f += 2;
        }
        for (int i = low; i <= high; i++)
            set[i] = !inverted;
    }
    return f;
}

/* A non-empty run of bytes of a set, or without a set of bytes that are no white space. */
static enum outcome scan_run(struct source *s, struct conversion *c, char *to, const _Bool *set)
{
    size_t length = 0;
    int byte = take_within(s, c);
    if (byte == EOF)
        return NO_INPUT;
    for (; byte != EOF && (set ? set[byte] : !is_space(byte)); byte = take_within(s, c)) {
        if (!c->suppressed)
            to[length] = (char)byte;
        length++;
    }
    give_back(s, byte);
    if (length == 0)
        return MISMATCH;
    if (!c->suppressed)
        to[length] = 0;
    return DONE;
}

static const char *parse_conversion(const char *f, struct conversion *c)
{
    if (*f == '*') {
        c->suppressed = 1;
        f++;
    }
    if (*f == '\'')
        f++;
    if (is_digit(*f)) {
        c->width = 0;
        for (; is_digit(*f); f++)
            if (c->width < INT_MAX / 10 - 1)
                c->width = c->width * 10 + (*f - '0');
        if (c->width == 0)
            c->width = -1;
    }
    if (*f == '$')
        __adumbra_unsupported("scanf with numbered arguments");
    if (*f == 'm')
        __adumbra_unsupported("scanf that allocates");
    if (*f == 'h') {
        c->size = f[1] == 'h' ? CHAR_SIZE : SHORT_SIZE;
        f += f[1] == 'h' ? 2 : 1;
    } else if (*f == 'l') {
        c->size = f[1] == 'l' ? LONG_LONG_SIZE : LONG_SIZE;
        f += f[1] == 'l' ? 2 : 1;
    } else if (*f == 'q' || *f == 'j' || *f == 'L') {
        c->size = *f++ == 'L' ? LONG_DOUBLE_SIZE : LONG_LONG_SIZE;
    } else if (*f == 'z' || *f == 't') {
        c->size = LONG_SIZE;
        f++;
    }
    c->letter = *f;
    return f;
}

/* One conversion; moves the format to its last byte. */
static enum outcome convert(struct source *s, struct conversion *c, const char **f, struct arguments *a)
{
    switch (c->letter) {
    case 'd':
        return scan_integer(s, c, a, 10, 1);
    case 'i':
        return scan_integer(s, c, a, 0, 1);
    case 'u':
        return scan_integer(s, c, a, 10, 0);
    case 'o':
        return scan_integer(s, c, a, 8, 0);
    case 'x':
    case 'X':
        return scan_integer(s, c, a, 16, 0);
    case 'p':
        return scan_pointer(s, c, a);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return scan_float(s, c, a);
    case 'c':
    case 's':
    case '[':
        if (c->size == LONG_SIZE)
            __adumbra_unsupported("scanf of wide characters");
        char *to = c->suppressed ? 0 : va_arg(a->list, char *);
        if (c->letter == 'c')
            return scan_characters(s, c->width < 0 ? 1 : c->width, !c->suppressed, to);
        if (c->letter == 's') {
            skip_space(s);
            return scan_run(s, c, to, 0);
        }
        _Bool set[256];
        *f = parse_set(*f + 1, set);
        return scan_run(s, c, to, set);
    default:
        __adumbra_unsupported("scanf with an unknown conversion");
    }
}

static int scan(struct source *s, const char *f, struct arguments *a)
{
    int assigned = 0;
    for (; *f; f++) {
        if (is_space((unsigned char)*f)) {
            skip_space(s);
            continue;
        }
        if (*f != '%' || f[1] == '%') {
            if (*f == '%') {
                f++;
                skip_space(s);
            }
            int byte = take(s);
            if (byte == EOF)
                return assigned ? assigned : EOF;
            if (byte != (unsigned char)*f) {
                give_back(s, byte);
                return assigned;
            }
            continue;
        }
        struct conversion c = {0, -1, INT_SIZE, 0};
        f = parse_conversion(f + 1, &c);
        if (c.letter == 'n') {
            if (!c.suppressed)
                store_integer(a, c.size, (unsigned long long)s->count);
            continue;
        }
        enum outcome outcome = convert(s, &c, &f, a);
        if (outcome == NO_INPUT)
            return assigned ? assigned : EOF;
        if (outcome == MISMATCH)
            return assigned;
        assigned += !c.suppressed;
        if (!*f)
            break;
    }
    return assigned;
}

/* May there be a conversion n? */
static _Bool asks_for_count(const char *f)
{
    _Bool percent = 0;
    for (; *f; f++) {
        percent |= *f == '%';
        if (percent && *f == 'n')
            return 1;
    }
    return 0;
}

static int scan_from(struct stream *stream, const char *string, const char *f, va_list list)
{
    struct source s = {stream, string, asks_for_count(f), 0};
    struct arguments a;
    va_copy(a.list, list);
    int result = scan(&s, f, &a);
    va_end(a.list);
    return result;
}

#define PARAMETERS(...) __VA_ARGS__
#define SCANNER(prefix, name, parameters, stream, string)                                                              \
    LIBRARY int prefix##v##name(PARAMETERS parameters const char *restrict f, va_list list)                            \
    {                                                                                                                  \
        return scan_from(stream, string, f, list);                                                                     \
    }                                                                                                                  \
    LIBRARY int prefix##name(PARAMETERS parameters const char *restrict f, ...)                                        \
    {                                                                                                                  \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        int result = scan_from(stream, string, f, list);                                                               \
        va_end(list);                                                                                                  \
        return result;                                                                                                 \
    }
#define SCANNERS(prefix)                                                                                               \
    SCANNER(prefix, scanf, (), stdin, 0)                                                                               \
    SCANNER(prefix, fscanf, (struct stream *restrict from, ), from, 0)                                                 \
    SCANNER(prefix, sscanf, (const char *restrict from, ), 0, from)

SCANNERS()
SCANNERS(__isoc99_)
SCANNERS(__isoc23_)

/* The same for a format that was taken apart when the program was loaded: a call for each of its parts. The status is how many
 * conversions were assigned so far; if the result is decided, it is DECIDED(result), which is negative. */
#define DECIDED(result) (-2 - (result))

static int status_after(int status, enum outcome outcome)
{
    if (outcome == NO_INPUT)
        return DECIDED(status ? status : EOF);
    return outcome == MISMATCH ? DECIDED(status) : status + 1;
}

struct stream *__adumbra_standard_input(void);
LIBRARY struct stream *__adumbra_standard_input(void)
{
    return stdin;
}

int __adumbra_scan_space(struct stream *from, int status);
LIBRARY int __adumbra_scan_space(struct stream *from, int status)
{
    struct source s = {from, 0, 0, 0};
    if (status >= 0)
        skip_space(&s);
    return status;
}

int __adumbra_scan_byte(struct stream *from, int status, int byte);
LIBRARY int __adumbra_scan_byte(struct stream *from, int status, int byte)
{
    if (status < 0)
        return status;
    struct source s = {from, 0, 0, 0};
    int next = take(&s);
    if (next == EOF)
        return DECIDED(status ? status : EOF);
    if (next == byte)
        return status;
    give_back(&s, next);
    return DECIDED(status);
}

#define SCAN_NUMBER(name, type, size)                                                                                  \
    int __adumbra_scan_##name(struct stream *from, int status, int width, int base, int is_signed, type *to);          \
    LIBRARY int __adumbra_scan_##name(struct stream *from, int status, int width, int base, int is_signed, type *to)   \
    {                                                                                                                  \
        if (status < 0)                                                                                                \
            return status;                                                                                             \
        struct source s = {from, 0, 0, 0};                                                                             \
        struct conversion c = {0, width, size, 0};                                                                     \
        unsigned long long value;                                                                                      \
        enum outcome outcome = read_integer(&s, &c, base, is_signed != 0, &value);                                     \
        if (outcome == DONE)                                                                                           \
            *to = (type)value;                                                                                         \
        return status_after(status, outcome);                                                                          \
    }
SCAN_NUMBER(char, signed char, CHAR_SIZE)
SCAN_NUMBER(short, short, SHORT_SIZE)
SCAN_NUMBER(int, int, INT_SIZE)
SCAN_NUMBER(long, long, LONG_SIZE)
SCAN_NUMBER(long_long, long long, LONG_LONG_SIZE)

int __adumbra_scan_characters(struct stream *from, int status, int width, char *to);
LIBRARY int __adumbra_scan_characters(struct stream *from, int status, int width, char *to)
{
    struct source s = {from, 0, 0, 0};
    return status < 0 ? status : status_after(status, scan_characters(&s, width, 1, to));
}

int __adumbra_scan_word(struct stream *from, int status, int width, char *to);
LIBRARY int __adumbra_scan_word(struct stream *from, int status, int width, char *to)
{
    if (status < 0)
        return status;
    struct source s = {from, 0, 0, 0};
    struct conversion c = {0, width, INT_SIZE, 0};
    skip_space(&s);
    return status_after(status, scan_run(&s, &c, to, 0));
}

int __adumbra_scan_end(int status);
LIBRARY int __adumbra_scan_end(int status)
{
    return status < 0 ? DECIDED(status) : status;
}
