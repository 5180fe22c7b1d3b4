/* err.h, error.h, streams on memory. */
#include "compare.h"
#include <err.h>
#include <error.h>
#include <unistd.h>

MODEL(warn); MODEL(warnx); MODEL(error); MODEL(error_at_line); MODEL(fmemopen); MODEL(open_memstream); MODEL(fclose); MODEL(fflush); MODEL(fgets); MODEL(fread); MODEL(fputs);
MODEL(getc); MODEL(putc); MODEL(fseek); MODEL(ftell); MODEL(feof); MODEL(fprintf); MODEL(free); MODEL(swab); MODEL(fileno); MODEL(rewind);
extern _Noreturn void model_err(int, const char *, ...), model_errx(int, const char *, ...);
extern unsigned model_error_message_count;
extern void (*model_error_print_progname)(void);
extern int model_error_one_per_line;
extern int *model___errno_location(void);

/* What the real function writes to standard error, with the name of this program replaced. */
#define WROTE_AS(call_model, call_real, ...)                                                                           \
    do {                                                                                                               \
        output_length = 0;                                                                                             \
        int how = GUARDED(call_model);                                                                                 \
        fflush(stderr);                                                                                                \
        int saved = dup(2), ends[2];                                                                                   \
        if (pipe(ends) || dup2(ends[1], 2) < 0)                                                                        \
            exit(2);                                                                                                   \
        call_real;                                                                                                     \
        fflush(stderr);                                                                                                \
        char real[256];                                                                                                \
        dup2(saved, 2), close(ends[1]), close(saved);                                                                  \
        long length = read(ends[0], real, sizeof real - 1);                                                            \
        close(ends[0]);                                                                                                \
        real[length < 0 ? 0 : length] = 0;                                                                             \
        CHECK(how == 0 && output_length == strlen(real) && !memcmp(output, real, output_length), "\"%.*s\", not \"%s\"", (int)output_length, output, real); \
    } while (0)

static char *saved_name, *saved_short_name;

static void messages(void)
{
    saved_name = program_invocation_name, saved_short_name = program_invocation_short_name;
    program_invocation_name = program_invocation_short_name = "program";
    for (int number = 0; number < 134; number++) {
        *model___errno_location() = number;
        WROTE_AS(model_warn("%d and %s", 3, "text"), (errno = number, warn("%d and %s", 3, "text")));
        WROTE_AS(model_error(0, number, "at %c", 'x'), error(0, number, "at %c", 'x'));
    }
    WROTE_AS(model_warn(0), (errno = 133, warn(0)));
    WROTE_AS(model_warnx("%5.1f", 2.5), warnx("%5.1f", 2.5));
    WROTE_AS(model_warnx(0), warnx(0));
    WROTE_AS(model_error_at_line(0, 2, "file", 10, "m"), error_at_line(0, 2, "file", 10, "m"));
    WROTE_AS(model_error_at_line(0, 0, 0, 1234567890, "m"), error_at_line(0, 0, 0, 1234567890, "m"));
    model_error_one_per_line = error_one_per_line = 1;
    for (unsigned i = 0; i < 8; i++)
        WROTE_AS(model_error_at_line(0, 0, "file", i / 2, "m%u", i), error_at_line(0, 0, "file", i / 2, "m%u", i));
    model_error_one_per_line = error_one_per_line = 0;
    CHECK(model_error_message_count == error_message_count, "count: %u, not %u", model_error_message_count, error_message_count);
    CHECK(GUARDED(model_error(3, 0, "end")) == ENDED && end_status == 3, "error ends");
    CHECK(GUARDED(model_err(4, "end")) == ENDED && end_status == 4 && GUARDED(model_errx(5, "end")) == ENDED && end_status == 5, "err ends");
    program_invocation_name = saved_name, program_invocation_short_name = saved_short_name;
}

