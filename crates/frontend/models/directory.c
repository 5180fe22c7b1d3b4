/* dirent.h: a directory may be opened or not, and holds any entries. */
#include "system.h"

#define MAX_NAME 256

/* glibc's layouts. */
struct entry {
    unsigned long inode;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[MAX_NAME];
};
struct entry64 {
    unsigned long long inode;
    long long offset;
    unsigned short length;
    unsigned char kind;
    char name[MAX_NAME];
};
struct directory {
    int descriptor;
    struct entry entry;
    struct entry64 entry64;
};

static struct directory *new_directory(int descriptor)
{
    struct directory *d = __adumbra_allocate_zeroed(sizeof *d, 16);
    d->descriptor = descriptor;
    return d;
}

LIBRARY struct directory *opendir(const char *path)
{
    READ_STRING(path);
    if (ANY_OUTCOME("opendir") != 0)
        return 0;
    int descriptor = __adumbra_descriptor_open();
    return descriptor < 0 ? 0 : new_directory(descriptor);
}

LIBRARY struct directory *fdopendir(int descriptor)
{
    return ANY_OUTCOME("fdopendir") == 0 ? new_directory(descriptor) : 0;
}

/* The end of the entries leaves errno alone, an error does not. */
static _Bool next(void)
{
    int choice = __adumbra_any_int("readdir");
    if (choice < 0)
        FAIL("readdir");
    return choice > 0;
}

/* An entry has a name; the rest is any. */
#define NEXT_ENTRY(type, entry)                                                                                        \
    type *e = entry;                                                                                                   \
    __adumbra_havoc(e, sizeof *e);                                                                                     \
    e->name[MAX_NAME - 1] = 0;                                                                                         \
    e->name[0] = (char)ANY_WITHIN("readdir", 1, 255);                                                                  \
    return e

LIBRARY struct entry *readdir(struct directory *d)
{
    (void)d->descriptor;
    if (!next())
        return 0;
    NEXT_ENTRY(struct entry, &d->entry);
}

LIBRARY struct entry64 *readdir64(struct directory *d)
{
    (void)d->descriptor;
    if (!next())
        return 0;
    NEXT_ENTRY(struct entry64, &d->entry64);
}

LIBRARY int closedir(struct directory *d)
{
    _Bool open = __adumbra_descriptor_close(d->descriptor);
    __adumbra_free(d);
    return open ? 0 : -1;
}

LIBRARY int dirfd(struct directory *d)
{
    return d->descriptor;
}

LIBRARY void rewinddir(struct directory *d)
{
    (void)d->descriptor;
}

LIBRARY long telldir(struct directory *d)
{
    (void)d->descriptor;
    return (long)__adumbra_any_ulong("telldir");
}

LIBRARY void seekdir(struct directory *d, long position)
{
    (void)d->descriptor;
}

static int compare_names(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

LIBRARY int alphasort(const struct entry **a, const struct entry **b)
{
    return compare_names((*a)->name, (*b)->name);
}

LIBRARY int alphasort64(const struct entry64 **a, const struct entry64 **b)
{
    return compare_names((*a)->name, (*b)->name);
}
