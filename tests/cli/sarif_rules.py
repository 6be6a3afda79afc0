"""What the SARIF standard (2.1.0, errata 01) and code scanning services ask of a log, as far as this program writes one. The
section of the standard stands behind each object. A property that the table does not know is a fault, so that the program
cannot write more than is checked here."""
import re

URI = re.compile(
    r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})+$"
)


def text(value):
    return isinstance(value, str) and value != ""


def natural(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def positive(value):
    return natural(value) and value > 0


def uri(value):
    return text(value) and URI.match(value) is not None


def one_of(*words):
    return lambda value: value in words


def truth(value):
    return isinstance(value, bool)


def texts(value):
    return isinstance(value, dict) and all(text(k) and text(v) for k, v in value.items())


def anything(value):
    return True


LEVEL = one_of("none", "note", "warning", "error")

# object: {property: a check, the name of an object, or [the name of the objects in a list]}; "!" in front: required
OBJECTS = {
    "log": {"!version": one_of("2.1.0"), "$schema": uri, "!runs": ["run"]},  # 3.13
    "run": {
        "!tool": "tool",
        "results": ["result"],
        "invocations": ["invocation"],
        "originalUriBaseIds": {"*": "artifactLocation"},
        "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
        "automationDetails": "runAutomationDetails",
    },  # 3.14
    "runAutomationDetails": {"id": text},  # 3.17
    "tool": {"!driver": "toolComponent"},  # 3.18
    "toolComponent": {
        "!name": text,
        "version": text,
        "semanticVersion": text,
        "informationUri": uri,
        "rules": ["reportingDescriptor"],
    },  # 3.19
    "reportingDescriptor": {
        "!id": text,
        "name": text,
        "shortDescription": "multiformat",
        "fullDescription": "multiformat",
        "help": "multiformat",
        "helpUri": uri,
        "defaultConfiguration": "reportingConfiguration",
        "properties": anything,
    },  # 3.49
    "reportingConfiguration": {"level": LEVEL},  # 3.50
    "multiformat": {"!text": text, "markdown": text},  # 3.12
    "message": {"text": text},  # 3.11
    "invocation": {
        "!executionSuccessful": truth,
        "toolExecutionNotifications": ["notification"],
    },  # 3.20
    "notification": {
        "!message": "message",
        "level": LEVEL,
        "descriptor": "descriptorReference",
        "locations": ["location"],
    },  # 3.58
    "descriptorReference": {"id": text},  # 3.52
    "result": {
        "!message": "message",
        "ruleId": text,
        "ruleIndex": natural,
        "level": LEVEL,
        "kind": one_of("fail", "informational"),
        "locations": ["location"],
        "relatedLocations": ["location"],
        "partialFingerprints": texts,
        "fixes": ["fix"],
        "suppressions": ["suppression"],
        "baselineState": one_of("new", "unchanged"),
    },  # 3.27
    "suppression": {"!kind": one_of("inSource", "external")},  # 3.35
    "location": {
        "id": natural,
        "physicalLocation": "physicalLocation",
        "logicalLocations": ["logicalLocation"],
        "message": "message",
    },  # 3.28
    "physicalLocation": {"!artifactLocation": "artifactLocation", "region": "region"},  # 3.29
    "artifactLocation": {"uri": uri, "uriBaseId": text, "description": "message"},  # 3.4
    "region": {
        "startLine": positive,
        "startColumn": positive,
        "endLine": positive,
        "endColumn": positive,
    },  # 3.30
    "logicalLocation": {"name": text, "fullyQualifiedName": text, "kind": text},  # 3.33
    "fix": {"description": "message", "!artifactChanges": ["artifactChange"]},  # 3.55
    "artifactChange": {
        "!artifactLocation": "artifactLocation",
        "!replacements": ["replacement"],
    },  # 3.56
    "replacement": {"!deletedRegion": "region", "insertedContent": "message"},  # 3.57
}


def check(value, kind, path, faults, seen):
    if callable(kind):
        if not kind(value):
            faults.append("%s: %r" % (path, value))
    elif isinstance(kind, list):
        if not isinstance(value, list):
            return faults.append(path + ": no list")
        for k, one in enumerate(value):
            check(one, kind[0], "%s[%d]" % (path, k), faults, seen)
    elif isinstance(kind, dict):
        for name, one in value.items():
            check(one, kind["*"], path + "." + name, faults, seen)
    elif not isinstance(value, dict):
        faults.append(path + ": no object")
    else:
        seen.append((kind, path, value))
        rules = {name.lstrip("!"): rule for name, rule in OBJECTS[kind].items()}
        faults.extend(
            "%s: %s is missing" % (path, name[1:])
            for name in OBJECTS[kind]
            if name[0] == "!" and name[1:] not in value
        )
        for name, one in value.items():
            if name not in rules:
                faults.append("%s: %s has no property %s" % (path, kind, name))
            else:
                check(one, rules[name], path + "." + name, faults, seen)


def faults_of(log):
    """Sentences; none of a log that keeps the rules."""
    faults, seen = [], []
    check(log, "log", "log", faults, seen)
    if faults:
        return faults
    for kind, path, value in seen:
        if kind == "region":
            first, last = value.get("startLine"), value.get("endLine", value.get("startLine"))
            if (
                first is None
                or last < first
                or (
                    last == first
                    and "startColumn" in value
                    and "endColumn" in value
                    and value["endColumn"] < value["startColumn"]
                )
            ):
                faults.append(path + ": it ends before it starts")
        if (
            kind == "artifactLocation"
            and "uriBaseId" in value
            and re.match("^/|^[A-Za-z]+:", value["uri"])
        ):
            faults.append(path + ": an absolute URI with a base")  # 3.4.4
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        if len({rule["id"] for rule in rules}) != len(rules):
            faults.append("two rules have one id")  # 3.49.3
        for rule in rules:
            for name in "shortDescription", "fullDescription", "help", "defaultConfiguration":
                if name not in rule:
                    faults.append("%s has no %s" % (rule["id"], name))
            if not rule.get("properties", {}).get("tags"):
                faults.append(rule["id"] + " has no tags")
        if not re.match(r"^[\w-]+/([\w.-]+/)*$", run.get("automationDetails", {}).get("id", "")):
            faults.append("automationDetails.id names no category of runs")  # 3.17.3
        prints = []
        for k, result in enumerate(run.get("results", [])):
            where = "results[%d]" % k
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                faults.append(where + ": ruleIndex and ruleId disagree")  # 3.27.7
            if result["kind"] != "fail" and result["level"] != "none":
                faults.append(where + ": a level of what is no failure")  # 3.27.10
            if result["kind"] == "fail" and result["level"] == "none":
                faults.append(where + ": a failure without a level")
            if len(result["locations"]) != 1 or "endColumn" not in result["locations"][0][
                "physicalLocation"
            ].get("region", {}):
                faults.append(where + ": no region with an end")
            ids = [place["id"] for place in result.get("relatedLocations", [])]
            if len(set(ids)) != len(ids) or any(
                "message" not in place for place in result.get("relatedLocations", [])
            ):
                faults.append(
                    where + ": related locations without ids or messages of their own"
                )  # 3.28.2
            prints += result["partialFingerprints"].values()
            for place in seen:
                if (
                    place[0] == "artifactLocation"
                    and place[2].get("uriBaseId", "%SRCROOT%") not in run["originalUriBaseIds"]
                ):
                    faults.append(place[1] + ": an unknown base")
        if len(set(prints)) != len(prints):
            faults.append("two results have one fingerprint")
    return faults
