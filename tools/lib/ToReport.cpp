#include "tools/lib/ToReport.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "scheduling/Array.h"

#include <algorithm>
#include <tuple>

namespace acc {
namespace {

bool isListed(const report::Nest &nest, const std::string &parameter) {
  return std::any_of(nest.parameters.begin(), nest.parameters.end(),
                     [&](const auto &row) { return row.name == parameter; });
}

std::vector<std::string> texts(const std::vector<Polynomial> &values) {
  std::vector<std::string> result;
  for (const Polynomial &value : values)
    result.push_back(value.str());
  return result;
}

/// One expression for several bounds: max(a, max(b, c)).
std::string combined(const char *function, const std::vector<Polynomial> &bounds) {
  assert(!bounds.empty());
  std::string text = bounds.back().str();
  for (size_t k = bounds.size() - 1; k-- > 0;)
    text = std::string(function) + "(" + bounds[k].str() + ", " + text + ")";
  return text;
}

/// `count` entries from the back: without the iterators that privatisation put first.
std::vector<Polynomial> lastOf(const std::vector<Polynomial> &values, size_t count) {
  return {values.end() - std::min(count, values.size()), values.end()};
}

/// The subscripts as the source writes them, flattened where it declares sizes.
Polynomial sourceIndex(const ScopArray &array, const ScopAccess &access) {
  std::vector<Polynomial> subscripts = lastOf(access.subscripts, array.declaredSizes.size() + 1);
  Polynomial index = subscripts.empty() ? Polynomial(0) : subscripts[0];
  for (size_t k = 1; k < subscripts.size(); ++k)
    index = index * array.declaredSizes[k - 1] + subscripts[k];
  return index;
}

/// A report tells no constant data from other input.
const char *reportedRole(const Scop &scop, int array) {
  ArrayRole role = roleOf(scop, array);
  return roleName(role == ArrayRole::Constant ? ArrayRole::Input : role);
}

/// What the source tests before the accesses of a statement to arrays: each of these
/// conditions makes a row of the report.
std::vector<Condition> testsIn(const Scop &scop, const ScopStatement &statement) {
  std::vector<Condition> tests;
  for (const ScopAccess &access : statement.accesses)
    if (!scop.arrays[access.array].isScalar &&
        std::find(tests.begin(), tests.end(), access.when) == tests.end())
      tests.push_back(access.when);
  return tests.empty() ? std::vector<Condition>{Condition::always()} : tests;
}

/// "S2"; "S2.1" and so on for the further rows of the statement.
std::string rowId(const ScopStatement &statement, size_t row) {
  return statement.id + (row == 0 ? "" : "." + std::to_string(row));
}

report::Array reportOf(const Scop &scop, const RecoveredArray &recovered) {
  const ScopArray &source = scop.arrays[recovered.array];
  const ArrayView &view = recovered.view;
  // Each iteration has an object of its own: its subscripts are those behind the iterators.
  const bool isOwn = source.isPrivate && view.rank() > source.privateLoops.size();
  const size_t rank = view.rank() - (isOwn ? source.privateLoops.size() : 0);
  report::Array array;
  array.base = source.name;
  array.element = source.element.spelling;
  array.elementSize = source.elementSize;
  array.role = reportedRole(scop, recovered.array);
  array.view = viewName(view.kind);
  array.sizes = texts(isOwn ? lastOf(view.sizes, rank - 1) : view.sizes);
  array.origin = texts(view.origin);
  array.origin.resize(array.sizes.size(), "0");
  array.recovered = hasRows(recovered);
  if (view.kind == ViewKind::Strided) {
    array.strides = texts(view.strides);
    array.offset = view.offset.str();
  }
  if (view.kind == ViewKind::Jagged) {
    array.rowStart = view.rowStart.str();
    array.rowLength = view.rowLength.str();
  }
  if (auto mapped = Array::of(scop, recovered)) {
    array.affineMap = texts(lastOf(mapped->map().coefficients, rank));
    array.affineOffset = mapped->map().offset.str();
  }
  for (const ViewAccess &viewAccess : recovered.accesses) {
    const ScopStatement &statement = scop.statements[viewAccess.statement];
    const ScopAccess &access = statement.accesses[viewAccess.access];
    std::vector<Condition> tests = testsIn(scop, statement);
    size_t row = std::find(tests.begin(), tests.end(), access.when) - tests.begin();
    array.accesses.push_back({rowId(statement, row), access.isWrite, access.may, access.where.line,
                              access.where.column, sourceIndex(source, access).str(),
                              texts(lastOf(viewAccess.subscripts, rank))});
  }
  for (const auto &[other, condition] : recovered.alternatives)
    array.alternatives.push_back({viewName(other.kind), texts(other.sizes), condition.str()});
  return array;
}

RecoveredArray withView(RecoveredArray array, const RareView &rare) {
  array.view = rare.view;
  array.accesses = rare.accesses;
  return array;
}

/// The first access of the array in a statement, of those that write if `isWrite`, else of those
/// that read; where there is none, the statement.
SourceRange placeOf(const ScopStatement &statement, int array, bool isWrite) {
  auto access =
      std::find_if(statement.accesses.begin(), statement.accesses.end(),
                   [&](const ScopAccess &a) { return a.array == array && a.isWrite == isWrite; });
  return access == statement.accesses.end() || !access->where.line ? statement.where
                                                                   : access->where;
}

void addAssumptions(const std::vector<Assumption> &assumptions, report::Nest &nest) {
  auto key = [](const report::Assumption &a) {
    return std::tie(a.kind, a.condition, a.verdict, a.line);
  };
  for (const Assumption &assumption : assumptions) {
    report::Assumption row{assumptionName(assumption.kind), assumption.describe(),
                           verdictName(assumption.verdict), assumption.where.line};
    bool known = std::any_of(nest.assumptions.begin(), nest.assumptions.end(),
                             [&](const report::Assumption &a) { return key(a) == key(row); });
    if (!known)
      nest.assumptions.push_back(std::move(row));
  }
}

/// Where the nest ends, counted from where it begins; left open when the unit's text does not have
/// it there.
static void placeEnd(const SourceNest &source, report::Nest &nest) {
  const SourceRange &range = source.root->range;
  if (!source.unit || !source.unit->text || range.end <= range.begin ||
      range.end > source.unit->text->size())
    return;
  auto first = source.unit->text->begin();
  if (std::count(first, first + range.begin, '\n') + 1 != range.line)
    return;
  // The ranges of statements end before their semicolon.
  const std::string &text = *source.unit->text;
  size_t end = range.end, next = text.find_first_not_of(" \t\r\n", range.end);
  if (text[end - 1] != '}' && next != std::string::npos && text[next] == ';')
    end = next + 1;
  nest.endLine = range.line;
  nest.endColumn = range.column;
  for (size_t at = range.begin; at + 1 < end; ++at)
    if (text[at] == '\n') {
      ++nest.endLine;
      nest.endColumn = 1;
    } else {
      ++nest.endColumn;
    }
}

/// The floating-point numbers and pointers that a condition compares: the names of `value`.
void nameOperands(const Scop &scop, const Expr &expr, report::Nest &nest) {
  bool isName = expr.kind == Expr::Kind::Symbol || expr.kind == Expr::Kind::Access;
  if (!isName) {
    for (const ExprRef &operand : expr.operands)
      nameOperands(scop, *operand, nest);
    return;
  }
  std::string name = printExpr(scop.nest, expr);
  if (!scop.parameter(name) &&
      std::none_of(nest.parameters.begin(), nest.parameters.end(),
                   [&](const report::Parameter &known) { return known.name == name; }))
    nest.parameters.push_back({name, expr.type.spelling, std::nullopt});
}

/// The value of a variable that was computed before the nest, and first the names in it.
std::optional<std::string> valueAtEntry(const Scop &scop, SymbolId symbol, report::Nest &nest) {
  const std::vector<KnownAtEntry> &known = scop.nest.knownAtEntry;
  auto entry = std::find_if(known.begin(), known.end(),
                            [&](const KnownAtEntry &each) { return each.symbol == symbol; });
  bool isNumber = entry != known.end() && entry->value->type.isInteger();
  if (!isNumber)
    return std::nullopt;
  bool isPlain = true;
  forEachExpr(entry->value, [&](const ExprRef &part) {
    static const std::set<std::string> kOperators = {"+", "-", "*", "/", "%", "<<", ">>"};
    bool isName =
        part->kind == Expr::Kind::Symbol && !scop.isIterator(scop.nest.symbol(part->symbol).name);
    isPlain &= part->kind == Expr::Kind::Integer || isName ||
               (part->kind == Expr::Kind::Cast && part->isImplicit) ||
               (part->kind == Expr::Kind::Binary && kOperators.count(part->text));
  });
  if (!isPlain)
    return std::nullopt;
  forEachExpr(entry->value, [&](const ExprRef &part) {
    if (part->kind != Expr::Kind::Symbol)
      return;
    const Symbol &operand = scop.nest.symbol(part->symbol);
    if (!isListed(nest, operand.name)) {
      auto value = valueAtEntry(scop, part->symbol, nest);
      nest.parameters.push_back({operand.name, operand.type.spelling, value});
    }
  });
  return printExpr(scop.nest, *entry->value);
}

/// -1 or 1: the product of the values' signs.
std::string signOf(const std::vector<Polynomial> &values) {
  std::string text;
  for (const Polynomial &value : values)
    text += (text.empty() ? "" : "*") + ("(" + value.str() + " > 0 ? 1 : -1)");
  return text;
}

std::string endOf(const ScopLoop &loop) {
  std::string end = combined(loop.step > 0 ? "min" : "max", loop.end);
  if (loop.endSigns.empty())
    return end;
  bool isOwn = loop.end.size() == 1 && loop.endSigns == loop.end;
  return isOwn ? "abs(" + end + ")" : "(" + end + ")*" + signOf(loop.endSigns);
}

/// The loop is none of the source: it only tests the pointers of a table (RowTables.h).
bool isOfRowTests(const Scop &scop, const ScopLoop &loop) {
  auto hasIt = [&](const ScopStatement &statement) {
    return std::any_of(statement.loops.begin(), statement.loops.end(),
                       [&](int index) { return &scop.loops[index] == &loop; });
  };
  return std::any_of(scop.tests.begin(), scop.tests.end(), hasIt) &&
         std::none_of(scop.statements.begin(), scop.statements.end(), hasIt);
}

void describe(const Scop &scop, report::Nest &nest) {
  for (const Parameter &parameter : scop.parameters) {
    if (isListed(nest, parameter.name))
      continue;
    if (parameter.isTruth && parameter.definition)
      nameOperands(scop, *parameter.definition, nest);
    report::Parameter row{parameter.name, parameter.type.spelling, std::nullopt};
    if (parameter.value)
      row.value = parameter.value->str();
    else if (!parameter.valueText.empty())
      row.value = parameter.valueText;
    else if (parameter.symbol >= 0)
      row.value = valueAtEntry(scop, parameter.symbol, nest);
    nest.parameters.push_back(std::move(row));
  }
  for (const ScopLoop &loop : scop.loops) {
    if (isOfRowTests(scop, loop))
      continue;
    bool up = loop.step > 0;
    report::Loop row;
    row.name = loop.name;
    if (loop.variable >= 0) {
      const Symbol &own = scop.nest.symbol(loop.variable);
      const Symbol &counter = own.counts >= 0 ? scop.nest.symbol(own.counts) : own;
      if (!counter.isInvented)
        row.source = counter.spelling;
    }
    if (loop.parent >= 0)
      row.parent = scop.loops[loop.parent].name;
    row.lower = combined(up ? "max" : "min", loop.first);
    row.upper = endOf(loop);
    row.step = loop.stepSigns.empty() ? std::to_string(loop.step) : signOf(loop.stepSigns);
    row.line = loop.where.line;
    nest.loops.push_back(std::move(row));
  }
  for (const ScopStatement &statement : scop.statements) {
    std::vector<Condition> tests = testsIn(scop, statement);
    for (size_t k = 0; k < tests.size(); ++k) {
      report::Statement row;
      row.id = rowId(statement, k);
      row.line = statement.where.line;
      row.loops = scop.iteratorsOf(statement);
      row.condition = Condition::conjunction({statement.condition, tests[k]}).str();
      row.opaque = statement.opaque;
      nest.statements.push_back(std::move(row));
    }
  }
  addAssumptions(scop.assumptions, nest);
}

void describe(const Scop &scop, const Delinearization &views, const ViewChoices &choices,
              report::Nest &nest) {
  const bool isRecovered = std::any_of(views.arrays.begin(), views.arrays.end(), hasRows);
  const bool isRefuted =
      std::any_of(views.assumptions.begin(), views.assumptions.end(),
                  [](const Assumption &one) { return one.verdict == Verdict::Refuted; });
  nest.status = isRefuted ? "rejected" : isRecovered ? "recovered" : "affine";
  std::vector<Condition> needs{views.validity}, guard = views.guard;
  for (const RecoveredArray &recovered : views.arrays) {
    if (scop.arrays[recovered.array].isScalar)
      continue;
    const std::optional<RareView> &rare = choices[recovered.array]->rare;
    const bool isRare = !isRecovered && rare;
    nest.arrays.push_back(reportOf(scop, isRare ? withView(recovered, *rare) : recovered));
    if (isRare)
      needs.push_back(rare->validity);
    else if (rare)
      nest.arrays.back().alternatives.push_back(
          {viewName(rare->view.kind), texts(rare->view.sizes), rare->validity.str()});
  }
  nest.validity = Condition::conjunction(needs).str();
  if (needs.size() > 1)
    guard.push_back(Condition::conjunction(needs));
  nest.guard = Condition::conjunction(guard).str();
  for (const auto &[a, b] : views.disjoint)
    nest.disjoint.emplace_back(scop.arrays[a].name, scop.arrays[b].name);
  for (const auto &[a, location] : views.kept)
    nest.disjoint.emplace_back(scop.arrays[a].name, scop.kept[location].text);
  addAssumptions(views.assumptions, nest);
}

void describe(const std::vector<LintFinding> &lint, report::Nest &nest) {
  for (const LintFinding &finding : lint)
    nest.lint.push_back({finding.id, finding.message, finding.where.line, finding.where.column});
}

void describe(const Scop &scop, const std::vector<ViewVersion> &versions, report::Nest &nest) {
  for (const ViewVersion &version : versions) {
    report::Version row{version.when.str(),
                        {},
                        version.validity.str(),
                        Condition::conjunction(version.guard).str()};
    for (const RecoveredArray &recovered : version.arrays)
      if (!scop.arrays[recovered.array].isScalar)
        row.arrays.push_back(reportOf(scop, recovered));
    nest.versions.push_back(std::move(row));
  }
}

void describe(const Scop &scop, const Dependences &dependences, const Claims &claims,
              report::Nest &nest) {
  auto key = [](const report::Dependence &d) {
    return std::tie(d.kind, d.array, d.carriedBy, d.distance);
  };
  for (const Dependence &dependence : dependences.all) {
    report::Dependence row;
    row.kind = dependenceName(dependence.kind);
    row.array = scop.arrays[dependence.array].name;
    row.isUnknown = scop.arrays[dependence.array].isUnknown;
    const SourceRange from = placeOf(scop.statements[dependence.source], dependence.array,
                                     dependence.kind != DependenceKind::WAR);
    const SourceRange to = placeOf(scop.statements[dependence.sink], dependence.array,
                                   dependence.kind != DependenceKind::RAW);
    row.line = from.line;
    row.column = from.column;
    if (dependence.carriedBy >= 0)
      row.carriedBy = scop.loops[dependence.carriedBy].name;
    row.distance = dependence.distance;
    auto known = std::find_if(nest.dependences.begin(), nest.dependences.end(),
                              [&](const report::Dependence &d) { return key(d) == key(row); });
    if (known == nest.dependences.end())
      known = nest.dependences.insert(known, std::move(row));
    std::pair<unsigned, unsigned> lines(from.line, to.line);
    auto place = std::lower_bound(known->lines.begin(), known->lines.end(), lines);
    if (place == known->lines.end() || *place != lines)
      known->lines.insert(place, lines);
  }
  nest.orderInvariant = dependences.orderInvariant;
  for (size_t k = 0; k < nest.loops.size() && k < dependences.carried.size(); ++k) {
    nest.loops[k].parallel = dependences.isParallel(k) && !claims.parallelWhen[k].isFalse();
    nest.loops[k].parallelWhen = claims.parallelWhen[k].str();
  }
  nest.dependencesWhen = claims.completeWhen.str();
}

} // namespace

const char *viewName(ViewKind kind) {
  switch (kind) {
  case ViewKind::Array:
    return "array";
  case ViewKind::Strided:
    return "strided";
  case ViewKind::Jagged:
    return "jagged";
  }
  return "";
}

report::Nest reportOf(const SourceNest &source) {
  report::Nest nest;
  nest.id = source.id;
  if (!source.parent.empty())
    nest.parent = source.parent;
  nest.function = source.function;
  if (source.root) {
    nest.line = source.root->range.line;
    nest.column = source.root->range.column;
    placeEnd(source, nest);
  }
  nest.status = "rejected";
  return nest;
}

report::Finding findingOf(const Rejection &rejection) {
  return {rejectionId(rejection.kind), rejection.message(), rejection.where.line,
          rejection.where.column};
}

void describe(const NestAnalysis &analysis, report::Nest &nest) {
  describe(analysis.lint, nest);
  if (!analysis.claims)
    return;
  const Scop &scop = *analysis.scop;
  describe(scop, nest);
  describe(scop, *analysis.views, analysis.choices, nest);
  if (analysis.simpleValidity)
    nest.simpleValidity = analysis.simpleValidity->str();
  describe(scop, analysis.versions, nest);
  describe(scop, *analysis.dependences, *analysis.claims, nest);
}

void describe(const std::vector<Assumption> &assumptions, report::Nest &nest) {
  addAssumptions(assumptions, nest);
}

report::File unreadFile(const std::string &path, std::vector<report::Finding> errors) {
  report::File file;
  file.path = path;
  file.status = "parse-error";
  file.errors = std::move(errors);
  return file;
}

report::File unreadFile(const std::string &path, const std::vector<ParseError> &errors) {
  std::vector<report::Finding> findings;
  for (const ParseError &error : errors)
    findings.push_back(
        {rejectionId(error.kind), error.message, error.where.line, error.where.column});
  return unreadFile(path, std::move(findings));
}

void addRejection(report::Nest &row, const Rejection &rejection) {
  report::Finding finding = findingOf(rejection);
  if (!finding.line) {
    finding.line = row.line;
    finding.column = row.column;
  }
  row.rejections.push_back(std::move(finding));
}

} // namespace acc
