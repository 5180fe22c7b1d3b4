// Objects, pointers and bytes.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct node { int value; struct node *next; };
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static struct node *heads[4];
static const char text[] = "adumbra";

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    int x = __VERIFIER_nondet_int();
    if (i >= 8 || n > 3) return 1;
    table[i] += x;
    if (table[2] == 100) x++;
    for (unsigned k = 0; k < n; k++) {
        struct node *new = malloc(sizeof *new);
        if (!new) return 2;
        new->value = x + (int)k;
        new->next = heads[k & 3];
        heads[i & 3] = new;
    }
    if (heads[1] && heads[1]->value == 7) x = 1;
    int parts[3];
    memset(parts, 1, sizeof parts);
    memcpy(&parts[1], &table[i & 3], sizeof(int));
    if (((unsigned char *)parts)[5] == 2) x = 2;
    parts[i % 3] = 9;
    int *p = x > 0 ? &parts[1] : &table[5];
    *p = x;
    if (table[5] == -3) x = 4;
    int raw[2];
    if (raw[n & 1] == 12) x = 5;
    raw[0] = raw[1];
    if (raw[0] == raw[1]) x = 6;
    if (text[i] == 'b') x = 7;
    long address = (long)&table[i];
    int *back = (int *)(address + 4 * (i < 7));
    if (back != &table[7] && *back == 44) reach_error();
    for (int k = 0; k < 4; k++) { free(heads[k]); heads[k] = 0; if (n < 2) break; }
    return 0;
}
