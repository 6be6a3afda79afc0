/* What the code behind a unit says of a function to the program that runs it (main.c and its
   neighbours). C89; written beside both before they are compiled. A "slot" is a number or a buffer
   that the runner chooses. */
#ifndef ACC_VERIFY_TYPES
#define ACC_VERIFY_TYPES

enum {
  ACC_VERIFY_INTEGER,
  ACC_VERIFY_FLOATING,
  ACC_VERIFY_BUFFER,
  ACC_VERIFY_NOTHING,
  ACC_VERIFY_TRUTH,
  ACC_VERIFY_ADDRESS
};

union acc_verify_value {
  long acc_l;
  double acc_d;
  void *acc_p;
};

/* A number within an element of a buffer or global. */
struct acc_verify_leaf {
  unsigned long offset;
  int kind, size, is_signed;
  int target; /* of an address: the slot into whose memory it points, a row further for each element
               */
};

struct acc_verify_slot {
  const char *name;
  int kind;
  int size, is_signed;       /* of a number */
  int is_const, is_restrict; /* of a buffer */
  unsigned long element, align;
  const struct acc_verify_leaf *leaves;
  int leaf_count;
  int is_set; /* a number that the code sets before it reads it */
};

struct acc_verify_global {
  const char *name;
  void *address;
  unsigned long size, element;
  const struct acc_verify_leaf *leaves;
  int leaf_count;
  int is_local; /* a local variable: nobody else sees when it is read or written */
  int is_dead;  /* nobody reads it afterwards */
};

/* The bytes of a buffer that are there, relative to the pointer. */
struct acc_verify_range {
  long acc_low, acc_high;
};

struct acc_verify_function {
  const struct acc_verify_slot *slots;
  int slot_count;
  const struct acc_verify_global *globals;
  int global_count;
  /* Stores what is reached through pointers and globals, as far as it is there. */
  void (*setup)(const union acc_verify_value *, const struct acc_verify_range *);
  /* Calls the function; its result goes behind the slots. */
  void (*call)(union acc_verify_value *);
  int result;
  /* Integers in memory index an array of so many elements; 0: none. */
  unsigned long table;
};

/* Nanoseconds, of the runner. */
long acc_verify_now(void);

#endif
