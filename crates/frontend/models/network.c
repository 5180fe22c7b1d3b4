/* netdb.h, arpa/inet.h, net/if.h: names of hosts, services and interfaces. Any of them may exist; addresses as text are exact for version 4. */
#include "system.h"

#define IPV4 2
#define IPV6 10
#define NO_SPACE 28
#define NO_SUPPORT 97

LIBRARY unsigned htonl(unsigned n)
{
    return __builtin_bswap32(n);
}

LIBRARY unsigned ntohl(unsigned n)
{
    return __builtin_bswap32(n);
}

LIBRARY unsigned short htons(unsigned short n)
{
    return __builtin_bswap16(n);
}

LIBRARY unsigned short ntohs(unsigned short n)
{
    return __builtin_bswap16(n);
}

/* Four numbers and three points; the length without the zero. */
static int write_address(const unsigned char *address, char *to)
{
    int length = 0;
    for (int i = 0; i < 4; i++) {
        if (i)
            to[length++] = '.';
        if (address[i] >= 100)
            to[length++] = (char)('0' + address[i] / 100);
        if (address[i] >= 10)
            to[length++] = (char)('0' + address[i] / 10 % 10);
        to[length++] = (char)('0' + address[i] % 10);
    }
    to[length] = 0;
    return length;
}

LIBRARY const char *inet_ntop(int family, const void *restrict address, char *restrict to, unsigned room)
{
    char text[16];
    if (family == IPV6)
        __adumbra_unsupported("inet_ntop of an address of version 6");
    if (family != IPV4) {
        errno = NO_SUPPORT;
        return 0;
    }
    unsigned length = (unsigned)write_address(address, text);
    if (length >= room) {
        errno = NO_SPACE;
        return 0;
    }
    __builtin_memcpy(to, text, length + 1);
    return to;
}

static char shared_text[16];

LIBRARY char *inet_ntoa(unsigned address)
{
    write_address((const unsigned char *)&address, shared_text);
    return shared_text;
}

/* Four decimal numbers without leading zeros. */
static _Bool read_address(const char *text, unsigned char *to)
{
    for (int i = 0; i < 4; i++) {
        int n = 0, digits = 0;
        for (; is_digit(*text); text++, digits++) {
            if (digits && n == 0)
                return 0;
            n = n * 10 + (*text - '0');
            if (n > 255)
                return 0;
        }
        if (!digits || *text != (i < 3 ? '.' : 0))
            return 0;
        to[i] = (unsigned char)n;
        text++;
    }
    return 1;
}

LIBRARY int inet_pton(int family, const char *restrict text, void *restrict to)
{
    unsigned char bytes[4];
    if (family == IPV6)
        __adumbra_unsupported("inet_pton of an address of version 6");
    if (family != IPV4) {
        errno = NO_SUPPORT;
        return -1;
    }
    if (!read_address(text, bytes))
        return 0;
    __builtin_memcpy(to, bytes, 4);
    return 1;
}

/* One to four numbers in any base; the last fills what is left. */
static _Bool read_old_address(const char *text, unsigned *result)
{
    unsigned parts[4];
    int count = 0;
    for (;;) {
        if (!is_digit(*text) || count == 4)
            return 0;
        unsigned base = *text != '0' ? 10 : lower(text[1]) == 'x' ? 16 : 8;
        if (base == 16) {
            text += 2;
            if (digit_value(*text) > 15)
                return 0;
        }
        unsigned long long n = 0;
        for (; digit_value(*text) < (int)base; text++) {
            n = n * base + (unsigned)digit_value(*text);
            if (n > UINT_MAX)
                return 0;
        }
        parts[count++] = (unsigned)n;
        if (*text != '.')
            break;
        text++;
    }
    if (*text && !is_space(*text))
        return 0;
    unsigned address = parts[count - 1];
    if (count > 1 && address >> (8 * (5 - count)))
        return 0;
    for (int i = 0; i < count - 1; i++) {
        if (parts[i] > 255)
            return 0;
        address |= parts[i] << (24 - 8 * i);
    }
    *result = __builtin_bswap32(address);
    return 1;
}

