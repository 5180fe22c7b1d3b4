// verify unreach-call => FALSE(unreach-call) by int=4
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct inner {
    int values[3];
};
struct outer {
    int tag;
    struct inner in[2];
};
int main(void)
{
    struct outer o = { 0 };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 5)
        return 0;
    o.in[i / 3].values[i % 3] = 1;
    if (o.in[1].values[1])
        reach_error();
    return 0;
}
