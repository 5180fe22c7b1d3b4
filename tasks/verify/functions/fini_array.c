// verify unreach-call => FALSE(unreach-call)
void reach_error(void);
static void end(void) { reach_error(); }
__attribute__((section(".fini_array"), used)) static void (*entry)(void) = end;
int main(void) { return 0; }
