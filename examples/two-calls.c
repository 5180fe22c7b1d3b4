// A function that is called twice: what joins where its ways meet joins for each call on its own.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int rank(int n)
{
    int r;
    if (n > 0)
        r = 1;
    else
        r = 2;
    return r;
}

int main(void)
{
    int a = rank(5);
    int b = rank(__VERIFIER_nondet_int());
    if (a != 1 || b > 2)
        reach_error();
    return 0;
}
