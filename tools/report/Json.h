// The JSON form of a report (schemaVersion 1, docs/report.schema.json): writer
// and reader. Reading what was written gives the same values, except for
// Nest::script, which is no part of it.
#pragma once

#include "acc-delin/Report.h"

#include "llvm/Support/JSON.h"

#include <variant>

namespace acc::report {

/// Text from outside as a value. llvm::json recurses as deep as the text nests; what nests deeper
/// than any JSON that this program reads is an error instead.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// Keys in the documented order, two spaces of indentation, invalid UTF-8
/// replaced, a line end at the end.
void writeJson(const Report &report, llvm::raw_ostream &out);

/// One entry of files[].
void writeJson(const File &file, llvm::json::OStream &out);

/// The report, or what is wrong with the text and where ("files[0].nests[2]:
/// ..."). Unknown keys are ignored; a missing one is an error
/// unless it may be null.
std::variant<Report, std::string> readJson(llvm::StringRef text);

} // namespace acc::report
