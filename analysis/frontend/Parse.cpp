#include "analysis/frontend/Parse.h"

#include "analysis/frontend/Beginning.h"
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/Continuation.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMpHeader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace acc {
namespace {

/// Keeps errors and the unknown attributes that matter; prints nothing.
class Diagnostics : public clang::DiagnosticConsumer {
public:
  std::vector<ParseError> errors;
  /// An error without a place: an argument that Clang rejects.
  bool rejectedArgument = false;
  std::vector<std::pair<clang::FileID, uint32_t>> foreignAttributes;
  bool turnsBytes = false;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    if (info.getID() == clang::diag::warn_unknown_attribute_ignored) {
      turnsBytes |= text.str().contains("scalar_storage_order");
      if (text.str().contains("optimize") && info.hasSourceManager())
        foreignAttributes.push_back(
            info.getSourceManager().getDecomposedExpansionLoc(info.getLocation()));
      return;
    }
    if (level < clang::DiagnosticsEngine::Error)
      return;
    ParseError error{std::string(text), {}};
    if (info.getLocation().isInvalid() || !info.hasSourceManager()) {
      rejectedArgument = true;
    } else {
      const clang::SourceManager &manager = info.getSourceManager();
      if (auto offset = mainOffset(manager, info.getLocation())) {
        error.where = placeAt(manager, *offset, *offset);
      } else if (clang::PresumedLoc place = manager.getPresumedLoc(info.getLocation());
                 place.isValid()) {
        error.message = std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) +
                        ": " + error.message;
      }
    }
    errors.push_back(std::move(error));
  }
};

class PragmaRecorder : public clang::PPCallbacks {
public:
  PragmaRecorder(const clang::Preprocessor &preprocessor, std::vector<PragmaUse> &pragmas)
      : preprocessor(preprocessor), manager(preprocessor.getSourceManager()), pragmas(pragmas) {}

  void PragmaDirective(clang::SourceLocation loc, clang::PragmaIntroducerKind kind) override {
    if (loc.isInvalid() || manager.isInSystemHeader(loc))
      return;
    auto [file, begin] = manager.getDecomposedExpansionLoc(loc);
    llvm::StringRef text = manager.getBufferData(file);
    PragmaUse use{file, begin, begin, "", loc.isMacroID()};
    if (kind == clang::PIK_HashPragma) {
      // To the end of the line, continued lines included.
      size_t end = begin;
      while (end < text.size() && text[end] != '\n') {
        size_t next = end + 1;
        if (text[end] == '\\' && next < text.size() && text[next] == '\r')
          ++next;
        end = text[end] == '\\' && next < text.size() && text[next] == '\n' ? next + 1 : end + 1;
      }
      use.end = std::min(end, text.size());
      use.text = text.slice(use.begin, use.end).rtrim().str();
    } else {
      clang::SourceLocation last = manager.getExpansionRange(loc).getEnd();
      auto [endFile, end] = manager.getDecomposedExpansionLoc(last);
      use.end = endFile == file ? end : begin;
      use.end += clang::Lexer::MeasureTokenLength(last, manager, clang::LangOptions());
      if (!loc.isMacroID())
        use.end = std::min(text.find(')', use.end), text.size() - 1) + 1;
      use.text = text.slice(use.begin, use.end).str();
      // What we write is known by its macros, whatever they hold.
      if (!llvm::StringRef(use.text).starts_with("ACC_"))
        use.text = "_Pragma(\"" + operand().str() + "\")";
    }
    pragmas.push_back(std::move(use));
  }

private:
  /// Of the _Pragma that is read: its string, which Clang has made the text of a lexer.
  llvm::StringRef operand() const {
    const auto &lexer = static_cast<const clang::Lexer &>(*preprocessor.getCurrentLexer());
    const char *begin = lexer.getBufferLocation();
    return llvm::StringRef(begin, lexer.getBuffer().end() - begin).trim();
  }

  const clang::Preprocessor &preprocessor;
  const clang::SourceManager &manager;
  std::vector<PragmaUse> &pragmas;
};

using Bodies = const std::set<std::string> *;

class Consumer : public clang::SemaConsumer {
public:
  Consumer(std::function<void(clang::ASTContext &)> use, Bodies bodies, FloatingModes &modes)
      : use(std::move(use)), bodies(bodies), modes(modes) {}
  void InitializeSema(clang::Sema &unit) override { sema = &unit; }
  void ForgetSema() override { sema = nullptr; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl *decl : group)
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl); function && sema)
        modes[function] = sema->getCurFPFeatures();
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext &context) override { use(context); }
  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    const auto *named = llvm::dyn_cast_or_null<clang::NamedDecl>(decl);
    return bodies && named && !bodies->contains(named->getNameAsString());
  }

private:
  std::function<void(clang::ASTContext &)> use;
  Bodies bodies;
  FloatingModes &modes;
  clang::Sema *sema = nullptr;
};

