/* The ends of a program. _exit and a smashed stack end it at once, abort runs a handler of its signal; exit runs the handlers first, last one first,
 * then the destructors. */
#include "library.h"

#define MAX_HANDLERS 128 /* more are answered by "unsupported" */

struct handler {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*on_exit)(int, void *);
    void *argument;
};
static struct handler normal[MAX_HANDLERS], quick[MAX_HANDLERS];
static unsigned normal_count, quick_count;

static struct handler *new_handler(struct handler *table, unsigned *count)
{
    if (*count == MAX_HANDLERS)
        __adumbra_unsupported("more than 128 exit handlers");
    return &table[(*count)++];
}

/* A handler may register further ones: they run next. */
static void run_handlers(struct handler *table, unsigned *count, int status)
{
    while (*count) {
        struct handler *h = &table[--*count];
        if (h->plain)
            h->plain();
        else if (h->with_argument)
            h->with_argument(h->argument);
        else
            h->on_exit(status, h->argument);
    }
}

LIBRARY int atexit(void (*f)(void))
{
    *new_handler(normal, &normal_count) = (struct handler){.plain = f};
    return 0;
}

LIBRARY int at_quick_exit(void (*f)(void))
{
    *new_handler(quick, &quick_count) = (struct handler){.plain = f};
    return 0;
}

LIBRARY int on_exit(void (*f)(int, void *), void *argument)
{
    *new_handler(normal, &normal_count) = (struct handler){.on_exit = f, .argument = argument};
    return 0;
}

LIBRARY int __cxa_atexit(void (*f)(void *), void *argument, void *dso)
{
    (void)dso;
    *new_handler(normal, &normal_count) = (struct handler){.with_argument = f, .argument = argument};
    return 0;
}

LIBRARY _Noreturn void exit(int status)
{
    run_handlers(normal, &normal_count, status);
    __adumbra_run_destructors();
    __adumbra_end(status);
}

LIBRARY _Noreturn void quick_exit(int status)
{
    run_handlers(quick, &quick_count, status);
    __adumbra_end(status);
}

LIBRARY _Noreturn void _exit(int status)
{
    __adumbra_end(status);
}

LIBRARY _Noreturn void _Exit(int status)
{
    __adumbra_end(status);
}

/* What signal and sigaction set for SIGABRT. Whether it returns or not, the program ends. */
LIBRARY void (*__adumbra_abort_handler)(int);

LIBRARY _Noreturn void abort(void)
{
    void (*handler)(int) = __adumbra_abort_handler;
    __adumbra_abort_handler = 0;
    if (handler)
        handler(6);
    __adumbra_end(134);
}

LIBRARY _Noreturn void __stack_chk_fail(void)
{
    __adumbra_end(134);
}

LIBRARY _Noreturn void __chk_fail(void)
{
    __adumbra_end(134);
}
