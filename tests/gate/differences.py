"""How what two programs said and wrote differs, as sentences, nest by nest."""
import difflib
import re

_BEGIN = re.compile(r"/\* acc-delin \S+ (\S+) (?:[0-9a-f]{8} )+begin")
_FUNCTION = re.compile(r"/\* acc-delin fast version of (\S+):")
_ABSENT = object()


def _shown(value):
    text = "absent" if value is _ABSENT else repr(value)
    return text if len(text) <= 160 else text[:157] + "..."


def values(old, new, place=""):
    """ "place: old -> new" for each member in which two JSON values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key in dict.fromkeys([*old, *new])
            for line in values(
                old.get(key, _ABSENT), new.get(key, _ABSENT), place + "." + key if place else key
            )
        ]
    if isinstance(old, list) and isinstance(new, list):
        pairs = max(len(old), len(new))
        pad = lambda items: items + [_ABSENT] * (pairs - len(items))  # noqa: E731
        return [
            line
            for k, (a, b) in enumerate(zip(pad(old), pad(new)))
            for line in values(a, b, "%s[%d]" % (place, k))
        ]
    # 1 and true are equal in Python, and are not the same in a report.
    if type(old) is type(new) and old == new:
        return []
    return ["%s: %s -> %s" % (place, _shown(old), _shown(new))]


def _nests(report):
    """((path, id), number of it among equal ones) -> nest"""
    found = {}
    for file in report["files"]:
        for nest in file["nests"]:
            number = 0
            while (file["path"], nest["id"], number) in found:
                number += 1
            found[file["path"], nest["id"], number] = nest
    return found


def reports(name, old, new):
    out = []
    before, after = _nests(old), _nests(new)
    for key in dict.fromkeys([*before, *after]):
        title = "%s: %s: %s" % (key[0], key[1], name)
        if key not in after:
            out.append(title + ": the nest is gone")
        elif key not in before:
            out.append(title + ": the nest is new (%s)" % after[key].get("status"))
        else:
            out += ["%s: %s" % (title, line) for line in values(before[key], after[key])]
    bare = lambda report: {
        **report,
        "files": {
            f["path"]: {k: v for k, v in f.items() if k != "nests"}  # noqa: E731
            for f in report["files"]
        },
    }
    return out + ["%s: %s" % (name, line) for line in values(bare(old), bare(new))]


def regions(text):
    """Nest -> its fast version and the text between its markers, and "" -> the rest, of a file that was written."""
    parts, rest, inside, depth = {}, [], None, None
    for line in text.splitlines(keepends=True):
        begin, function = _BEGIN.search(line), _FUNCTION.match(line)
        if not inside and (begin or function):
            inside = (begin or function).group(1)
            depth = 0 if function else None
        if not inside:
            rest.append(line)
            continue
        parts[inside] = parts.get(inside, "") + line
        if depth is None:
            if "/* acc-delin end %s */" % inside in line:
                inside = None
        else:
            depth += line.startswith("#if") - line.startswith("#endif")
            if depth == 0 and line.startswith("#endif"):
                inside = None
    parts[""] = "".join(rest)
    return parts


def _changed(title, old, new, lines):
    """The first lines of a diff."""
    diff = [
        line.rstrip("\n")
        for line in list(
            difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), n=1)
        )[2:]
    ]
    more = ["    ... %d lines more" % (len(diff) - lines)] if len(diff) > lines else []
    return "\n".join([title] + ["    " + line for line in diff[:lines]] + more)


def rewrites(old, new, lines):
    """The same of the written files: file name -> text."""
    out = []
    for name in dict.fromkeys([*old, *new]):
        if name not in new or name not in old:
            out.append(
                "%s: %s"
                % (
                    name,
                    "written no more" if name not in new else "written now, and was not before",
                )
            )
            continue
        if old[name] == new[name]:
            continue
        before, after = regions(old[name]), regions(new[name])
        for nest in dict.fromkeys([*before, *after]):
            title = "%s: %s" % (name, nest or "outside the nests")
            if nest not in after or nest not in before:
                out.append(
                    "%s: %s"
                    % (
                        title,
                        "rewritten no more"
                        if nest not in after
                        else "rewritten now, and was not before",
                    )
                )
            elif before[nest] != after[nest]:
                out.append(
                    _changed("%s: the rewrite differs" % title, before[nest], after[nest], lines)
                )
    return out


def all_of(old, new, lines=20):
    """Sentences about all that differs between two `Kept`; empty when nothing does."""
    out = [
        "%s: the source changed since it was kept" % path
        for path in old.sources
        if path in new.sources and old.sources[path] != new.sources[path]
    ]
    out += [
        "exit status of %s: %s" % (name, line[2:])
        for name in old.statuses
        for line in values(old.statuses[name], new.statuses.get(name))
    ]
    found = []
    for name in old.reports:
        found += reports(name, old.reports[name], new.reports[name])
    out += found
    if old.text != new.text and not found:
        out.append(_changed("the text report differs", old.text, new.text, lines))
    return out + rewrites(old.written, new.written, lines)
