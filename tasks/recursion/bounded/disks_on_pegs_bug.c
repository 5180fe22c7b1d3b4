// verify unreach-call => FALSE(unreach-call)
// The smaller disks go to the same peg as the larger one.
void reach_error(void);

static int peg[3][3], height[3];
static void move(int from, int to)
{
    int disk = peg[from][--height[from]];
    if (height[to] > 0 && peg[to][height[to] - 1] < disk)
        reach_error();
    peg[to][height[to]++] = disk;
}
static void hanoi(int n, int from, int by, int to)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to);
    move(from, to);
    hanoi(n - 1, by, from, to);
}
int main(void)
{
    for (int disk = 3; disk > 0; disk--)
        peg[0][height[0]++] = disk;
    hanoi(3, 0, 1, 2);
    if (height[2] != 3)
        reach_error();
    return 0;
}
