/* stdlib.h, the run-time libraries of C++ and Rust, ends and starts of programs. */
#include "compare.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(qsort); MODEL(qsort_r); MODEL(bsearch); MODEL(abs); MODEL(labs); MODEL(llabs); MODEL(div); MODEL(ldiv); MODEL(lldiv); MODEL(malloc); MODEL(calloc);
MODEL(realloc); MODEL(free); MODEL(posix_memalign); MODEL(aligned_alloc); MODEL(rand); MODEL(getenv); MODEL(exit); MODEL(atexit); MODEL(abort);
MODEL(open); MODEL(lseek); MODEL(umask); MODEL(mblen);
extern int model_stat(const char *, struct stat *), model_fstat64(int, struct stat64 *);
 MODEL(mbtowc); MODEL(mbstowcs); MODEL(wcstombs); MODEL(reallocarray);
extern void model___adumbra_start_int_0(void), model___adumbra_start_int_1(void), model___adumbra_start_int_2(void), model___adumbra_start_int_3(void),
    model___adumbra_start_void_0(void), model___adumbra_start_int_2_unread(void);
extern void model___assert_fail(const char *, const char *, unsigned, const char *);
extern int model___cxa_atexit(void (*)(void *), void *, void *), model___cxa_guard_acquire(char *);
extern void model___cxa_guard_release(char *);
extern void *model___adumbra_rust_alloc(size_t, size_t), *model___adumbra_rust_realloc(void *, size_t, size_t, size_t), *model___adumbra_rust_alloc_zeroed(size_t, size_t);
extern void model___adumbra_rust_dealloc(void *, size_t, size_t);
extern int *model___errno_location(void);

struct item {
    short key;
    unsigned short position;
    char padding;
};

static const struct item *array;
static size_t array_length;

static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x < array || y < array || x >= array + array_length || y >= array + array_length)
        differ(__FILE__, __LINE__, "the comparison saw an element outside the array");
    return (x->key > y->key) - (x->key < y->key);
}

static int by_key_with(const void *a, const void *b, void *argument)
{
    return *(int *)argument * by_key(a, b);
}

static void sorting(void)
{
    for (int i = 0; i < 600; i++) {
        struct item items[200];
        memset(items, 0, sizeof items);
        size_t n = below(below(2) ? 20 : 200);
        unsigned keys = 1 + below(below(2) ? 5 : 1000);
        for (size_t j = 0; j < n; j++)
            items[j] = (struct item){(short)below(keys), (unsigned short)j, 0};
        array = items, array_length = n;
        int direction = below(2) ? 1 : -1;
        if (below(2))
            model_qsort_r(items, n, sizeof *items, by_key_with, &direction);
        else
            model_qsort(items, n, sizeof *items, by_key), direction = 1;
        int good = 1;
        char seen[200] = {0};
        for (size_t j = 0; j < n; j++) {
            good &= !seen[items[j].position]++;
            if (j > 0)
                good &= direction * (items[j].key - items[j - 1].key) > 0 ||
                        (items[j].key == items[j - 1].key && items[j - 1].position < items[j].position);
        }
        CHECK(good, "qsort of %zu elements is no stable sort", n);
    }
    int numbers[40];
    for (int i = 0; i < 40; i++)
        numbers[i] = 2 * i;
    int compare_ints(const void *, const void *);
    for (int key = -1; key < 81; key++)
        CHECK(model_bsearch(&key, numbers, 40, sizeof *numbers, compare_ints) == bsearch(&key, numbers, 40, sizeof *numbers, compare_ints), "bsearch %d", key);
}

int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void arithmetic(void)
{
    for (int i = 0; i < 2000; i++) {
        long long a = (long long)any() >> below(60), b = (long long)any() >> below(60);
        if ((int)b == 0 || (long)b == 0)
            continue;
        div_t d = model_div((int)a, (int)b), e = div((int)a, (int)b);
        ldiv_t l = model_ldiv((long)a, (long)b), k = ldiv((long)a, (long)b);
        lldiv_t p = model_lldiv(a, b), q = lldiv(a, b);
        CHECK(d.quot == e.quot && d.rem == e.rem && l.quot == k.quot && l.rem == k.rem && p.quot == q.quot && p.rem == q.rem, "div %lld %lld", a, b);
        CHECK(model_abs((int)a) == abs((int)a) && model_labs((long)a) == labs((long)a) && model_llabs(a) == llabs(a), "abs %lld", a);
    }
}

