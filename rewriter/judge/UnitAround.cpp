#include "rewriter/judge/UnitAround.h"

#include "llvm/Support/Path.h"

namespace acc {
namespace {

/// The line of the directive with the byte, with those that it goes on in.
std::pair<size_t, size_t> directiveAround(llvm::StringRef text, size_t at) {
  const size_t feed = text.take_front(at).rfind('\n');
  const size_t begin = feed == text.npos ? 0 : feed + 1;
  size_t end = text.find('\n', at);
  while (end != text.npos && text.take_front(end).rtrim('\r').ends_with("\\"))
    end = text.find('\n', end + 1);
  return {begin, end == text.npos ? text.size() : end + 1};
}

} // namespace

std::optional<SplicedUnit> unitAround(const ParsedUnit &unit, std::string text) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  SplicedUnit spliced{std::move(text), {}};
  if (!unit.input.inclusion)
    return spliced;
  clang::FileID file = manager.getMainFileID();
  for (clang::SourceLocation include; (include = manager.getIncludeLoc(file)).isValid();) {
    if (manager.isWrittenInBuiltinFile(include) || manager.isWrittenInCommandLineFile(include))
      return std::nullopt;
    const std::string own = manager.getFilename(manager.getLocForStartOfFile(file)).str();
    spliced.folders.push_back(llvm::sys::path::parent_path(own).str());
    auto [outer, offset] = manager.getDecomposedExpansionLoc(include);
    const llvm::StringRef around = manager.getBufferData(outer);
    const auto [begin, end] = directiveAround(around, offset);
    const size_t line = around.take_front(end).count('\n') + 1;
    spliced.text = around.take_front(begin).str() + "#line 1 \"" + own + "\"\n" + spliced.text +
                   "\n#line " + std::to_string(line) + " \"" +
                   manager.getFilename(manager.getLocForStartOfFile(outer)).str() + "\"\n" +
                   around.drop_front(end).str();
    file = outer;
  }
  return spliced;
}

} // namespace acc
