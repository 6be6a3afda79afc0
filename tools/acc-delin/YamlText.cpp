#include "tools/acc-delin/YamlText.h"

#include "llvm/Support/YAMLParser.h"

#include <algorithm>

namespace acc {
namespace {

namespace yaml = llvm::yaml;

/// Levels of lists and maps that are read; no file has more than two.
constexpr unsigned kDeepest = 8;

/// Sentences for what LLVM's YAML reader says of brackets and quotes.
std::string sentenceOf(const std::string &message) {
  static const std::pair<const char *, const char *> kSentences[] = {
      {"Could not find closing ]!", "'[' has no matching ']'"},
      {"Could not find closing }!", "'{' has no matching '}'"},
      {"Expected quote at end of scalar", "a quote is not closed"},
      {"invalid boolean", "expected true or false"}};
  for (const auto &[theirs, ours] : kSentences)
    if (message == theirs)
      return ours;
  return message;
}

/// YAMLTraits goes down as deep as the text does: what is deeper than `levels` is not for it.
bool isFlat(yaml::Node *node, unsigned levels) {
  if (levels == 0)
    return false;
  if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node))
    for (yaml::Node &item : *list)
      if (!isFlat(&item, levels - 1))
        return false;
  if (auto *map = llvm::dyn_cast_or_null<yaml::MappingNode>(node))
    for (yaml::KeyValueNode &entry : *map)
      if (!isFlat(entry.getKey(), levels - 1) || !isFlat(entry.getValue(), levels - 1))
        return false;
  return true;
}

} // namespace

void YamlFaults::note(const llvm::SMDiagnostic &diagnostic, void *self) {
  auto &first = static_cast<YamlFaults *>(self)->first;
  if (!first)
    first = {sentenceOf(diagnostic.getMessage().str()),
             static_cast<unsigned>(std::max(diagnostic.getLineNo(), 0)),
             static_cast<unsigned>(diagnostic.getColumnNo() + 1)};
}

std::optional<ConfigurationError> yamlFault(const std::string &text) {
  YamlFaults faults;
  llvm::SourceMgr sources;
  sources.setDiagHandler(YamlFaults::note, &faults);
  yaml::Stream stream(text, sources, /*ShowColors=*/false);
  auto document = stream.begin();
  bool flat = document == stream.end() || isFlat(document->getRoot(), kDeepest);
  if (!faults.first && !flat)
    faults.first = {"the file nests too deeply", 1, 1};
  if (!faults.first && document != stream.end() && ++document != stream.end())
    faults.first = {"the file holds more than one document", 1, 1};
  if (!faults.first && stream.failed())
    faults.first = {"the file is not YAML", 1, 1};
  return faults.first;
}

std::string ConfigurationError::text() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": error: " + message;
}

} // namespace acc
