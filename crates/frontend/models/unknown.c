/* Functions that are known and not modelled: a verdict that depends on one is UNKNOWN. Those that call back would otherwise leave out what the program does there;
 * those that give memory away would leave it without an object. */
#include "system.h"

#define UNKNOWN(type, name, parameters)                                                                                \
    LIBRARY type name parameters                                                                                       \
    {                                                                                                                  \
        __adumbra_unsupported(#name);                                                                                  \
    }

UNKNOWN(void *, mmap, (void *address, size_t size, int protection, int flags, int descriptor, off_t_ offset))
UNKNOWN(void *, mmap64, (void *address, size_t size, int protection, int flags, int descriptor, long long offset))
UNKNOWN(int, munmap, (void *address, size_t size))
UNKNOWN(void *, mremap, (void *address, size_t old, size_t size, int flags, ...))
UNKNOWN(void *, sbrk, (intptr_t change))
UNKNOWN(int, brk, (void *end))
UNKNOWN(void *, popen, (const char *command, const char *mode))
UNKNOWN(int, pclose, (void *stream))
UNKNOWN(int, posix_spawn, (int *process, const char *path, const void *actions, const void *attributes, char *const *arguments, char *const *environment))
UNKNOWN(int, posix_spawnp, (int *process, const char *path, const void *actions, const void *attributes, char *const *arguments, char *const *environment))
UNKNOWN(int, clone, (int (*start)(void *), void *stack, int flags, void *argument, ...))
UNKNOWN(int, forkpty, (int *descriptor, char *name, const void *attributes, const void *size))
UNKNOWN(int, openpty, (int *first, int *second, char *name, const void *attributes, const void *size))
UNKNOWN(int, scandir, (const char *path, void *list, int (*filter)(const void *), int (*compare)(const void **, const void **)))
UNKNOWN(int, scandir64, (const char *path, void *list, int (*filter)(const void *), int (*compare)(const void **, const void **)))
UNKNOWN(int, scandirat, (int directory, const char *path, void *list, int (*filter)(const void *), int (*compare)(const void **, const void **)))
UNKNOWN(int, ftw, (const char *path, int (*visit)(const char *, const void *, int), int descriptors))
UNKNOWN(int, ftw64, (const char *path, int (*visit)(const char *, const void *, int), int descriptors))
UNKNOWN(int, nftw, (const char *path, int (*visit)(const char *, const void *, int, void *), int descriptors, int flags))
UNKNOWN(int, nftw64, (const char *path, int (*visit)(const char *, const void *, int, void *), int descriptors, int flags))
UNKNOWN(int, glob, (const char *pattern, int flags, int (*report)(const char *, int), void *result))
UNKNOWN(int, glob64, (const char *pattern, int flags, int (*report)(const char *, int), void *result))
UNKNOWN(void, globfree, (void *result))
UNKNOWN(void, globfree64, (void *result))
UNKNOWN(int, argp_parse, (const void *parser, int argc, char **argv, unsigned flags, int *index, void *input))
UNKNOWN(void, argp_help, (const void *parser, void *stream, unsigned flags, char *name))
UNKNOWN(void *, fopencookie, (void *cookie, const char *mode, ...))
UNKNOWN(int, getcontext, (void *context))
UNKNOWN(int, setcontext, (const void *context))
UNKNOWN(int, swapcontext, (void *old, const void *next))
UNKNOWN(void, makecontext, (void *context, void (*start)(void), int count, ...))
UNKNOWN(int, timer_create, (int clock, void *event, void *timer))
UNKNOWN(int, timer_settime, (void *timer, int flags, const void *value, void *old))
UNKNOWN(int, timer_delete, (void *timer))
UNKNOWN(long, ptrace, (int request, ...))
UNKNOWN(int, dl_iterate_phdr, (int (*visit)(void *, size_t, void *), void *data))
UNKNOWN(int, _obstack_begin, (void *stack, size_t size, size_t align, void *(*take)(size_t), void (*give)(void *)))
UNKNOWN(void, _obstack_newchunk, (void *stack, size_t size))
UNKNOWN(void, obstack_free, (void *stack, void *object))
