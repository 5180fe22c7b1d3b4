// verify unreach-call => TRUE
#include <stdarg.h>
void reach_error(void);

static int sum(int n, ...)
{
    va_list list;
    int total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
int main(void)
{
    if (sum(3, 10, 20, 30) != 60 || sum(0) != 0)
        reach_error();
    return 0;
}
