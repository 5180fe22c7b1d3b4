// Integers of all kinds: every operator on inputs.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

static int sign(int x) { return x < 0 ? -1 : x > 0; }

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned long u = __VERIFIER_nondet_ulong();
    int indeterminate;
    switch (c % 7) {
    case 0: { signed char a = x, b = y; if (b && a / b > 3) x = a % b; break; }
    case 1: if (__builtin_popcountl(u) == 5 && __builtin_clzl(u | 1) > 8) x = 1; break;
    case 2: if (__builtin_ctzl(u | 256) == 3) x = 2; break;
    case 3: if ((x << (c & 15)) == 4096) x = 3; else if ((u >> (c & 63)) == 9) x = 4; break;
    case 4: if (__builtin_bswap32(x) == 0x11223344) x = 5; break;
    case 5: { __int128 wide = ((__int128)x << 70) + y; if (wide == (__int128)5 << 70) x = 6; break; }
    default: if (indeterminate == 77) x = 7;
    }
    int sum;
    if (__builtin_add_overflow(x, y, &sum)) x = 8;
    short product;
    if (__builtin_mul_overflow((short)x, (short)3, &product) && sign(y) > 0) x = 9;
    if ((x ^ y) == 5 && sign(x) == 1) reach_error();
    return x == y;
}
