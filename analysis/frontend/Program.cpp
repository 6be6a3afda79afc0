#include "analysis/frontend/Program.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"

namespace acc {

std::set<std::string> namesWithBodies(const std::string &text) {
  clang::LangOptions language;
  language.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(),
                     text.data() + text.size());
  std::set<std::string> names;
  std::vector<llvm::StringRef> open; // what stands before each open bracket
  llvm::StringRef before, closed;    // before this token; before the bracket closed last
  clang::Token token;
  for (bool isEnd = false; !isEnd;) {
    isEnd = lexer.LexFromRawLexer(token) || token.is(clang::tok::eof);
    if (token.is(clang::tok::l_brace) && !closed.empty())
      names.insert(closed.str());
    closed = {};
    if (token.is(clang::tok::l_paren)) {
      open.push_back(before);
    } else if (token.is(clang::tok::r_paren) && !open.empty()) {
      closed = open.back();
      open.pop_back();
    }
    before = token.is(clang::tok::raw_identifier) ? token.getRawIdentifier() : llvm::StringRef();
  }
  return names;
}

Program::Program(std::vector<UnitInput> all) : units(std::move(all)) {
  for (size_t k = 0; k < units.size(); ++k)
    if (auto buffer = llvm::MemoryBuffer::getFile(units[k].path))
      for (const std::string &name : namesWithBodies((*buffer)->getBuffer().str()))
        definers[name].insert(k);
}

const UnitInput *Program::definerOf(const std::string &function) const {
  auto found = definers.find(function);
  return found != definers.end() && found->second.size() == 1 ? &units[*found->second.begin()]
                                                              : nullptr;
}

} // namespace acc
