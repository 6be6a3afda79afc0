"""Programs whose sizes are all numbers: `for (i = 0; i < 17; i++)`, one to four loops deep."""
from .generate import Generator

LONGEST = 130
MOST_ITERATIONS = 20000  # of a whole nest, so that the recorder sees its end
LEVELS = ("-O0", "-O2", "-O3", "-Ofast")
TARGETS = (
    "",
    "host",
    "portable",
    "sse2",
    "avx2",
    "avx512",
    "neon",
    "scalar",
)  # "": what the flags name


class FixedSizes(Generator):
    """The programs of Generator with a number in place of each size."""

    def pick_depth(self):
        return self.random.choice((1, 1, 1, 2, 2, 3, 4))

    def finish(self, body):
        program = super().finish(body)
        program.home, program.cases = "number", [self.lengths()]
        return program

    def lengths(self):
        r = self.random
        lengths = [r.randint(1, LONGEST) for _ in range(self.depth)]
        product = 1
        for length in lengths:
            product *= length
        while product > MOST_ITERATIONS:
            at = lengths.index(max(lengths))
            product = product // lengths[at] * (lengths[at] // 2)
            lengths[at] //= 2
        r.shuffle(lengths)
        case = {s: lengths[k % len(lengths)] for k, s in enumerate(self.sizes)}
        case.update(
            {
                s: {"st": r.randint(1, 5), "flag": r.randint(0, 2)}.get(
                    s, r.randint(1, 3 * LONGEST)
                )
                for s in self.extra_sizes
            }
        )
        return case


def fixed(seed, name, is_c89=False):
    """Program number `seed` of those with sizes that are numbers."""
    return FixedSizes(seed, name, 1, is_c89).program()


def way(number):
    """Optimization level and options of a batch; 64 batches after one another have every combination."""
    target = TARGETS[number % len(TARGETS)]
    return LEVELS[(number + number // len(TARGETS)) % len(LEVELS)], [
        "--schedule=" + ("auto", "none")[(number // 2 + number // 32) % 2]
    ] + (["--target=" + target] if target else [])
