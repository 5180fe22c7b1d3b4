// verify memsafety => TRUE
// A second pointer marks a place in the stack, and the stack is popped down to it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct frame *frame_t;
struct frame {
    int id;
    frame_t up;
};
static frame_t enter(frame_t top, int id)
{
    frame_t frame = malloc(sizeof(*frame));
    frame->id = id;
    frame->up = top;
    return frame;
}
static frame_t leave(frame_t top)
{
    frame_t up = top->up;
    free(top);
    return up;
}
int main(void)
{
    frame_t top = enter(0, -1);
    while (__VERIFIER_nondet_int())
        top = enter(top, 0);
    frame_t mark = top;
    while (__VERIFIER_nondet_int())
        top = enter(top, 1);
    while (top != mark)
        top = leave(top);
    mark->id = 2;
    while (top)
        top = leave(top);
    return 0;
}
