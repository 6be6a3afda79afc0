#include "rewriter/run/Jit.h"

#include "rewriter/run/CodegenCompat.h"
#include "rewriter/run/Engine.h"
#include "rewriter/run/Watch.h"

#include "clang/AST/DeclGroup.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <set>

namespace acc {
namespace {

/// Straight translation: what an optimizer would need time for is not what is looked for.
clang::CodeGenOptions codeGenOptions() {
  clang::CodeGenOptions options;
  options.OptimizationLevel = 0;
  options.DisableO0ImplyOptNone = true;
  options.RelocationModel = llvm::Reloc::PIC_;
  options.NoCommon = true;
  options.UnwindTables = 0;
  using Kind = clang::SanitizerKind;
  options.SanitizeTrap.Mask = Kind::SignedIntegerOverflow | Kind::ShiftBase | Kind::ShiftExponent |
                              Kind::IntegerDivideByZero | Kind::ArrayBounds | Kind::LocalBounds |
                              Kind::FloatCastOverflow;
  return options;
}

/// The names by which the module knows the declarations.
using Names = std::map<const clang::NamedDecl *, std::string>;

std::unique_ptr<llvm::Module> generate(const ParsedUnit &unit, const CodeToCompile &code,
                                       llvm::LLVMContext &context, Names &names) {
  const clang::Preprocessor &preprocessor = unit.preprocessor;
  static const clang::CodeGenOptions options = codeGenOptions();
  std::unique_ptr<clang::CodeGenerator> generator =
      compat::codeGenerator(preprocessor.getDiagnostics(), "run", preprocessor.getFileManager(),
                            preprocessor.getHeaderSearchInfo().getHeaderSearchOpts(),
                            preprocessor.getPreprocessorOpts(), options, context);
  clang::ASTContext &tree = unit.context;
  generator->Initialize(tree);
  std::vector<clang::Decl *> all = code.definitions;
  all.insert(all.end(), code.entries.begin(), code.entries.end());
  for (clang::Decl *definition : all)
    generator->HandleTopLevelDecl(clang::DeclGroupRef(definition));
  for (clang::Decl *definition : all)
    if (auto *variable = llvm::dyn_cast<clang::VarDecl>(definition)) {
      if (variable->isThisDeclarationADefinition() == clang::VarDecl::TentativeDefinition)
        generator->CompleteTentativeDefinition(variable);
      names[variable] =
          generator->GetAddrOfGlobal(clang::GlobalDecl(variable), false)->getName().str();
    }
  for (const clang::FunctionDecl *entry : code.entries)
    names[entry] = entry->getName().str();
  generator->HandleTranslationUnit(tree);
  std::unique_ptr<llvm::Module> module(generator->ReleaseModule());
  if (!module)
    return nullptr;
  for (const auto &[declaration, name] : names)
    if (llvm::GlobalVariable *variable = module->getNamedGlobal(name)) {
      if (!variable->hasInitializer())
        variable->setInitializer(llvm::Constant::getNullValue(variable->getValueType()));
      variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
      variable->setVisibility(llvm::GlobalValue::DefaultVisibility);
    }
  return module;
}

/// This machine has the instructions that the unit's flags allow: a text for AVX-512 may be written
/// where there is none.
bool runsHere(const clang::TargetOptions &target) {
  const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  return std::all_of(target.Features.begin(), target.Features.end(), [&](llvm::StringRef feature) {
    auto found = feature.consume_front("+") ? host.find(feature) : host.end();
    return found == host.end() || found->second;
  });
}

/// Vectors of any length are then made of the instructions of all machines of the architecture.
void allowAnyMachine(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (const char *attribute : {"target-cpu", "target-features", "tune-cpu"})
      function.removeFnAttr(attribute);
}

} // namespace

void prepareCompiler() {
  static const bool isDone = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::initializeCodeGen(*llvm::PassRegistry::getPassRegistry());
    return true;
  }();
  (void)isDone;
}

struct Compiler::State {
  explicit State(const ParsedUnit &unit) : unit(unit) {}

  const ParsedUnit &unit;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Why there is none.
  std::string obstacle;
  unsigned pieces = 0;
  bool isForHere = true; // what the unit's flags ask for

