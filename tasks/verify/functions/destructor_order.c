// verify unreach-call => TRUE
// Those with a larger number run first, after what atexit knows.
#include <stdlib.h>
void reach_error(void);

int step;
static void expect(int wanted)
{
    if (step++ != wanted)
        reach_error();
}
__attribute__((constructor(201))) static void first(void) { expect(0); }
__attribute__((constructor(202))) static void second(void) { expect(1); }
__attribute__((destructor(201))) static void last(void) { expect(5); }
__attribute__((destructor(202))) static void last_but_one(void) { expect(4); }
static void at_exit(void) { expect(3); }
int main(void)
{
    expect(2);
    atexit(at_exit);
    return 0;
}
