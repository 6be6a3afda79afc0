"""Commands that pages of the documentation show, so that tests can run them."""
import re
import shlex

# A word that stands for something: PATH..., FILE, FLAGS, [...].
PLACEHOLDER = re.compile(r"^(?:-[-a-z]*=?)?\[?[A-Z][A-Z.:]*\]?(?:\.\.\.)?\]?$|\.\.\.|^\[|\|")


def blocks_of(text):
    """(kind, text) of each block between fences; of the kind "" what is output, or commands."""
    blocks, kind = [], None
    for line in text.splitlines(keepends=True):
        if not line.startswith("```"):
            if kind is not None:
                blocks[-1][1] += line
        elif kind is None:
            kind = line[3:].strip()
            blocks.append([kind, ""])
        else:
            kind = None
    return blocks


def commands_of(text):
    """(words, quoted, row) per command: `words` start with "acc-delin"; `quoted` are the texts in code type of the next
    cell of a table, which its output holds (empty outside of tables); `row` is where it stands. Commands with
    placeholders (PATH..., [-o FILE]) are none."""
    found = []
    for kind, block in blocks_of(text):
        for line in block.splitlines() if kind in ("", "sh", "console") else ():
            line = line.split(" #")[0].strip().removeprefix("$ ")
            if line.startswith("acc-delin "):
                found.append((shlex.split(line), [], line))
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        cells = [
            [span.replace("\\|", "|") for span in re.findall(r"`([^`]+)`", cell)]
            for cell in re.split(r"(?<!\\)\|", line)[1:-1]
        ]
        for cell, following in zip(cells, cells[1:] + [[]]):
            for command in (span for span in cell if span.startswith("acc-delin ")):
                found.append((shlex.split(command), following, line))
    return [one for one in found if not any(PLACEHOLDER.search(word) for word in one[0][1:])]


def shell_of(text):
    """The blocks marked `sh` in their order, and the lines of the others: output that a page shows."""
    blocks = blocks_of(text)
    return [block for kind, block in blocks if kind == "sh"], [
        line for kind, block in blocks if not kind for line in block.splitlines()
    ]
