// verify unreach-call => FALSE(unreach-call)
// A number is stored where a pointer was initialised: read as a pointer it is null.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int x;
union {
    int *pointer;
    long number;
} u = {&x};

int main(void) {
    if (__VERIFIER_nondet_int()) {
        ;
    } else {
        u.number = 0;
    }
    if (u.pointer == 0)
        reach_error();
    return 0;
}
