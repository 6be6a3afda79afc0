#include "analysis/delinearize/TestsApart.h"

#include "analysis/model/DataTests.h"

namespace acc {

void separateTests(Scop &scop, Delinearization &views) {
  std::vector<int> number(scop.statements.size(), -1);
  int next = 0;
  for (size_t s = 0; s < number.size(); ++s)
    if (scop.statements[s].tests.empty())
      number[s] = next++;
  for (RecoveredArray &array : views.arrays) {
    std::erase_if(array.accesses,
                  [&](const ViewAccess &access) { return number[access.statement] < 0; });
    for (ViewAccess &access : array.accesses)
      access.statement = number[access.statement];
  }
  separateTests(scop);
}

} // namespace acc