static void memory(void)
{
    char *p = model_malloc(10);
    strcpy(p, "content");
    p = model_realloc(p, 100);
    CHECK(!strcmp(p, "content"), "realloc keeps what was there");
    CHECK(model_realloc(p, 0) == 0, "realloc to 0 frees");
    p = model_calloc(7, 3);
    CHECK(!memcmp(p, (char[21]){0}, 21), "calloc");
    model_free(p);
    CHECK(model_calloc(SIZE_MAX / 2, 3) == 0 && *model___errno_location() == ENOMEM, "calloc overflow");
    CHECK(model_reallocarray(0, SIZE_MAX / 2, 3) == 0 && model_malloc((size_t)PTRDIFF_MAX + 1) == 0, "too much");
    void *q = 0;
    CHECK(model_posix_memalign(&q, 64, 5) == 0 && (uintptr_t)q % 64 == 0 && model_posix_memalign(&q, 3, 5) == EINVAL, "posix_memalign");
    model_free(q);
    CHECK((uintptr_t)(q = model_aligned_alloc(256, 512)) % 256 == 0, "aligned_alloc");
    model_free(q);
    p = model___adumbra_rust_alloc_zeroed(8, 4);
    strcpy(p, "rust");
    p = model___adumbra_rust_realloc(p, 8, 4, 64);
    CHECK(!strcmp(p, "rust") && (uintptr_t)(q = model___adumbra_rust_alloc(3, 64)) % 64 == 0, "Rust's allocation");
    model___adumbra_rust_dealloc(q, 3, 64);
    model___adumbra_rust_dealloc(p, 64, 4);
    char guard[8] = {0};
    CHECK(model___cxa_guard_acquire(guard) == 1, "first acquire");
    model___cxa_guard_release(guard);
    CHECK(model___cxa_guard_acquire(guard) == 0, "second acquire");
}

static char trace[16];
static void first(void)
{
    strcat(trace, "1");
}
static void second(void)
{
    strcat(trace, "2");
    model_atexit(first);
}
static void third(void *text)
{
    strcat(trace, text);
}

static void ends(void)
{
    CHECK(GUARDED(model_abort()) == ENDED && GUARDED(model___assert_fail("a", "b", 1, "c")) == ASSERTION, "abort and assert");
    model_atexit(first);
    model_atexit(second);
    model___cxa_atexit(third, "3", 0);
    CHECK(GUARDED(model_exit(9)) == ENDED && end_status == 9 && !strcmp(trace, "3211"), "handlers: %s", trace);
    CHECK(GUARDED(model___adumbra_start_int_2()) == ENDED && end_status == 42, "argc and argv: %d", end_status);
    CHECK(GUARDED(model___adumbra_start_int_0()) == ENDED && end_status == 7, "no arguments");
    CHECK(GUARDED(model___adumbra_start_int_1()) == ENDED && end_status == 4, "argc");
    CHECK(GUARDED(model___adumbra_start_int_2_unread()) == ENDED && end_status == 4, "argc, and argv that nobody reads");
    CHECK(GUARDED(model___adumbra_start_void_0()) == ENDED && end_status == 0, "void");
}

static void environment(void)
{
    next_int = 0;
    CHECK(model_getenv("HOME") == 0, "getenv may find nothing");
    next_int = 1;
    char *path = model_getenv("PATH");
    CHECK(path && strlen(path) == 255 && model_getenv("PATH") == path && model_getenv("HOME") == 0, "getenv");
    next_int = 5, assumption_failed = 0;
    CHECK(model_rand() == 5 && !assumption_failed, "rand");
    next_int = -5;
    model_rand();
    CHECK(assumption_failed, "rand is not negative");
    wchar_t wide[8];
    char narrow[8];
    CHECK(model_mbstowcs(wide, "abc", 8) == 3 && wide[2] == 'c' && model_wcstombs(narrow, wide, 8) == 3 && !strcmp(narrow, "abc"), "mbstowcs");
    CHECK(model_mblen("a", 1) == 1 && model_mblen("", 1) == 0 && model_mbtowc(wide, "x", 1) == 1 && wide[0] == 'x', "mblen");
}

static void files(void)
{
    struct {
        struct stat status;
        char after;
    } s = {.after = 'x'};
    struct {
        struct stat64 status;
        char after;
    } t = {.after = 'x'};
    next_int = 0;
    CHECK(model_stat("f", &s.status) == 0 && s.after == 'x' && ((char *)&s.status)[sizeof s.status - 1] == 'h', "stat fills the whole structure");
    CHECK(model_fstat64(3, &t.status) == 0 && t.after == 'x' && ((char *)&t.status)[sizeof t.status - 1] == 'h', "fstat64 fills the whole structure");
    CHECK(model_open("f", O_RDONLY) > 2, "open");
    next_int = 1;
    CHECK(model_open("f", O_RDONLY) == -1 && model_stat("f", &s.status) == -1 && model_lseek(0, 0, SEEK_SET) == -1, "failures");
    next_int = 022;
    CHECK(model_umask(077) == 022 && model_umask(0) == 077, "umask");
}

void compare_rest(void)
{
    files();
    sorting();
    arithmetic();
    memory();
    ends();
    environment();
}
