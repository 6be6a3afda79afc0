/* Calls a function of the file under test and prints a checksum of all memory that it could reach.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kBytes = 1 << 17 };
static unsigned char pad0[4096];
static unsigned char memory[kBytes] __attribute__((aligned(64)));
static unsigned char pad1[4096];

static unsigned long checksum(const void *p, unsigned long count) {
  const unsigned char *bytes = p;
  unsigned long sum = 14695981039346656037u;
  while (count--)
    sum = (sum ^ *bytes++) * 1099511628211u;
  return sum;
}

/* Floats and doubles in (1, 2), small positive integers in the low bytes. */
static void fresh(void) {
  unsigned i, seed = 12345;
  for (i = 0; i < kBytes; i++) {
    seed = seed * 1664525u + 1013904223u;
    memory[i] = i % 4 == 3 ? 0x3f : (unsigned char)(seed >> 24);
  }
}

#define TRAP(CALL) (fresh(), KEEP(CALL))
/* On what memory holds now. */
#define KEEP(CALL)                                                                                 \
  (CALL, printf("%d %s %lx\n", __LINE__, #CALL, checksum(memory, kBytes)),                         \
   checksum(pad0, 4096) == checksum(pad1, 4096) ? 0 : printf("pad\n"))
