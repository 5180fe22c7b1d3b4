/* What a random program is compiled with when it is run natively: see judge.c. */
#include <string.h>

extern unsigned long judge_input(int bits);
extern void judge_global(void *place, unsigned long size);
extern void *judge_malloc(unsigned long size);
extern void *judge_calloc(unsigned long count, unsigned long size);
extern void *judge_realloc(void *old, unsigned long size);
extern void judge_free(void *block);
extern void judge_assert(int holds);
extern void judge_reach_error(void);
extern void judge_abort(void) __attribute__((noreturn));
extern void judge_exit(int status) __attribute__((noreturn));

extern void judge_overflow(void);
extern void judge_division(unsigned long divisor);

/* The handlers of clang's checks of arithmetic, in place of those of its library. */
#define HANDLER __attribute__((visibility("hidden"), no_sanitize("address", "undefined"))) void
HANDLER __ubsan_handle_add_overflow(void *data, unsigned long left, unsigned long right) { judge_overflow(); }
HANDLER __ubsan_handle_sub_overflow(void *data, unsigned long left, unsigned long right) { judge_overflow(); }
HANDLER __ubsan_handle_mul_overflow(void *data, unsigned long left, unsigned long right) { judge_overflow(); }
HANDLER __ubsan_handle_negate_overflow(void *data, unsigned long value) { judge_overflow(); }
HANDLER __ubsan_handle_shift_out_of_bounds(void *data, unsigned long left, unsigned long right) { judge_overflow(); }
HANDLER __ubsan_handle_divrem_overflow(void *data, unsigned long left, unsigned long right) { judge_division(right); }

/* The types that inputs have after the promotions of C. */
typedef int judge_uchar, judge_ushort, judge_int;
typedef unsigned long judge_ulong;
#define INPUT(type, bits) ((judge_##type)judge_input(bits))
#define malloc judge_malloc
#define calloc judge_calloc
#define realloc judge_realloc
#define free judge_free
#define assert(condition) judge_assert(!!(condition))
#define reach_error judge_reach_error
#define abort judge_abort
#define exit judge_exit
#define main judge_main