LIBRARY int inet_aton(const char *text, unsigned *to)
{
    unsigned address;
    if (!read_old_address(text, &address))
        return 0;
    if (to)
        *to = address;
    return 1;
}

LIBRARY unsigned inet_addr(const char *text)
{
    unsigned address;
    return read_old_address(text, &address) ? address : UINT_MAX;
}

/* Interfaces. */
LIBRARY unsigned if_nametoindex(const char *name)
{
    READ_STRING(name);
    int n = __adumbra_any_int("if_nametoindex");
    if (n > 0)
        return (unsigned)n;
    FAIL("if_nametoindex");
    return 0;
}

LIBRARY char *if_indextoname(unsigned index, char *to)
{
    return ANY_OUTCOME("if_indextoname") == 0 ? any_string(to, 16) : 0;
}

/* Hosts: one address of either version, one name. */
#define MAX_TEXT 64
struct host {
    char *name, **aliases;
    int family, length;
    char **addresses;
};
static struct host host;
static char host_name[MAX_TEXT], host_address[16];
static char *no_names[1], *host_addresses[2];

static int host_error;
LIBRARY int *__h_errno_location(void)
{
    return &host_error;
}

static struct host *any_host(void)
{
    if (__adumbra_any_int("gethostbyname") == 0) {
        host_error = ANY_WITHIN("gethostbyname", 1, 4);
        return 0;
    }
    _Bool old = __adumbra_any_int("gethostbyname") == 0;
    __adumbra_havoc(host_address, sizeof host_address);
    host_addresses[0] = host_address;
    host = (struct host){any_string(host_name, MAX_TEXT), no_names, old ? IPV4 : IPV6, old ? 4 : 16, host_addresses};
    return &host;
}

LIBRARY struct host *gethostbyname(const char *name)
{
    READ_STRING(name);
    struct host *h = any_host();
    if (h) {
        h->family = IPV4;
        h->length = 4;
    }
    return h;
}

LIBRARY struct host *gethostbyname2(const char *name, int family)
{
    READ_STRING(name);
    struct host *h = any_host();
    if (h) {
        h->family = family;
        h->length = family == IPV4 ? 4 : 16;
    }
    return h;
}

LIBRARY struct host *gethostbyaddr(const void *address, unsigned length, int family)
{
    read_all(address, length);
    return any_host();
}

LIBRARY struct host *gethostent(void)
{
    return any_host();
}

struct service {
    char *name, **aliases;
    int port;
    char *protocol;
};
static struct service service;
static char service_name[MAX_TEXT], service_protocol[MAX_TEXT];

static struct service *any_service(void)
{
    if (__adumbra_any_int("getservbyname") == 0)
        return 0;
    service = (struct service){any_string(service_name, MAX_TEXT), no_names, ANY_WITHIN("getservbyname", 0, 65535), any_string(service_protocol, MAX_TEXT)};
    return &service;
}

LIBRARY struct service *getservbyname(const char *name, const char *protocol)
{
    READ_STRING(name);
    return any_service();
}

LIBRARY struct service *getservbyport(int port, const char *protocol)
{
    struct service *s = any_service();
    if (s)
        s->port = port;
    return s;
}

LIBRARY struct service *getservent(void)
{
    return any_service();
}

struct protocol {
    char *name, **aliases;
    int number;
};
static struct protocol protocol;

static struct protocol *any_protocol(void)
{
    if (__adumbra_any_int("getprotobyname") == 0)
        return 0;
    protocol = (struct protocol){any_string(service_protocol, MAX_TEXT), no_names, ANY_WITHIN("getprotobyname", 0, 255)};
    return &protocol;
}

LIBRARY struct protocol *getprotobyname(const char *name)
{
    READ_STRING(name);
    return any_protocol();
}

