/* Calls that may die, or never end. */
#include "runner.h"

sigjmp_buf escape;
static volatile sig_atomic_t is_calling;

static void on_signal(int number, siginfo_t *info, void *context)
{
    uintptr_t at = info ? (uintptr_t)info->si_addr - (uintptr_t)sparse : 0;
    (void)context;
    if (number == SIGSEGV && sparse && (uintptr_t)info->si_addr >= (uintptr_t)sparse &&
        at < REGION * (uintptr_t)f->slot_count) {
        /* The first touch of a page whose buffer has no known extent yet. */
        uintptr_t page = (uintptr_t)info->si_addr / PAGE * PAGE;
        int slot = (int)(at / REGION);
        long low = (long)(page - (uintptr_t)sparse_pointer(slot));
        if (mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE) == 0) {
            fill(slot, sparse_pointer(slot), low, low + (long)PAGE);
            note_open_page();
            all_ticks += limits.page_ticks;
            return;
        }
    }
    if (!is_calling) {
        signal(number, SIG_DFL);
        raise(number);
    }
    watching = IDLE;
    siglongjmp(escape, number);
}

void catch_signals(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPROF};
    static char stack[1 << 16];
    stack_t alternative;
    struct sigaction action;
    unsigned k;
    memset(&alternative, 0, sizeof alternative);
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; /* nothing is blocked, so that `escape` holds no mask */
    for (k = 0; k < sizeof numbers / sizeof *numbers; k++)
        sigaction(numbers[k], &action, NULL);
}

static void set_timer(long milliseconds)
{
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = milliseconds / 1000;
    timer.it_value.tv_usec = milliseconds % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* Of a call that ended: its accesses, or its processor time where its loops ran many rounds without one. A call that is
   ended after kCallMilliseconds costs kTimeTicks. */
static long cost_of(clock_t spent)
{
    long by_accesses = ticks + 5000, by_time = (long)((double)spent * 1e3 / CLOCKS_PER_SEC / kCallMilliseconds * kTimeTicks);
    return by_time > by_accesses ? by_time : by_accesses;
}

/* 0, or the signal that ended the call (SIGPROF: time), STOPPED or LEFT. */
int call(const Side *side, union acc_verify_value *values, int mode, long limit)
{
    static clock_t start;
    int died = sigsetjmp(escape, 0), is_timed = mode == IDLE || !limits.is_counted;
    if (died == 0) {
        start = clock();
        ticks = 0;
        tick_limit = limit;
        if (is_timed)
            set_timer(kCallMilliseconds + limit / (mode == IDLE ? 1000 : 10000));
        is_calling = 1;
        watching = mode;
        side->function->call(values);
    }
    watching = IDLE;
    is_calling = 0;
    if (is_timed)
        set_timer(0);
    all_ticks += died == SIGPROF ? kTimeTicks : cost_of(is_timed && !limits.is_counted ? clock() - start : 0);
    return died;
}

int prepare(const Side *side, const union acc_verify_value *values, const struct acc_verify_range *ranges)
{
    int died = sigsetjmp(escape, 0);
    if (died == 0) {
        is_calling = 1;
        side->function->setup(values, ranges);
    }
    is_calling = 0;
    return died;
}

const char *why(int died)
{
    if (died == LEFT)
        return "calls what ends the program";
    return died == STOPPED || died == SIGPROF ? "does not come to an end" : strsignal(died);
}
