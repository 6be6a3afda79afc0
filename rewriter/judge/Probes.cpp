#include "rewriter/judge/Probes.h"

#include "analysis/frontend/Locations.h"
#include "rewriter/run/NestCode.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMostCalls = 8; // for which a nest is compiled of its own

constexpr const char *kVisible = "__attribute__((visibility(\"default\"))) ";

/// What is inserted at an offset of the unit's text.
struct Insertion {
  uint32_t place = 0;
  std::string text;
};

/// The text of one nest's functions.
class ProbeWriter {
public:
  ProbeWriter(const ParsedUnit &unit, const std::string &text, const JudgedNest &nest,
              const NestCode &code, const Probe &probe, size_t number)
      : context(unit.context), text(text), nest(nest), code(code), probe(probe),
        stem("acc_judge_" + std::to_string(number)), policy(unit.context.getPrintingPolicy()) {
    policy.SuppressTagKeyword = false;
  }

  std::string functions() {
    const SourceRange &whole = nest.nest.whole, &own = nest.original;
    auto bytes = [&](uint32_t begin, uint32_t end) { return text.substr(begin, end - begin); };
    const std::string original = bytes(own.begin, own.end);
    const std::string rewritten = bytes(whole.begin, own.begin) + "{ ++" + stem + "_missed;\n" +
                                  original + "\n}" + bytes(own.end, whole.end);
    std::string result = kVisible + ("long " + stem + "_missed;\n");
    for (size_t k = 0; k < code.variables.size(); ++k)
      if (probe.isLocal[k])
        result += kVisible + declared(heldType(code.variables[k]), held(k)) + ";\n";
    result += version("original", original);
    result += version("rewritten", rewritten);
    return result;
  }

  /// A directive to stand before the nest: the compiler reads it where it compiles the nest.
  std::string mark() const { return "#define " + stem + "_read\n"; }

  /// To stand at the end of the unit: the addresses of its variables, and a symbol that is there
  /// where the compiler has read the mark, and the fast version, whose name is else a macro.
  std::string table() const {
    std::string rows, definitions;
    for (size_t k = 0; k < code.variables.size(); ++k) {
      if (probe.isLocal[k])
        continue;
      const std::string &name = code.variables[k].interface.name;
      rows += "(void *)&" + name + ", ";
      if (!isDefinedHere(*code.variables[k].declaration))
        definitions += "__typeof__(" + name + ") " + name + ";\n";
    }
    const std::string &entry = nest.nest.entry;
    return definitions + kVisible + "void *" + stem + "_globals[] = {" + rows +
           "0};\n#if defined(" + stem + "_read)" +
           (entry.empty() ? "" : " && !defined(" + entry + ")") + "\n" + kVisible + "char " + stem +
           "_here;\n#endif\n";
  }

private:
  static bool isDefinedHere(const clang::VarDecl &variable) {
    for (const clang::VarDecl *one : variable.redecls())
      if (one->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly)
        return true;
    return false;
  }

  std::string held(size_t variable) const { return stem + "_v" + std::to_string(variable); }

  std::string declared(clang::QualType type, const std::string &name) const {
    std::string result = name;
    type.getAsStringInternal(result, policy);
    return result;
  }

  std::string printed(const clang::Expr *expression) const {
    std::string result;
    llvm::raw_string_ostream out(result);
    expression->printPretty(out, nullptr, policy);
    return out.str();
  }

  /// Arrays are pointers to their elements here.
  clang::QualType localType(const clang::VarDecl &variable) const {
    clang::QualType type = variable.getType();
    if (const clang::ArrayType *array = context.getAsArrayType(type))
      return context.getPointerType(array->getElementType()).withRestrict();
    return type;
  }

  clang::QualType heldType(const CodeVariable &variable) const {
    if (isSized(variable))
      return context.VoidPtrTy;
    const clang::QualType type = variable.source->getType();
    return type->isArrayType() ? context.getUnqualifiedArrayType(type) : type.getUnqualifiedType();
  }

  bool isSized(const CodeVariable &variable) const {
    return localType(*variable.source)->isVariablyModifiedType();
  }

  using Constants = std::map<std::string, int64_t>; // by variable

