// verify unreach-call => FALSE(unreach-call)
// The right side of a sum is an atom only.
void reach_error(void);

static const char *at = "2+3*(4+1)";
static int sum(void);
static int atom(void)
{
    if (*at == '(') {
        at++;
        int inner = sum();
        at++;
        return inner;
    }
    return *at++ - '0';
}
static int product(void)
{
    int left = atom();
    while (*at == '*') {
        at++;
        left = left * atom();
    }
    return left;
}
static int sum(void)
{
    int left = product();
    while (*at == '+') {
        at++;
        left = left + atom();
    }
    return left;
}
int main(void)
{
    if (sum() != 17)
        reach_error();
    return 0;
}
