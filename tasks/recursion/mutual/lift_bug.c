// verify assertions => FALSE(assertions) by bool=1 bool=1 bool=1 bool=1 bool=1
// The lowest floor is not looked at when the lift is there.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

void downwards(int floor);
void upwards(int floor)
{
    assert(0 <= floor && floor <= 2);
    if (floor == 2)
        downwards(floor);
    else if (__VERIFIER_nondet_bool())
        upwards(floor + 1);
}
void downwards(int floor)
{
    assert(0 <= floor && floor <= 2);
    if (floor < 0)
        upwards(floor);
    else if (__VERIFIER_nondet_bool())
        downwards(floor - 1);
}
int main(void)
{
    upwards(0);
    return 0;
}
