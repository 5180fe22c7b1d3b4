// verify unreach-call => TRUE
void reach_error(void);

union view {
    float f;
    unsigned int u;
};
int main(void)
{
    union view v;
    v.f = 1.0f;
    if (v.u != 0x3f800000)
        reach_error();
    v.u |= 0x80000000;
    if (v.f != -1.0f)
        reach_error();
    return 0;
}
