/* termios.h and its kin, and sys/ioctl.h: terminals in any state. */
#include "system.h"

/* glibc's layout; the speeds are its own members. */
struct attributes {
    unsigned input, output, control, local;
    unsigned char line, characters[32];
    unsigned input_speed, output_speed;
};
#define SPEED_BITS 0010017u

LIBRARY int tcgetattr(int descriptor, struct attributes *a)
{
    if (ANY_OUTCOME("tcgetattr") != 0)
        return -1;
    __adumbra_havoc(a, sizeof *a);
    return 0;
}

OUTCOME(tcsetattr, (int descriptor, int when, const struct attributes *a), read_all(a, sizeof *a))
OUTCOME(tcflush, (int descriptor, int queue), NOTHING)
OUTCOME(tcflow, (int descriptor, int action), NOTHING)
OUTCOME(tcdrain, (int descriptor), NOTHING)
OUTCOME(tcsendbreak, (int descriptor, int duration), NOTHING)
OUTCOME(tcsetpgrp, (int descriptor, int group), NOTHING)

LIBRARY int tcgetpgrp(int descriptor)
{
    return ANY_OUTCOME("tcgetpgrp") == 0 ? ANY_WITHIN("tcgetpgrp", 1, INT_MAX) : -1;
}

LIBRARY int tcgetsid(int descriptor)
{
    return ANY_OUTCOME("tcgetsid") == 0 ? ANY_WITHIN("tcgetsid", 1, INT_MAX) : -1;
}

LIBRARY void cfmakeraw(struct attributes *a)
{
    a->input &= ~02753u;
    a->output &= ~1u;
    a->local &= ~0100113u;
    a->control &= ~0460u;
    a->control |= 060u;
    a->characters[6] = 1;
    a->characters[5] = 0;
}

LIBRARY unsigned cfgetospeed(const struct attributes *a)
{
    return a->control & SPEED_BITS;
}

LIBRARY unsigned cfgetispeed(const struct attributes *a)
{
    return a->input & 020000000000u ? 0 : a->control & SPEED_BITS;
}

LIBRARY int cfsetospeed(struct attributes *a, unsigned speed)
{
    if (speed & ~SPEED_BITS) {
        errno = EINVAL;
        return -1;
    }
    a->output_speed = speed;
    a->control = (a->control & ~SPEED_BITS) | speed;
    return 0;
}

LIBRARY int cfsetispeed(struct attributes *a, unsigned speed)
{
    if (speed & ~SPEED_BITS) {
        errno = EINVAL;
        return -1;
    }
    a->input_speed = speed;
    if (speed == 0) {
        a->input |= 020000000000u;
    } else {
        a->input &= ~020000000000u;
        a->control = (a->control & ~SPEED_BITS) | speed;
    }
    return 0;
}

/* Names of terminals. */
#define MAX_NAME 64
static char terminal_name[MAX_NAME];

LIBRARY char *ttyname(int descriptor)
{
    return ANY_OUTCOME("ttyname") == 0 ? any_string(terminal_name, MAX_NAME) : 0;
}

LIBRARY int ttyname_r(int descriptor, char *to, size_t room)
{
    int outcome = ANY_WITHIN("ttyname_r", 0, LAST_ERROR);
    if (outcome == 0 && room)
        any_string(to, room);
    return outcome;
}

LIBRARY char *ptsname(int descriptor)
{
    return ANY_OUTCOME("ptsname") == 0 ? any_string(terminal_name, MAX_NAME) : 0;
}

LIBRARY char *ctermid(char *to)
{
    static char own[] = "/dev/tty";
    if (!to)
        return own;
    __builtin_memcpy(to, own, sizeof own);
    return to;
}

NEW_DESCRIPTOR(posix_openpt, (int flags), NOTHING)
OUTCOME(grantpt, (int descriptor), NOTHING)
OUTCOME(unlockpt, (int descriptor), NOTHING)

static char password[256];
LIBRARY char *getpass(const char *prompt)
{
    READ_STRING(prompt);
    return ANY_OUTCOME("getpass") == 0 ? any_string(password, sizeof password) : 0;
}

/* What a request writes: newer ones say so themselves (two bits for the direction, fourteen for the size), the older ones for terminals are listed. */
static _Bool writes(unsigned long request, size_t *size)
{
    *size = 0;
    switch (request) {
    case 0x5401: /* TCGETS */
        *size = 36;
        return 1;
    case 0x5413: /* TIOCGWINSZ */
        *size = 8;
        return 1;
    case 0x540f: /* TIOCGPGRP */
    case 0x5411: /* TIOCOUTQ */
    case 0x5415: /* TIOCMGET */
    case 0x541b: /* FIONREAD */
    case 0x5424: /* TIOCGETD */
    case 0x5429: /* TIOCGSID */
        *size = 4;
        return 1;
    case 0x5402: /* TCSETS and what follows, TIOCEXCL, TIOCNXCL, TIOCSCTTY, TIOCSPGRP, TIOCSTI, TIOCSWINSZ, TIOCNOTTY, FIONBIO */
    case 0x5403:
    case 0x5404:
    case 0x540b:
    case 0x540c:
    case 0x540d:
    case 0x540e:
    case 0x5410:
    case 0x5412:
    case 0x5414:
    case 0x5421:
    case 0x5422:
        return 1;
    default:
        *size = request >> 16 & 0x3fff;
        if (!(request >> 30 & 2))
            *size = 0;
        return request >> 30 != 0;
    }
}

LIBRARY int ioctl(int descriptor, unsigned long request, ...)
{
    size_t size;
    if (!writes(request, &size))
        __adumbra_unsupported("ioctl with a request that does not say what it writes");
    if (ANY_OUTCOME("ioctl") != 0)
        return -1;
    if (size) {
        va_list list;
        va_start(list, request);
        __adumbra_havoc(va_arg(list, void *), size);
        va_end(list);
    }
    return 0;
}
