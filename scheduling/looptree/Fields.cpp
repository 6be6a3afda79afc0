#include "scheduling/looptree/Fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace acc::looptree {
namespace {

std::optional<double> literal(const std::string &text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool mentionsOther(const std::string &text) {
  for (size_t at = text.find("Other"); at != std::string::npos; at = text.find("Other", at + 1))
    if ((at == 0 || !isWordChar(text[at - 1])) &&
        (at + 5 == text.size() || !isWordChar(text[at + 5])))
      return true;
  return false;
}

} // namespace

Fields::Fields(const YamlNode &node, std::string what, const std::vector<std::string> &allowed,
               Diagnostics &diagnostics)
    : node(node), what(std::move(what)), diagnostics(diagnostics) {
  if (node.kind != YamlNode::Kind::Map) {
    if (!node.isNull())
      diagnostics.error(node.place, this->what + " must be a map of fields");
    return;
  }
  std::string known;
  for (const std::string &name : allowed)
    known += (known.empty() ? "" : ", ") + name;
  for (const YamlEntry &entry : node.entries)
    if (std::find(allowed.begin(), allowed.end(), entry.key) == allowed.end())
      diagnostics.error(entry.place, "field '" + entry.key + "' is not supported for " +
                                         this->what + "; there are: " + known);
}

const YamlNode *Fields::get(const std::string &key) const {
  const YamlNode *value = node.find(key);
  return value && !value->isNull() ? value : nullptr;
}

Place Fields::placeOf(const std::string &key) const {
  const YamlNode *value = node.find(key);
  return value ? value->place : node.place;
}

void Fields::error(const std::string &key, const std::string &message) const {
  diagnostics.error(placeOf(key), message);
}

std::string Fields::text(const std::string &key) const {
  const YamlNode *value = get(key);
  if (!value)
    return "";
  if (!value->isScalar()) {
    error(key, "'" + key + "' of " + what + " must be a name");
    return "";
  }
  return value->text;
}

std::string Fields::required(const std::string &key) const {
  std::string value = text(key);
  if (value.empty() && (!get(key) || get(key)->isScalar()))
    error(key, what + " needs '" + key + "'");
  return value;
}

bool Fields::flag(const std::string &key, bool otherwise) const {
  const YamlNode *value = get(key);
  if (!value)
    return otherwise;
  std::string lower;
  for (char c : value->text)
    lower += std::tolower(static_cast<unsigned char>(c));
  if (value->isScalar() && (lower == "true" || lower == "false"))
    return lower == "true";
  error(key, "'" + key + "' of " + what + " must be true or false");
  return otherwise;
}

std::optional<int64_t> Fields::integer(const std::string &key) const {
  const YamlNode *value = get(key);
  if (!value)
    return std::nullopt;
  std::optional<double> number =
      value->isScalar() && !value->quoted ? literal(value->text) : std::nullopt;
  if (!number || *number != std::floor(*number) || std::abs(*number) > 9e15) {
    error(key, "'" + key + "' of " + what + " must be a literal whole number" +
                   (value->isScalar() ? ", not '" + value->text + "'" : ""));
    return std::nullopt;
  }
  return static_cast<int64_t>(*number);
}

std::optional<double> Fields::number(const std::string &key, const ExprScope &scope) const {
  const YamlNode *value = get(key);
  return value ? numberOf(*value, "'" + key + "' of " + what, scope, diagnostics) : std::nullopt;
}

std::vector<std::string> Fields::names(const std::string &key) const {
  const YamlNode *value = get(key);
  if (!value)
    return {};
  if (value->isScalar())
    return {value->text};
  std::vector<std::string> result;
  for (const YamlRef &item : value->items)
    if (item->isScalar())
      result.push_back(item->text);
    else
      diagnostics.error(item->place, "'" + key + "' of " + what + " must be a list of names");
  if (value->kind == YamlNode::Kind::Map)
    error(key, "'" + key + "' of " + what + " must be a list of names");
  return result;
}

std::vector<YamlRef> Fields::list(const std::string &key) const {
  const YamlNode *value = get(key);
  if (value && value->kind != YamlNode::Kind::List)
    error(key, "'" + key + "' of " + what + " must be a list");
  return value ? value->items : std::vector<YamlRef>();
}

std::vector<YamlEntry> Fields::map(const std::string &key) const {
  const YamlNode *value = get(key);
  if (value && value->kind != YamlNode::Kind::Map)
    error(key, "'" + key + "' of " + what + " must be a map");
  return value ? value->entries : std::vector<YamlEntry>();
}

std::optional<ExprValue> valueOf(const YamlNode &node, const ExprScope &scope,
                                 Diagnostics &diagnostics) {
  if (!node.isScalar()) {
    diagnostics.error(node.place, "a value was expected");
    return std::nullopt;
  }
  if (node.quoted)
    return ExprValue(node.text);
  ExprResult result = evaluateText(node.text, scope);
  if (auto *message = std::get_if<std::string>(&result)) {
    diagnostics.error(node.place, "'" + node.text + "': " + *message);
    return std::nullopt;
  }
  return std::get<ExprValue>(result);
}

std::optional<double> numberOf(const YamlNode &node, const std::string &what,
                               const ExprScope &scope, Diagnostics &diagnostics) {
  auto value = valueOf(node, scope, diagnostics);
  if (!value)
    return std::nullopt;
  if (const double *number = value->number(); number && !std::isnan(*number))
    return *number;
  diagnostics.error(node.place, what + " must be a number");
  return std::nullopt;
}

std::optional<NameSet> setOf(const std::string &text, const ExprScope &scope, const Place &where,
                             Diagnostics &diagnostics) {
  ExprResult result = evaluateText(text, scope);
  if (auto *message = std::get_if<std::string>(&result)) {
    diagnostics.error(where, "'" + text + "': " + *message);
    return std::nullopt;
  }
  const NameSet *set = std::get<ExprValue>(result).set();
  if (!set) {
    diagnostics.error(where, "'" + text + "' is no set of tensors");
    return std::nullopt;
  }
  return *set;
}

std::map<std::string, const YamlNode *> valuesBySet(const YamlNode &map, const ExprScope &scope,
                                                    Diagnostics &diagnostics) {
  std::map<std::string, const YamlNode *> result;
  if (map.kind != YamlNode::Kind::Map) {
    diagnostics.error(map.place, "a map from sets of tensors was expected");
    return result;
  }
  NameSet rest;
  if (auto all = scope.find("All"); all != scope.end() && all->second.set())
    rest = *all->second.set();
  auto take = [&](const YamlEntry &entry, const ExprScope &names) {
    auto set = setOf(entry.key, names, entry.place, diagnostics);
    if (!set)
      return;
    for (const std::string &name : *set) {
      if (!result.emplace(name, entry.value.get()).second)
        diagnostics.error(entry.place, "'" + entry.key + "' and another key both name " + name);
      rest.erase(name);
    }
  };
  int others = 0;
  for (const YamlEntry &entry : map.entries)
    if (!mentionsOther(entry.key))
      take(entry, scope);
  for (const YamlEntry &entry : map.entries)
    if (mentionsOther(entry.key)) {
      if (++others > 1)
        diagnostics.error(entry.place, "'Other' may appear once only");
      ExprScope names = scope;
      names["Other"] = rest;
      take(entry, names);
    }
  return result;
}

std::map<std::string, double> numbersBySet(const YamlNode &map, const ExprScope &scope,
                                           Diagnostics &diagnostics) {
  std::map<std::string, double> result;
  for (const auto &[name, node] : valuesBySet(map, scope, diagnostics))
    if (auto number = numberOf(*node, "the value for " + name, scope, diagnostics))
      result[name] = *number;
  return result;
}

} // namespace acc::looptree
