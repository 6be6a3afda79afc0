#include "rewriter/edit/ExportFixes.h"

#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace acc {

std::string fixesAsYaml(const std::vector<Fix> &fixes) {
  clang::tooling::TranslationUnitDiagnostics unit;
  for (const Fix &fix : fixes) {
    clang::tooling::DiagnosticMessage message(fix.message);
    message.FilePath = fix.path;
    message.FileOffset = fix.edits.front().begin;
    for (const Edit &edit : fix.edits)
      llvm::cantFail(message.Fix[fix.path].add(clang::tooling::Replacement(
                         fix.path, edit.begin, edit.end - edit.begin, edit.text)),
                     "the edits of a fix overlap");
    unit.Diagnostics.emplace_back("acc-rewrite", message,
                                  llvm::SmallVector<clang::tooling::DiagnosticMessage, 1>(),
                                  clang::tooling::Diagnostic::Remark, fix.folder);
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output out(stream);
  out << unit;
  return text;
}

std::optional<Edit> editBetween(std::string_view before, std::string_view after) {
  if (before == after)
    return std::nullopt;
  size_t begin = std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
                 before.begin();
  size_t most = std::min(before.size(), after.size()) - begin, tail = 0;
  while (tail < most && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return Edit{static_cast<uint32_t>(begin), static_cast<uint32_t>(before.size() - tail),
              std::string(after.substr(begin, after.size() - tail - begin))};
}

} // namespace acc
