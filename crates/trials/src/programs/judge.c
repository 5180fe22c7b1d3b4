/* Runs a program on all of its inputs and says which properties were violated.
 *
 * The program is a shared object that was compiled with judge.h, with checks of addresses and of arithmetic. Inputs are a tape of choices, each of some bits; a run that ended moves the tape on as a counter with
 * the last choice first, until all choices have had all values. Runs go on in one process, for speed: what the program
 * allocated is freed and its globals are restored after each. A run in which memory is accessed wrongly ends its process,
 * and the next one goes on in another; tape and findings are in memory that all of them share.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHOICES = 64, BLOCKS = 512, GLOBALS = 256, RUNS = 4096, SECONDS = 10, ACCESS = 77 };

enum property { UNREACH_CALL, ASSERTIONS, NO_OVERFLOW, VALID_DEREF, VALID_FREE, VALID_MEMTRACK, VALID_MEMCLEANUP, PROPERTIES };
static const char *const names[PROPERTIES] = {"unreach-call", "assertions",     "no-overflow",     "valid-deref",
                                              "valid-free",   "valid-memtrack", "valid-memcleanup"};

struct shared {
  int length, position;
  unsigned long value[CHOICES];
  int bits[CHOICES];
  unsigned long runs;
  /* Runs that violate a property, the tape of the first, and whether another run may violate it and it cannot be seen. */
  unsigned long violated[PROPERTIES];
  int first_length[PROPERTIES];
  unsigned long first[PROPERTIES][CHOICES];
  int unclear[PROPERTIES];
  /* The run violates the property: counted once. */
  int now[PROPERTIES];
  const char *failure;
};
static struct shared *all;

static jmp_buf end_of_run;
enum end { RETURNED = 1, EXITED, ENDED_EARLY };

static void violated(enum property property) {
  if (all->now[property]++)
    return;
  if (!all->violated[property]++) {
    all->first_length[property] = all->position;
    memcpy(all->first[property], all->value, sizeof all->value);
  }
}

static void fail(const char *why) {
  all->failure = why;
  _exit(1);
}

/* Inputs. */

unsigned long judge_input(int bits) {
  if (all->position == all->length) {
    if (all->length == CHOICES)
      fail("too many inputs");
    all->value[all->length] = 0;
    all->bits[all->length++] = bits;
  }
  return all->value[all->position++];
}

/* The next tape; false if that was the last one. */
static int next_tape(void) {
  for (all->length = all->position; all->length > 0; all->length--) {
    int last = all->length - 1;
    if (++all->value[last] < 1ul << all->bits[last])
      return 1;
  }
  return 0;
}

/* Globals and the heap. */

static struct {
  unsigned char *place, *initial;
  size_t size;
} globals[GLOBALS];
static int global_count;

void judge_global(void *place, unsigned long size) {
  if (global_count == GLOBALS)
    fail("too many globals");
  unsigned char *initial = malloc(size);
  memcpy(initial, place, size);
  globals[global_count].place = place;
  globals[global_count].initial = initial;
  globals[global_count++].size = size;
}

static struct {
  unsigned char *place;
  size_t size;
  int reached;
} blocks[BLOCKS];
static int block_count;

static int block_at(void *place) {
  for (int i = 0; i < block_count; i++)
    if (blocks[i].place == place)
      return i;
  return -1;
}

void *judge_malloc(unsigned long size) {
  if (block_count == BLOCKS)
    fail("too many blocks");
  blocks[block_count].place = malloc(size);
  blocks[block_count].size = size;
  return blocks[block_count++].place;
}

void *judge_calloc(unsigned long count, unsigned long size) {
  return memset(judge_malloc(count * size), 0, count * size);
}

void judge_free(void *place) {
  if (!place)
    return;
  int block = block_at(place);
  if (block < 0) {
    violated(VALID_FREE);
    longjmp(end_of_run, ENDED_EARLY);
  }
  free(place);
  blocks[block] = blocks[--block_count];
}

void *judge_realloc(void *old, unsigned long size) {
  int block = old ? block_at(old) : -1;
  if (old && block < 0) {
    violated(VALID_FREE);
    longjmp(end_of_run, ENDED_EARLY);
  }
  size_t kept = old ? blocks[block].size : 0;
  unsigned char *new = judge_malloc(size);
  if (old) {
    memcpy(new, old, kept < size ? kept : size);
    judge_free(old);
  }
  return new;
}

/* Marks the blocks that some bytes point into, and what these reach. */
static void mark(const unsigned char *from, size_t size) {
  for (size_t at = 0; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
    uintptr_t word;
    memcpy(&word, from + at, sizeof word);
    for (int i = 0; i < block_count; i++) {
      uintptr_t begin = (uintptr_t)blocks[i].place;
      if (word >= begin && word < begin + blocks[i].size && !blocks[i].reached) {
        blocks[i].reached = 1;
        mark(blocks[i].place, blocks[i].size);
      }
    }
  }
}

