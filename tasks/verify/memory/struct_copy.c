// verify unreach-call => TRUE
void reach_error(void);

struct point {
    int x, y;
    char name[4];
};
int main(void)
{
    struct point a = { 1, 2, "abc" }, b = a;
    b.x = 5;
    b.name[0] = 'z';
    if (a.x != 1 || a.name[0] != 'a' || b.y != 2 || b.name[1] != 'b')
        reach_error();
    return 0;
}
