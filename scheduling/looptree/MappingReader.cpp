#include "scheduling/looptree/Fields.h"
#include "scheduling/looptree/Mapping.h"

#include <algorithm>
#include <cctype>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

const std::vector<std::pair<const char *, Kind>> kTags = {
    {"Storage", Kind::Storage},         {"Toll", Kind::Toll},
    {"Temporal", Kind::Temporal},       {"Spatial", Kind::Spatial},
    {"Compute", Kind::Compute},         {"Sequential", Kind::Sequential},
    {"Pipeline", Kind::Pipeline},       {"Split", Kind::Split},
    {"Nested", Kind::Nested},           {"Mapping", Kind::Mapping},
    {"Reservation", Kind::Reservation}, {"TextBox", Kind::TextBox}};

std::vector<std::string> fieldsOf(Kind kind) {
  switch (kind) {
  case Kind::Storage:
    return {"tensors", "component", "persistent", "binding", "component_object", "text"};
  case Kind::Toll:
    return {"tensors", "component", "persistent", "component_object", "text"};
  case Kind::Temporal:
    return {"rank_variable", "tile_shape", "initial_tile_shape", "text"};
  case Kind::Spatial:
    return {"rank_variable", "tile_shape", "initial_tile_shape", "name", "component", "text"};
  case Kind::Compute:
    return {"einsum", "component", "text"};
  case Kind::Sequential:
  case Kind::Pipeline:
  case Kind::Split:
  case Kind::Nested:
    return {"nodes", "text"};
  case Kind::Mapping:
    return {"nodes", "title", "text"};
  case Kind::Reservation:
    return {"purposes", "resource", "persistent", "text"};
  case Kind::TextBox:
    return {"text"};
  }
  return {};
}

bool hasOnlyNodes(const YamlNode &node) {
  return node.find("nodes") &&
         std::all_of(node.entries.begin(), node.entries.end(), [](const YamlEntry &entry) {
           return entry.key == "nodes" || entry.value->isNull();
         });
}

/// The kind of a node without a tag, from its fields.
std::optional<Kind> inferred(const YamlNode &node) {
  auto has = [&](const char *key) { return node.find(key) != nullptr; };
  if (has("einsum"))
    return Kind::Compute;
  if (has("rank_variable"))
    return has("component") || has("name") ? Kind::Spatial : Kind::Temporal;
  if (has("tensors"))
    return has("binding") ? Kind::Storage : Kind::Toll;
  if (has("purposes"))
    return Kind::Reservation;
  if (const YamlNode *nodes = node.find("nodes")) {
    bool splits = !nodes->items.empty() &&
                  std::all_of(nodes->items.begin(), nodes->items.end(), [](const YamlRef &item) {
                    return item->tag.empty() ? hasOnlyNodes(*item)
                                             : item->tag == "Nested" || item->tag == "Sequential";
                  });
    return splits ? Kind::Sequential : Kind::Nested;
  }
  return std::nullopt;
}

