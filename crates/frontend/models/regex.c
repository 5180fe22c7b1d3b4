/* regex.h: whether a pattern is one and what it matches is open, within the string. */
#include "system.h"

/* glibc's layout, as far as a program may see it: the number of groups. */
struct expression {
    void *buffer;
    unsigned long allocated, used, syntax;
    char *fast_map;
    unsigned char *translate;
    size_t groups;
    unsigned flags;
};
struct match {
    int start, end;
};
#define NO_GROUPS 8 /* REG_NOSUB */
#define START_END 4 /* REG_STARTEND */
#define LAST_REGEX_ERROR 16

LIBRARY int regcomp(struct expression *e, const char *pattern, int flags)
{
    size_t length = string_length(pattern);
    int outcome = ANY_WITHIN("regcomp", 0, LAST_REGEX_ERROR);
    __adumbra_havoc(&e->groups, sizeof e->groups);
    __adumbra_assume(e->groups <= length);
    e->flags = flags & NO_GROUPS ? 16 : 0;
    e->buffer = 0;
    return outcome;
}

LIBRARY int regexec(const struct expression *e, const char *s, size_t count, struct match *matches, int flags)
{
    if (flags & START_END)
        __adumbra_unsupported("regexec of a part of a string");
    size_t length = string_length(s), groups = e->groups;
    if (ANY_WITHIN("regexec", 0, 1) != 0)
        return 1;
    if (e->flags & 16)
        return 0;
    for (size_t i = 0; i < count; i++) {
        struct match m = {__adumbra_any_int("regexec"), __adumbra_any_int("regexec")};
        /* A group outside of the match has -1, and so have those that do not exist. */
        _Bool absent = m.start == -1 && m.end == -1;
        __adumbra_assume(i > groups ? absent : absent ? i > 0 : m.start >= 0 && m.start <= m.end && (size_t)m.end <= length);
        matches[i] = m;
    }
    return 0;
}

LIBRARY void regfree(struct expression *e)
{
    e->buffer = 0;
}

LIBRARY size_t regerror(int number, const struct expression *e, char *to, size_t room)
{
    size_t size = (size_t)ANY_WITHIN("regerror", 2, 64);
    if (room)
        any_string(to, room < size ? room : size);
    return size;
}
