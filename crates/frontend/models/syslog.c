/* syslog.h: messages go to the system, which the program does not see. Their arguments are looked at as those of printf. */
#include "system.h"

int __adumbra_print_buffer(char *buffer, size_t size, const char *f, va_list list);

LIBRARY void openlog(const char *name, int options, int facility)
{
}

LIBRARY void closelog(void)
{
}

LIBRARY int setlogmask(int mask)
{
    static int current = 0xff;
    int before = current;
    if (mask)
        current = mask;
    return before;
}

#define PARAMETERS(...) __VA_ARGS__
#define LOGGER(name, list_name, parameters)                                                                            \
    LIBRARY void list_name(PARAMETERS parameters, const char *f, va_list list)                                         \
    {                                                                                                                  \
        __adumbra_print_buffer(0, 0, f, list);                                                                         \
    }                                                                                                                  \
    LIBRARY void name(PARAMETERS parameters, const char *f, ...)                                                       \
    {                                                                                                                  \
        va_list list;                                                                                                  \
        va_start(list, f);                                                                                             \
        __adumbra_print_buffer(0, 0, f, list);                                                                         \
        va_end(list);                                                                                                  \
    }
LOGGER(syslog, vsyslog, (int priority))
LOGGER(__syslog_chk, __vsyslog_chk, (int priority, int flag))