/// What one run of Clang is for.
struct Job {
  const UnitInput &input;
  const FlagFacts &flags;
  llvm::function_ref<void(const ParsedUnit &)> use;
  Bodies bodies = nullptr;
  /// When set, `input` only says how to read and what the beginning is.
  Continuation *continuation = nullptr;
  /// Arguments of the driver behind those of the flags.
  std::vector<std::string> more = {};
};

/// A file that includes itself is the main file, too.
bool includesItself(const UnitInput &unit) {
  llvm::SmallString<256> path;
  return unit.inclusion && !llvm::sys::fs::real_path(unit.path, path) &&
         path == unit.inclusion->path;
}

class Action : public clang::ASTFrontendAction {
public:
  Action(Diagnostics &diagnostics, const Job &job) : diagnostics(diagnostics), job(job) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &instance) override {
    const clang::LangOptions &language = instance.getLangOpts();
    const clang::TargetInfo &target = instance.getTarget();
    bool isC = !language.CPlusPlus && !language.ObjC && !language.OpenCL && !language.CUDA;
    bool isWide =
        target.getPointerWidth(clang::LangAS::Default) == 64 && target.getLongWidth() == 64;
    if (isC && isWide) {
      overrideTexts(instance);
      return true;
    }
    Rejection dialect{
        RejectionKind::Language, {}, language.CPlusPlus ? "it is C++" : "it uses a dialect of C"};
    ParseError error{dialect.message(), {}, dialect.kind};
    if (isC)
      error = {"it is compiled for " + target.getTriple().str() +
                   ", but only targets with 64-bit pointers and 64-bit long are supported",
               {}};
    diagnostics.errors.insert(diagnostics.errors.begin(), std::move(error));
    return false;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef) override {
    clang::Preprocessor &preprocessor = instance.getPreprocessor();
    auto recordPragmas = [this, &preprocessor] {
      preprocessor.addPPCallbacks(std::make_unique<PragmaRecorder>(preprocessor, pragmas));
    };
    preprocessor.addPPCallbacks(makeRecorder(preprocessor, record));
    if (job.continuation) {
      job.continuation->entered = recordPragmas;
      addContinuation(preprocessor, *job.continuation);
    } else {
      recordPragmas();
    }
    instance.getFrontendOpts().SkipFunctionBodies = job.bodies != nullptr;
    auto useUnit = [this, &preprocessor](clang::ASTContext &context) {
      record.finish();
      markNamedInAssembly(context);
      const UnitInput *unit = &job.input;
      if (job.continuation)
        unit = job.continuation->isFaithful ? job.continuation->unit : nullptr;
      if (!unit || !diagnostics.errors.empty())
        return;
      clang::SourceManager &manager = context.getSourceManager();
      const clang::FileID mainFile = manager.getMainFileID();
      const clang::FileID file =
          unit->inclusion ? inclusionOf(manager, unit->inclusion->path, unit->inclusion->ordinal)
                          : mainFile;
      if (file.isInvalid()) {
        diagnostics.errors.push_back({unit->inclusion->path + " is not included", {}});
        return;
      }
      auto restore = compat::atScopeExit([&] { manager.setMainFileID(mainFile); });
      manager.setMainFileID(file);
      const std::vector<PragmaUse> own = pragmasOf(file);
      const std::vector<uint32_t> attributes = attributesOf(file);
      job.use({*unit, context, preprocessor, job.flags, own, record, attributes, others,
               manager.getNextLocalOffset(), modes, diagnostics.turnsBytes});
    };
    return std::make_unique<Consumer>(useUnit, job.bodies, modes);
  }

private:
  /// Gives included files their texts.
  void overrideTexts(clang::CompilerInstance &instance) {
    const UnitInput &unit = job.input;
    auto give = [&](const std::string &path, const std::string &text) {
      if (auto file = instance.getFileManager().getFileRef(path))
        instance.getSourceManager().overrideFileContents(
            *file, llvm::MemoryBuffer::getMemBufferCopy(text, path));
      else
        llvm::consumeError(file.takeError());
    };
    if (unit.otherTexts)
      for (const auto &[path, text] : *unit.otherTexts)
        if (path != unit.file())
          give(path, text);
    if (!job.continuation && unit.inclusion && unit.text && !includesItself(unit))
      give(unit.inclusion->path, *unit.text);
  }

  std::vector<PragmaUse> pragmasOf(clang::FileID file) const {
    std::vector<PragmaUse> own;
    llvm::copy_if(pragmas, std::back_inserter(own),
                  [&](const PragmaUse &pragma) { return pragma.file == file; });
    return own;
  }

  std::vector<uint32_t> attributesOf(clang::FileID file) const {
    std::vector<uint32_t> own;
    for (const auto &[where, offset] : diagnostics.foreignAttributes)
      if (where == file)
        own.push_back(offset);
    return own;
  }

  Diagnostics &diagnostics;
  const Job &job;
  std::vector<PragmaUse> pragmas; // of all files but the system's
  PreprocessorRecord record;
  llvm::DenseMap<const clang::FunctionDecl *, OtherDefinition> others;
  FloatingModes modes;
};

