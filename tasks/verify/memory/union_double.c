// verify unreach-call => FALSE(unreach-call)
// A float is stored over zeros and read as an integer.
int __VERIFIER_nondet_int(void);
void reach_error(void);

union {
    double real;
    long bits;
} u;

int main(void) {
    if (__VERIFIER_nondet_int()) {
        ;
    } else {
        u.real = 1.0;
    }
    if (u.bits != 0)
        reach_error();
    return 0;
}
