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

static void *allocate(size_t size)
{
    if (size > PTRDIFF_MAX || __adumbra_allocation_fails())
        __adumbra_unsupported("a std::bad_alloc exception");
    return __adumbra_allocate(size, 16);
}

static void *allocate_aligned(size_t size, size_t align)
{
    if (size > PTRDIFF_MAX || __adumbra_allocation_fails())
        __adumbra_unsupported("a std::bad_alloc exception");
    if (align <= 64)
        return __adumbra_allocate(size, 64);
    if (align <= 4096)
        return __adumbra_allocate(size, 4096);
    __adumbra_unsupported("allocation with an alignment above 4096");
}

static void *allocate_or_null(size_t size)
{
    return size > PTRDIFF_MAX || __adumbra_allocation_fails() ? 0 : __adumbra_allocate(size, 16);
}

LIBRARY void *WITH_SIZE(_Znw)(size_t size)
{
    return allocate(size);
}

LIBRARY void *WITH_SIZE(_Zna)(size_t size)
{
    return allocate(size);
}

LIBRARY void *NEW_NOTHROW(_Znw)(size_t size, const void *tag)
{
    (void)tag;
    return allocate_or_null(size);
}

LIBRARY void *NEW_NOTHROW(_Zna)(size_t size, const void *tag)
{
    (void)tag;
    return allocate_or_null(size);
}

LIBRARY void *NEW_ALIGNED(_Znw)(size_t size, size_t align)
{
    return allocate_aligned(size, align);
}

LIBRARY void *NEW_ALIGNED(_Zna)(size_t size, size_t align)
{
    return allocate_aligned(size, align);
}

LIBRARY void _ZdlPv(void *p)
{
    __adumbra_free(p);
}

LIBRARY void _ZdaPv(void *p)
{
    __adumbra_free(p);
}

LIBRARY void WITH_SIZE(_ZdlPv)(void *p, size_t size)
{
    (void)size;
    __adumbra_free(p);
}

LIBRARY void WITH_SIZE(_ZdaPv)(void *p, size_t size)
{
    (void)size;
    __adumbra_free(p);
}

LIBRARY void _ZdlPvRKSt9nothrow_t(void *p, const void *tag)
{
    (void)tag;
    __adumbra_free(p);
}

LIBRARY void _ZdaPvRKSt9nothrow_t(void *p, const void *tag)
{
    (void)tag;
    __adumbra_free(p);
}

LIBRARY void _ZdlPvSt11align_val_t(void *p, size_t align)
{
    (void)align;
    __adumbra_free(p);
}

LIBRARY void _ZdaPvSt11align_val_t(void *p, size_t align)
{
    (void)align;
    __adumbra_free(p);
}

LIBRARY void NEW_ALIGNED(_ZdlPv)(void *p, size_t size, size_t align)
{
    (void)size, (void)align;
    __adumbra_free(p);
}

LIBRARY void NEW_ALIGNED(_ZdaPv)(void *p, size_t size, size_t align)
{
    (void)size, (void)align;
    __adumbra_free(p);
}

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
