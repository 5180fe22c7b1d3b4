/* How a program starts: arguments are made, the entry function is called, its result goes to exit.
 *
 * There is one start function for each type an entry function may have: the result is int or void, and the parameters
 * are none, argc, argc and argv, or argc, argv and envp. The translator puts the entry function in the place of the
 * function __adumbra_entry_… that the chosen start function calls. Where the entry function never looks at argv and envp,
 * they are not made.
 *
 * Bounds: at most MAX_ARGUMENTS arguments of at most MAX_LENGTH bytes each; the environment is empty. */
#include "library.h"

#define MAX_ARGUMENTS 256
#define MAX_LENGTH 4096

static int argument_count(void)
{
    int count = __adumbra_argument_count();
    __adumbra_assume(count >= 1 && count <= MAX_ARGUMENTS);
    return count;
}

/* Reads one argument into a buffer and returns its length. */
static size_t read_argument(char *buffer)
{
    size_t length = 0;
    for (;;) {
        int byte = __adumbra_argument_byte();
        __adumbra_assume(byte >= 0 && byte <= 255);
        if (byte == 0)
            return length;
        __adumbra_assume(length < MAX_LENGTH);
        buffer[length++] = (char)byte;
    }
}

/* The arguments live in the frame of the start function: they are no heap memory, and the program may write to them. */
#define MAKE_ARGUMENTS                                                                                                 \
    int argc = argument_count();                                                                                       \
    char **argv = __builtin_alloca((argc + 1) * sizeof(char *));                                                       \
    char *buffer = __builtin_alloca(MAX_LENGTH);                                                                       \
    for (int i = 0; i < argc; i++) {                                                                                   \
        size_t length = read_argument(buffer);                                                                         \
        argv[i] = __builtin_alloca(length + 1);                                                                        \
        __builtin_memcpy(argv[i], buffer, length);                                                                     \
        argv[i][length] = 0;                                                                                           \
    }                                                                                                                  \
    argv[argc] = 0

int __adumbra_entry_int_0(void);
int __adumbra_entry_int_1(int argc);
int __adumbra_entry_int_2(int argc, char **argv);
int __adumbra_entry_int_3(int argc, char **argv, char **envp);
void __adumbra_entry_void_0(void);
void __adumbra_entry_void_1(int argc);
void __adumbra_entry_void_2(int argc, char **argv);
void __adumbra_entry_void_3(int argc, char **argv, char **envp);

LIBRARY void __adumbra_start_int_0(void)
{
    exit(__adumbra_entry_int_0());
}

LIBRARY void __adumbra_start_int_1(void)
{
    exit(__adumbra_entry_int_1(argument_count()));
}

LIBRARY void __adumbra_start_int_2(void)
{
    MAKE_ARGUMENTS;
    exit(__adumbra_entry_int_2(argc, argv));
}

LIBRARY void __adumbra_start_int_3(void)
{
    MAKE_ARGUMENTS;
    char *envp[1] = {0};
    exit(__adumbra_entry_int_3(argc, argv, envp));
}

LIBRARY void __adumbra_start_void_0(void)
{
    __adumbra_entry_void_0();
    exit(0);
}

LIBRARY void __adumbra_start_void_1(void)
{
    __adumbra_entry_void_1(argument_count());
    exit(0);
}

LIBRARY void __adumbra_start_void_2(void)
{
    MAKE_ARGUMENTS;
    __adumbra_entry_void_2(argc, argv);
    exit(0);
}

LIBRARY void __adumbra_start_void_3(void)
{
    MAKE_ARGUMENTS;
    char *envp[1] = {0};
    __adumbra_entry_void_3(argc, argv, envp);
    exit(0);
}

int __adumbra_entry_int_2_unread(int argc, char **argv);
int __adumbra_entry_int_3_unread(int argc, char **argv, char **envp);
void __adumbra_entry_void_2_unread(int argc, char **argv);
void __adumbra_entry_void_3_unread(int argc, char **argv, char **envp);

LIBRARY void __adumbra_start_int_2_unread(void)
{
    exit(__adumbra_entry_int_2_unread(argument_count(), 0));
}

LIBRARY void __adumbra_start_int_3_unread(void)
{
    exit(__adumbra_entry_int_3_unread(argument_count(), 0, 0));
}

LIBRARY void __adumbra_start_void_2_unread(void)
{
    __adumbra_entry_void_2_unread(argument_count(), 0);
    exit(0);
}

LIBRARY void __adumbra_start_void_3_unread(void)
{
    __adumbra_entry_void_3_unread(argument_count(), 0, 0);
    exit(0);
}
