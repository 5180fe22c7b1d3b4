/* The order of bytes on the network, of arpa/inet.h. */
#include "library.h"

LIBRARY uint32_t htonl(uint32_t value)
{
    return __builtin_bswap32(value);
}

LIBRARY uint32_t ntohl(uint32_t value)
{
    return __builtin_bswap32(value);
}

LIBRARY uint16_t htons(uint16_t value)
{
    return __builtin_bswap16(value);
}

LIBRARY uint16_t ntohs(uint16_t value)
{
    return __builtin_bswap16(value);
}
