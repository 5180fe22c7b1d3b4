// verify valid-deref => UNKNOWN
// A structure with a flexible array may have more bytes than its declaration says. They are its own.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct list {
    int count;
    int items[];
};
extern struct list list;

int main(void)
{
    list.count = 4;
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4)
        list.items[i] = 7;
    if (list.count != 4)
        reach_error();
    return 0;
}
