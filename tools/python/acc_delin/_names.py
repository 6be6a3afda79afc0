"""The names that a call's result is assigned to, as Accera reads them: `M, N =
create_dimensions()`."""
import dis
import functools
import keyword
import sys

_KEYWORDS = set(
    """auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while main abs labs exp log log2 log10 sqrt sin cos tan sinh cosh tanh
    pow floor ceil round expf logf sqrtf powf calloc free malloc asm typeof""".split()
)


@functools.lru_cache(maxsize=256)
def _instructions(code):
    return [
        (one.offset, one.opname, one.argval)
        for one in dis.get_instructions(code)
        if one.opname not in ("CACHE", "EXTENDED_ARG", "NOP")
    ]


def assigned_names(depth=2):
    """The names on the left of the assignment whose right side is the running call, `depth` frames
    up; None where it is not assigned to plain names. One name: a string; several: a tuple."""
    frame = sys._getframe(depth)
    following = [one for one in _instructions(frame.f_code) if one[0] > frame.f_lasti]
    if not following:
        return None
    count, is_unpacked = 1, following[0][1] == "UNPACK_SEQUENCE"
    if is_unpacked:
        count = following[0][2]
        following = following[1:]
    names = []
    for _, opname, value in following:
        if len(names) >= count or not opname.startswith("STORE_"):
            break
        stored = opname.split("_LOAD")[0].count("STORE_")
        values = value if isinstance(value, tuple) else (value,)
        names += [str(one) for one in values[:stored]]
    if len(names) != count:
        return None
    return tuple(names) if is_unpacked else names[0]


def c_name(name, used):
    """A name for C like `name` that is not among `used`, to which it is added."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name) or "x"
    if (
        plain[0].isdigit()
        or keyword.iskeyword(plain)
        or plain in _KEYWORDS
        or plain.startswith("__")
    ):
        plain = "v" + plain if plain[0].isdigit() or plain.startswith("__") else plain + "_"
    fresh, number = plain, 0
    while fresh in used:
        number += 1
        fresh = "%s_%d" % (plain, number)
    used.add(fresh)
    return fresh
