// Access expressions as (array, subscripts): bases resolved through casts,
// offsets and `&A[i]`, sizes of declared arrays.
#pragma once

#include "analysis/model/IntegerValue.h"

namespace acc {

/// The arrays of a scop while it is built.
class ArrayTable {
public:
  explicit ArrayTable(ModelContext &model) : model(model) {}

  /// Names the tree whose accesses will be read. To be called before the first read.
  void begin(const StmtRef &root);

  /// An array declared inside the nest, below the loops now in scope.
  void declareLocal(SymbolId symbol) { localScopes[symbol] = model.scope; }

  /// The access as array, subscripts and wrap requirements. Sets `node`, `where` and `array`, but
  /// not the direction. Fails with IndirectBase, IndirectIndex, ElementType or NonPolynomialIndex,
  /// for example, if it has no such form.
  Outcome<ScopAccess> read(const ExprRef &node);

  /// Moves the arrays out, once all accesses are known, and completes the accesses of `statements`.
  /// Declared arrays become linear that a pointer also walks or whose declared dimensions are not
  /// those of the loops (`image[y*w + x][c]`); private arrays get their private iterators. Fails
  /// with ElementType if an array is stored to and also accessed with elements of another type.
  Outcome<std::vector<ScopArray>> finish(std::vector<ScopStatement> &statements);

private:
  /// base[dims...][offset...]: a pointer value.
  struct Place {
    SymbolId base = -1;
    std::vector<Polynomial> dims;
    Polynomial offset;
    CType pointee;
    /// `offset` may leave the innermost dimension that the source declared.
    bool isWalked = false;
  };

  Outcome<Place> place(const Expr &pointer, IntegerReader &reader);
  SymbolId loadedPointer(const Expr &pointer);
  Outcome<Place> placeOfAccess(const Expr &access, IntegerReader &reader);
  Outcome<int> arrayFor(const Expr &access, const Place &place);
  /// Why the access is none of the array's elements: of a pointer, that what it points to differs
  /// between iterations.
  Rejection otherElement(const Expr &access) const;
  Outcome<std::vector<Polynomial>> declaredSizes(SymbolId base, SourceRange where);
  bool isDistinct(const ScopArray &array) const;

  ModelContext &model;
  std::vector<ScopArray> arrays;
  /// Per array whether it is one row of elements, whatever the source declares.
  std::vector<bool> isLinear;
  std::map<SymbolId, std::vector<int>> localScopes;
  std::set<SymbolId> stored;
  /// Bases that are read with elements of several types; each type is an array of its own. The
  /// value is the access that showed it.
  std::map<SymbolId, Rejection> otherElements;
};

} // namespace acc
