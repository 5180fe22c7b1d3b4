// verify valid-free => FALSE(valid-free)
#include <cstdlib>

int main()
{
    int *p = new int;
    std::free(p);
    return 0;
}
