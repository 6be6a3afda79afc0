/* The recorder: notes the range of indices of each array instead of touching memory. It stops a
   loop that never ends, and index arithmetic that overflows (compiled to trap), since nothing is
   promised for either. */
#include <setjmp.h>
#include <signal.h>
#include <string.h>

long acc_low[16], acc_high[16], acc_ticks;
static sigjmp_buf acc_stop;
static long acc_limit;
static double acc_nowhere;

/* The first accesses: number of the array, index. */
enum { LOGGED = 20000 };
long acc_logged, acc_log[LOGGED][2];

static void overflows(int number) {
  (void)number;
  siglongjmp(acc_stop, 1);
}

static void tick(void) {
  if (++acc_ticks > acc_limit)
    siglongjmp(acc_stop, 1);
}

/* A pointer so far from its array wraps, for which nothing is promised. */
static long place(long index) {
  if (index < -(1L << 40) || index > 1L << 40)
    siglongjmp(acc_stop, 1);
  return index;
}

static void *touch(int array, long index) {
  tick();
  if (index < acc_low[array])
    acc_low[array] = index;
  if (index > acc_high[array])
    acc_high[array] = index;
  if (acc_logged < LOGGED) {
    acc_log[acc_logged][0] = array;
    acc_log[acc_logged][1] = index;
  }
  ++acc_logged;
  acc_nowhere = 1;
  return &acc_nowhere;
}

int acc_begin(long limit) {
  int i;
  for (i = 0; i < 16; i++) {
    acc_low[i] = 0x7fffffffffffffffL;
    acc_high[i] = -0x7fffffffffffffffL - 1;
  }
  acc_ticks = acc_logged = 0;
  acc_limit = limit;
  signal(SIGILL, overflows);
  return 0;
}

/* CALL runs to its end or is stopped; value: did it end. */
#define ACC_RECORD(CALL) (sigsetjmp(acc_stop, 1) ? 0 : (CALL, 1))
