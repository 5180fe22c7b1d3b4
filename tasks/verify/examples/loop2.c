// verify => TRUE
#include <assert.h>

int main(void)
{
    int i = 0, j = 0;
    while (i < 200) {
        i++;
        j++;
    }
    assert(i == j && j == 200);
    return 0;
}
