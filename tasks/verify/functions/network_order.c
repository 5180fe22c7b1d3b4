// verify => TRUE
#include <arpa/inet.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    uint32_t word = __VERIFIER_nondet_uint();
    uint16_t half = __VERIFIER_nondet_ushort();
    assert(ntohl(htonl(word)) == word);
    assert(ntohs(htons(half)) == half);
    assert(htonl(0x01020304) == 0x04030201);
    assert(htons(0x0102) == 0x0201);
    return 0;
}
