/* Shared by the drivers that compare the models with the C library of this machine. Every name of the models has the prefix
 * model_; the primitives below them are those of primitives.c. */
#ifndef COMPARE_H
#define COMPARE_H
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MODEL(name) extern __typeof__(name) model_##name

/* Reports a difference; too many end the run. */
void differ(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        comparisons++;                                                                                                 \
        if (!(condition))                                                                                              \
            differ(__FILE__, __LINE__, __VA_ARGS__);                                                                   \
    } while (0)
extern unsigned long comparisons, differences;

uint64_t any(void);                /* pseudo-random, the same in every run */
unsigned below(unsigned bound);    /* 0 <= … < bound */
double any_double_value(void);     /* all magnitudes, special values often */
long double any_long_double_value(void);

/* What the primitives do. */
extern const unsigned char *input; /* standard input */
extern size_t input_length;
extern char output[1 << 16]; /* what was written, any descriptor */
extern size_t output_length;
extern int last_descriptor;
extern double next_double; /* results of functions that are not fixed */
extern int next_int;
extern unsigned long long next_ulong;
extern int assumption_failed;
/* How the last GUARDED call ended: 0 normally, else one of these. */
enum { ENDED = 1, ASSERTION, UNSUPPORTED };
extern jmp_buf way_out;
extern int end_status;
#define GUARDED(call) (way_out_set = 1, setjmp(way_out)) ? (way_out_set = 0, ending) : ((call), way_out_set = 0, 0)
extern int way_out_set, ending;

void compare_strings(void);
void compare_conversions(void);
void compare_printf(void);
void compare_scanf(void);
void compare_stdio(void);
void compare_math(void);
void compare_math_bounds(void);
void compare_wide(void);
void compare_rest(void);
void compare_calendar(void);
void compare_messages(void);
void compare_system(void);

#endif
