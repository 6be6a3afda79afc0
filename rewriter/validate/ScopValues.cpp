#include "rewriter/validate/ScopValues.h"

namespace acc {

Scop substituted(Scop scop, const std::map<std::string, Polynomial> &values) {
  auto all = [&](std::vector<Polynomial> &list) {
    for (Polynomial &value : list)
      value = value.substitute(values);
  };
  auto wraps = [&](std::vector<WrapRequirement> &list) {
    for (WrapRequirement &wrap : list) {
      wrap.value = wrap.value.substitute(values);
      wrap.low = wrap.low.substitute(values);
      wrap.high = wrap.high.substitute(values);
    }
  };
  scop.context = scop.context.substitute(values);
  wraps(scop.entryWraps);
  for (ScopLoop &loop : scop.loops) {
    all(loop.first);
    all(loop.end);
    loop.condition = loop.condition.substitute(values);
  }
  for (ScopStatement &statement : scop.statements) {
    statement.condition = statement.condition.substitute(values);
    for (ScopAccess &access : statement.accesses) {
      all(access.subscripts);
      access.when = access.when.substitute(values);
      wraps(access.wraps);
    }
  }
  return scop;
}

} // namespace acc
