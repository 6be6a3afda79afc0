/* What the parts of the runner share. */
#ifndef ACC_VERIFY_RUNNER
#define ACC_VERIFY_RUNNER

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "acc_verify_types.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC visibility push(hidden) /* the unit's names stay its own */

enum {
  MOST_SLOTS = 64,
  MOST_GLOBALS = 64,
  MOST_CASES = 160,
  MOST_NESTS = 62,
  MOST_CONSTANTS = 256,
  MOST_HINTS = 16,
  MOST_WRITTEN_PAGES = 256,
  MOST_OPEN_PAGES = 1024,
  MOST_NARROW = 4,
  MOST_SIZES = 16
};
#define REGION                                                                                     \
  ((uintptr_t)1 << 36) /* of address space for each buffer while its extent is not known */
#define PAGE ((uintptr_t)4096)
#define APART                                                                                      \
  ((uintptr_t)1 << 34) /* bytes on both sides of a buffer that trap: an int may count so many, as  \
                          8 bytes each */
#define ROW 1040       /* bytes from one row to the next, where memory holds pointers to rows */
#define LARGEST ((long)1 << 26) /* bytes of one buffer */
static const long kCallMilliseconds =
    400; /* processor time of a call, and more where it may make many accesses */
static const long kTimeTicks = 4000000; /* what a call that runs out of time counts for */

typedef struct {
  union acc_verify_value values[MOST_SLOTS + 1];
  struct acc_verify_range
      ranges[MOST_SLOTS]; /* bytes used, relative to the pointer; empty: low > high */
  int shared[MOST_SLOTS]; /* the slot whose memory this one is in, or -1 */
  long shift[MOST_SLOTS]; /* bytes from that slot's pointer */
} Case;

typedef struct {
  char *start; /* bytes there */
  long size;
  char *mapping;
  size_t length;
  char *before, *wanted; /* copies */
  unsigned char *marks;  /* what the original did: 1 read, 2 written */
  int slot;
  long low; /* of start, relative to the slot's pointer */
} Block;

typedef struct {
  const struct acc_verify_function *function;
  long *taken, *spent;
  const char *name;
  void (*set_threads)(int); /* of OpenMP; null: it has none */
  int threads;
} Side;

/* search.c: what main.c, or the program that holds the engine, sets before it searches. */
extern FILE *lines; /* where the lines that main.c describes go */
typedef struct {
  long ticks, all_ticks;   /* accesses of one call, and of a whole search */
  int trials, kept, cases; /* most inputs tried, kept to change them, compared */
  int is_varied;           /* both ends of memory and both kinds of contents, by turns */
  int is_exact;            /* contents are small integers */
  int is_counted;  /* acc_verify_step sees every round of every loop: no call needs a clock */
  long page_ticks; /* accesses that the first touch of a page counts for in all_ticks: a signal, a
                      mapping, its contents */
} Limits;
extern Limits limits;
extern Side original, rewritten;
extern const struct acc_verify_function *f; /* the original's */
extern int first_nest, nest_count;
extern int fill_mode;
enum {
  PLAIN,
  SPECIAL,
  EXACT,
  TAME,
  MODES
}; /* of contents: any; with NaN, infinities, zeros of both signs, subnormals;
      small integers; numbers from 0 on, floating-point ones below 1, as brightness is, that may be
      converted to unsigned */

/* contents.c */
uint64_t mixed(uint64_t z);
uint64_t next(void);
long pick(long count); /* of 0 to count - 1 */
double float_from(uint64_t r, int size);
void store_floating(char *place, double d, int size); /* as a number of so many bytes */
int is_nan(const char *place, int size);
extern char *pointers[MOST_SLOTS]; /* of the buffers, in the memory that is being filled */
void fill(int slot, char *pointer, long low, long high);
void fill_globals(const struct acc_verify_function *of);

/* watch.c */
enum { IDLE, SPARSE, MARK, JUDGE }; /* values of watching */
extern int watching;
extern long ticks, tick_limit, all_ticks;
extern char *sparse; /* boundless memory: a REGION for each slot */
extern struct acc_verify_range seen[MOST_SLOTS];
extern int is_written[MOST_SLOTS]; /* by the original, in the last sparse run */
extern unsigned char *global_marks[MOST_GLOBALS];
extern char sentence[400]; /* what is wrong, "" for nothing */
extern int memory_is_gone; /* malloc finds none */
void clear_sparse(void);   /* all of it as before the first access, with contents of `fill_mode` */
char *sparse_pointer(int slot);
void note_open_page(void); /* of sparse memory: it is touched for the first time */
long multiple_below(long value, long of);
long whole_element(
    const struct acc_verify_slot *s); /* bytes of an element that is more than one number, else 1:
                                   who may access a part of it has the whole */

/* calls.c */
enum { STOPPED = 1000, LEFT }; /* too many accesses; a function that never returns */
extern sigjmp_buf escape;
void catch_signals(void);
int call(const Side *side, union acc_verify_value *values, int mode, long limit);
int prepare(const Side *side, const union acc_verify_value *values,
            const struct acc_verify_range *ranges);
const char *why(int died);

/* memory.c */
extern Block blocks[MOST_SLOTS];
extern int block_count;
int lay_out(const Case *c, union acc_verify_value *values, int at_end);
void keep(int is_wanted);
void restore(void);
int same_blocks(void);
int same_memory(void); /* and the globals */
int same_result(const union acc_verify_value *a, const union acc_verify_value *b);

/* invent.c */
enum { FREE, NEAR, EXTREME, NARROW, KINDS }; /* how an input was made */
extern long constants[MOST_CONSTANTS];       /* of the rewritten text */
extern int constant_count;
typedef struct {
  long values[MOST_SLOTS];
  char is_given[MOST_SLOTS];
} Hint;
extern long
    narrow[MOST_NARROW]; /* 128 and 256, 32768 and 65536: where narrow types of the code end */
extern int narrow_count;
extern Hint hints[MOST_HINTS]; /* integers of inputs that are tried first */
extern int hint_count;
extern Case kept[MOST_CASES];
extern unsigned long kept_taken[MOST_CASES]; /* the nests whose fast version ran, as bits */
extern long kept_ticks[MOST_CASES];          /* accesses of the rewritten version */
extern int kept_count;
long limited(const struct acc_verify_slot *s, long v); /* to its type */
int invent(Case *c);
void take_hints_again(void);
void take_smaller(void); /* the last new input took too many accesses */

/* compare.c */
enum { UNUSABLE, ALIKE, WRONG };
extern int original_died; /* in the last comparison */
extern long call_ticks;   /* most accesses of a call of the original that is compared */
int explore(Case *c, long limit, int *died); /* of what it died: a signal, STOPPED or 0 */
int compare_once(const Case *c, int number, int at_end, int is_watched, unsigned long *mask);

/* search.c */
extern int unusable, wrong, cases;
extern long hits[MOST_NESTS],
    misses[MOST_NESTS]; /* runs in which each nest's fast version ran, and did not */
void count(unsigned long mask);
void say_wrong(const Case *c, int number);
int read_case(FILE *in, Case *c);
void describe(const Case *c, char *out, size_t size);
int write_one(const char *path, const Case *c);
int search(const char *path); /* writes the inputs to a file of that name, if given */

/* measure.c */
extern int sizes_count;
extern const char *sizes_asked[MOST_SIZES]; /* "n=1024,m=512" */
int grow_all(const char *path);
int measure(const char *path, int nest);

#pragma GCC visibility pop

#endif
