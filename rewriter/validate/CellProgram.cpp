#include "rewriter/validate/CellProgram.h"

#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/ViewCheck.h"

#include <algorithm>

namespace acc {
namespace {

/// Whose cells an access touches: private ones of its side, elements of a shared array, or all of
/// an array that is only read, for which no copy is taken.
enum class Cells { OfOneSide, OfBoth, OnlyRead };

/// Collects the flow statements of one side.
class ProgramBuilder {
public:
  ProgramBuilder(const Scop &scop, const GuardContext &guard)
      : scop(scop), guard(guard), depth(depthOf(scop)) {
    program.written = isl::union_set::empty(guard.isl().get());
    program.mayWritten = program.accessed = program.written;
    program.shared = program.own = program.written;
  }

  FlowStatement &add(const ScopStatement &statement) {
    FlowStatement flow;
    flow.id = statement.id;
    flow.domain =
        iterationDomain(guard.isl(), scop, statement).intersect_params(guard.parameters());
    flow.schedule = originalSchedule(guard.isl(), scop, statement, depth);
    program.statements.push_back(flow);
    program.flowAccesses.emplace_back();
    program.subscripts.emplace_back();
    return program.statements.back();
  }

  /// Adds one access of the statement added last; a write that may not happen
  /// also reads what it may leave.
  void access(const isl::map &relation, bool isWrite, bool may, Cells ofWhom) {
    FlowStatement &flow = program.statements.back();
    isl::map cells = relation.intersect_domain(flow.domain);
    std::vector<int> indices{static_cast<int>(flow.accesses.size())};
    flow.accesses.push_back({cells, isWrite});
    if (isWrite && may) {
      indices.push_back(static_cast<int>(flow.accesses.size()));
      flow.accesses.push_back({cells, false});
    }
    program.flowAccesses.back().push_back(indices);
    isl::set range = cells.range();
    isl::union_set &cellsOfKind = ofWhom == Cells::OfOneSide ? program.own : program.shared;
    cellsOfKind = cellsOfKind.unite(range);
    if (ofWhom != Cells::OfBoth)
      return;
    if (isWrite)
      program.mayWritten = program.mayWritten.unite(range);
    if (may)
      return;
    program.accessed = program.accessed.unite(range);
    if (isWrite)
      program.written = program.written.unite(range);
  }

  std::optional<isl::map> relation(const std::vector<std::string> &iterators, const std::string &id,
                                   const std::string &cell,
                                   const std::vector<Polynomial> &subscripts) {
    program.subscripts.back().push_back(subscripts);
    std::vector<LinearForm> forms;
    for (const Polynomial &subscript : subscripts) {
      auto form = linearForm(subscript, iterators);
      if (!form)
        return std::nullopt;
      forms.push_back(*form);
    }
    return makeMap(guard.isl().get(), id, iterators, cell, forms);
  }

  /// One cell for a whole array: of one that neither side writes, reads at equal addresses have
  /// equal values at any time.
  isl::map wholeArray(const std::vector<std::string> &iterators, const std::string &id,
                      const std::string &cell) const {
    return makeMap(guard.isl().get(), id, iterators, cell, {});
  }

