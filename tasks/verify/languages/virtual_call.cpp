// verify unreach-call => FALSE(unreach-call) by int=1
extern "C" int __VERIFIER_nondet_int(void);
extern "C" void reach_error(void);

struct Shape {
    virtual int sides() const { return 0; }
};
struct Triangle : Shape {
    int sides() const override { return 3; }
};

int main()
{
    Shape s;
    Triangle t;
    Shape *p = &s;
    if (__VERIFIER_nondet_int())
        p = &t;
    if (p->sides() == 3)
        reach_error();
}