/* What is left when a run ends. Locals of main may still hold blocks at its end, which is not seen from here. What was lost
 * before a run ended early was lost, but the program may have had pointers in locals: that is unclear. */
static void leaks(enum end end, int main_holds) {
  for (int i = 0; i < block_count; i++)
    blocks[i].reached = 0;
  for (int i = 0; i < global_count; i++)
    mark(globals[i].place, globals[i].size);
  int lost = 0;
  for (int i = 0; i < block_count; i++)
    lost += !blocks[i].reached;
  if (end == ENDED_EARLY) {
    all->unclear[VALID_MEMTRACK] |= lost > 0;
    all->unclear[VALID_MEMCLEANUP] |= block_count > 0;
    return;
  }
  if (lost && (main_holds || end == EXITED))
    all->unclear[VALID_MEMTRACK] = 1;
  else if (lost)
    violated(VALID_MEMTRACK);
  if (block_count)
    violated(VALID_MEMCLEANUP);
}

static void restore(void) {
  while (block_count)
    free(blocks[--block_count].place);
  for (int i = 0; i < global_count; i++)
    memcpy(globals[i].place, globals[i].initial, globals[i].size);
}

/* What the program calls. */

void judge_assert(int holds) {
  if (holds)
    return;
  violated(ASSERTIONS);
  longjmp(end_of_run, ENDED_EARLY);
}

void judge_reach_error(void) { violated(UNREACH_CALL); }
void judge_abort(void) { longjmp(end_of_run, ENDED_EARLY); }
void judge_exit(int status) { longjmp(end_of_run, EXITED); }

/* Arithmetic. What overflows goes on with the value that wraps around. */

void judge_overflow(void) { violated(NO_OVERFLOW); }

/* A division by zero ends the run. The quotient of the smallest number and -1 overflows; the processor has no value for
 * it, so that nothing is known of what would follow. */
void judge_division(unsigned long divisor) {
  if ((uint32_t)divisor != 0) {
    violated(NO_OVERFLOW);
    for (int property = 0; property < PROPERTIES; property++)
      all->unclear[property] = 1;
  }
  longjmp(end_of_run, ENDED_EARLY);
}

/* Runs until the tapes end or the process does. */
static void work(int (*program)(void), void (*register_globals)(void), const int *main_holds) {
  register_globals();
  do {
    if (++all->runs > RUNS)
      fail("too many runs");
    all->position = 0;
    memset(all->now, 0, sizeof all->now);
    int end = setjmp(end_of_run);
    if (!end) {
      program();
      end = RETURNED;
    }
    leaks(end, *main_holds);
    restore();
  } while (next_tape());
  _exit(0);
}

const char *__asan_default_options(void) {
  return "exitcode=77:detect_leaks=0:symbolize=0:handle_sigfpe=0:print_summary=0:print_legend=0:redzone=64:"
         "detect_stack_use_after_return=1:allocator_may_return_null=1";
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library) {
    printf("failed %s\n", dlerror());
    return 2;
  }
  int (*program)(void) = (int (*)(void))dlsym(library, "judge_main");
  void (*register_globals)(void) = (void (*)(void))dlsym(library, "judge_globals");
  const int *main_holds = dlsym(library, "judge_main_holds");
  if (!program || !register_globals || !main_holds) {
    printf("failed no program\n");
    return 2;
  }
  all = mmap(0, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int status = ACCESS; status == ACCESS;) {
    pid_t child = fork();
    if (child == 0) {
      struct itimerval limit = {{0, 0}, {SECONDS, 0}};
      setitimer(ITIMER_PROF, &limit, 0);
      if (!freopen("/dev/null", "w", stderr))
        fail("no /dev/null");
      work(program, register_globals, main_holds);
    }
    int how;
    if (child < 0 || waitpid(child, &how, 0) < 0)
      return 2;
    status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    if (status == ACCESS) {
      violated(VALID_DEREF);
      /* What was allocated and lost before is not seen. */
      all->unclear[VALID_MEMTRACK] = all->unclear[VALID_MEMCLEANUP] = 1;
      if (!next_tape())
        status = 0;
    } else if (status != 0) {
      printf("failed %s\n", all->failure ? all->failure : status == 128 + SIGPROF ? "too long" : "the run crashed");
      return 1;
    }
  }
  printf("runs %lu\n", all->runs);
  for (int property = 0; property < PROPERTIES; property++) {
    if (all->violated[property]) {
      printf("violated %s %lu by", names[property], all->violated[property]);
      for (int i = 0; i < all->first_length[property]; i++)
        printf(" %lu", all->first[property][i]);
      printf("\n");
    } else if (all->unclear[property]) {
      printf("unclear %s\n", names[property]);
    }
  }
  return 0;
}
