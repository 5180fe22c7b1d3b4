// verify memsafety => FALSE(valid-free) by int=1 int=0
// Each node frees the payload.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct style {
    int colour;
};
struct glyph {
    struct style *style;
    struct glyph *next;
};
int main(void)
{
    struct style *plain = malloc(sizeof *plain);
    plain->colour = 1;
    struct glyph *text = NULL;
    while (__VERIFIER_nondet_int()) {
        struct glyph *g = malloc(sizeof *g);
        g->style = plain;
        g->next = text;
        text = g;
    }
    while (text) {
        struct glyph *next = text->next;
        free(text->style);
        free(text);
        text = next;
    }
    free(plain);
    return 0;
}
