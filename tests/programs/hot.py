"""Where a program's time goes, original beside rewritten: samples of the processor's clock by perf, summed by function.

What the tool writes has functions of its own, named for the one that they are part of (`gemm_nn_1_tile` for `gemm_nn`): their
samples count for that one.
"""
import re
import subprocess


def samples(folder, command, environment=None):
    """Share of all samples per function's name, with what the command starts; {} where there is no perf or it records nothing."""
    data = str(folder / "samples")
    try:
        subprocess.run(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "2000", "-o", data, *command],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        report = subprocess.run(
            ["perf", "report", "-i", data, "--stdio", "-t", "|", "-F", "overhead,sym"],
            cwd=folder,
            capture_output=True,
            text=True,
        ).stdout
    except FileNotFoundError:
        return {}
    shares = {}
    for share, name in re.findall(r"^\s*([\d.]+)%\s*\|\[[.k]\] ([^\s|]+)", report, re.M):
        name = name.split(".")[0]
        shares[name] = shares.get(name, 0) + float(share) / 100
    return shares


def of_original(name, originals):
    """The longest of the original program's functions that the name belongs to."""
    owners = [
        own
        for own in originals
        if name == own or re.fullmatch(re.escape(own) + r"_+\d+(_\w+)?", name)
    ]
    return max(owners, key=len, default=name)


def hot_functions(before, after, seconds, least):
    """(function, its share of the original's time, its seconds before and after), the hottest first: those of at least the share
    `least` in one of the two programs, whose shares of `seconds` are `before` and `after`."""
    joined = {}
    for name, share in after.items():
        owner = of_original(name, before)
        joined[owner] = joined.get(owner, 0) + share
    rows = [
        (
            name,
            before.get(name, 0),
            before.get(name, 0) * seconds[0],
            joined.get(name, 0) * seconds[1],
        )
        for name in {*before, *joined}
    ]
    return sorted(
        (row for row in rows if max(row[1], row[3] / max(seconds[1], 1e-9)) >= least),
        key=lambda row: -row[1],
    )
