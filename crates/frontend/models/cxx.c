/* What C++ needs of its run-time library: new and delete, guards of local statics, pure virtual calls.
 * The names are mangled; size_t is m (unsigned long) with 64-bit pointers and j (unsigned int) with 32-bit ones. */
#include "library.h"

#ifdef __LP64__
#define WITH_SIZE(name) name##m
#define NEW_ALIGNED(name) name##mSt11align_val_t
#define NEW_NOTHROW(name) name##mRKSt9nothrow_t
#else
#define WITH_SIZE(name) name##j
#define NEW_ALIGNED(name) name##jSt11align_val_t
#define NEW_NOTHROW(name) name##jRKSt9nothrow_t
#endif

/* Memory of new and of new[] is freed by delete and by delete[]: each family has primitives of its own. */
#define FAMILY(suffix, mangled_new, mangled_delete)                                                                    \
    static void *allocate##suffix(size_t size)                                                                         \
    {                                                                                                                  \
        if (size > PTRDIFF_MAX || __adumbra_allocation_fails())                                                        \
            __adumbra_unsupported("a std::bad_alloc exception");                                                       \
        return __adumbra_allocate##suffix(size, 16);                                                                   \
    }                                                                                                                  \
    LIBRARY void *WITH_SIZE(mangled_new)(size_t size)                                                                  \
    {                                                                                                                  \
        return allocate##suffix(size);                                                                                 \
    }                                                                                                                  \
    LIBRARY void *NEW_NOTHROW(mangled_new)(size_t size, const void *tag)                                               \
    {                                                                                                                  \
        (void)tag;                                                                                                     \
        return size > PTRDIFF_MAX || __adumbra_allocation_fails() ? 0 : __adumbra_allocate##suffix(size, 16);          \
    }                                                                                                                  \
    LIBRARY void *NEW_ALIGNED(mangled_new)(size_t size, size_t align)                                                  \
    {                                                                                                                  \
        if (size > PTRDIFF_MAX || __adumbra_allocation_fails())                                                        \
            __adumbra_unsupported("a std::bad_alloc exception");                                                       \
        if (align <= 64)                                                                                               \
            return __adumbra_allocate##suffix(size, 64);                                                               \
        if (align <= 4096)                                                                                             \
            return __adumbra_allocate##suffix(size, 4096);                                                             \
        __adumbra_unsupported("allocation with an alignment above 4096");                                              \
    }                                                                                                                  \
    LIBRARY void mangled_delete(void *p)                                                                               \
    {                                                                                                                  \
        __adumbra_free##suffix(p);                                                                                     \
    }                                                                                                                  \
    LIBRARY void WITH_SIZE(mangled_delete)(void *p, size_t size)                                                       \
    {                                                                                                                  \
        (void)size;                                                                                                    \
        __adumbra_free##suffix(p);                                                                                     \
    }                                                                                                                  \
    LIBRARY void mangled_delete##RKSt9nothrow_t(void *p, const void *tag)                                              \
    {                                                                                                                  \
        (void)tag;                                                                                                     \
        __adumbra_free##suffix(p);                                                                                     \
    }                                                                                                                  \
    LIBRARY void mangled_delete##St11align_val_t(void *p, size_t align)                                                \
    {                                                                                                                  \
        (void)align;                                                                                                   \
        __adumbra_free##suffix(p);                                                                                     \
    }                                                                                                                  \
    LIBRARY void NEW_ALIGNED(mangled_delete)(void *p, size_t size, size_t align)                                       \
    {                                                                                                                  \
        (void)size, (void)align;                                                                                       \
        __adumbra_free##suffix(p);                                                                                     \
    }

FAMILY(_new, _Znw, _ZdlPv)
FAMILY(_new_array, _Zna, _ZdaPv)

LIBRARY _Noreturn void __cxa_pure_virtual(void)
{
    __adumbra_end(134);
}

LIBRARY _Noreturn void __cxa_deleted_virtual(void)
{
    __adumbra_end(134);
}

/* The first byte of a guard says whether the object is made: there is one thread, so nobody else is making it. */
LIBRARY int __cxa_guard_acquire(char *guard)
{
    return !*guard;
}

LIBRARY void __cxa_guard_release(char *guard)
{
    *guard = 1;
}

LIBRARY void __cxa_guard_abort(char *guard)
{
    (void)guard;
}

LIBRARY void *__dso_handle;
