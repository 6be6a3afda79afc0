#include "tools/lib/GivenSchedule.h"

namespace acc {

bool GivenSchedule::has(const std::string &nestId) const {
  return script ? script->has(nestId) : mapping->text.empty() || mapping->text == nestId;
}

Outcome<Plan> GivenSchedule::apply(const std::string &nestId, const Nest &nest,
                                   const Target &target) const {
  return script ? script->apply(nestId, nest, target) : looptree::planOf(*mapping, nest, target);
}

std::variant<GivenSchedule, report::Finding> readGiven(const std::string &text) {
  auto finding = [](const std::string &message, unsigned line, unsigned column) {
    return report::Finding{rejectionId(RejectionKind::InvalidSchedule), message, line, column};
  };
  if (looptree::isLoopTree(text)) {
    looptree::Diagnostics diagnostics;
    auto mapping = looptree::mappingIn("", text, diagnostics);
    if (mapping)
      return GivenSchedule{std::nullopt, std::move(*mapping)};
    const looptree::Diagnostic &first = diagnostics.all().front();
    return finding(first.message, first.where.line, first.where.column);
  }
  auto parsed = Script::parse(text);
  if (auto *error = std::get_if<ScriptError>(&parsed))
    return finding(error->message, error->line, error->column);
  return GivenSchedule{std::move(std::get<Script>(parsed)), std::nullopt};
}

} // namespace acc
