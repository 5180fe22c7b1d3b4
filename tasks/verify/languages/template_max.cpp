// verify unreach-call => TRUE
extern "C" int __VERIFIER_nondet_int(void);
extern "C" void reach_error(void);

template <typename T> static const T &larger(const T &a, const T &b)
{
    return a < b ? b : a;
}

int main()
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int m = larger(x, y);
    if (m < x || m < y || (m != x && m != y))
        reach_error();
}