  CellProgram program;

private:
  const Scop &scop;
  const GuardContext &guard;
  unsigned depth;
};

std::string localCell(const char *side, int array) {
  return std::string(side) + std::to_string(array);
}

/// The cell of an array that is only read and has subscripts that are not affine: apart from its
/// other cells, so that no copy is taken for an access of what the source accesses.
std::string readOnlyCell(int sourceArray) { return "read" + std::to_string(sourceArray); }

} // namespace

std::string sharedCell(int sourceArray) { return "cell" + std::to_string(sourceArray); }

namespace {

/// A variable of the function that only its name reaches: nobody sees when it is read, or written
/// with the value that it has.
bool isOwnVariable(const Scop &source, int array) {
  if (!source.arrays[array].isScalar || source.arrays[array].base < 0)
    return false;
  const Symbol &symbol = source.nest.symbol(source.arrays[array].base);
  return (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
         !symbol.addressTaken && !symbol.isLent && !symbol.isStaticOrThreadLocal &&
         !symbol.type.isVolatile;
}

} // namespace

Outcome<CellProgram> sourceProgram(const Scop &source, const Delinearization &views,
                                   const GuardContext &guard) {
  ProgramBuilder builder(source, guard);
  for (size_t s = 0; s < source.statements.size(); ++s) {
    const ScopStatement &statement = source.statements[s];
    builder.add(statement);
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      const bool isShared = !source.arrays[access.array].isPrivate;
      Cells ofWhom = isShared ? Cells::OfBoth : Cells::OfOneSide;
      auto relation = builder.relation(source.iteratorsOf(statement), statement.id,
                                       isShared ? sharedCell(access.array)
                                                : localCell("sourceLocal", access.array),
                                       views.viewOf(s, a).subscripts);
      if (!relation && isShared && !isWrittenIn(source, access.array)) {
        relation = builder.wholeArray(source.iteratorsOf(statement), statement.id,
                                      readOnlyCell(access.array));
        ofWhom = Cells::OnlyRead;
      }
      if (!relation)
        return notProved("a subscript of the source's view is not affine", access.where);
      builder.access(*relation, access.isWrite, access.may, ofWhom);
    }
  }
  return builder.program;
}

Outcome<CellProgram>
emittedProgram(const Scop &source, const Delinearization &views, const Scop &emitted,
               const std::vector<MatchedStatement> &matched, const CellProgram &original,
               const std::set<std::string> &whereTested, const GuardContext &guard) {
  ProgramBuilder builder(emitted, guard);
  for (size_t s = 0; s < emitted.statements.size(); ++s) {
    const ScopStatement &statement = emitted.statements[s];
    const MatchedStatement &match = matched[s];
    std::vector<std::string> iterators = emitted.iteratorsOf(statement);
    builder.add(statement);
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      const ScopArray &array = emitted.arrays[access.array];
      std::optional<isl::map> relation;
      if (array.isPrivate) {
        relation = builder.relation(iterators, statement.id,
                                    localCell("emittedLocal", access.array), access.subscripts);
        if (!relation)
          return notProved("a subscript of the buffer " + array.name + " is not affine",
                           access.where);
        builder.access(*relation, access.isWrite, access.may, Cells::OfOneSide);
        continue;
      }
      int shared = sharedArray(source, emitted, access.array);
      if (shared < 0)
        return notProved("the rewritten code touches " + array.name + ", but the source does not",
                         access.where);
      std::optional<std::vector<Polynomial>> subscripts;
      if (match.source >= 0) {
        for (const AccessPair &pair : match.match.accesses)
          if (pair.emitted == static_cast<int>(a)) {
            subscripts = views.viewOf(match.source, pair.source).subscripts;
            for (Polynomial &subscript : *subscripts)
              subscript = subscript.substitute(match.iterators);
          }
      } else if (views.arrays[shared].recovered && access.subscripts.size() == 1) {
        subscripts = subscriptsIn(views.arrays[shared].view, access.subscripts[0]);
      } else {
        subscripts = access.subscripts;
      }
      if (subscripts)
        relation = builder.relation(iterators, statement.id, sharedCell(shared), *subscripts);
      if (!relation && match.source >= 0 && !isWrittenIn(source, shared)) {
        builder.access(builder.wholeArray(iterators, statement.id, readOnlyCell(shared)),
                       access.isWrite, access.may, Cells::OnlyRead);
        continue;
      }
      if (!relation)
        return notProved("a copy of " + array.name + " cannot be expressed in its view",
                         access.where);
      isl::union_set cells = isl::union_set(
          relation->intersect_domain(builder.program.statements.back().domain).range());
      // Of an own variable a copy may be made and written back wherever it has a value, and be
      // written back wherever the source may set it.
      const bool isOwn = isOwnVariable(source, shared);
      const isl::union_set &known = whereTested.count(statement.id) || (isOwn && access.isWrite)
                                        ? original.mayWritten
                                    : access.isWrite ? original.written
                                                     : original.accessed;
      const bool isFree = isOwn && isSetAtEntry(source.nest, source.arrays[shared].base);
      if (match.source < 0 && !isFree && !cells.is_subset(known))
        return notProved("a copy touches elements of " + array.name +
                             " that the source does not access",
                         access.where);
      builder.access(*relation, access.isWrite, access.may, Cells::OfBoth);
    }
    if (match.source < 0)
      builder.program.statements.back().copiedRead =
          builder.program.flowAccesses.back()[match.copy.read][0];
  }
  return builder.program;
}

} // namespace acc