LIBRARY struct protocol *getprotobynumber(int number)
{
    struct protocol *p = any_protocol();
    if (p)
        p->number = number;
    return p;
}

LIBRARY struct protocol *getprotoent(void)
{
    return any_protocol();
}

struct network {
    char *name, **aliases;
    int family;
    unsigned number;
};
static struct network network;

static struct network *any_network(void)
{
    if (__adumbra_any_int("getnetbyname") == 0)
        return 0;
    network = (struct network){any_string(host_name, MAX_TEXT), no_names, IPV4, (unsigned)__adumbra_any_int("getnetbyname")};
    return &network;
}

LIBRARY struct network *getnetbyname(const char *name)
{
    READ_STRING(name);
    return any_network();
}

LIBRARY struct network *getnetbyaddr(unsigned number, int family)
{
    struct network *n = any_network();
    if (n)
        n->number = number;
    return n;
}

LIBRARY struct network *getnetent(void)
{
    return any_network();
}

#define LIST(name)                                                                                                     \
    LIBRARY void set##name(int stay_open)                                                                              \
    {                                                                                                                  \
    }                                                                                                                  \
    LIBRARY void end##name(void)                                                                                       \
    {                                                                                                                  \
    }
LIST(hostent)
LIST(servent)
LIST(protoent)
LIST(netent)

/* A list of at most two addresses. */
struct address {
    int flags, family, kind, protocol;
    unsigned length;
    void *address;
    char *name;
    struct address *next;
};

LIBRARY int getaddrinfo(const char *restrict name, const char *restrict service_text, const struct address *restrict hints, struct address **restrict result)
{
    if (name)
        READ_STRING(name);
    if (service_text)
        READ_STRING(service_text);
    if (hints)
        read_all(hints, sizeof *hints);
    int outcome = __adumbra_any_int("getaddrinfo");
    __adumbra_assume(outcome <= 0 && outcome >= -105);
    if (outcome != 0) {
        if (outcome == -11) /* EAI_SYSTEM */
            FAIL("getaddrinfo");
        return outcome;
    }
    *result = 0;
    for (int i = ANY_WITHIN("getaddrinfo", 1, 2); i > 0; i--) {
        struct address *a = malloc(sizeof *a);
        void *address = malloc(28);
        if (!a || !address)
            __adumbra_unsupported("getaddrinfo without memory");
        _Bool old = __adumbra_any_int("getaddrinfo") == 0;
        if (hints && hints->family)
            old = hints->family == IPV4;
        __adumbra_havoc(address, 28);
        *(unsigned short *)address = old ? IPV4 : IPV6;
        *a = (struct address){hints ? hints->flags : 0, old ? IPV4 : IPV6, __adumbra_any_int("getaddrinfo"), __adumbra_any_int("getaddrinfo"), old ? 16 : 28, address, 0, *result};
        if (hints && hints->kind)
            a->kind = hints->kind;
        *result = a;
    }
    return 0;
}

LIBRARY void freeaddrinfo(struct address *list)
{
    while (list) {
        struct address *next = list->next;
        free(list->address);
        free(list);
        list = next;
    }
}

LIBRARY int getnameinfo(const void *restrict address, unsigned length, char *restrict name, unsigned name_room, char *restrict service_text, unsigned service_room,
                        int flags)
{
    read_all(address, length);
    int outcome = __adumbra_any_int("getnameinfo");
    __adumbra_assume(outcome <= 0 && outcome >= -105);
    if (outcome != 0)
        return outcome;
    if (name && name_room)
        any_string(name, name_room);
    if (service_text && service_room)
        any_string(service_text, service_room);
    return 0;
}

static char error_text[MAX_TEXT];

LIBRARY const char *gai_strerror(int number)
{
    return any_string(error_text, MAX_TEXT);
}

LIBRARY const char *hstrerror(int number)
{
    return any_string(error_text, MAX_TEXT);
}

LIBRARY void herror(const char *s)
{
    if (s)
        READ_STRING(s);
}
