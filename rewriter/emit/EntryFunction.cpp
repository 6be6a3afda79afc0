#include "rewriter/emit/EntryFunction.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/FunctionParameters.h"

#include <cctype>
#include <map>
#include <set>
#include <sstream>

namespace acc {
namespace {

bool isInWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// A member or element of the name that ends there follows.
bool isPartBehind(const std::string &text, size_t end) {
  return end < text.size() &&
         (text[end] == '.' || text[end] == '[' || text.compare(end, 2, "->") == 0);
}

/// The text with each word that is no member exchanged for what `replacement` gives.
template <typename Replacement>
std::string withWords(const std::string &text, Replacement &&replacement) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isInWord(text[end]))
      ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const std::string word = text.substr(at, end - at);
    const bool isMember =
        at > 0 && (text[at - 1] == '.' || (at > 1 && text[at - 1] == '>' && text[at - 2] == '-'));
    auto other = isMember ? std::nullopt : replacement(word);
    // The address of what is reached by an address.
    if (other && other->starts_with("(*") && result.ends_with('&') && !result.ends_with("&&") &&
        !isPartBehind(text, end)) {
      result.pop_back();
      other = other->substr(2, other->size() - 3);
    }
    result += other.value_or(word);
    at = end;
  }
  return result;
}

/// The variables that the statements set: those before " = " at the start of a line, and those
/// whose address is taken.
std::set<std::string> setIn(const std::string &statements) {
  std::set<std::string> names;
  std::istringstream lines(statements);
  for (std::string line; std::getline(lines, line);) {
    size_t begin = line.find_first_not_of(" {"), end = begin;
    while (end < line.size() && isInWord(line[end]))
      ++end;
    if (begin < line.size() && line.substr(end).starts_with(" = "))
      names.insert(line.substr(begin, end - begin));
    for (size_t at = line.find('&'); at != std::string::npos; at = line.find('&', at + 1)) {
      for (end = at + 1; end < line.size() && isInWord(line[end]);)
        ++end;
      names.insert(line.substr(at + 1, end - at - 1));
    }
  }
  return names;
}

/// The variables whose own address the text takes: n of ACC_APART(A, m, &n, 1).
std::set<std::string> addressedIn(const std::string &text) {
  std::set<std::string> names;
  for (size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    size_t end = at + 1;
    while (end < text.size() && isInWord(text[end]))
      ++end;
    if (end > at + 1 && !isPartBehind(text, end))
      names.insert(text.substr(at + 1, end - at - 1));
  }
  return names;
}

/// What the source reads first wherever control comes to the nest.
std::set<SymbolId> readFirst(const Stmt &root) {
  std::set<SymbolId> read;
  const Stmt *first = &root;
  while (first->kind == Stmt::Kind::Block && !first->children.empty())
    first = first->children.front().get();
  auto add = [&](const ExprRef &expr) {
    forEachExpr(expr, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Symbol)
        read.insert(part->symbol);
    });
  };
  if (first->init && first->init->value)
    add(first->init->value);
  const Expr *condition = first->condition.get();
  while (condition && condition->kind == Expr::Kind::Binary &&
         (condition->op() == Op::AmpAmp || condition->op() == Op::PipePipe))
    condition = condition->operands[0].get();
  if (condition && condition->kind == Expr::Kind::Binary)
    for (const ExprRef &operand : condition->operands)
      add(operand);
  return read;
}

/// By its spelling, the variable that the statements of the nest name, or that a path of theirs
/// leads from. None where they name two that are declared outside.
std::map<std::string, SymbolId> namedIn(const SourceNest &nest) {
  std::map<std::string, SymbolId> named;
  std::set<std::string> twice;
  forEachExprIn(nest.root, [&](const ExprRef &part) {
    if (part->kind != Expr::Kind::Symbol)
      return;
    const Symbol &symbol = nest.symbol(part->symbol);
    const SymbolId root = symbol.root >= 0 ? symbol.root : part->symbol;
    const Symbol &variable = nest.symbol(root);
    if (variable.isInvented || nest.root->range.contains(variable.declaration))
      return;
    if (named.try_emplace(variable.spelling, root).first->second != root)
      twice.insert(variable.spelling);
  });
  for (const std::string &name : twice)
    named.erase(name);
  return named;
}

class EntryWriter {
public:
  EntryWriter(const Scop &scop, const std::string &name, uint32_t place, Names &outside)
      : scop(scop), name(name), names(Names::ofFunction(*scop.nest.unit)),
        parameters(scop, names, outside, false, place), certain(readFirst(*scop.nest.root)) {
    for (const KnownAtEntry &known : scop.nest.knownAtEntry)
      forEachExpr(known.value, [&](const ExprRef &part) { // read for that value, and not set since
        if (part->kind == Expr::Kind::Symbol)
          certain.insert(part->symbol);
      });
  }

