/* strsignal: the descriptions of signals in the C locale. */
#include "library.h"

static const char *const descriptions[] = {
    [1] = "Hangup",
    [2] = "Interrupt",
    [3] = "Quit",
    [4] = "Illegal instruction",
    [5] = "Trace/breakpoint trap",
    [6] = "Aborted",
    [7] = "Bus error",
    [8] = "Floating point exception",
    [9] = "Killed",
    [10] = "User defined signal 1",
    [11] = "Segmentation fault",
    [12] = "User defined signal 2",
    [13] = "Broken pipe",
    [14] = "Alarm clock",
    [15] = "Terminated",
    [16] = "Stack fault",
    [17] = "Child exited",
    [18] = "Continued",
    [19] = "Stopped (signal)",
    [20] = "Stopped",
    [21] = "Stopped (tty input)",
    [22] = "Stopped (tty output)",
    [23] = "Urgent I/O condition",
    [24] = "CPU time limit exceeded",
    [25] = "File size limit exceeded",
    [26] = "Virtual timer expired",
    [27] = "Profiling timer expired",
    [28] = "Window changed",
    [29] = "I/O possible",
    [30] = "Power failure",
    [31] = "Bad system call",
};
#define FIRST_FREE 34
#define LAST_SIGNAL 64

static char other[40];

static char *put(char *to, const char *s)
{
    while (*s)
        *to++ = *s++;
    return to;
}

static char *put_number(char *to, unsigned n)
{
    if (n >= 10)
        to = put_number(to, n / 10);
    *to++ = (char)('0' + n % 10);
    return to;
}

LIBRARY char *strsignal(int number)
{
    if (number >= 1 && number <= 31)
        return (char *)descriptions[number];
    char *to = other;
    if (number >= FIRST_FREE && number <= LAST_SIGNAL) {
        to = put_number(put(to, "Real-time signal "), (unsigned)(number - FIRST_FREE));
    } else {
        to = put(to, "Unknown signal ");
        if (number < 0)
            *to++ = '-';
        to = put_number(to, number < 0 ? 0 - (unsigned)number : (unsigned)number);
    }
    *to = 0;
    return other;
}

LIBRARY const char *sigdescr_np(int number)
{
    return number >= 1 && number <= 31 ? descriptions[number] : 0;
}

static void put_error(const char *s)
{
    for (; *s; s++)
        __adumbra_stream_put(stderr, *s);
}

LIBRARY void psignal(int number, const char *s)
{
    if (s && *s) {
        put_error(s);
        put_error(": ");
    }
    put_error(strsignal(number));
    put_error("\n");
}
