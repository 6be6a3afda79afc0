// Delinearizations made by hand, for the tests of the stages behind it.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "tests/support/ScopFixture.h"

#include <map>

namespace acc::test {

/// The inner sizes of the arrays' views, outermost of them first; an array that
/// is not named stays one-dimensional.
using ViewSizes = std::map<std::string, std::vector<std::string>>;

/// Subscripts by sorting terms: a term belongs to the outermost dimension whose
/// pitch divides it. Enough where no fold is needed.
inline Delinearization handViews(const Scop &scop, const ViewSizes &sizes) {
  Delinearization views;
  for (size_t a = 0; a < scop.arrays.size(); ++a) {
    RecoveredArray recovered;
    recovered.array = a;
    if (auto found = sizes.find(scop.arrays[a].name); found != sizes.end())
      for (const std::string &size : found->second)
        recovered.view.sizes.push_back(poly(size));
    recovered.recovered = !recovered.view.sizes.empty();
    recovered.view.origin.resize(recovered.view.sizes.size());
    std::vector<Polynomial> pitches(recovered.view.sizes.size() + 1, Polynomial(1));
    for (size_t k = recovered.view.sizes.size(); k-- > 0;)
      pitches[k] = pitches[k + 1] * recovered.view.sizes[k];
    for (size_t s = 0; s < scop.statements.size(); ++s)
      for (size_t x = 0; x < scop.statements[s].accesses.size(); ++x) {
        const ScopAccess &access = scop.statements[s].accesses[x];
        if (access.array != static_cast<int>(a))
          continue;
        ViewAccess view{static_cast<int>(s), static_cast<int>(x), {}};
        if (scop.arrays[a].isPrivate || scop.arrays[a].isScalar) {
          view.subscripts = access.subscripts;
        } else {
          view.subscripts.resize(pitches.size());
          for (const Term &term : access.subscripts[0].terms())
            for (size_t k = 0; k < pitches.size(); ++k)
              if (auto quotient = Polynomial::fromTerm(term).dividedBy(pitches[k])) {
                view.subscripts[k] += *quotient;
                break;
              }
        }
        recovered.accesses.push_back(view);
      }
    views.arrays.push_back(recovered);
  }
  return views;
}

/// Makes array `name` a private scalar of the loops `loops`: its accesses get
/// those iterators as subscripts.
inline void makePrivateScalar(Scop &scop, const std::string &name,
                              const std::vector<std::string> &loops) {
  for (size_t a = 0; a < scop.arrays.size(); ++a) {
    if (scop.arrays[a].name != name)
      continue;
    scop.arrays[a].isScalar = scop.arrays[a].isPrivate = true;
    std::vector<Polynomial> subscripts;
    for (const std::string &loop : loops) {
      subscripts.push_back(Polynomial::symbol(loop));
      scop.arrays[a].privateLoops.push_back(scop.loop(loop) - scop.loops.data());
    }
    for (ScopStatement &statement : scop.statements)
      for (ScopAccess &access : statement.accesses)
        if (access.array == static_cast<int>(a))
          access.subscripts = subscripts;
  }
}

} // namespace acc::test
