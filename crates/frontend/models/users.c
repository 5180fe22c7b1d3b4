/* pwd.h, grp.h and shadow.h: any users and groups may exist. Strings have at most 63 bytes, and groups at most four members. */
#include "system.h"

#define MAX_TEXT 64
#define MAX_MEMBERS 4

struct user {
    char *name, *password;
    unsigned id, group;
    char *description, *home, *shell;
};
struct group {
    char *name, *password;
    unsigned id;
    char **members;
};
struct shadow {
    char *name, *password;
    long last_change, least, most, warning, inactive, expiry;
    unsigned long flag;
};

static char texts[6][MAX_TEXT];
static struct user user;

/* A name that the caller asked for is the name of what he gets. */
static char *text(int which, const char *known)
{
    if (!known)
        return any_string(texts[which], MAX_TEXT);
    size_t length = string_length(known);
    if (length >= MAX_TEXT)
        __adumbra_unsupported("the name of a user or group with more than 63 bytes");
    __builtin_memcpy(texts[which], known, length + 1);
    return texts[which];
}

/* Nothing found leaves errno alone, an error does not. */
static _Bool found(int choice)
{
    if (choice < 0)
        FAIL("getpwnam");
    return choice > 0;
}

static struct user *any_user(const char *name)
{
    if (name)
        string_length(name);
    if (!found(__adumbra_any_int("getpwnam")))
        return 0;
    user = (struct user){text(0, name), text(1, 0), (unsigned)__adumbra_any_int("getpwnam"), (unsigned)__adumbra_any_int("getpwnam"), text(2, 0), text(3, 0), text(4, 0)};
    return &user;
}

LIBRARY struct user *getpwnam(const char *name)
{
    return any_user(name);
}

LIBRARY struct user *getpwuid(unsigned id)
{
    struct user *u = any_user(0);
    if (u)
        u->id = id;
    return u;
}

LIBRARY struct user *getpwent(void)
{
    return any_user(0);
}

LIBRARY struct user *fgetpwent(struct stream *stream)
{
    (void)stream->flags;
    return any_user(0);
}

LIBRARY void setpwent(void)
{
}

LIBRARY void endpwent(void)
{
}

static struct group group;
static char member_texts[MAX_MEMBERS][MAX_TEXT];
static char *members[MAX_MEMBERS + 1];

static struct group *any_group(const char *name)
{
    if (name)
        string_length(name);
    if (!found(__adumbra_any_int("getgrnam")))
        return 0;
    int count = ANY_WITHIN("getgrnam", 0, MAX_MEMBERS);
    for (int i = 0; i < count; i++)
        members[i] = any_string(member_texts[i], MAX_TEXT);
    members[count] = 0;
    group = (struct group){text(0, name), text(1, 0), (unsigned)__adumbra_any_int("getgrnam"), members};
    return &group;
}

LIBRARY struct group *getgrnam(const char *name)
{
    return any_group(name);
}

LIBRARY struct group *getgrgid(unsigned id)
{
    struct group *g = any_group(0);
    if (g)
        g->id = id;
    return g;
}

LIBRARY struct group *getgrent(void)
{
    return any_group(0);
}

LIBRARY struct group *fgetgrent(struct stream *stream)
{
    (void)stream->flags;
    return any_group(0);
}

LIBRARY void setgrent(void)
{
}

LIBRARY void endgrent(void)
{
}

static struct shadow shadow;

static struct shadow *any_shadow(const char *name)
{
    if (name)
        string_length(name);
    if (!found(__adumbra_any_int("getspnam")))
        return 0;
    __adumbra_havoc(&shadow.last_change, 6 * sizeof(long) + sizeof(unsigned long));
    shadow.name = text(0, name);
    shadow.password = text(1, 0);
    return &shadow;
}

LIBRARY struct shadow *getspnam(const char *name)
{
    return any_shadow(name);
}

LIBRARY struct shadow *getspent(void)
{
    return any_shadow(0);
}

LIBRARY struct shadow *fgetspent(struct stream *stream)
{
    (void)stream->flags;
    return any_shadow(0);
}

LIBRARY struct shadow *sgetspent(const char *line)
{
    READ_STRING(line);
    return any_shadow(0);
}

LIBRARY void setspent(void)
{
}

LIBRARY void endspent(void)
{
}