  Outcome<EntryFunction> write(const EmittedGuard &guard, const std::string &call) {
    const std::string all = guard.text + "\n" + guard.testsToProve + "\n" + call;
    // A copy has another address than the variable.
    std::set<std::string> set = setIn(call);
    set.merge(addressedIn(guard.text + "\n" + guard.tests));
    const std::map<std::string, SymbolId> inScope = namedIn(scop.nest);
    for (size_t id = 0; id < scop.nest.symbols->size(); ++id) {
      const Symbol &symbol = scop.nest.symbol(static_cast<SymbolId>(id));
      const auto own = inScope.find(symbol.spelling);
      const bool isOther = own != inScope.end() && own->second != static_cast<SymbolId>(id);
      if (symbol.kind == Symbol::Kind::Path || symbol.isInvented || isOther ||
          scop.nest.root->range.contains(symbol.declaration) || !mentions(all, symbol.spelling))
        continue;
      auto [known, isNew] = replaced.try_emplace(symbol.spelling);
      if (!isNew)
        return refused("two variables are both named " + symbol.spelling);
      known->second = parameter(static_cast<SymbolId>(id), set.count(symbol.spelling) > 0);
    }
    if (!parameters.problem().empty())
      return refused(parameters.problem());
    EntryFunction entry;
    entry.name = name;
    entry.function = head() + body(guard, guard.tests, call);
    entry.functionToProve = head() + body(guard, guard.testsToProve, call);
    entry.call = name + "(" + parameters.arguments() + ")";
    for (const auto &[own, declaration] : parameters.named())
      entry.nothing += (entry.nothing.empty() ? "" : ", ") + own;
    entry.nothing = "#define " + name + "(" + entry.nothing + ") 0";
    return entry;
  }

private:
  Rejection refused(const std::string &why) const {
    return {RejectionKind::Emission, scop.nest.root->range, why};
  }

  /// It has a value where the nest begins, whatever the function did before.
  bool hasValue(SymbolId id) const {
    const Symbol &symbol = scop.nest.symbol(id);
    return symbol.kind != Symbol::Kind::Local || symbol.isOwnStatic ||
           symbol.isStaticOrThreadLocal || symbol.type.kind == CType::Kind::Array ||
           (!symbol.isAssigned && !symbol.addressTaken) || certain.count(id) ||
           isSetAtEntry(scop.nest, id);
  }

  /// The parameter as the text of the function has it.
  std::string parameter(SymbolId id, bool isSet) {
    const Symbol &symbol = scop.nest.symbol(id);
    if (parameters.isVisible(symbol))
      return symbol.spelling;
    const bool isRecord = symbol.type.kind == CType::Kind::Other;
    // The source may read no variable of file scope, where the call would.
    const bool isMemory =
        symbol.kind == Symbol::Kind::Global && symbol.type.kind != CType::Kind::Array;
    if (isSet || isRecord || isMemory || !hasValue(id))
      return parameters.reference(id, FunctionParameters::ScalarUse::MaySet);
    return parameters.value(id);
  }

  std::string head() const {
    return "static ACC_ENTRY int " + name + "(" + parameters.declarations() + ")\n";
  }

  std::string body(const EmittedGuard &guard, const std::string &tests,
                   const std::string &call) const {
    std::string text = "{\n", condition = guard.text;
    if (!tests.empty()) {
      text += "    int " + guard.flag + " = " + guard.text + ";\n" + indented(tests, 4);
      condition = guard.flag;
    }
    text += "    if (" + condition + ") {\n";
    const bool isBlock = call.starts_with("{\n");
    text += isBlock ? indented(call.substr(2, call.rfind('}') - 2), 4) : indented(call, 8);
    text += "        return 1;\n    }\n    return 0;\n}";
    return withWords(text, [&](const std::string &word) -> std::optional<std::string> {
      auto found = replaced.find(word);
      return found == replaced.end() ? std::nullopt : std::optional(found->second);
    });
  }

  static std::string indented(const std::string &lines, size_t columns) {
    std::string all;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);)
      if (line.find_first_not_of(' ') != std::string::npos)
        all += (line[0] == '#' ? "" : std::string(columns, ' ')) + line + "\n";
    return all;
  }

  const Scop &scop;
  const std::string &name;
  Names names;
  FunctionParameters parameters;
  std::set<SymbolId> certain;
  std::map<std::string, std::string> replaced; // by spelling
};

} // namespace

Outcome<EntryFunction> entryFunction(const Scop &scop, const EmittedGuard &guard,
                                     const std::string &call, const std::string &name,
                                     uint32_t place, Names &outside) {
  return EntryWriter(scop, name, place, outside).write(guard, call);
}

std::string withLevelNames(const std::string &functions) {
  std::set<std::string> names;
  std::istringstream lines(functions);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("static ")) {
      const size_t open = line.find('('), begin = line.find_last_of(" *", open);
      // Not of an attribute with arguments.
      if (open != std::string::npos && begin != std::string::npos)
        names.insert(line.substr(begin + 1, open - begin - 1));
    }
  return withWords(functions, [&](const std::string &word) -> std::optional<std::string> {
    return names.count(word) ? std::optional(std::string(kNameMacro) + "(" + word + ")")
                             : std::nullopt;
  });
}

} // namespace acc
