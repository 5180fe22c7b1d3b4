// verify memsafety => TRUE
#include <cstdlib>

int main()
{
    int *one = new int(1), *many = new int[3](), *made = static_cast<int *>(std::malloc(4));
    *made = *one + many[2];
    delete one;
    delete[] many;
    std::free(made);
    return 0;
}
