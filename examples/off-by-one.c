/* Joins two words on the heap and forgets that a string ends with a zero byte. Most machines print the right answer;
 * the interpreter sees the write behind the end of the object. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *left, const char *right) {
  size_t length = strlen(left) + strlen(right);
  char *joined = malloc(length); /* one byte too few */
  if (joined == NULL)
    abort();
  size_t at = 0;
  for (const char *c = left; *c != '\0'; c++)
    joined[at++] = *c;
  for (const char *c = right; *c != '\0'; c++)
    joined[at++] = *c;
  joined[at] = '\0';
  return joined;
}

int main(void) {
  char *word = join("adum", "brate");
  puts(word);
  free(word);
  return 0;
}