std::string resourceDirectory() {
  if (llvm::sys::fs::is_directory(ACC_CLANG_RESOURCE_DIR))
    return ACC_CLANG_RESOURCE_DIR;
  static int anchor;
  return compat::resourceDirectory("acc-delin", &anchor);
}

/// Texts of included files are those of SourceManager::overrideFileContents, as names may lead to
/// them in several ways, unless there are no such files.
void addText(llvm::vfs::InMemoryFileSystem &files, const UnitInput &unit) {
  const std::optional<std::string> &text =
      unit.inclusion && !includesItself(unit) ? unit.inclusion->mainText : unit.text;
  if (text)
    files.addFile(unit.path, 0, llvm::MemoryBuffer::getMemBufferCopy(*text, unit.path));
  if (unit.otherTexts)
    for (const auto &[path, other] : *unit.otherTexts)
      if (!llvm::sys::fs::exists(path))
        files.addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(other, path));
}

/// The main file of a run that is to be continued: where the unit is, so that #include finds the
/// same.
UnitInput beginningAlone(const UnitInput &like) {
  llvm::SmallString<256> path(llvm::sys::path::parent_path(like.path));
  llvm::sys::path::append(path, "acc-delin-beginning.c");
  UnitInput alone = like;
  alone.path = path.str().str();
  alone.text = textToContinue(beginningOf(like).lines);
  return alone;
}

void runClang(const Job &job, const std::vector<std::string> &arguments, Diagnostics &diagnostics) {
  const UnitInput &input = job.input;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::createPhysicalFileSystem()));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(
      new llvm::vfs::InMemoryFileSystem());
  files->pushOverlay(memory);
  if (files->setCurrentWorkingDirectory(input.directory)) {
    diagnostics.errors.push_back({"no such directory: " + input.directory, {}});
    return;
  }
  addText(*memory, input);
  if (job.continuation)
    job.continuation->start = [&memory, start = job.continuation->start]() -> const UnitInput & {
      const UnitInput &unit = start();
      addText(*memory, unit);
      return unit;
    };
  const std::string headers = "/acc-delin-headers";
  memory->addFile(headers + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(kOpenMpHeader));

  std::vector<std::string> command = {"clang", "-fsyntax-only"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), job.more.begin(), job.more.end());
  // All warnings off, those that are errors by default too (old C calls what it
  // did not declare); unknown attributes are listened to, not shown.
  for (const char *flag :
       {"-Wno-everything", "-Wunknown-attributes", "-fno-caret-diagnostics",
        "-fno-color-diagnostics", "-Qunused-arguments", "-fbracket-depth=2048"}) // gcc has no limit
    command.push_back(flag);
  command.insert(command.end(), {"-idirafter", headers});
  command.push_back("-resource-dir=" + resourceDirectory());
  command.push_back(input.path);

  llvm::IntrusiveRefCntPtr<clang::FileManager> manager(
      new clang::FileManager(clang::FileSystemOptions(), files));
  clang::tooling::ToolInvocation invocation(command, std::make_unique<Action>(diagnostics, job),
                                            manager.get());
  invocation.setDiagnosticConsumer(&diagnostics);
  if (!invocation.run() && diagnostics.errors.empty())
    diagnostics.errors.push_back({"Clang could not read the file", {}});
}

} // namespace

std::vector<ParseError> parseUnit(const UnitInput &input,
                                  llvm::function_ref<void(const ParsedUnit &)> use,
                                  const std::set<std::string> *bodies,
                                  const std::vector<std::string> &more) {
  FlagFacts flags = readFlags(input.flags, input.compiler);
  Job job{input, flags, use, bodies, nullptr, more};
  Diagnostics diagnostics;
  runClang(job, flags.arguments, diagnostics);
  if (!diagnostics.rejectedArgument || flags.arguments == flags.portableArguments)
    return std::move(diagnostics.errors);
  Diagnostics again;
  runClang(job, flags.portableArguments, again);
  return std::move(again.errors);
}

std::vector<ParseError> parseUnit(const UnitInput &like, const UnitStart &start,
                                  llvm::function_ref<void(const ParsedUnit &)> use) {
  bool isUsed = false;
  auto useOnce = [&](const ParsedUnit &unit) {
    isUsed = true;
    use(unit);
  };
  FlagFacts flags = readFlags(like.flags, like.compiler);
  UnitInput beginning = beginningAlone(like);
  Continuation continuation{start};
  Diagnostics diagnostics;
  runClang({beginning, flags, useOnce, nullptr, &continuation}, flags.arguments, diagnostics);
  if (isUsed)
    return {};
  // The run could not go on with the unit; reading the unit by itself shows why.
  return parseUnit(continuation.unit ? *continuation.unit : start(), use);
}

} // namespace acc
