// verify unreach-call => FALSE(unreach-call) by int=5 double=0 double=0 double=0
#include <stdio.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void)
{
    int given = __VERIFIER_nondet_int();
    long sum = 0;
    for (int i = 0; i < 3; i++) {
        printf("%d of %5.2f: %ld\n", given, __VERIFIER_nondet_double(), sum);
        fprintf(stderr, "%#x%c\n", (unsigned)given, given);
        sum += given;
    }
    puts(sum > 0 ? "positive" : "other");
    if (sum == 15)
        reach_error();
    return 0;
}
