#include "tools/lib/LoopTree.h"

#include "scheduling/looptree/Checks.h"
#include "scheduling/looptree/Evaluate.h"
#include "scheduling/looptree/Picture.h"
#include "scheduling/looptree/Yaml.h"
#include "tools/lib/LoopTreeText.h"

#include <algorithm>

namespace acc {
namespace {

using namespace looptree;

LoopTreeCheck checkOne(const std::vector<NamedText> &texts, LoopTreeFormat format) {
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
    if (readable && format == LoopTreeFormat::Table)
      result.output =
          (spec->mapping.text.empty() ? "" : spec->mapping.text + "\n") + figuresTable(figures);
    if (readable && format == LoopTreeFormat::Svg)
      result.output = pictureOf(*spec, paths, figures);
  }
  if (format == LoopTreeFormat::Json)
    result.output = figuresJson(figures, diagnostics);
  result.messages = messagesOf(diagnostics);
  result.status = !readable                 ? LoopTreeCheck::Status::Unreadable
                  : diagnostics.hasErrors() ? LoopTreeCheck::Status::Findings
                                            : LoopTreeCheck::Status::Fine;
  return result;
}

} // namespace

LoopTreeCheck checkLoopTree(const std::vector<LoopTreeFile> &files, LoopTreeFormat format) {
  std::vector<NamedText> texts;
  for (const LoopTreeFile &file : files)
    texts.push_back({file.name, file.text});
  std::vector<std::string> documents;
  if (files.size() == 1)
    documents = documentsOf(files[0].text);
  if (documents.size() < 2)
    return checkOne(texts, format);
  LoopTreeCheck all;
  for (const std::string &document : documents) {
    LoopTreeCheck one = checkOne({{files[0].name, document}}, format);
    bool isFirst = all.output.empty();
    if (format == LoopTreeFormat::Json)
      all.output += (isFirst ? "[" : ",") + one.output;
    else
      all.output += (isFirst || one.output.empty() ? "" : "\n") + one.output;
    all.messages += one.messages;
    all.status = std::max(all.status, one.status);
  }
  if (format == LoopTreeFormat::Json)
    all.output += "]\n";
  return all;
}

} // namespace acc
