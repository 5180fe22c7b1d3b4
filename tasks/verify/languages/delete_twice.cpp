// verify memsafety => FALSE(valid-free)
struct Owner {
    int *p = new int(1);
    ~Owner() { delete p; }
};

int main()
{
    Owner a;
    Owner b = a;
    return *b.p - 1;
}
