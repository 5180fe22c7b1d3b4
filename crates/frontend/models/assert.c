/* assert.h: where a failed assertion goes, with or without glibc. */
#include "library.h"

LIBRARY _Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)assertion, (void)file, (void)line, (void)function;
    __adumbra_assertion_failed();
}

LIBRARY _Noreturn void __assert(const char *assertion, const char *file, int line)
{
    (void)assertion, (void)file, (void)line;
    __adumbra_assertion_failed();
}

LIBRARY _Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error, (void)file, (void)line, (void)function;
    __adumbra_assertion_failed();
}
