#include "tools/lib/Dump.h"

#include "analysis/tree/ExprPrinter.h"
#include "tools/lib/ToReport.h"

#include <sstream>

namespace acc {
namespace {

std::string join(const std::vector<Polynomial> &values, const char *separator = ", ") {
  std::string text;
  for (const Polynomial &value : values)
    text += (text.empty() ? "" : separator) + value.str();
  return text;
}

std::string subscripted(const std::string &base, const std::vector<Polynomial> &subscripts) {
  return base + "[" + join(subscripts, "][") + "]";
}

/// An isl object as its own text.
template <typename T> std::string islText(const T &value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

void dumpTree(const Stmt &stmt, const SourceNest &nest, unsigned depth, std::ostream &out) {
  static const char *const kNames[] = {"block",  "for",   "while",      "do",      "if",
                                       "switch", "once",  "assign",     "declare", "evaluate",
                                       "jump",   "empty", "unsupported"};
  out << std::string(2 * depth, ' ') << stmt.range.line << ": "
      << kNames[static_cast<size_t>(stmt.kind)];
  if (stmt.condition)
    out << " (" << printExpr(nest, *stmt.condition) << ")";
  if (stmt.target)
    out << " " << printExpr(nest, *stmt.target) << " " << stmt.text;
  if (stmt.symbol >= 0)
    out << " " << nest.symbol(stmt.symbol).name;
  if (stmt.value)
    out << " " << printExpr(nest, *stmt.value);
  out << "\n";
  for (const StmtRef &child : stmt.children)
    if (child)
      dumpTree(*child, nest, depth + 1, out);
}

} // namespace

std::string dump(const SourceNest &nest) {
  std::ostringstream out;
  if (nest.root)
    dumpTree(*nest.root, nest, 0, out);
  if (nest.functionRejection)
    out << "function: " << nest.functionRejection->message() << "\n";
  return out.str();
}

std::string dump(const Scop &scop) {
  std::ostringstream out;
  for (const Parameter &parameter : scop.parameters) {
    out << "parameter " << parameter.name << ": " << parameter.type.spelling;
    if (parameter.value)
      out << " = " << parameter.value->str();
    else if (!parameter.valueText.empty())
      out << " = " << parameter.valueText;
    out << "\n";
  }
  out << "context " << scop.context.str() << "\n";
  for (const ScopLoop &loop : scop.loops)
    out << "loop " << loop.name << (loop.parent < 0 ? "" : " in " + scop.loops[loop.parent].name)
        << ": first " << join(loop.first) << "; end " << join(loop.end) << "; step " << loop.step
        << "\n";
  for (const ScopStatement &statement : scop.statements) {
    out << statement.id << (statement.opaque ? " (opaque)" : "") << " in [";
    for (size_t k = 0; k < statement.loops.size(); ++k)
      out << (k ? ", " : "") << scop.loops[statement.loops[k]].name;
    out << "] if " << statement.condition.str() << "\n";
    for (const ScopAccess &access : statement.accesses)
      out << "  " << (access.may ? "may " : "") << (access.isWrite ? "write " : "read ")
          << subscripted(scop.arrays[access.array].name, access.subscripts) << "\n";
  }
  return out.str();
}

std::string dump(const Scop &scop, const Delinearization &views) {
  std::ostringstream out;
  for (const RecoveredArray &array : views.arrays) {
    const std::string &name = scop.arrays[array.array].name;
    out << name << ": " << (array.recovered ? "" : "declared ") << viewName(array.view.kind)
        << " sizes (" << join(array.view.sizes) << ") origin (" << join(array.view.origin) << ")";
    if (array.view.kind == ViewKind::Strided)
      out << " strides (" << join(array.view.strides) << ") offset " << array.view.offset.str();
    if (array.view.kind == ViewKind::Jagged)
      out << " rows at " << array.view.rowStart.str() << " of " << array.view.rowLength.str();
    out << "\n";
    for (const ViewAccess &access : array.accesses)
      out << "  " << scop.statements[access.statement].id << ": "
          << subscripted(name, access.subscripts) << "\n";
  }
  out << "validity " << views.validity.str() << "\n";
  for (const Condition &condition : views.guard)
    out << "guard " << condition.str() << "\n";
  for (const auto &[a, b] : views.disjoint)
    out << "disjoint " << scop.arrays[a].name << ", " << scop.arrays[b].name << "\n";
  for (const Assumption &assumption : views.assumptions)
    out << "assumption " << assumptionName(assumption.kind) << ": " << assumption.describe() << " ("
        << verdictName(assumption.verdict) << ")\n";
  return out.str();
}

std::string dump(const Scop &scop, const Dependences &dependences) {
  std::ostringstream out;
  for (const Dependence &dependence : dependences.all)
    out << dependenceVerdictName(dependence.verdict) << " " << dependenceName(dependence.kind)
        << " on " << scop.arrays[dependence.array].name << " carried by "
        << (dependence.carriedBy < 0 ? "no loop" : scop.loops[dependence.carriedBy].name) << ": "
        << islText(dependence.relation()) << "\n";
  for (size_t k = 0; k < dependences.carried.size(); ++k)
    out << "loop " << scop.loops[k].name << " carries "
        << dependenceVerdictName(dependences.carried[k]) << "\n";
  return out.str();
}

std::string dump(const Nest &nest) {
  std::ostringstream out;
  for (const NestDimension &dimension : nest.dimensions)
    out << (dimension.kind == NestDimension::Kind::Loop ? "loop " : "fusing ") << dimension.name
        << ": " << join(dimension.value) << "\n";
  return out.str();
}

std::string dump(const Plan &plan, const std::string &nestId) {
  std::string order, shape;
  for (const Index &index : plan.schedule().order()) {
    order += (order.empty() ? "" : ", ") + index.name;
    shape += (shape.empty() ? "" : ", ") + (index.size ? std::to_string(*index.size) : "?");
  }
  return printScript(plan, nestId) + "order (" + order + ")\nshape (" + shape + ")\n" +
         islText(plan.schedule().timeMap()) + "\n";
}

std::string dump(const EmittedNest &emitted) {
  return "/* " + emitted.summary + " */\n" + emitted.functionToProve + "\nif (" +
         emitted.guard.text + ")\n" + emitted.call;
}

} // namespace acc
