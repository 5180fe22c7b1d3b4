/* utmpx.h: who is logged in, which is open. */
#include "system.h"

/* glibc's layout, with 32-bit times in both data models. */
struct login {
    short kind;
    int process;
    char line[32], id[4], user[32], host[256];
    short termination, status;
    int session, seconds, microseconds, address[4];
    char unused[20];
};
static struct login entry;

static struct login *any_entry(int choice)
{
    if (choice == 0)
        return 0;
    __adumbra_havoc(&entry, sizeof entry);
    return &entry;
}

LIBRARY struct login *getutxent(void)
{
    return any_entry(__adumbra_any_int("getutxent"));
}

LIBRARY struct login *getutxid(const struct login *wanted)
{
    read_all(wanted, sizeof *wanted);
    return any_entry(__adumbra_any_int("getutxid"));
}

LIBRARY struct login *getutxline(const struct login *wanted)
{
    read_all(wanted, sizeof *wanted);
    return any_entry(__adumbra_any_int("getutxline"));
}

LIBRARY struct login *pututxline(const struct login *added)
{
    read_all(added, sizeof *added);
    return any_entry(__adumbra_any_int("pututxline"));
}

LIBRARY struct login *getutent(void)
{
    return any_entry(__adumbra_any_int("getutent"));
}

LIBRARY void setutxent(void)
{
}

LIBRARY void endutxent(void)
{
}

LIBRARY void setutent(void)
{
}

LIBRARY void endutent(void)
{
}

OUTCOME(utmpxname, (const char *path), READ_STRING(path))
OUTCOME(utmpname, (const char *path), READ_STRING(path))

LIBRARY void updwtmpx(const char *path, const struct login *added)
{
    READ_STRING(path);
    read_all(added, sizeof *added);
}
