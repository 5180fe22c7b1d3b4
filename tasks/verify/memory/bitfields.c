// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

struct flags {
    unsigned int low : 3;
    int sign : 2;
};
int main(void)
{
    struct flags f;
    f.low = 9;
    f.sign = 3;
    if (f.low == 1 && f.sign == -1)
        reach_error();
    return 0;
}