class MappingReader {
public:
  explicit MappingReader(Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  MappingNode root(const YamlNode &node) {
    MappingNode result;
    result.place = node.place;
    if (node.kind != YamlNode::Kind::Map) {
      diagnostics.error(node.place, "a mapping is a map with 'nodes'");
      return result;
    }
    Fields fields(node, "Mapping", fieldsOf(Kind::Mapping), diagnostics);
    result.text = fields.text("title");
    readNodes(fields, result);
    return result;
  }

private:
  void readNodes(const Fields &fields, MappingNode &into) {
    for (const YamlRef &item : fields.list("nodes"))
      if (auto child = read(*item))
        into.nodes.push_back(std::move(*child));
    if (into.isChain())
      for (size_t k = 0; k + 1 < into.nodes.size(); ++k)
        if (into.nodes[k].isSplit() || into.nodes[k].isChain())
          diagnostics.error(into.nodes[k].place, "only the last node of a chain may have children");
    if (into.isSplit())
      for (const MappingNode &child : into.nodes)
        if (!child.isSplit() && child.kind != Kind::Nested)
          diagnostics.error(child.place, std::string("a branch of !") + tagOf(into.kind) +
                                             " must be !Nested, not !" + tagOf(child.kind));
  }

  std::optional<MappingNode> read(const YamlNode &node) {
    std::optional<Kind> kind;
    for (const auto &[tag, own] : kTags)
      if (node.tag == tag)
        kind = own;
    if (!node.tag.empty() && !kind) {
      std::string known;
      for (const auto &[tag, own] : kTags)
        known += (known.empty() ? "!" : ", !") + std::string(tag);
      diagnostics.error(node.place, "there is no node !" + node.tag + "; there are: " + known);
      return std::nullopt;
    }
    if (!kind)
      kind = inferred(node);
    if (!kind) {
      diagnostics.error(node.place, "the node has no tag, and its fields do not tell what it is");
      return std::nullopt;
    }
    MappingNode result;
    result.kind = *kind;
    result.place = node.place;
    Fields fields(node, tagOf(*kind), fieldsOf(*kind), diagnostics);
    result.text = fields.text("text");
    switch (*kind) {
    case Kind::Storage:
    case Kind::Toll:
      result.tensors = fields.names("tensors");
      result.component = fields.required("component");
      result.persistent = fields.flag("persistent", false);
      break;
    case Kind::Temporal:
    case Kind::Spatial:
      readLoop(fields, result);
      break;
    case Kind::Compute:
      result.einsum = fields.required("einsum");
      result.component = fields.required("component");
      break;
    case Kind::Reservation:
      result.tensors = fields.names("purposes");
      result.component = fields.required("resource");
      result.persistent = fields.flag("persistent", false);
      if (!fields.get("purposes"))
        fields.error("purposes", "Reservation needs 'purposes'");
      break;
    case Kind::TextBox:
      fields.required("text");
      break;
    default:
      readNodes(fields, result);
    }
    return result;
  }

  void readLoop(const Fields &fields, MappingNode &result) {
    bool isSpatial = result.kind == Kind::Spatial;
    const char *what = isSpatial ? "Spatial" : "Temporal";
    const YamlNode *variable = fields.get("rank_variable");
    if (variable && !variable->isScalar()) {
      std::vector<std::string> names = fields.names("rank_variable");
      if (names.size() == 1)
        result.rankVariable = names[0];
      else
        fields.error("rank_variable", "a loop over several rank variables cannot be evaluated; "
                                      "give fused dimensions one name in all Einsums");
    } else {
      result.rankVariable = fields.required("rank_variable");
    }
    result.tileShape = fields.integer("tile_shape");
    if (!fields.get("tile_shape"))
      fields.error("tile_shape", std::string(what) + " needs 'tile_shape', a whole number");
    else if (result.tileShape && *result.tileShape < 1) {
      fields.error("tile_shape", "a tile shape must be at least 1");
      result.tileShape.reset();
    }
    result.initialTileShape = fields.integer("initial_tile_shape");
    if (result.initialTileShape)
      diagnostics.warning(fields.placeOf("initial_tile_shape"),
                          "AccelForge ignores 'initial_tile_shape' of a mapping that is given");
    if (isSpatial) {
      result.name = fields.required("name");
      result.component = fields.required("component");
    }
  }

  Diagnostics &diagnostics;
};

void walk(const MappingNode &node, MappingPath path, std::vector<MappingPath> &out) {
  if (node.isSplit()) {
    for (const MappingNode &branch : node.nodes)
      if (branch.isSplit() || branch.isChain())
        walk(branch, path, out);
    return;
  }
  for (const MappingNode &child : node.nodes) {
    if (child.isChain() || child.isSplit())
      return walk(child, std::move(path), out);
    path.nodes.push_back(&child);
  }
  out.push_back(std::move(path));
}

std::string plain(const std::string &text) {
  bool simple = !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) &&
                std::all_of(text.begin(), text.end(),
                            [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (simple)
    return text;
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

void print(const MappingNode &node, const std::string &indent, std::string &out) {
  out += indent + "- !" + tagOf(node.kind);
  if (node.isSplit() || node.isChain()) {
    out += "\n" + indent + "  nodes:\n";
    for (const MappingNode &child : node.nodes)
      print(child, indent + "  ", out);
    return;
  }
  std::string fields;
  auto add = [&](const std::string &key, const std::string &value) {
    fields += (fields.empty() ? "" : ", ") + key + ": " + value;
  };
  auto list = [](const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + plain(name);
    return "[" + text + "]";
  };
  if (node.kind == Kind::Reservation) {
    add("purposes", list(node.tensors));
    add("resource", plain(node.component));
  } else if (node.isHolder()) {
    add("component", plain(node.component));
    add("tensors", list(node.tensors));
  } else if (node.isLoop()) {
    add("rank_variable", plain(node.rankVariable));
    if (node.tileShape)
      add("tile_shape", std::to_string(*node.tileShape));
    if (node.initialTileShape)
      add("initial_tile_shape", std::to_string(*node.initialTileShape));
    if (node.kind == Kind::Spatial) {
      add("name", plain(node.name));
      add("component", plain(node.component));
    }
  } else if (node.kind == Kind::Compute) {
    add("einsum", plain(node.einsum));
    add("component", plain(node.component));
  }
  if (node.persistent)
    add("persistent", "true");
  if (!node.text.empty())
    add("text", plain(node.text));
  out += " {" + fields + "}\n";
}

} // namespace

const char *tagOf(MappingNode::Kind kind) {
  for (const auto &[tag, own] : kTags)
    if (own == kind)
      return tag;
  return "";
}

std::vector<MappingPath> pathsOf(const MappingNode &root) {
  std::vector<MappingPath> paths;
  walk(root, {}, paths);
  return paths;
}

MappingNode readMapping(const YamlNode &node, Diagnostics &diagnostics) {
  return MappingReader(diagnostics).root(node);
}

std::string printMapping(const MappingNode &root) {
  std::string text = "mapping:\n";
  if (!root.text.empty())
    text += "  title: " + plain(root.text) + "\n";
  text += "  nodes:\n";
  for (const MappingNode &node : root.nodes)
    print(node, "  ", text);
  return text;
}

} // namespace acc::looptree