  /// What each different call passes as constants: the compiler inlines the function there, and
  /// knows them, too. The last entry is that of all other values; the only one is that of the only
  /// call. Empty entries know nothing.
  std::vector<Constants> constantsOfCalls() const {
    std::vector<Constants> calls;
    for (const auto &call : probe.known) {
      Constants constants;
      for (size_t v = 0; v < code.variables.size(); ++v)
        if (auto found = call.find(code.variables[v].interface.name);
            probe.isLocal[v] && found != call.end() && found->second.low == found->second.high)
          constants[found->first] = found->second.low;
      if (!constants.empty() && !llvm::is_contained(calls, constants))
        calls.push_back(std::move(constants));
    }
    if (calls.size() > kMostCalls)
      calls.clear();
    if (calls.size() != 1 || probe.known.size() != 1)
      calls.emplace_back();
    return calls;
  }

  /// The nest for each call, which the values tell apart.
  std::string version(const std::string &name, const std::string &body) const {
    const std::vector<Constants> calls = constantsOfCalls();
    std::string functions, choice;
    for (size_t k = 0; k < calls.size(); ++k) {
      const std::string own = stem + "_" + name + "_body" + (k == 0 ? "" : std::to_string(k));
      std::string test;
      for (size_t v = 0; v < code.variables.size() && calls.size() > 1; ++v)
        if (auto found = calls[k].find(code.variables[v].interface.name); found != calls[k].end())
          test += (test.empty() ? "" : " && ") + held(v) + " == " + std::to_string(found->second);
      const std::string arguments = addFunction(own, body, calls[k], functions);
      choice += (test.empty() ? "" : "if (" + test + ") ") + own + "(" + arguments + ");\n" +
                (test.empty() ? "" : "else ");
    }
    return functions + kVisible + "void " + stem + "_" + name + "(void) {\n" + choice + "}\n";
  }

  /// A function that takes the parameters of its own as such, so that `restrict` means what it
  /// does, and begins with the other variables. Adds it and returns its arguments.
  std::string addFunction(const std::string &inner, const std::string &body,
                          const Constants &constants, std::string &functions) const {
    std::string parameters, arguments, locals, assigned, sized, after;
    for (size_t k = 0; k < code.variables.size(); ++k) {
      if (!probe.isLocal[k])
        continue;
      const CodeVariable &variable = code.variables[k];
      const std::string &own = variable.interface.name;
      clang::QualType type = localType(*variable.source);
      clang::Qualifiers kept = type.getLocalQualifiers();
      kept.removeConst();
      type = context.getQualifiedType(type.getLocalUnqualifiedType(), kept);
      if (isSized(variable)) {
        sized += declared(type, own) + " = " + held(k) + ";\n";
        continue;
      }
      const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable.source);
      const auto constant = constants.find(own);
      if (parameter && constant == constants.end()) {
        parameters += (parameters.empty() ? "" : ", ") + declared(type, own);
        arguments += (arguments.empty() ? "" : ", ") + held(k);
      } else {
        locals += declared(type, own) + " = " +
                  (constant != constants.end() ? std::to_string(constant->second) : held(k)) +
                  ";\n";
      }
      if (!probe.isDead[k] && !variable.source->getType()->isArrayType())
        after += held(k) + " = " + own + ";\n";
    }
    for (const clang::VarDecl *constant : code.constantLocals) {
      locals += declared(constant->getType(), constant->getNameAsString()) + " = " +
                printed(constant->getInit()) + ";\n";
    }
    for (const KnownValue &known : code.known)
      if (!known.variable->getType()->isVariablyModifiedType())
        assigned += known.variable->getNameAsString() + " = " + printed(known.value) + ";\n";
    std::string sizedAssigned;
    for (const KnownValue &known : code.known)
      if (known.variable->getType()->isVariablyModifiedType())
        sizedAssigned += known.variable->getNameAsString() + " = " + printed(known.value) + ";\n";
    functions += "static __attribute__((noinline, noipa)) void " + inner + "(" +
                 (parameters.empty() ? "void" : parameters) + ")\n{\n" + locals + assigned + "{\n" +
                 sized + sizedAssigned + "{\n" + body + "\n}\n}\n" + after + "}\n";
    return arguments;
  }

  clang::ASTContext &context;
  const std::string &text;
  const JudgedNest &nest;
  const NestCode &code;
  const Probe &probe;
  const std::string stem;
  clang::PrintingPolicy policy;
};

/// Where the line begins, or the first of the lines that a backslash joins.
uint32_t lineBegin(const std::string &text, uint32_t place) {
  size_t end = text.rfind('\n', place);
  while (end != std::string::npos && end > 0 && text[end - 1] == '\\')
    end = text.rfind('\n', end - 1);
  return end == std::string::npos ? 0 : static_cast<uint32_t>(end + 1);
}