/* Into the caller's buffer: every string begins somewhere in it. */
static char *somewhere(char *buffer, size_t room)
{
    size_t at = (size_t)__adumbra_any_ulong("getpwnam_r");
    __adumbra_assume(at < room);
    return buffer + at;
}

static int any_result(char *buffer, size_t room, void **result)
{
    *result = 0;
    int outcome = ANY_WITHIN("getpwnam_r", 0, LAST_ERROR);
    if (outcome != 0)
        return outcome;
    if (room == 0)
        return ERANGE;
    any_string(buffer, room);
    return 0;
}

static int any_user_in(struct user *u, char *buffer, size_t room, struct user **result)
{
    int outcome = any_result(buffer, room, (void **)result);
    if (outcome != 0 || __adumbra_any_int("getpwnam_r") == 0)
        return outcome;
    *u = (struct user){somewhere(buffer, room), somewhere(buffer, room), (unsigned)__adumbra_any_int("getpwnam_r"), (unsigned)__adumbra_any_int("getpwnam_r"),
                       somewhere(buffer, room), somewhere(buffer, room), somewhere(buffer, room)};
    *result = u;
    return 0;
}

LIBRARY int getpwnam_r(const char *name, struct user *u, char *buffer, size_t room, struct user **result)
{
    READ_STRING(name);
    return any_user_in(u, buffer, room, result);
}

LIBRARY int getpwuid_r(unsigned id, struct user *u, char *buffer, size_t room, struct user **result)
{
    int outcome = any_user_in(u, buffer, room, result);
    if (*result)
        u->id = id;
    return outcome;
}

static int any_group_in(struct group *g, char *buffer, size_t room, struct group **result)
{
    int outcome = any_result(buffer, room, (void **)result);
    if (outcome != 0 || __adumbra_any_int("getgrnam_r") == 0)
        return outcome;
    int count = ANY_WITHIN("getgrnam_r", 0, MAX_MEMBERS);
    for (int i = 0; i < count; i++)
        members[i] = somewhere(buffer, room);
    members[count] = 0;
    *g = (struct group){somewhere(buffer, room), somewhere(buffer, room), (unsigned)__adumbra_any_int("getgrnam_r"), members};
    *result = g;
    return 0;
}

LIBRARY int getgrnam_r(const char *name, struct group *g, char *buffer, size_t room, struct group **result)
{
    READ_STRING(name);
    return any_group_in(g, buffer, room, result);
}

LIBRARY int getgrgid_r(unsigned id, struct group *g, char *buffer, size_t room, struct group **result)
{
    int outcome = any_group_in(g, buffer, room, result);
    if (*result)
        g->id = id;
    return outcome;
}

LIBRARY int getgrouplist(const char *name, unsigned main_group, unsigned *list, int *count)
{
    READ_STRING(name);
    int all = ANY_WITHIN("getgrouplist", 1, 65536);
    int room = *count, stored = all < room ? all : room;
    if (stored > 0)
        __adumbra_havoc(list, (size_t)stored * sizeof *list);
    *count = all;
    return all <= room ? all : -1;
}

OUTCOME(lckpwdf, (void), NOTHING)
OUTCOME(ulckpwdf, (void), NOTHING)
OUTCOME(putpwent, (const struct user *u, struct stream *stream), (read_all(u, sizeof *u), read_all(stream, 1)))
OUTCOME(putgrent, (const struct group *g, struct stream *stream), (read_all(g, sizeof *g), read_all(stream, 1)))
OUTCOME(putspent, (const struct shadow *s, struct stream *stream), (read_all(s, sizeof *s), read_all(stream, 1)))

static char login_name[MAX_TEXT];

LIBRARY char *getlogin(void)
{
    return ANY_OUTCOME("getlogin") == 0 ? any_string(login_name, MAX_TEXT) : 0;
}

LIBRARY int getlogin_r(char *to, size_t room)
{
    int outcome = ANY_WITHIN("getlogin_r", 0, LAST_ERROR);
    if (outcome == 0 && room)
        any_string(to, room);
    return outcome;
}

LIBRARY char *getusershell(void)
{
    return __adumbra_any_int("getusershell") == 0 ? 0 : text(5, 0);
}

LIBRARY void setusershell(void)
{
}

LIBRARY void endusershell(void)
{
}
