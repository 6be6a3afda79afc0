#include "tools/lib/LoopTree.h"

#include "scheduling/looptree/Checks.h"
#include "scheduling/looptree/Evaluate.h"
#include "tools/lib/LoopTreeText.h"

namespace acc {

LoopTreeCheck checkLoopTree(const std::vector<LoopTreeFile> &files, LoopTreeFormat format) {
  using namespace looptree;
  std::vector<NamedText> texts;
  for (const LoopTreeFile &file : files)
    texts.push_back({file.name, file.text});
  Diagnostics diagnostics;
  LoopTreeCheck result;
  Figures figures;
  std::optional<Spec> spec = readSpec(texts, diagnostics);
  bool readable = false;
  if (spec) {
    std::vector<EinsumPath> paths = resolvePaths(*spec, diagnostics);
    checkMapping(*spec, paths, diagnostics);
    figures = evaluate(*spec, paths, diagnostics);
    readable = !paths.empty();
    result.output = format == LoopTreeFormat::Table ? figuresTable(figures) : "";
  }
  if (format == LoopTreeFormat::Json)
    result.output = figuresJson(figures, diagnostics);
  result.messages = messagesOf(diagnostics);
  result.status = !readable                 ? LoopTreeCheck::Status::Unreadable
                  : diagnostics.hasErrors() ? LoopTreeCheck::Status::Findings
                                            : LoopTreeCheck::Status::Fine;
  return result;
}

} // namespace acc
