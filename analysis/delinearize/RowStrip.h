// Arrays that take only some columns of a matrix.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/solve/DomainFacts.h"

namespace acc {

/// The columns that the accesses take of rows whose length has a size that the columns have not;
/// none for other arrays.
std::optional<RowStrip> rowStrip(const DomainFacts &facts, const RecoveredArray &array);

} // namespace acc