/* The same calls on both sides; writes stay within the memory, and are flushed at once as the model does. */
static void memory_streams(void)
{
    for (int i = 0; i < 2000; i++) {
        char a[24], b[24];
        memset(a, 0, sizeof a);
        size_t filled = below(sizeof a);
        for (size_t j = 0; j < filled; j++)
            a[j] = "ab\ncd"[below(5)];
        memcpy(b, a, sizeof a);
        const char *mode = (const char *[]){"r", "r+", "w", "w+", "a", "a+"}[below(6)];
        FILE *x = model_fmemopen(a, sizeof a, mode), *y = fmemopen(b, sizeof b, mode);
        setvbuf(y, 0, _IONBF, 0);
        int reads = mode[0] == 'r' || mode[1], writes = mode[0] != 'r' || mode[1];
        size_t room = mode[0] == 'a' ? sizeof a - filled : sizeof a;
        for (int j = 0; j < 12; j++) {
            char p[32] = {0}, q[32] = {0};
            switch (below(4)) {
            case 0:
                if (!reads)
                    break;
                CHECK(model_getc(x) == getc(y), "getc with %s", mode);
                break;
            case 1:
                if (!reads)
                    break;
                CHECK(!model_fgets(p, 8, x) == !fgets(q, 8, y) && !strcmp(p, q), "fgets with %s: \"%s\", not \"%s\"", mode, p, q);
                break;
            case 2:
                /* Between reading and writing there has to be a seek. */
                if (!writes || room < 4)
                    break;
                CHECK(model_fseek(x, 0, SEEK_CUR) == fseek(y, 0, SEEK_CUR), "stay");
                if (model_ftell(x) + 3 >= (long)sizeof a)
                    break;
                room -= 2;
                CHECK(model_fputs("zz", x) >= 0 && fputs("zz", y) >= 0 && fflush(y) == 0 && model_fflush(x) == 0, "fputs with %s", mode);
                CHECK(model_fseek(x, 0, SEEK_CUR) == fseek(y, 0, SEEK_CUR), "stay");
                break;
            default:
                if (mode[0] == 'r') {
                    long to = below(5);
                    if (to <= (long)filled)
                        CHECK(model_fseek(x, to, SEEK_SET) == fseek(y, to, SEEK_SET), "fseek");
                }
            }
            if (mode[0] != 'a')
                CHECK(model_ftell(x) == ftell(y), "ftell with %s: %ld, not %ld", mode, model_ftell(x), ftell(y));
            CHECK(!model_feof(x) == !feof(y), "feof with %s", mode);
        }
        CHECK(model_fileno(x) == -1, "no descriptor");
        model_fclose(x), fclose(y);
        CHECK(!memcmp(a, b, sizeof a), "contents with %s: \"%.24s\", not \"%.24s\"", mode, a, b);
    }
    for (int i = 0; i < 200; i++) {
        char *a = 0, *b = 0;
        size_t m = 0, n = 0;
        FILE *x = model_open_memstream(&a, &m), *y = open_memstream(&b, &n);
        for (unsigned j = below(40); j > 0; j--) {
            unsigned k = below(100000);
            model_fprintf(x, "%u,", k), fprintf(y, "%u,", k);
            if (below(4) == 0) {
                model_fflush(x), fflush(y);
                CHECK(m == n && !strcmp(a, b), "open_memstream: \"%s\", not \"%s\"", a, b);
            }
        }
        model_fclose(x), fclose(y);
        CHECK(m == n && !strcmp(a, b), "open_memstream: \"%s\", not \"%s\"", a, b);
        model_free(a), free(b);
    }
}

void compare_messages(void)
{
    messages();
    memory_streams();
    for (int n = -1; n < 12; n++) {
        char a[16] = "", b[16] = "";
        model_swab("abcdefghijkl", a, n), swab("abcdefghijkl", b, n);
        CHECK(!memcmp(a, b, sizeof a), "swab of %d", n);
    }
}
