"""Random schedule scripts for the nests of one file; the tool refuses the illegal ones nest by nest."""
import json
import random
import subprocess


def random_script(tool, source, flags, seed):
    """A YAML script, or None when no nest can be scheduled."""
    result = subprocess.run([tool, "analyze", str(source), "--format=json", "-q", "--", *flags], capture_output=True, text=True)
    try:
        files = json.loads(result.stdout)["files"]
    except ValueError:
        return None
    rng, entries = random.Random(seed), []
    for nest in (n for f in files for n in f["nests"]):
        if nest["status"] != "rejected" and nest["loops"]:
            entries.append(entry(rng, nest))
    return "\n".join(entries) + "\n" if entries else None


def entry(rng, nest):
    order = [loop["name"] for loop in nest["loops"]]
    steps, plan, inner = [], [], []
    is_chain = all(loop["parent"] == (order[at - 1] if at else None) for at, loop in enumerate(nest["loops"]))
    # Several statements add an index for their order, which a script cannot name.
    can_reorder = is_chain and len(nest["statements"]) == 1
    if is_chain and rng.random() < .8:
        if can_reorder and rng.random() < .5:
            rng.shuffle(order)
            steps.append("reorder: [%s]" % ", ".join(order))
        for name in list(order):
            if rng.random() < .5:
                new = name + "_in"
                steps.append("split: {index: %s, size: %d, inner: %s}" % (name, rng.choice((2, 3, 4, 8, 16, 32)), new))
                inner.append(new)
        if inner and can_reorder:
            if rng.random() < .5:
                rng.shuffle(inner)
            if rng.random() < .5:
                outer = [x + "_in" for x in order if x + "_in" in inner and rng.random() < .2]
                inner = [x for x in inner if x not in outer]
                order = order + outer
            steps.append("reorder: [%s]" % ", ".join(order + inner))
    all_names = order + inner
    if inner and rng.random() < .3:
        plan.append("unroll: [%s]" % rng.choice(inner))
    if rng.random() < .3:
        plan.append("vectorize: [%s]" % all_names[-1])
    written = [a["base"] for a in nest["arrays"] if a["role"] in ("output", "input_output")]
    if is_chain and inner and written and rng.random() < .5:
        plan.append("promote: {array: %s, index: %s}" % (rng.choice(written), rng.choice(all_names)))
    out = ["- nest: " + nest["id"]]
    for key, items in (("schedule", steps), ("plan", plan)):
        if items:
            out.append("  %s:" % key)
            out += ["    - " + item for item in items]
    return "\n".join(out)
