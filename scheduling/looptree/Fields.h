// Typed access to the fields of a YAML map; every misuse is a diagnostic.
#pragma once

#include "scheduling/looptree/Expression.h"
#include "scheduling/looptree/Yaml.h"

namespace acc::looptree {

class Fields {
public:
  /// Says so when `node` is no map, or has a key that is not in `allowed`.
  /// `what` names it in sentences: "Temporal".
  Fields(const YamlNode &node, std::string what, const std::vector<std::string> &allowed,
         Diagnostics &diagnostics);

  /// The value of a key; null when it is absent or YAML's null.
  const YamlNode *get(const std::string &key) const;
  /// The place of a key's value, or of the map.
  Place placeOf(const std::string &key) const;
  /// A scalar's text, "" when absent.
  std::string text(const std::string &key) const;
  /// As text, but absence is an error.
  std::string required(const std::string &key) const;
  bool flag(const std::string &key, bool otherwise) const;
  /// A literal whole number (1 and 1.0 are); none when absent.
  std::optional<int64_t> integer(const std::string &key) const;
  /// A number or an expression over `scope`.
  std::optional<double> number(const std::string &key, const ExprScope &scope) const;
  /// A list of names, or one name.
  std::vector<std::string> names(const std::string &key) const;
  /// The elements of a list, none when absent.
  std::vector<YamlRef> list(const std::string &key) const;
  /// The entries of a map, none when absent.
  std::vector<YamlEntry> map(const std::string &key) const;

  void error(const std::string &key, const std::string &message) const;

private:
  const YamlNode &node;
  std::string what;
  Diagnostics &diagnostics;
};

/// The value of a scalar as an expression; a quoted one is its text. None, with
/// an error, when it has no value.
std::optional<ExprValue> valueOf(const YamlNode &node, const ExprScope &scope,
                                 Diagnostics &diagnostics);

/// valueOf, when it is a number; `what` names it.
std::optional<double> numberOf(const YamlNode &node, const std::string &what,
                               const ExprScope &scope, Diagnostics &diagnostics);

/// The set that an expression means; `where` for the error.
std::optional<NameSet> setOf(const std::string &text, const ExprScope &scope, const Place &where,
                             Diagnostics &diagnostics);

/// The entries of a map from set expressions to numbers, one row per name.
/// `Other` stands for what no other key names. Keys that overlap are an error.
std::map<std::string, double> numbersBySet(const YamlNode &map, const ExprScope &scope,
                                           Diagnostics &diagnostics);

/// The same with texts as values.
std::map<std::string, const YamlNode *> valuesBySet(const YamlNode &map, const ExprScope &scope,
                                                    Diagnostics &diagnostics);

} // namespace acc::looptree
