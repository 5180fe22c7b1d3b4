/* The environment: a variable has no value or any value of at most MAX_VALUE bytes, the same each time, until the program sets it. */
#include "library.h"

#define MAX_VARIABLES 16
#define MAX_NAME 64
#define MAX_VALUE 255

static struct {
    char name[MAX_NAME];
    char own[MAX_VALUE + 1]; /* what the system gave it */
    char *value;             /* null if it has none */
} environment[MAX_VARIABLES];
static int variables;
static _Bool cleared; /* what was not asked for before has no value */

/* As a list the environment is empty: what it holds is decided when it is asked for. */
static char *no_variables[1];
LIBRARY char **environ = no_variables;
LIBRARY char **__environ = no_variables;

/* The variable whose name has this length, which ends at a zero or at "=". */
static int variable(const char *name, size_t length, _Bool decide)
{
    for (int i = 0; i < variables; i++) {
        size_t j = 0;
        while (j < length && environment[i].name[j] == name[j])
            j++;
        if (j == length && !environment[i].name[j])
            return i;
    }
    if (variables == MAX_VARIABLES || length >= MAX_NAME)
        __adumbra_unsupported("an environment variable beyond the 16th, or with a name of 64 bytes or more");
    int i = variables++;
    __builtin_memcpy(environment[i].name, name, length);
    if (decide && !cleared && __adumbra_any_int("getenv") != 0) {
        __adumbra_havoc(environment[i].own, MAX_VALUE);
        environment[i].own[MAX_VALUE] = 0;
        environment[i].value = environment[i].own;
    }
    return i;
}

LIBRARY char *getenv(const char *name)
{
    return environment[variable(name, string_length(name), 1)].value;
}

LIBRARY char *secure_getenv(const char *name)
{
    return environment[variable(name, string_length(name), 1)].value;
}

static size_t length_of_name(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    return length;
}

static _Bool is_name(const char *name)
{
    if (name) {
        size_t length = length_of_name(name);
        if (length && !name[length])
            return 1;
    }
    errno = EINVAL;
    return 0;
}

/* The copy is never freed, as in glibc. */
LIBRARY int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_name(name))
        return -1;
    int i = variable(name, string_length(name), !overwrite);
    if (environment[i].value && !overwrite)
        return 0;
    size_t length = string_length(value);
    char *copy = malloc(length + 1);
    if (!copy)
        return -1;
    __builtin_memcpy(copy, value, length + 1);
    environment[i].value = copy;
    return 0;
}

LIBRARY int unsetenv(const char *name)
{
    if (!is_name(name))
        return -1;
    environment[variable(name, string_length(name), 0)].value = 0;
    return 0;
}

/* The text itself becomes part of the environment; without "=" the variable is taken out. */
LIBRARY int putenv(char *text)
{
    size_t length = length_of_name(text);
    int i = variable(text, length, 0);
    environment[i].value = text[length] ? text + length + 1 : 0;
    return 0;
}

LIBRARY int clearenv(void)
{
    for (int i = 0; i < variables; i++)
        environment[i].value = 0;
    cleared = 1;
    environ = 0;
    __environ = 0;
    return 0;
}
