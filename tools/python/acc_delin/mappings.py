"""LoopTree mappings as objects, as AccelForge has them: built, read, checked, evaluated, drawn.

    Mapping([Storage(["A", "B"], "Main"), Temporal("m", 1), Compute("E", "Alu")])

Reading YAML needs PyYAML (python3-yaml); the rest needs nothing.
"""
import json
import os
import tempfile

from ._program import AccDelinError, Refused, UsageError, run


class Node:
    """A node of the tree. `fields` are what AccelForge knows of it, in the order of its arguments."""

    fields = ()
    required = ()

    def __init__(self, *values, **named):
        if len(values) > len(self.fields):
            raise TypeError("%s takes %s" % (type(self).__name__, ", ".join(self.fields)))
        given = dict(zip(self.fields, values), **named)
        for name in given:
            if name not in self.fields and name != "text":
                raise TypeError(
                    "%s has no field %r; it has %s"
                    % (type(self).__name__, name, ", ".join((*self.fields, "text")))
                )
        for name in self.required:
            if name not in given:
                raise TypeError("%s needs %s" % (type(self).__name__, name))
        for name in (*self.fields, "text"):
            default = [] if name in ("nodes", "tensors", "purposes") else None
            setattr(self, name, given.get(name, default))

    def to_dict(self):
        """The node as plain values; its kind under "type"."""
        shown = {"type": type(self).__name__}
        for name in (*self.fields, "text"):
            value = getattr(self, name)
            if value not in (None, [], {}):
                shown[name] = _plain(value)
        return shown

    def __eq__(self, other):
        return isinstance(other, Node) and self.to_dict() == other.to_dict()

    __hash__ = None

    def __repr__(self):
        shown = ("%s=%r" % item for item in list(self.to_dict().items())[1:])
        return "%s(%s)" % (type(self).__name__, ", ".join(shown))

    def walk(self):
        """This node and all below it, outer to inner."""
        yield self
        for node in getattr(self, "nodes", ()):
            yield from node.walk()

    def _own(self):
        return {
            name: getattr(self, name)
            for name in (*self.fields, "text")
            if name != "nodes" and getattr(self, name) not in (None, [], {})
        }

    def _lines(self, indent):
        own = self._own()
        head = "%s- !%s" % (indent, type(self).__name__)
        if "nodes" not in self.fields:
            return [head + " " + _flow(own)]
        lines = [head] + ["%s  %s: %s" % (indent, key, _flow(one)) for key, one in own.items()]
        lines.append("%s  nodes:" % indent + ("" if self.nodes else " []"))
        for node in self.nodes:
            lines += node._lines(indent + "  ")
        return lines


def _plain(value):
    if isinstance(value, Node):
        return value.to_dict()
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value


