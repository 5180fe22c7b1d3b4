// verify unreach-call => FALSE(unreach-call) by uint=1
// The base case takes 1 as well.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

struct self {
    unsigned int (*call)(const struct self *, unsigned int);
};
static unsigned int count(const struct self *self, unsigned int n)
{
    return n <= 1 ? 0 : self->call(self, n - 1) + 1;
}
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    struct self self = { count };
    if (self.call(&self, n) != n)
        reach_error();
    return 0;
}
