// verify unreach-call => TRUE
extern "C" void reach_error(void);

static int alive;
struct Guard {
    Guard() { alive++; }
    Guard(const Guard &) { alive++; }
    ~Guard() { alive--; }
};

static int use(Guard)
{
    Guard inner;
    return alive;
}

int main()
{
    {
        Guard g;
        if (use(g) != 3)
            reach_error();
    }
    if (alive != 0)
        reach_error();
}
