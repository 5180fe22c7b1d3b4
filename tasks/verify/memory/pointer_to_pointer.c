// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    int x = 1, y = 2;
    int *p = &x;
    int **pp = &p;
    *pp = &y;
    *p = 3;
    if (x == 1 && y == 3)
        reach_error();
    return 0;
}
