#include "scheduling/looptree/Yaml.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace acc::looptree {
namespace {

namespace yaml = llvm::yaml;

constexpr size_t kLongestText = 8u << 20;
constexpr unsigned kDeepestYaml = 100;
constexpr size_t kMostNodes = 500000;

using Node = std::shared_ptr<YamlNode>;

/// Sets size and height from those of the parts, so that aliases, which share
/// nodes, cannot grow a small text beyond bounds.
void measure(YamlNode &node) {
  auto add = [&](const YamlNode &part) {
    node.size = std::min(node.size + part.size, kMostNodes + 1);
    node.height = std::max(node.height, part.height + 1);
  };
  node.size = node.height = 1;
  for (const YamlRef &item : node.items)
    add(*item);
  for (const YamlEntry &entry : node.entries)
    add(*entry.value);
}

class YamlReader {
public:
  YamlReader(const std::string &file, const std::string &text, Diagnostics &diagnostics)
      : file(file), text(text), diagnostics(diagnostics) {
    sources.setDiagHandler(
        [](const llvm::SMDiagnostic &said, void *self) {
          auto &reader = *static_cast<YamlReader *>(self);
          reader.fail({reader.file, static_cast<unsigned>(std::max(said.getLineNo(), 1)),
                       static_cast<unsigned>(std::max(said.getColumnNo(), 0) + 1)},
                      said.getMessage().str());
        },
        this);
    stream = std::make_unique<yaml::Stream>(text, sources, /*ShowColors=*/false);
  }

  YamlRef read() {
    auto document = stream->begin();
    Node root;
    if (document != stream->end())
      if (yaml::Node *node = document->getRoot())
        root = read(node, 0);
    if (!failed && stream->failed())
      fail({file, 1, 1}, "the file is not YAML");
    if (failed)
      return nullptr;
    if (!root)
      root = std::make_shared<YamlNode>();
    return root;
  }

private:
  void fail(const Place &where, const std::string &message) {
    if (!failed)
      diagnostics.error(where, message);
    failed = true;
  }

  /// Where the tag of a node starts, else its text; the parser's own place of a
  /// flow map or list is behind the bracket.
  Place placeOf(yaml::Node *node) {
    Place place{file, 1, 1};
    if (!node || !node->getSourceRange().Start.isValid())
      return place;
    const char *at = node->getSourceRange().Start.getPointer();
    llvm::StringRef tag = node->getRawTag();
    if (!tag.empty()) {
      at = tag.data();
    } else if (llvm::isa<yaml::MappingNode>(node) || llvm::isa<yaml::SequenceNode>(node)) {
      const char *open = at;
      while (open > text.data() && std::isspace(static_cast<unsigned char>(open[-1])))
        --open;
      if (open > text.data() && (open[-1] == '{' || open[-1] == '['))
        at = open - 1;
    }
    std::tie(place.line, place.column) = sources.getLineAndColumn(llvm::SMLoc::getFromPointer(at));
    return place;
  }

  bool stopped() const { return failed || stream->failed(); }

  Node read(yaml::Node *node, unsigned depth) {
    Node result = std::make_shared<YamlNode>();
    result->place = placeOf(node);
    if (++count > kMostNodes || depth > kDeepestYaml) {
      fail(result->place,
           depth > kDeepestYaml ? "the file nests too deeply" : "the file is too long");
      return result;
    }
    if (auto *alias = llvm::dyn_cast<yaml::AliasNode>(node)) {
      auto known = anchors.find(alias->getName().str());
      if (known == anchors.end())
        fail(result->place, "there is no anchor '" + alias->getName().str() + "' before this");
      else
        return known->second;
      return result;
    }
    llvm::StringRef tag = node->getRawTag();
    if (tag.starts_with("!") && !tag.starts_with("!!") && !tag.starts_with("!<"))
      result->tag = tag.drop_front().str();
    std::string anchor = node->getAnchor().str();
    fill(*result, node, depth);
    measure(*result);
    if (result->size > kMostNodes || result->height > kDeepestYaml)
      fail(result->place, "the file nests too deeply or is too long, aliases counted");
    if (!anchor.empty())
      anchors[anchor] = result;
    return result;
  }

  void fill(YamlNode &result, yaml::Node *node, unsigned depth) {
    llvm::SmallString<64> storage;
    if (auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(node)) {
      result.kind = YamlNode::Kind::Scalar;
      result.text = scalar->getValue(storage).str();
      llvm::StringRef raw = scalar->getRawValue();
      result.quoted = raw.starts_with("\"") || raw.starts_with("'");
    } else if (auto *block = llvm::dyn_cast<yaml::BlockScalarNode>(node)) {
      result.kind = YamlNode::Kind::Scalar;
      result.text = block->getValue().str();
    } else if (auto *list = llvm::dyn_cast<yaml::SequenceNode>(node)) {
      result.kind = YamlNode::Kind::List;
      for (yaml::Node &item : *list) {
        if (stopped())
          return;
        result.items.push_back(read(&item, depth + 1));
      }
    } else if (auto *map = llvm::dyn_cast<yaml::MappingNode>(node)) {
      result.kind = YamlNode::Kind::Map;
      readMap(result, *map, depth);
    }
  }

