// A YAML document as a value: every node with its place and its local tag.
#pragma once

#include "scheduling/looptree/Diagnostic.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace acc::looptree {

struct YamlEntry;

/// One node. Aliases share the node that they name.
struct YamlNode {
  enum class Kind { Null, Scalar, List, Map };
  Kind kind = Kind::Null;
  Place place;
  /// A local tag without its "!": "Storage". "" when there is none.
  std::string tag;
  /// Of a Scalar.
  std::string text;
  /// In quotation marks: a literal, never an expression.
  bool quoted = false;
  std::vector<std::shared_ptr<const YamlNode>> items;
  std::vector<YamlEntry> entries;
  /// Nodes below and including this one, and levels of them, aliases counted
  /// each time.
  size_t size = 1, height = 1;

  bool isScalar() const { return kind == Kind::Scalar; }
  bool isNull() const;
  /// The value of a key, or null.
  const YamlNode *find(const std::string &key) const;
};

using YamlRef = std::shared_ptr<const YamlNode>;

struct YamlEntry {
  std::string key;
  Place place;
  YamlRef value;
};

/// Reads one document. Merge keys are applied: `<<` (the first value of a key
/// wins) and `<<<` (maps merge deeply, lists follow each other). None, with an
/// error, when the text is not YAML, holds a template (Jinja), nests or grows
/// beyond limits, or has a key twice.
YamlRef readYaml(const std::string &file, const std::string &text, Diagnostics &diagnostics);

/// The documents of a stream ("---" between them), each with its lines where they stood; one at
/// least.
std::vector<std::string> documentsOf(const std::string &text);

} // namespace acc::looptree
