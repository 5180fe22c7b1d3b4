// verify => TRUE
#include <assert.h>

int main(void)
{
    int i = 0;
    while (i < 100)
        i++;
    assert(i == 100);
    return 0;
}