  void readMap(YamlNode &result, yaml::MappingNode &map, unsigned depth) {
    std::vector<YamlEntry> shallow, deep;
    for (yaml::KeyValueNode &pair : map) {
      if (stopped())
        return;
      auto *key = llvm::dyn_cast_or_null<yaml::ScalarNode>(pair.getKey());
      if (!key)
        return fail(placeOf(pair.getKey()), "a key must be a name");
      llvm::SmallString<64> storage;
      YamlEntry entry{key->getValue(storage).str(), placeOf(key), nullptr};
      yaml::Node *value = pair.getValue();
      entry.value = value ? read(value, depth + 1) : std::make_shared<YamlNode>();
      if (entry.value->isNull() && entry.value->place.line == 0) {
        auto null = std::make_shared<YamlNode>();
        null->place = entry.place;
        entry.value = null;
      }
      if (entry.key == "<<")
        shallow.push_back(entry);
      else if (entry.key == "<<<")
        deep.push_back(entry);
      else if (result.find(entry.key))
        return fail(entry.place, "the key '" + entry.key + "' is given twice");
      else
        result.entries.push_back(std::move(entry));
    }
    for (const YamlEntry &entry : shallow)
      mergeEach(result, entry, false);
    for (const YamlEntry &entry : deep)
      mergeEach(result, entry, true);
  }

  void mergeEach(YamlNode &into, const YamlEntry &entry, bool deep) {
    std::vector<YamlRef> sources{entry.value};
    if (entry.value->kind == YamlNode::Kind::List)
      sources = entry.value->items;
    for (const YamlRef &source : sources) {
      if (source->kind != YamlNode::Kind::Map)
        return fail(entry.place, "'" + entry.key + "' merges maps only");
      merge(into, *source, deep, 0);
    }
  }

  void merge(YamlNode &into, const YamlNode &from, bool deep, unsigned depth) {
    for (const YamlEntry &entry : from.entries) {
      auto own = std::find_if(into.entries.begin(), into.entries.end(),
                              [&](const YamlEntry &other) { return other.key == entry.key; });
      if (own == into.entries.end()) {
        into.entries.push_back(entry);
        continue;
      }
      if (!deep || depth > kDeepestYaml || own->value->kind != entry.value->kind)
        continue;
      auto merged = std::make_shared<YamlNode>(*own->value);
      if (merged->kind == YamlNode::Kind::List)
        merged->items.insert(merged->items.end(), entry.value->items.begin(),
                             entry.value->items.end());
      else if (merged->kind == YamlNode::Kind::Map)
        merge(*merged, *entry.value, deep, depth + 1);
      own->value = merged;
    }
  }

  std::string file;
  const std::string &text;
  Diagnostics &diagnostics;
  bool failed = false;
  size_t count = 0;
  llvm::SourceMgr sources;
  std::unique_ptr<yaml::Stream> stream;
  std::map<std::string, Node> anchors;
};

/// The place of the first Jinja marker outside comments, if there is one.
std::optional<Place> templateMarker(const std::string &file, const std::string &text) {
  Place place{file, 1, 1};
  for (size_t k = 0; k < text.size(); ++k, ++place.column) {
    if (text[k] == '#' && (place.column == 1 || text[k - 1] == ' '))
      while (k + 1 < text.size() && text[k + 1] != '\n')
        ++k;
    if (text[k] == '{' && k + 1 < text.size() && (text[k + 1] == '%' || text[k + 1] == '{'))
      return place;
    if (text[k] == '\n') {
      ++place.line;
      place.column = 0;
    }
  }
  return std::nullopt;
}

} // namespace

bool YamlNode::isNull() const {
  return kind == Kind::Null ||
         (kind == Kind::Scalar && !quoted && (text.empty() || text == "null" || text == "~"));
}

const YamlNode *YamlNode::find(const std::string &key) const {
  for (const YamlEntry &entry : entries)
    if (entry.key == key)
      return entry.value.get();
  return nullptr;
}

YamlRef readYaml(const std::string &file, const std::string &text, Diagnostics &diagnostics) {
  if (text.size() > kLongestText) {
    diagnostics.error({file, 1, 1}, "the file is too long");
    return nullptr;
  }
  if (auto marker = templateMarker(file, text)) {
    diagnostics.error(*marker, "the file is a Jinja template; expand it first");
    return nullptr;
  }
  return YamlReader(file, text, diagnostics).read();
}

std::vector<std::string> documentsOf(const std::string &text) {
  std::vector<std::string> documents{""};
  bool hasContent = false;
  for (size_t from = 0; from < text.size();) {
    size_t to = std::min(text.find('\n', from), text.size() - 1) + 1;
    std::string line = text.substr(from, to - from);
    bool marks = line.starts_with("---") && line.find_first_not_of("- \r\n") == line.npos;
    if (marks && hasContent) {
      documents.emplace_back(std::count(text.begin(), text.begin() + from, '\n'), '\n');
      hasContent = false;
    }
    hasContent |= !marks && line[0] != '#' && line.find_first_not_of(" \r\n") != line.npos;
    documents.back() += marks ? "\n" : line;
    from = to;
  }
  return documents;
}

} // namespace acc::looptree
