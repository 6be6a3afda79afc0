/* Runs the original and the rewritten version of one function on inputs of its own making and compares what they do.

     runner search  ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASES CONSTANT...
     runner compare ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASES START
     runner grow    ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASES [SIZES...] CONSTANT...
     runner measure ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASE NEST

   ORIGINAL and REWRITTEN are shared objects; nests FIRST to FIRST + COUNT - 1 of the array acc_verify_taken are the function's.
   "search" wants both compiled with -fsanitize=thread, whose calls it answers itself: it sees every access. It looks for inputs
   that the original survives, holds the rewritten version to the bytes that the original reads and writes, and writes the inputs
   to CASES. "compare" runs those inputs from number START on, in memory that ends or starts at a page which traps, and compares
   every byte. "grow" searches and writes for each nest one input of working-set size, or of each of the SIZES (n=1024,m=512), to
   CASES.NEST.NUMBER; "measure" runs both on such an input and tells the least time that the nest took, which its loops add up in acc_verify_spent. Lines on standard output, fields separated by tabs:

     begin   NUMBER SIDE      before each call: who dies, dies here
     wrong   NUMBER SENTENCE  the two differ
     ran     NUMBER           both ran alike
     grown   NEST NUMBER INPUT an input was written
     time    ORIGINAL FAST TAKEN   nanoseconds; whether the fast version ran in every call
     taken   NEST TRUE FALSE  runs in which the fast version ran, and did not
     done    CASES UNUSABLE   the last line */
#include "runner.h"

#include <dlfcn.h>
#include <sys/resource.h>

/* Inputs that kill the original of some build are no inputs of the source: a build that leaves out what it does not need may
   survive them. Their numbers stand in a file beside the cases, one in a line. */
static int is_deadly(FILE *deadly, int number)
{
    int other = -1;
    rewind(deadly);
    while (fscanf(deadly, "%d", &other) == 1)
        if (other == number)
            return 1;
    return 0;
}

/* Every case at both ends of its memory and with both kinds of contents; sometimes without memory to allocate. */
static int compare(const char *path, int start)
{
    char beside[4096];
    FILE *in = fopen(path, "r"), *deadly;
    Case c;
    int number = 0, variant;
    snprintf(beside, sizeof beside, "%s.deadly", path);
    deadly = fopen(beside, "a+");
    if (!in || !deadly) {
        perror(path);
        return 2;
    }
    for (; read_case(in, &c); cases++)
        for (variant = 0; variant < 4; variant++, number++) {
            unsigned long mask = 0;
            int result;
            if (number < start || is_deadly(deadly, number))
                continue;
            fill_mode = variant / 2;
            memory_is_gone = variant == 1 && cases % 3 == 0;
            result = compare_once(&c, number, variant % 2 == 0, 0, &mask);
            memory_is_gone = 0;
            if (result == UNUSABLE) {
                unusable++;
                if (original_died)
                    fprintf(deadly, "%d\n", number), fflush(deadly);
                continue;
            }
            count(mask);
            if (result == WRONG) {
                if (wrong++ < 5)
                    say_wrong(&c, number);
            } else {
                fprintf(lines, "ran\t%d\n", number);
            }
        }
    fclose(in);
    fclose(deadly);
    return 0;
}

/* What a function allocates and gives back is nobody's here. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

/* Is there where the program is linked with AddressSanitizer. Its shadow memory is above any limit. */
void __asan_init(void) __attribute__((weak));

static void limit_resources(void)
{
    struct rlimit none = {0, 0}, memory = {(rlim_t)3 << 30, (rlim_t)3 << 30}, time = {600, 600};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    if (!__asan_init)
        setrlimit(RLIMIT_DATA, &memory);
}

static int load(Side *side, const char *path, const char *name)
{
    char symbol[512];
    int (*count_threads)(void);
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    snprintf(symbol, sizeof symbol, "acc_verify_f_%s", name);
    side->function = dlsym(library, symbol);
    side->taken = dlsym(library, "acc_verify_taken");
    side->spent = dlsym(library, "acc_verify_spent");
    side->name = path;
    side->set_threads = (void (*)(int))dlsym(library, "omp_set_num_threads");
    count_threads = (int (*)(void))dlsym(library, "omp_get_max_threads");
    side->threads = count_threads ? count_threads() : 1;
    return side->function != NULL;
}

int main(int argc, char **argv)
{
    int status, k;
    lines = stdout;
    setvbuf(stdout, NULL, _IOLBF, 0);            /* who dies leaves all lines before it */
    if (argc < 8)
        return 2;
    if (!load(&original, argv[2], argv[4]) || !load(&rewritten, argv[3], argv[4]) || !rewritten.taken)
        return 2;
    f = original.function;
    first_nest = atoi(argv[5]);
    nest_count = atoi(argv[6]) < MOST_NESTS ? atoi(argv[6]) : MOST_NESTS;
    if (f->slot_count > MOST_SLOTS || f->global_count > MOST_GLOBALS)
        return 2;
    limit_resources();
    catch_signals();
    if (strcmp(argv[1], "measure") == 0) {
        status = argc > 8 && original.spent && rewritten.spent ? measure(argv[7], atoi(argv[8])) : 2;
    } else if (strcmp(argv[1], "compare") != 0) {
        for (k = 8; k < argc && strchr(argv[k], '='); k++)
            if (sizes_count < MOST_SIZES)
                sizes_asked[sizes_count++] = argv[k];
        for (; k < argc && constant_count < 256; k++)
            constants[constant_count++] = atol(argv[k]);
        status = strcmp(argv[1], "grow") == 0 ? grow_all(argv[7]) : search(argv[7]);
    } else {
        status = compare(argv[7], argc > 8 ? atoi(argv[8]) : 0);
    }
    for (k = 0; k < nest_count; k++)
        fprintf(lines, "taken\t%d\t%ld\t%ld\n", k, hits[k], misses[k]);
    fprintf(lines, "done\t%d\t%d\n", cases, unusable);
    return status;
}
