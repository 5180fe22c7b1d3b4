/* fnmatch: patterns with *, ? and brackets, in the C locale. */
#include "library.h"

#define PATHNAME 1      /* a slash matches only itself */
#define NO_ESCAPE 2     /* a backslash is a letter */
#define PERIOD 4        /* a leading period matches only itself */
#define LEADING_DIR 8   /* the pattern may match up to a slash */
#define CASE_FOLD 16
#define NO_MATCH 1

static int fold(int c, int flags)
{
    return flags & CASE_FOLD ? lower(c) : c;
}

static _Bool in_class(const char *name, size_t length, int c, _Bool *known)
{
    static const char names[] = "alnumalphablankcntrldigitgraphlowerprintpunctspaceupperxdigit";
    _Bool letter = lower(c) >= 'a' && lower(c) <= 'z', graph = c > 32 && c < 127;
    _Bool hex = is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
    _Bool answers[] = {letter || is_digit(c), letter, c == ' ' || c == '\t', (c >= 0 && c < 32) || c == 127, is_digit(c), graph,
                       c >= 'a' && c <= 'z', graph || c == ' ', graph && !letter && !is_digit(c), is_space(c), c >= 'A' && c <= 'Z', hex};
    size_t start = 0;
    for (int i = 0; i < 12; i++) {
        size_t size = i == 11 ? 6 : 5, j = 0;
        while (j < size && j < length && name[j] == names[start + j])
            j++;
        if (j == size && size == length) {
            *known = 1;
            return answers[i];
        }
        start += size;
    }
    *known = 0;
    return 0;
}

/* Matches one character against a bracket; null if the bracket does not end. */
static const char *match_bracket(const char *p, int c, int flags, _Bool *matches)
{
    _Bool negated = *p == '!' || *p == '^', found = 0;
    if (negated)
        p++;
    int wanted = fold(c, flags);
    for (_Bool first = 1; first || *p != ']'; first = 0) {
        if (!*p)
            return 0;
        if (p[0] == '[' && (p[1] == '.' || p[1] == '='))
            __adumbra_unsupported("fnmatch with collating symbols");
        if (p[0] == '[' && p[1] == ':') {
            const char *name = p + 2, *end = name;
            while (*end >= 'a' && *end <= 'z')
                end++;
            if (end[0] == ':' && end[1] == ']') {
                _Bool known, inside = in_class(name, (size_t)(end - name), c, &known);
                if (!known)
                    __adumbra_unsupported("fnmatch with an unknown class");
                if ((flags & CASE_FOLD) && lower(c) >= 'a' && lower(c) <= 'z')
                    inside |= in_class(name, (size_t)(end - name), lower(c), &known) || in_class(name, (size_t)(end - name), upper(c), &known);
                found |= inside;
                p = end + 2;
                continue;
            }
        }
        if (*p == '\\' && !(flags & NO_ESCAPE) && !*++p)
            return 0;
        int low = (unsigned char)*p++, high = low;
        if (p[0] == '-' && p[1] && p[1] != ']') {
            p++;
            if (*p == '\\' && !(flags & NO_ESCAPE) && !*++p)
                return 0;
            high = (unsigned char)*p++;
        }
        found |= fold(low, flags) <= wanted && wanted <= fold(high, flags);
    }
    *matches = found != negated;
    return p + 1;
}

static _Bool matches_from(const char *p, const char *s, const char *start, int flags);

/* Is a period here a leading one? */
static _Bool is_leading(const char *s, const char *start, int flags)
{
    return *s == '.' && (flags & PERIOD) && (s == start || ((flags & PATHNAME) && s[-1] == '/'));
}

static _Bool match_star(const char *p, const char *s, const char *start, int flags)
{
    if (is_leading(s, start, flags))
        return 0;
    while (*p == '*')
        p++;
    for (;; s++) {
        if (matches_from(p, s, start, flags))
            return 1;
        if (!*s || (*s == '/' && (flags & PATHNAME)))
            return 0;
    }
}

static _Bool matches_from(const char *p, const char *s, const char *start, int flags)
{
    for (; *p; s++) {
        int c = (unsigned char)*s;
        _Bool special = (c == '/' && (flags & PATHNAME)) || is_leading(s, start, flags);
        if (*p == '*')
            return match_star(p, s, start, flags);
        if (*p == '?') {
            if (!c || special)
                return 0;
            p++;
            continue;
        }
        if (*p == '[') {
            _Bool matches;
            const char *end = match_bracket(p + 1, c, flags, &matches);
            if (!end)
                __adumbra_unsupported("fnmatch with a bracket that does not end");
            if (!c || special || !matches)
                return 0;
            p = end;
            continue;
        }
        if (*p == '\\' && !(flags & NO_ESCAPE)) {
            if (!*++p)
                return 0;
        }
        if (!c || fold((unsigned char)*p, flags) != fold(c, flags))
            return 0;
        p++;
    }
    return !*s || ((flags & LEADING_DIR) && *s == '/');
}

LIBRARY int fnmatch(const char *pattern, const char *string, int flags)
{
    if (flags & ~(PATHNAME | NO_ESCAPE | PERIOD | LEADING_DIR | CASE_FOLD))
        __adumbra_unsupported("fnmatch with extended patterns");
    return matches_from(pattern, string, string, flags) ? 0 : NO_MATCH;
}
