/* The allocation functions of Rust. A failed allocation yields null; the caller handles it. */
#include "library.h"

static void *allocate(size_t size, size_t align, int zeroed)
{
    if (__adumbra_allocation_fails())
        return 0;
    if (align <= 16)
        return zeroed ? __adumbra_allocate_zeroed(size, 16) : __adumbra_allocate(size, 16);
    if (align <= 64)
        return zeroed ? __adumbra_allocate_zeroed(size, 64) : __adumbra_allocate(size, 64);
    if (align <= 4096)
        return zeroed ? __adumbra_allocate_zeroed(size, 4096) : __adumbra_allocate(size, 4096);
    __adumbra_unsupported("allocation with an alignment above 4096");
}

LIBRARY void *__adumbra_rust_alloc(size_t size, size_t align)
{
    return allocate(size, align, 0);
}

LIBRARY void *__adumbra_rust_alloc_zeroed(size_t size, size_t align)
{
    return allocate(size, align, 1);
}

LIBRARY void __adumbra_rust_dealloc(void *p, size_t size, size_t align)
{
    (void)size, (void)align;
    __adumbra_free(p);
}

LIBRARY void *__adumbra_rust_realloc(void *p, size_t old, size_t align, size_t size)
{
    void *q = allocate(size, align, 0);
    if (!q)
        return 0;
    __builtin_memcpy(q, p, old < size ? old : size);
    __adumbra_free(p);
    return q;
}