  void start() {
    const clang::TargetOptions &target = unit.context.getTargetInfo().getTargetOpts();
    llvm::Triple host(llvm::sys::getProcessTriple()), triple(target.Triple);
    if (host.getArch() != triple.getArch()) {
      obstacle = "it is compiled for a different machine, " + target.Triple;
      return;
    }
    llvm::orc::JITTargetMachineBuilder machine(triple);
    isForHere = runsHere(target);
    if (isForHere)
      machine.setCPU(target.CPU);
    machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
    machine.setRelocationModel(llvm::Reloc::PIC_);
    auto created = llvm::orc::LLJITBuilder()
                       .setJITTargetMachineBuilder(std::move(machine))
                       .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                       .setLinkProcessSymbolsByDefault(false)
                       .create();
    if (created)
      jit = std::move(*created);
    else
      obstacle = llvm::toString(created.takeError());
  }
};

Compiler::Compiler(const ParsedUnit &unit) : state(std::make_unique<State>(unit)) {
  prepareCompiler();
  state->start();
}

Compiler::~Compiler() = default;

void *CompiledCode::addressOf(const clang::NamedDecl *declaration) const {
  auto found = addresses.find(declaration);
  return found == addresses.end() ? nullptr : found->second;
}

CompiledCode Compiler::compile(const CodeToCompile &code) {
  using namespace llvm::orc;
  CompiledCode result;
  auto failed = [&](llvm::Error error) {
    result.obstacle = llvm::toString(std::move(error));
    return std::move(result);
  };
  if (!state->obstacle.empty()) {
    result.obstacle = state->obstacle;
    return result;
  }
  auto context = std::make_unique<llvm::LLVMContext>();
  Names names;
  std::unique_ptr<llvm::Module> module = generate(state->unit, code, *context, names);
  if (!module) {
    result.obstacle = "Clang's code generator rejects it";
    return result;
  }
  std::set<std::string> unwatched;
  for (const clang::VarDecl *variable : code.unwatched)
    unwatched.insert(names[variable]);
  watchAccesses(*module, unwatched);
  if (!state->isForHere)
    allowAnyMachine(*module);

  LLJIT &jit = *state->jit;
  // Pieces have variables and functions of one name.
  auto library = jit.createJITDylib("piece" + std::to_string(state->pieces++));
  if (!library)
    return failed(library.takeError());
  SymbolMap symbols;
  for (const llvm::Function &function : *module) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    std::string name = function.getName().str();
    void *address = watchFunction(name);
    if (!address && function.doesNotReturn())
      address = reinterpret_cast<void *>(acc_verify_leave);
    if (!address)
      address = dlsym(RTLD_DEFAULT, name.c_str());
    if (!address) {
      result.obstacle = "it calls " + name + ", which this file does not define";
      return result;
    }
    symbols[jit.mangleAndIntern(name)] = {ExecutorAddr::fromPtr(address),
                                          llvm::JITSymbolFlags::Exported};
  }
  if (llvm::Error error = library->define(absoluteSymbols(std::move(symbols))))
    return failed(std::move(error));
  // What else there is to find are calls that the machine's code generator makes of operations:
  // memcpy, floor, __divti3.
  auto process =
      DynamicLibrarySearchGenerator::GetForCurrentProcess(jit.getDataLayout().getGlobalPrefix());
  if (!process)
    return failed(process.takeError());
  library->addGenerator(std::move(*process));
  module->setDataLayout(jit.getDataLayout());
  std::vector<std::pair<const clang::NamedDecl *, std::string>> wanted;
  for (const auto &[declaration, name] : names)
    if (module->getNamedValue(name))
      wanted.push_back({declaration, name});
  if (llvm::Error error =
          jit.addIRModule(*library, ThreadSafeModule(std::move(module), std::move(context))))
    return failed(std::move(error));
  for (const auto &[declaration, name] : wanted) {
    auto address = jit.lookup(*library, name);
    if (!address)
      return failed(address.takeError());
    result.addresses[declaration] = address->toPtr<void *>();
  }
  return result;
}

} // namespace acc
