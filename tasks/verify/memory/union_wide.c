// verify unreach-call => FALSE(unreach-call)
// A wide store over contents that are read by halves: one branch writes, the other leaves the initial zeros.
int __VERIFIER_nondet_int(void);
void reach_error(void);

union {
    __int128 wide;
    long halves[2];
} u;

int main(void) {
    if (__VERIFIER_nondet_int()) {
        ;
    } else {
        u.wide = 5;
    }
    if (u.halves[0] == 5)
        reach_error();
    return 0;
}
