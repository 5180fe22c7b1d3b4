/* Paths: what the system makes of one (getcwd, realpath), and their parts (basename, dirname). */
#include "system.h"

#define MAX_PATH 4096

/* An absolute path of any name. */
static char *any_path(char *to, size_t room)
{
    any_string(to, room);
    to[0] = '/';
    return to;
}

LIBRARY char *getcwd(char *to, size_t room)
{
    if (to && room == 0) {
        errno = EINVAL;
        return 0;
    }
    if (ANY_OUTCOME("getcwd") != 0)
        return 0;
    if (room == 1) {
        errno = ERANGE;
        return 0;
    }
    if (!to) {
        if (room == 0)
            room = MAX_PATH;
        to = malloc(room);
        if (!to)
            return 0;
    }
    return any_path(to, room);
}

LIBRARY char *get_current_dir_name(void)
{
    char *to = ANY_OUTCOME("get_current_dir_name") == 0 ? malloc(MAX_PATH) : 0;
    return to ? any_path(to, MAX_PATH) : 0;
}

static char *resolve(const char *path, char *to)
{
    if (!path) {
        errno = EINVAL;
        return 0;
    }
    READ_STRING(path);
    if (ANY_OUTCOME("realpath") != 0)
        return 0;
    if (!to)
        to = malloc(MAX_PATH);
    return to ? any_path(to, MAX_PATH) : 0;
}

LIBRARY char *realpath(const char *restrict path, char *restrict to)
{
    return resolve(path, to);
}

LIBRARY char *__realpath_chk(const char *path, char *to, size_t room)
{
    if (room < MAX_PATH)
        __adumbra_end(134);
    return resolve(path, to);
}

LIBRARY char *canonicalize_file_name(const char *path)
{
    return resolve(path, 0);
}

/* The GNU variant: what is behind the last slash. */
LIBRARY char *basename(const char *path)
{
    const char *last = path;
    for (; *path; path++)
        if (*path == '/')
            last = path + 1;
    return (char *)last;
}

static char dot[] = ".";

/* The POSIX variant takes slashes at the end away. */
LIBRARY char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return dot;
    size_t end = string_length(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    if (path[end] == '/')
        path[end] = 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return start == end ? path + start - 1 : path + start;
}

LIBRARY char *dirname(char *path)
{
    if (!path || !*path)
        return dot;
    size_t end = string_length(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return dot;
    while (end > 1 && path[end - 1] == '/')
        end--;
    /* Two slashes at the very beginning, and no more, stay two. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end = 2;
    path[end] = 0;
    return path;
}
