/* The primitives of the models on this machine, and the main program of the comparison. */
#include "compare.h"
#include <malloc.h>

unsigned long comparisons, differences;
const unsigned char *input;
size_t input_length;
char output[1 << 16];
size_t output_length;
int last_descriptor;
double next_double;
int next_int;
unsigned long long next_ulong;
int assumption_failed;
jmp_buf way_out;
int end_status, way_out_set, ending;

void differ(const char *file, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("%s:%d: ", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
    if (++differences > 40)
        exit(1);
}

uint64_t any(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dULL;
}

unsigned below(unsigned bound)
{
    return (unsigned)((any() >> 33) % bound);
}

double any_double_value(void)
{
    union {
        uint64_t bits;
        double value;
    } u = {.bits = any()};
    static const double special[] = {0, 1, -1, 0.5, 1.5, 2.5, 10, 0.1, 999999.5, 9.995, 1e23, 5e-324, 2.2250738585072014e-308,
                                     1.7976931348623157e308, 4503599627370496.5, 9007199254740993.0, 0.0001, 123456, INFINITY, NAN};
    switch (below(6)) {
    case 0:
        return (below(2) ? 1 : -1) * special[below(sizeof special / sizeof *special)];
    case 1:
        return (double)(int)any() / (double)(1 << below(12));
    case 2:
        return (double)(int)below(2000) / 100;
    case 3: /* near 1 in magnitude */
        u.bits = (u.bits & 0x800fffffffffffff) | (uint64_t)(1023 - 40 + below(80)) << 52;
        return u.value;
    case 4: /* subnormal */
        u.bits &= 0x800fffffffffffff >> below(40);
        return u.value;
    default:
        return u.value == u.value ? u.value : NAN; /* no signalling ones */
    }
}

long double any_long_double_value(void)
{
    long double x = any_double_value();
    if (x == 0 || isnan(x) || isinf(x) || below(3) == 0)
        return x;
    x += x * 0x1p-53L * (int)below(2048);
    return scalbnl(x, (int)below(3) ? 0 : (int)below(34000) - 17000);
}

static _Noreturn void leave(int how)
{
    ending = how;
    if (way_out_set)
        longjmp(way_out, 1);
    printf("a model ended the run (%d)\n", how);
    exit(1);
}

void *__adumbra_allocate(size_t size, size_t align)
{
    void *p = memalign(align, size);
    memset(p, 0xa5, size);
    return p;
}
void *__adumbra_allocate_zeroed(size_t size, size_t align)
{
    return memset(memalign(align, size), 0, size);
}
void __adumbra_free(void *p)
{
    free(p);
}
void *__adumbra_allocate_new(size_t size, size_t align)
{
    return memalign(align, size);
}
void __adumbra_free_new(void *p)
{
    free(p);
}
void *__adumbra_allocate_new_array(size_t size, size_t align)
{
    return memalign(align, size);
}
void __adumbra_free_new_array(void *p)
{
    free(p);
}
size_t __adumbra_object_size(const void *p)
{
    return malloc_usable_size((void *)p);
}
_Bool __adumbra_allocation_fails(void)
{
    return 0;
}
void __adumbra_havoc(void *p, size_t length)
{
    memset(p, 'h', length);
}
int __adumbra_read_byte(void)
{
    if (input_length == 0)
        return -1;
    input_length--;
    return *input++;
}
int __adumbra_any_int(const char *function)
{
    (void)function;
    return next_int;
}
double __adumbra_any_double(const char *function)
{
    (void)function;
    return next_double;
}
unsigned long long __adumbra_any_ulong(const char *function)
{
    (void)function;
    return next_ulong;
}
void __adumbra_write_byte(int descriptor, int byte)
{
    last_descriptor = descriptor;
    if (output_length < sizeof output)
        output[output_length] = (char)byte;
    output_length++;
}
void __adumbra_run_destructors(void)
{
}

_Noreturn void __adumbra_end(int status)
{
    end_status = status;
    leave(ENDED);
}
_Noreturn void __adumbra_assertion_failed(void)
{
    leave(ASSERTION);
}
_Noreturn void __adumbra_unsupported(const char *why)
{
    (void)why;
    leave(UNSUPPORTED);
}
void __adumbra_assume(_Bool condition)
{
    if (!condition)
        assumption_failed = 1;
}

/* The arguments and the entry function of a program, for start.c. */
int entry_argc;
char **entry_argv;
static const char *arguments = "prog\0first\0\0last one";
int __adumbra_argument_count(void)
{
    return 4;
}
int __adumbra_argument_byte(void)
{
    return (unsigned char)*arguments++;
}
static int remember(int argc, char **argv)
{
    entry_argc = argc;
    entry_argv = argv;
    return argc == 4 && !strcmp(argv[0], "prog") && !strcmp(argv[1], "first") && !*argv[2] && !strcmp(argv[3], "last one") &&
                   !argv[4]
               ? 42
               : 1;
}
int __adumbra_entry_int_0(void)
{
    return 7;
}
int __adumbra_entry_int_1(int argc)
{
    return argc;
}
int __adumbra_entry_int_2(int argc, char **argv)
{
    return remember(argc, argv);
}
int __adumbra_entry_int_3(int argc, char **argv, char **envp)
{
    return envp[0] ? 1 : remember(argc, argv);
}
int __adumbra_entry_int_2_unread(int argc, char **argv)
{
    return argv ? 1 : argc;
}
int __adumbra_entry_int_3_unread(int argc, char **argv, char **envp)
{
    return argv || envp ? 1 : argc;
}
void __adumbra_entry_void_2_unread(int argc, char **argv)
{
    (void)argc, (void)argv;
}
void __adumbra_entry_void_3_unread(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
}
void __adumbra_entry_void_0(void)
{
}
void __adumbra_entry_void_1(int argc)
{
    (void)argc;
}
void __adumbra_entry_void_2(int argc, char **argv)
{
    (void)argc, (void)argv;
}
void __adumbra_entry_void_3(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } groups[] = {
        {"strings", compare_strings}, {"conversions", compare_conversions}, {"printf", compare_printf},
        {"scanf", compare_scanf},     {"stdio", compare_stdio},             {"math", compare_math},
        {"math bounds", compare_math_bounds}, {"wide", compare_wide},               {"rest", compare_rest},
        {"calendar", compare_calendar},       {"messages", compare_messages},
        {"system", compare_system},
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        unsigned long before = comparisons;
        groups[i].run();
        printf("%s: %lu comparisons\n", groups[i].name, comparisons - before);
        if (comparisons - before < 50)
            differences++;
    }
    printf("%lu differences\n", differences);
    return differences != 0;
}
