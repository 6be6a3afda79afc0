#include "tools/lib/ScriptJson.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

namespace acc {
namespace {

std::string scalar(llvm::yaml::ScalarNode &node) {
  llvm::SmallString<32> storage;
  return node.getValue(storage).str();
}

void write(llvm::yaml::Node *node, llvm::json::OStream &out);

void writeScalar(llvm::yaml::ScalarNode &node, llvm::json::OStream &out) {
  std::string text = scalar(node);
  int64_t number = 0;
  bool quoted = !node.getRawValue().empty() &&
                (node.getRawValue().front() == '"' || node.getRawValue().front() == '\'');
  if (!quoted && !llvm::StringRef(text).getAsInteger(10, number))
    out.value(number);
  else if (!quoted && (text == "true" || text == "false"))
    out.value(text == "true");
  else
    out.value(llvm::json::fixUTF8(text));
}

void write(llvm::yaml::Node *node, llvm::json::OStream &out) {
  if (auto *sequence = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(node)) {
    out.array([&] {
      for (llvm::yaml::Node &entry : *sequence)
        write(&entry, out);
    });
  } else if (auto *mapping = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(node)) {
    out.object([&] {
      for (llvm::yaml::KeyValueNode &entry : *mapping) {
        auto *key = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(entry.getKey());
        out.attributeBegin(key ? llvm::json::fixUTF8(scalar(*key)) : "");
        write(entry.getValue(), out);
        out.attributeEnd();
      }
    });
  } else if (auto *text = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(node)) {
    writeScalar(*text, out);
  } else {
    out.value(nullptr);
  }
}

} // namespace

std::string scheduleStepsJson(const std::string &yaml) {
  std::string json;
  llvm::SourceMgr sources;
  sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  llvm::yaml::Stream stream(yaml, sources);
  auto document = stream.begin();
  if (document == stream.end())
    return "[]";
  auto *entries = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(document->getRoot());
  if (!entries)
    return "[]";
  for (llvm::yaml::Node &entry : *entries) {
    auto *mapping = llvm::dyn_cast<llvm::yaml::MappingNode>(&entry);
    if (!mapping)
      continue;
    for (llvm::yaml::KeyValueNode &field : *mapping) {
      auto *key = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(field.getKey());
      if (!key || scalar(*key) != "schedule" || !json.empty()) {
        field.skip();
        continue;
      }
      llvm::yaml::Node *steps = field.getValue();
      if (!llvm::isa_and_nonnull<llvm::yaml::SequenceNode>(steps))
        continue;
      llvm::raw_string_ostream text(json);
      llvm::json::OStream out(text);
      write(steps, out);
    }
  }
  return stream.failed() || json.empty() ? "[]" : json;
}

} // namespace acc