void boundByArray(const clang::ASTContext &context, clang::QualType type, Probe &probe) {
  while (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    const uint64_t length = array->getSize().getLimitedValue();
    if (probe.leastDimension == 0 || length < probe.leastDimension)
      probe.leastDimension = length;
    type = array->getElementType();
  }
}

Probe readProbe(const ParsedUnit &unit, const NestCode &code, const JudgedNest &nest) {
  Probe probe;
  probe.obstacle = code.obstacle;
  if (!probe.obstacle.empty())
    return probe;
  std::vector<InterfaceVariable> variables;
  for (const CodeVariable &variable : code.variables) {
    variables.push_back(variable.interface);
    probe.isLocal.push_back(variable.isLocal);
    probe.isDead.push_back(variable.isDead);
    probe.isSet.push_back(variable.isSet);
    boundByArray(unit.context,
                 (variable.source ? variable.source : variable.declaration)->getType(), probe);
  }
  probe.layout = layOutInputs(variables, code.elements, code.members);
  probe.obstacle = probe.layout.obstacle;
  probe.shortestTable = code.shortestTable;
  probe.known = nest.known;
  probe.declared = nest.declared;
  for (auto &call : probe.known) // what has changed before the nest is not what was passed
    std::erase_if(call, [&](const auto &entry) {
      return llvm::none_of(code.variables, [&](const CodeVariable &variable) {
        return variable.interface.name == entry.first && !variable.isSet;
      });
    });
  if (llvm::all_of(probe.known, [](const auto &call) { return call.empty(); }))
    probe.known.clear();
  return probe;
}

/// Loading the compiled unit must run nothing of it.
std::string whatLoadingRuns(const clang::ASTContext &context) {
  for (const clang::Decl *decl : context.getTranslationUnitDecl()->decls())
    if (decl->hasAttr<clang::ConstructorAttr>() || decl->hasAttr<clang::IFuncAttr>())
      return llvm::cast<clang::NamedDecl>(decl)->getNameAsString();
  return "";
}

} // namespace

ProbedUnit probedUnit(const ParsedUnit &unit, const std::string &text,
                      const std::vector<JudgedNest> &nests, const std::set<size_t> &without) {
  ProbedUnit result;
  const clang::SourceManager &sources = unit.context.getSourceManager();
  if (std::string name = whatLoadingRuns(unit.context); !name.empty())
    result.obstacle = "the unit runs " + name + " when it is loaded";
  std::vector<Insertion> insertions;
  std::string tables;
  UnitCode codes(unit);
  for (size_t k = 0; k < nests.size(); ++k) {
    NestCode code = codes.codeOf(nests[k].nest);
    codes.restore();
    Probe probe = readProbe(unit, code, nests[k]);
    std::optional<uint32_t> end =
        code.function ? mainOffset(sources, code.function->getBodyRBrace()) : std::nullopt;
    if (probe.obstacle.empty() && !end)
      probe.obstacle = "its function is defined by a macro";
    if (probe.obstacle.empty() && !without.count(k)) {
      ProbeWriter writer(unit, text, nests[k], code, probe, k);
      const std::string file = "acc_judge_" + std::to_string(k);
      const auto line = std::count(text.begin(), text.begin() + *end, '\n') + 1;
      insertions.push_back({*end + 1, "\n#line 1 \"" + file + "\"\n" + writer.functions() +
                                          "#line " + std::to_string(line) + " \"" +
                                          unit.input.file() + "\"\n"});
      tables += "#line 1 \"" + file + "\"\n" + writer.table();
      insertions.push_back({lineBegin(text, nests[k].nest.whole.begin), writer.mark()});
    }
    result.probes.push_back(std::move(probe));
  }
  std::stable_sort(insertions.begin(), insertions.end(),
                   [](const Insertion &a, const Insertion &b) { return a.place < b.place; });
  uint32_t at = llvm::StringRef(text).starts_with("\xEF\xBB\xBF") ? 3 : 0; // a byte order mark
  result.text = "#line 1 \"" + unit.input.file() + "\"\n";
  for (const Insertion &insertion : insertions) {
    result.text += text.substr(at, insertion.place - at) + insertion.text;
    at = insertion.place;
  }
  result.text += text.substr(at) + "\n" + tables;
  return result;
}

} // namespace acc
