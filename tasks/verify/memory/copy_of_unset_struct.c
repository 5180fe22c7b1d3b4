// verify unreach-call => TRUE
// A copy of a structure without values has the values of its original.
extern void reach_error(void);
struct pair {
    int a;
    char *b;
};

int main(void)
{
    struct pair one, two;
    two = one;
    if (one.a != two.a || one.b != two.b)
        reach_error();
    return 0;
}
