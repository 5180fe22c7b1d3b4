// verify memcleanup => TRUE
// A stack that is an object of its own, with functions to work on it.
#include <stdbool.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);

typedef struct Cell {
    int value;
    struct Cell *below;
} Cell;
typedef struct {
    Cell *top;
} Stack;

static bool is_empty(const Stack *stack)
{
    return !stack->top;
}
static void push(Stack *stack, int value)
{
    Cell *cell = malloc(sizeof(Cell));
    cell->value = value;
    cell->below = stack->top;
    stack->top = cell;
}
static int pop(Stack *stack)
{
    Cell *cell = stack->top;
    int value = cell->value;
    stack->top = cell->below;
    free(cell);
    return value;
}
int main(void)
{
    Stack *stack = calloc(1, sizeof *stack);
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            push(stack, __VERIFIER_nondet_int());
        else if (!is_empty(stack))
            pop(stack);
    }
    while (!is_empty(stack))
        pop(stack);
    free(stack);
    return 0;
}
