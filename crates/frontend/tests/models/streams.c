/* Streams: bytes, lines, blocks, pushing back, ends. */
#include "compare.h"
#include <unistd.h>

MODEL(fgets); MODEL(fread); MODEL(fwrite); MODEL(getc); MODEL(fgetc); MODEL(getchar); MODEL(ungetc); MODEL(feof); MODEL(ferror); MODEL(clearerr);
MODEL(puts); MODEL(fputs); MODEL(putchar); MODEL(putc); MODEL(getline); MODEL(getdelim); MODEL(perror); MODEL(fopen); MODEL(fclose); MODEL(fseek); MODEL(ftell);
MODEL(rewind); MODEL(fileno); MODEL(read); MODEL(write); MODEL(isatty); MODEL(fdopen); MODEL(freopen); MODEL(fputc); MODEL(remove);
extern char *model_gets(char *);
extern int model__IO_getc(FILE *), model___uflow(FILE *), model___overflow(FILE *, int), model__IO_putc(int, FILE *);
extern FILE *model_stdin, *model_stdout, *model_stderr;
extern int *model___errno_location(void);

/* What glibc's getc_unlocked expands to, on the model's side. */
static int getc_unlocked_through_macro(FILE *f)
{
    return f->_IO_read_ptr >= f->_IO_read_end ? model___uflow(f) : *(unsigned char *)f->_IO_read_ptr++;
}

static void give(const char *s)
{
    model_clearerr(model_stdin);
    input = (const unsigned char *)s;
    input_length = strlen(s);
}

/* The same calls on a real stream and on the model's standard input. */
static void random_reads(void)
{
    for (int i = 0; i < 4000; i++) {
        char text[64], a[64], b[64];
        unsigned length = 1 + below(40);
        for (unsigned j = 0; j < length; j++)
            text[j] = "ab\ncd "[below(6)];
        text[length] = 0;
        FILE *real = tmpfile();
        if (!real || fwrite(text, 1, length, real) != length)
            exit(2);
        rewind(real);
        give(text);
        char *line_a = 0, *line_b = 0;
        size_t room_a = 0, room_b = 0;
        int pushed = 0;
        for (int j = 0; j < 30; j++) {
            int n = 1 + (int)below(8), c = 0;
            memset(a, 0, sizeof a), memset(b, 0, sizeof b);
            switch (below(5)) {
            case 0: {
                char *x = model_fgets(a, n, model_stdin), *y = fgets(b, n, real);
                CHECK(!x == !y && (!x || !strcmp(a, b)), "fgets %d of \"%s\": \"%s\", not \"%s\"", n, text, a, b);
                pushed &= n == 1;
                break;
            }
            case 1: {
                size_t x = model_fread(a, 2, (size_t)n, model_stdin), y = fread(b, 2, (size_t)n, real);
                CHECK(x == y && !memcmp(a, b, 2 * x), "fread %d of \"%s\"", n, text);
                pushed = 0;
                break;
            }
            case 2:
                c = getc(real);
                CHECK(model_getc(model_stdin) == c, "getc of \"%s\"", text);
                pushed = 0;
                break;
            case 3:
                if (!pushed)
                    CHECK(model_ungetc('u', model_stdin) == ungetc('u', real), "ungetc");
                pushed = 1;
                break;
            default: {
                long x = model_getline(&line_a, &room_a, model_stdin), y = getline(&line_b, &room_b, real);
                CHECK(x == y && (x < 0 || !strcmp(line_a, line_b)), "getline of \"%s\": %ld, not %ld", text, x, y);
                pushed = 0;
            }
            }
            CHECK(!model_feof(model_stdin) == !feof(real), "feof of \"%s\"", text);
        }
        if (pushed)
            model_getc(model_stdin);
        free(line_a), free(line_b);
        fclose(real);
    }
}

static void writes(void)
{
    output_length = 0;
    CHECK(model_puts("one") >= 0 && model_fputs("two", model_stdout) >= 0 && model_putchar('\n') == '\n', "puts");
    CHECK(model_fwrite("3three", 3, 2, model_stdout) == 2 && model_putc(0xff, model_stdout) == 0xff && model___overflow(model_stdout, '!') == '!', "fwrite");
    CHECK(model_write(2, "err", 3) == 3 && last_descriptor == 2, "write");
    CHECK(model_fputc('.', model_stderr) == '.' && model__IO_putc('.', model_stderr) == '.', "fputc");
    CHECK(output_length == 21 && !memcmp(output, "one\ntwo\n3three\xff!err..", 21), "output is %.*s", (int)output_length, output);
    CHECK(model_putc('x', model_stdin) == EOF && model_ferror(model_stdin), "write to an input stream");
    CHECK(model_getc(model_stdout) == EOF && model_ferror(model_stdout), "read from an output stream");
    model_clearerr(model_stdout);
    CHECK(!model_ferror(model_stdout), "clearerr");
    output_length = 0;
    *model___errno_location() = ENOENT;
    model_perror("file");
    CHECK(output_length == 32 && !memcmp(output, "file: No such file or directory\n", 32), "perror: %.*s", (int)output_length, output);
}

static void files(void)
{
    next_int = 0;
    CHECK(model_fopen("name", "r") == 0, "fopen may fail");
    next_int = 1;
    FILE *f = model_fopen("name", "r+");
    CHECK(f && model_fileno(f) > 2, "fopen");
    CHECK(model_fopen("name", "?") == 0 && *model___errno_location() == EINVAL, "fopen with a bad mode");
    next_int = 'q';
    CHECK(model_fgetc(f) == 'q' && model_putc('w', f) == 'w', "any byte");
    next_int = -1;
    CHECK(model_fgetc(f) == EOF && model_feof(f), "end of a file");
    next_int = 'z';
    CHECK(model_fgetc(f) == EOF, "the end is final");
    CHECK(model_fseek(f, 0, SEEK_SET) == 0 && !model_feof(f) && model_fgetc(f) == 'z', "fseek");
    next_ulong = 12;
    CHECK(model_ftell(f) == 12 && model_fclose(f) == 0, "ftell");
    next_int = 1;
    CHECK(model_fseek(model_stdin, 0, SEEK_SET) == 0 && model_ftell(model_stdin) == 12, "a file as standard input");
    next_int = 0;
    CHECK(model_fseek(model_stdin, 0, SEEK_SET) == -1 && model_ftell(model_stdin) == -1 && !model_isatty(0), "pipes");
    CHECK(model_remove("x") == 0, "remove");
}

/* Macros of glibc's headers look into the structure. */
static void layout(void)
{
    CHECK(model_stdin->_fileno == 0 && model_stdout->_fileno == 1 && model_stderr->_fileno == 2, "descriptors");
    CHECK(model_stdin->_IO_read_ptr >= model_stdin->_IO_read_end && model_stdout->_IO_write_ptr >= model_stdout->_IO_write_end, "no buffer");
    give("x");
    CHECK(getc_unlocked_through_macro(model_stdin) == 'x' && getc_unlocked_through_macro(model_stdin) == EOF && (model_stdin->_flags & 0x10), "getc through the macro");
}

void compare_stdio(void)
{
    layout();
    random_reads();
    writes();
    files();
    char line[16];
    give("a line\nrest");
    CHECK(model_gets(line) && !strcmp(line, "a line"), "gets");
    CHECK(model_getchar() == 'r' && model__IO_getc(model_stdin) == 'e' && model___uflow(model_stdin) == 's', "getchar");
    CHECK(model_read(0, line, 10) == 1 && line[0] == 't' && model_read(0, line, 10) == 0, "read");
}
