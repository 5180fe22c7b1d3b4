/* Allocation. Each function fails only where the run allows allocation to fail, or where the size is impossible. */
#include "library.h"

#define HEAP_ALIGN 16

static int fails(size_t size)
{
    if (size <= PTRDIFF_MAX && !__adumbra_allocation_fails())
        return 0;
    errno = ENOMEM;
    return 1;
}

LIBRARY void *malloc(size_t size)
{
    return fails(size) ? 0 : __adumbra_allocate(size, HEAP_ALIGN);
}

LIBRARY void *calloc(size_t count, size_t size)
{
    size_t total = 0;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return 0;
    }
    return fails(total) ? 0 : __adumbra_allocate_zeroed(total, HEAP_ALIGN);
}

LIBRARY void free(void *p)
{
    __adumbra_free(p);
}

LIBRARY void cfree(void *p)
{
    __adumbra_free(p);
}

/* The old object ends and a new one begins, which may lie where the old one lay: what is kept is put aside in between. As in glibc, size 0
 * frees. */
static void *resize(void *p, size_t size)
{
    if (!p)
        return fails(size) ? 0 : __adumbra_allocate(size, HEAP_ALIGN);
    if (size == 0) {
        __adumbra_free(p);
        return 0;
    }
    if (fails(size))
        return 0;
    size_t old = __adumbra_object_size(p);
    size_t kept = old < size ? old : size;
    void *aside = __adumbra_allocate(kept, HEAP_ALIGN);
    __builtin_memcpy(aside, p, kept);
    __adumbra_free(p);
    void *q = __adumbra_allocate(size, HEAP_ALIGN);
    __builtin_memcpy(q, aside, kept);
    __adumbra_free(aside);
    return q;
}

LIBRARY void *realloc(void *p, size_t size)
{
    return resize(p, size);
}

LIBRARY void *reallocarray(void *p, size_t count, size_t size)
{
    size_t total = 0;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return 0;
    }
    return resize(p, total);
}

/* The alignment of an allocation is a constant of the model, so each power of two has its own. */
static void *allocate_aligned(size_t align, size_t size)
{
    if (align <= 16)
        return __adumbra_allocate(size, 16);
    if (align <= 32)
        return __adumbra_allocate(size, 32);
    if (align <= 64)
        return __adumbra_allocate(size, 64);
    if (align <= 128)
        return __adumbra_allocate(size, 128);
    if (align <= 256)
        return __adumbra_allocate(size, 256);
    if (align <= 1024)
        return __adumbra_allocate(size, 1024);
    if (align <= 4096)
        return __adumbra_allocate(size, 4096);
    if (align <= 65536)
        return __adumbra_allocate(size, 65536);
    __adumbra_unsupported("allocation with an alignment above 65536");
}

static int power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

LIBRARY void *aligned_alloc(size_t align, size_t size)
{
    if (!power_of_two(align)) {
        errno = EINVAL;
        return 0;
    }
    return fails(size) ? 0 : allocate_aligned(align, size);
}

LIBRARY void *memalign(size_t align, size_t size)
{
    return fails(size) ? 0 : allocate_aligned(align, size);
}

LIBRARY int posix_memalign(void **result, size_t align, size_t size)
{
    if (!power_of_two(align) || align % sizeof(void *))
        return EINVAL;
    if (size > PTRDIFF_MAX || __adumbra_allocation_fails())
        return ENOMEM;
    *result = allocate_aligned(align, size);
    return 0;
}

LIBRARY void *valloc(size_t size)
{
    return fails(size) ? 0 : __adumbra_allocate(size, 4096);
}

LIBRARY void *pvalloc(size_t size)
{
    size_t rounded = (size + 4095) & ~(size_t)4095;
    return fails(rounded) ? 0 : __adumbra_allocate(rounded, 4096);
}

LIBRARY size_t malloc_usable_size(void *p)
{
    return p ? __adumbra_object_size(p) : 0;
}
