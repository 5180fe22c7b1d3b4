// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

struct flags {
    unsigned int a : 4, b : 5, c : 7;
};
int main(void)
{
    struct flags f = { 1, 2, 3 };
    f.b = __VERIFIER_nondet_uint();
    if (f.a != 1 || f.c != 3 || f.b > 31)
        reach_error();
    return 0;
}
