/* signal.h and setjmp.h: no signal comes from outside; those that the program sends itself are handled, or end it. Jumps out of a function are not
 * supported. */
#include "library.h"

typedef void (*handler)(int);

#define DEFAULT ((handler)0)
#define IGNORE ((handler)1)
#define ERROR ((handler) - 1)
#define LAST_SIGNAL 64
#define SIGNAL_ABORT 6
#define SIGNAL_KILL 9
#define SIGNAL_CONTINUE 18
#define SIGNAL_STOP 19

/* glibc's layout, in both data models. */
struct action {
    union {
        handler plain;
        void (*with_information)(int, void *, void *);
    };
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    int flags;
    void (*restorer)(void);
};
#define WITH_INFORMATION 4
#define RESET_HANDLER 0x80000000u

static handler handlers[LAST_SIGNAL + 1];
static int flags_of[LAST_SIGNAL + 1];

extern void (*__adumbra_abort_handler)(int);

static int settable(int number)
{
    return number >= 1 && number <= LAST_SIGNAL && number != SIGNAL_KILL && number != SIGNAL_STOP;
}

static handler set(int number, handler new_handler, int flags)
{
    handler old = handlers[number];
    handlers[number] = new_handler;
    flags_of[number] = flags;
    if (number == SIGNAL_ABORT)
        __adumbra_abort_handler = new_handler == IGNORE ? DEFAULT : new_handler;
    return old;
}

LIBRARY handler signal(int number, handler new_handler)
{
    if (!settable(number) || new_handler == ERROR) {
        errno = EINVAL;
        return ERROR;
    }
    return set(number, new_handler, 0);
}

LIBRARY handler bsd_signal(int number, handler new_handler)
{
    return signal(number, new_handler);
}

LIBRARY handler sysv_signal(int number, handler new_handler)
{
    if (!settable(number) || new_handler == ERROR) {
        errno = EINVAL;
        return ERROR;
    }
    return set(number, new_handler, (int)RESET_HANDLER);
}

LIBRARY int sigaction(int number, const struct action *restrict action, struct action *restrict old)
{
    if (!settable(number)) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        *old = (struct action){.plain = handlers[number], .flags = flags_of[number]};
    if (action)
        set(number, action->plain, action->flags);
    return 0;
}

/* The numbers of signals that are ignored unless somebody handles them: SIGCHLD, SIGCONT, SIGURG, SIGWINCH. */
static int ignored_by_default(int number)
{
    return number == 17 || number == SIGNAL_CONTINUE || number == 23 || number == 28;
}

/* SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU. */
static int stops_by_default(int number)
{
    return number >= SIGNAL_STOP && number <= 22;
}

/* Signal sets. */
struct signal_set {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
};
#define WORD(number) (((unsigned)(number)-1) / (8 * sizeof(unsigned long)))
#define BIT(number) (1ul << (((unsigned)(number)-1) % (8 * sizeof(unsigned long))))

LIBRARY int sigemptyset(struct signal_set *set)
{
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

LIBRARY int sigfillset(struct signal_set *set)
{
    __builtin_memset(set, 0xff, sizeof *set);
    return 0;
}

static int is_signal(int number)
{
    if (number >= 1 && number <= LAST_SIGNAL)
        return 1;
    errno = EINVAL;
    return 0;
}

LIBRARY int sigaddset(struct signal_set *set, int number)
{
    if (!is_signal(number))
        return -1;
    set->words[WORD(number)] |= BIT(number);
    return 0;
}

LIBRARY int sigdelset(struct signal_set *set, int number)
{
    if (!is_signal(number))
        return -1;
    set->words[WORD(number)] &= ~BIT(number);
    return 0;
}

LIBRARY int sigismember(const struct signal_set *set, int number)
{
    if (!is_signal(number))
        return -1;
    return (set->words[WORD(number)] & BIT(number)) != 0;
}

/* Blocking holds back what the program sends itself; a signal that is sent then is not modelled. */
static struct signal_set blocked;

static int change_mask(int how, const struct signal_set *set, struct signal_set *old)
{
    if (old)
        *old = blocked;
    if (!set)
        return 0;
    if (how < 0 || how > 2)
        return EINVAL;
    for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++)
        blocked.words[i] = how == 0 ? blocked.words[i] | set->words[i] : how == 1 ? blocked.words[i] & ~set->words[i] : set->words[i];
    return 0;
}

