// NOLINTBEGIN(acc-loop-*, acc-jump)
for (;;) ; /* NOLINT */ char c = '"'; // NOLINT(acc-*)
// NOLINTEND(acc-jump,acc-loop-*)
/* NOLINTNEXTLINE(acc-lint-[ab]) NOLINTEND */
const char *s = "NOLINT(acc-*)"; // NOLINTBEGIN
