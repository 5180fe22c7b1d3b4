// verify unreach-call => FALSE(unreach-call)
extern void reach_error(void);
struct pair {
    int a, b;
};

int main(void)
{
    struct pair one, two;
    two = one;
    one.b++;
    if (one.a == two.a && two.b == 0)
        reach_error();
    return 0;
}
