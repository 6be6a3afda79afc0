"""Commands that pages of the documentation show, so that tests can run them."""
import re
import shlex

FENCE = re.compile(r"^```(?:sh|console)?\n(.*?)^```", re.S | re.M)
# A word that stands for something: PATH..., FILE, FLAGS, [...].
PLACEHOLDER = re.compile(r"^(?:-[-a-z]*=?)?\[?[A-Z][A-Z.:]*\]?(?:\.\.\.)?\]?$|\.\.\.|^\[|\|")


def commands_of(text):
    """(words, quoted, row) per command: `words` start with "acc-delin"; `quoted` are the texts in code type of the next
    cell of a table, which its output holds (empty outside of tables); `row` is where it stands. Commands with
    placeholders (PATH..., [-o FILE]) are none."""
    found = []
    for block in FENCE.findall(text):
        for line in block.splitlines():
            line = line.split(" #")[0].strip()
            if line.startswith("acc-delin "):
                found.append((shlex.split(line), [], line))
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        cells = [[span.replace("\\|", "|") for span in re.findall(r"`([^`]+)`", cell)]
                 for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for cell, following in zip(cells, cells[1:] + [[]]):
            for command in (span for span in cell if span.startswith("acc-delin ")):
                found.append((shlex.split(command), following, line))
    return [one for one in found if not any(PLACEHOLDER.search(word) for word in one[0][1:])]
