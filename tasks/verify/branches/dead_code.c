// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int x = 4;
    return x;
    reach_error();
}
