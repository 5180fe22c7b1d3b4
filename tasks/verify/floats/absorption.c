// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    float big = 16777216.0f;
    if (big + 1.0f == big)
        reach_error();
    return 0;
}
