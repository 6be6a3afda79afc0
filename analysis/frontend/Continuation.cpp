#include "analysis/frontend/Continuation.h"

#include "analysis/frontend/Beginning.h"

#include "clang/Basic/FileManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Pragma.h"

namespace acc {
namespace {

constexpr llvm::StringLiteral kContinue = "acc_delin_continue";

/// Enters the unit at the line that ends the beginning.
class Enter : public clang::PragmaHandler {
public:
  explicit Enter(Continuation &continuation)
      : PragmaHandler(kContinue), continuation(continuation) {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer,
                    clang::Token &name) override {
    if (continuation.unit || !preprocessor.isInPrimaryFile() ||
        preprocessor.getDiagnostics().hasErrorOccurred())
      return;
    preprocessor.DiscardUntilEndOfDirective();
    continuation.unit = &continuation.start();
    continuation.isFaithful = enter(preprocessor, *continuation.unit, name.getLocation());
    if (continuation.isFaithful)
      continuation.entered();
  }

private:
  static bool enter(clang::Preprocessor &preprocessor, const UnitInput &unit,
                    clang::SourceLocation place) {
    clang::SourceManager &manager = preprocessor.getSourceManager();
    auto entry = preprocessor.getFileManager().getFileRef(unit.path);
    if (!entry) {
      llvm::consumeError(entry.takeError());
      return false;
    }
    clang::FileID file = manager.createFileID(*entry, place, clang::SrcMgr::C_User);
    if (file.isInvalid() || manager.getBufferData(file) != *unit.text)
      return false;
    manager.setMainFileID(file);
    preprocessor.markIncluded(*entry); // as it does with every main file
    if (preprocessor.EnterSourceFile(file, nullptr, place))
      return false;
    static_cast<clang::Lexer *>(preprocessor.getCurrentFileLexer())
        ->seek(beginningOf(unit).end, /*IsAtStartOfLine=*/true);
    return true;
  }

  Continuation &continuation;
};

class Watch : public clang::PPCallbacks {
public:
  Watch(const clang::SourceManager &manager, Continuation &continuation)
      : manager(manager), continuation(continuation) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::MacroInfo *info = definition.getMacroInfo();
    if (!info || !info->isBuiltinMacro())
      return;
    llvm::StringRef spelling = name.getIdentifierInfo()->getName();
    continuation.isFaithful &= spelling != "__BASE_FILE__" && spelling != "__INCLUDE_LEVEL__";
  }

  void FileChanged(clang::SourceLocation place, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    continuation.isFaithful &= reason != SystemHeaderPragma || !manager.isWrittenInMainFile(place);
  }

private:
  const clang::SourceManager &manager;
  Continuation &continuation;
};

} // namespace

std::string textToContinue(const std::string &beginning) {
  return beginning + "#pragma " + kContinue.str() + "\n";
}

void addContinuation(clang::Preprocessor &preprocessor, Continuation &continuation) {
  preprocessor.AddPragmaHandler(new Enter(continuation)); // the preprocessor deletes it
  preprocessor.addPPCallbacks(
      std::make_unique<Watch>(preprocessor.getSourceManager(), continuation));
}

} // namespace acc