LIBRARY int sigprocmask(int how, const struct signal_set *restrict set, struct signal_set *restrict old)
{
    int error = change_mask(how, set, old);
    if (!error)
        return 0;
    errno = error;
    return -1;
}

LIBRARY int pthread_sigmask(int how, const struct signal_set *restrict set, struct signal_set *restrict old)
{
    return change_mask(how, set, old);
}

LIBRARY int sigpending(struct signal_set *set)
{
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

LIBRARY int sigisemptyset(const struct signal_set *set)
{
    for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++)
        if (set->words[i])
            return 0;
    return 1;
}

static int send_to_self(int number)
{
    if (number == 0)
        return 0;
    if (number < 0 || number > LAST_SIGNAL) {
        errno = EINVAL;
        return -1;
    }
    if (number != SIGNAL_KILL && number != SIGNAL_STOP && (blocked.words[WORD(number)] & BIT(number)))
        __adumbra_unsupported("a signal that is blocked");
    handler now = handlers[number];
    if (now == IGNORE)
        return 0;
    if (now == DEFAULT) {
        if (ignored_by_default(number))
            return 0;
        if (stops_by_default(number))
            __adumbra_unsupported("a signal that stops the program");
        __adumbra_end(128 + number);
    }
    if (flags_of[number] & WITH_INFORMATION)
        __adumbra_unsupported("a handler that asks for information about the signal");
    if ((unsigned)flags_of[number] & RESET_HANDLER)
        set(number, DEFAULT, 0);
    now(number);
    return 0;
}

LIBRARY int raise(int number)
{
    return send_to_self(number);
}

int getpid(void);

/* To the program itself, or to another process, which may exist or not. */
LIBRARY int kill(int process, int number)
{
    if (number < 0 || number > LAST_SIGNAL) {
        errno = EINVAL;
        return -1;
    }
    if (number == 0)
        return ANY_OUTCOME("kill");
    if (process <= 0)
        __adumbra_unsupported("a signal to a group of processes");
    return process == getpid() ? send_to_self(number) : ANY_OUTCOME("kill");
}

LIBRARY int killpg(int group, int number)
{
    if (number != 0)
        __adumbra_unsupported("a signal to a group of processes");
    (void)group;
    return ANY_OUTCOME("killpg");
}

/* No alarm is set before, so taking it back is nothing. */
LIBRARY unsigned alarm(unsigned seconds)
{
    if (seconds)
        __adumbra_unsupported("alarm");
    return 0;
}

LIBRARY int pause(void)
{
    __adumbra_unsupported("pause");
}

LIBRARY int sigsuspend(const struct signal_set *set)
{
    (void)set;
    __adumbra_unsupported("sigsuspend");
}

LIBRARY int sigaltstack(const void *restrict stack, void *restrict old)
{
    (void)stack;
    if (ANY_OUTCOME("sigaltstack") != 0)
        return -1;
    if (old)
        __adumbra_havoc(old, 3 * sizeof(long));
    return 0;
}

LIBRARY int siginterrupt(int number, int interrupts)
{
    (void)interrupts;
    if (settable(number))
        return 0;
    errno = EINVAL;
    return -1;
}

/* The first and last signals that glibc leaves to programs. */
LIBRARY int __libc_current_sigrtmin(void)
{
    return 34;
}

LIBRARY int __libc_current_sigrtmax(void)
{
    return 64;
}

LIBRARY handler __sysv_signal(int number, handler new_handler)
{
    return sysv_signal(number, new_handler);
}

/* setjmp itself returns 0: only a jump back is beyond the model. */
#define SAVE_1(name)                                                                                                   \
    LIBRARY int name(void *environment)                                                                                \
    {                                                                                                                  \
        (void)environment;                                                                                             \
        return 0;                                                                                                      \
    }
#define SAVE_2(name)                                                                                                   \
    LIBRARY int name(void *environment, int save_mask)                                                                 \
    {                                                                                                                  \
        (void)environment, (void)save_mask;                                                                            \
        return 0;                                                                                                      \
    }
#define JUMP(name)                                                                                                     \
    LIBRARY _Noreturn void name(void *environment, int value)                                                          \
    {                                                                                                                  \
        (void)environment, (void)value;                                                                                \
        __adumbra_unsupported("longjmp");                                                                              \
    }
SAVE_1(setjmp)
SAVE_1(_setjmp)
SAVE_2(sigsetjmp)
SAVE_2(__sigsetjmp)
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