def _flow(value):
    """In YAML's flow style; a text that could be read as something else is quoted."""
    if isinstance(value, Node):
        return "!%s %s" % (type(value).__name__, _flow(value._own()))
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (_flow(k), _flow(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(map(_flow, value))
    if value == float("inf"):
        return "inf"
    words = ("true", "false", "null", "yes", "no", "on", "off", "nan", "y", "n")
    if isinstance(value, str) and value.isidentifier() and value.lower() not in words:
        return value
    return json.dumps(value)


class Storage(Node):
    """Tensors are held in a memory from here inwards. `binding` is of a buffer that is distributed: by Einsum the
    Spatial over whose instances the one tensor lies; it is kept, and figures do not depend on it, as in AccelForge.
    """

    fields = ("tensors", "component", "persistent", "binding")

    def __init__(self, *values, **named):
        super().__init__(*values, **named)
        if self.binding and len(self.tensors) != 1:
            raise TypeError("a Storage with a binding holds one tensor, not %d" % len(self.tensors))
        for einsum, spatial in (self.binding or {}).items():
            if not isinstance(spatial, Spatial):
                raise TypeError("the binding of %s is no Spatial" % einsum)


class Toll(Node):
    """Tensors pass a component from here inwards, and pay for it."""

    fields = ("tensors", "component", "persistent")


class Temporal(Node):
    """A loop: `tile_shape` is what one of its iterations covers."""

    fields = ("rank_variable", "tile_shape", "initial_tile_shape")
    required = ("rank_variable",)


class Spatial(Node):
    """A loop whose iterations run at once, over the dimension `name` of a component."""

    fields = ("rank_variable", "tile_shape", "name", "component", "initial_tile_shape")
    required = ("rank_variable", "name", "component")


class Compute(Node):
    """A leaf: one Einsum."""

    fields = ("einsum", "component")
    required = ("einsum",)


class Sequential(Node):
    """Branches, one after the other."""

    fields = ("nodes",)


class Pipeline(Node):
    """Branches, at the same time on different data."""

    fields = ("nodes",)


class Split(Node):
    """Branches."""

    fields = ("nodes",)


class Nested(Node):
    """A chain: each node is inside the one before it."""

    fields = ("nodes",)


class Reservation(Node):
    fields = ("purposes", "resource", "persistent")
    required = ("purposes", "resource")


class TextBox(Node):
    fields = ()
    required = ("text",)


class Mapping(Node):
    """The root of a LoopTree."""

    fields = ("nodes", "title")

    def to_yaml(self):
        """The tree under the key `mapping`, with the tags that AccelForge asks for."""
        lines = ["mapping:"]
        if self.title is not None:
            lines.append("  title: " + _flow(self.title))
        lines.append("  nodes:" + ("" if self.nodes else " []"))
        for node in self.nodes:
            lines += node._lines("  ")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_yaml(cls, text_or_path):
        return Spec.from_yaml(text_or_path).mapping


_NODES = {
    kind.__name__: kind
    for kind in (
        Storage,
        Toll,
        Temporal,
        Spatial,
        Compute,
        Sequential,
        Pipeline,
        Split,
        Nested,
        Reservation,
        TextBox,
    )
}


def _loaded(text):
    try:
        import yaml
    except ImportError:
        raise UsageError("reading YAML needs PyYAML (python3-yaml)", "usage") from None

    class Loader(yaml.SafeLoader):
        pass

    class Tagged(dict):
        tag = ""

        def __init__(self, tag, fields):
            super().__init__(fields)
            self.tag = tag

    def node(loader, suffix, value):
        if not isinstance(value, yaml.MappingNode):
            raise Refused("a node !%s is no map" % suffix, "looptree")
        return Tagged(suffix, loader.construct_mapping(value, deep=True))

    def typed(value):
        if isinstance(value, Tagged) and value.tag in _NODES:
            kind = _NODES[value.tag]
            try:
                return kind(**{key: typed(one) for key, one in value.items()})
            except TypeError as error:
                raise Refused(str(error), "looptree") from None
        if isinstance(value, list):
            return [typed(one) for one in value]
        if isinstance(value, dict):
            return {key: typed(one) for key, one in value.items()}
        return value

    Loader.add_multi_constructor("!", node)
    try:
        documents = [one for one in yaml.load_all(text, Loader) if one is not None]
    except yaml.YAMLError as error:
        raise Refused("no YAML: %s" % error, "looptree") from None
    found = []
    for document in documents:
        if not isinstance(document, dict):
            raise Refused("a description is a map with the key mapping", "looptree")
        mapping = document.get("mapping")
        if isinstance(mapping, dict):
            nodes = typed(mapping.get("nodes", []))
            wrong = [one for one in nodes if not isinstance(one, Node)]
            if wrong:
                raise Refused("a node without a known tag: %r" % (wrong[0],), "looptree")
            document["mapping"] = Mapping(nodes, mapping.get("title"))
        found.append(document)
    return found


class Spec:
    """A mapping with the workload and the architecture that it is of. These two, and what else AccelForge's files
    hold, are kept as text."""

    def __init__(self, mapping, *more):
        """`mapping`: a Mapping, or YAML that holds one; `more`: YAML of workload, arch, ..."""
        self._mapping = mapping
        self.texts = list(more)

    @classmethod
    def from_yaml(cls, *texts_or_paths):
        texts = []
        for one in texts_or_paths:
            if "\n" not in str(one):
                with open(one, encoding="utf-8") as file:
                    one = file.read()
            texts.append(str(one))
        return cls(*texts)

    @property
    def mapping(self):
        """As objects."""
        if isinstance(self._mapping, str):
            for document in _loaded(self._mapping):
                if isinstance(document.get("mapping"), Mapping):
                    return document["mapping"]
            raise Refused("there is no mapping", "looptree")
        return self._mapping

    def to_yaml(self):
        own = self._mapping if isinstance(self._mapping, str) else self._mapping.to_yaml()
        return own + "".join(self.texts)

    def _run(self, format):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            own = self._mapping if isinstance(self._mapping, str) else self._mapping.to_yaml()
            for k, text in enumerate([own, *self.texts]):
                files.append(os.path.join(folder, "part%d.yaml" % k))
                with open(files[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            status, out, err = run("looptree", "check", *files, "--format=" + format)
        if status in (2, 4):
            raise AccDelinError(err.strip(), "usage" if status == 2 else "internal")
        return status, out, [line.replace(folder + os.sep, "") for line in err.splitlines()]

    def check(self):
        """Errors and warnings, one line each; none when all is well."""
        return self._run("json")[2]

    def evaluate(self):
        """Energy, latency, and per Einsum, component and tensor the reads, writes and occupancy."""
        status, out, messages = self._run("json")
        if status:
            raise Refused("\n".join(messages), "looptree")
        return json.loads(out)

    def svg(self):
        status, out, messages = self._run("svg")
        if status == 3:
            raise Refused("\n".join(messages), "looptree")
        return out

    _repr_svg_ = svg

    def __repr__(self):
        return "<LoopTree, %d lines>" % self.to_yaml().count("\n")
