// verify memsafety => FALSE(valid-memtrack) by int=1 int=0 int=0
// The list is made twice, and only the second one is kept.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct word_list {
    struct word_list *rest;
    char word[4];
} *word_list;
word_list words;

static word_list read_words(void)
{
    word_list list = NULL;
    while (__VERIFIER_nondet_int()) {
        word_list first = malloc(sizeof *first);
        first->word[0] = '\0';
        first->rest = list;
        list = first;
    }
    return list;
}
static void forget_words(void)
{
    while (words) {
        word_list rest = words->rest;
        free(words);
        words = rest;
    }
}
int main(void)
{
    words = read_words();
    words = read_words();
    forget_words();
    return 0;
}
