// A state machine over globals with locks and a helper, driven by inputs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int state, locked, owner;
static int *where = &locked;

static void lock(int who) {
    if (*where) reach_error();
    *where = 1;
    owner = who;
}

static void unlock(int who) {
    if (!*where || owner != who) reach_error();
    *where = 0;
}

int main(void) {
    int held = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        switch (state) {
        case 0: if (input == 1) { lock(3); held = 1; state = 1; } else if (input == 2) state = 4; break;
        case 1: if (input == 7) state = 2; else state = 3; break;
        case 2: state = 3; held = 2; break;
        case 3: unlock(3); held = 0; state = 0; break;
        case 4: lock(4); state = 5; break;
        case 5: unlock(4); if (input > 5) state = 0; else state = 4; break;
        default: reach_error();
        }
        if (held && state == 0) reach_error();
        if (input == 99) return 0;
    }
}
