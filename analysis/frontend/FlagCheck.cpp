#include "analysis/frontend/FlagCheck.h"

#if __has_include("clang/Options/Options.h")
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif
#include "clang/Driver/Types.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <algorithm>

namespace acc {
namespace {

#if __has_include("clang/Options/Options.h")
namespace ids = clang::options;
const llvm::opt::OptTable &driverOptions() { return clang::getDriverOptTable(); }
#else
namespace ids = clang::driver::options;
const llvm::opt::OptTable &driverOptions() { return clang::driver::getDriverOptTable(); }
#endif

/// gcc has them, Clang does not.
const char *const kOfGcc[] = {"-fplan9-extensions",
                              "-fno-asm",
                              "-fconserve-stack",
                              "-fira-",
                              "-fno-ira-",
                              "-fgraphite",
                              "-floop-",
                              "-fno-loop-",
                              "-ftree-",
                              "-fno-tree-",
                              "-fipa-",
                              "-fno-ipa-",
                              "-fopt-info",
                              "-fsched-",
                              "-fno-sched-",
                              "-fno-ivopts",
                              "-fivopts",
                              "-fno-allow-store-data-races",
                              "-fallow-store-data-races",
                              "-fanalyzer",
                              "-fdump-",
                              "-fcompare-elim",
                              "-fno-compare-elim",
                              "-fno-early-inlining",
                              "-fearly-inlining",
                              "-fno-gcse",
                              "-fgcse",
                              "-fcode-hoisting",
                              "-fno-code-hoisting",
                              "-fdelete-dead-exceptions",
                              "-flto-",
                              "-fno-reorder-",
                              "-freorder-",
                              "-fno-var-tracking",
                              "-fvar-tracking",
                              "-fversion-loops-for-strides",
                              "-fmodulo-sched",
                              "-fno-modulo-sched",
                              "-fprofile-",
                              "-fsplit-",
                              "-fno-split-",
                              "-fplugin",
                              "-fpcc-struct-return",
                              "-fzero-call-used-regs",
                              "-fno-jump-tables",
                              "--param"};

bool isKnownCpu(llvm::StringRef option, llvm::StringRef name, const llvm::Triple &target) {
  if (name == "native" || name == "generic" || name.empty())
    return true;
  llvm::StringRef plain = name.split('+').first;
  if (target.isX86())
    return llvm::X86::parseArchX86(name) != llvm::X86::CK_None ||
           (option == "-mtune=" && name == "intel");
  if (target.isAArch64())
    return option == "-march=" ? llvm::AArch64::parseArch(plain) != nullptr
                               : llvm::AArch64::parseCpu(plain).has_value();
  return true;
}

} // namespace

std::vector<std::string> unknownFlags(const std::vector<std::string> &flags) {
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  unsigned missing = 0, count = 0;
  llvm::opt::InputArgList parsed = driverOptions().ParseArgs(words, missing, count);
  llvm::Triple target(parsed.getLastArgValue(ids::OPT_target, llvm::sys::getDefaultTargetTriple()));
  std::vector<std::string> unknown;
  auto note = [&](const std::string &flag) {
    bool isOfGcc = std::any_of(std::begin(kOfGcc), std::end(kOfGcc), [&](const char *prefix) {
      return llvm::StringRef(flag).starts_with(prefix);
    });
    if (!isOfGcc && std::find(unknown.begin(), unknown.end(), flag) == unknown.end())
      unknown.push_back(flag);
  };
  for (const llvm::opt::Arg *argument : parsed.filtered(ids::OPT_UNKNOWN))
    note(argument->getAsString(parsed));
  for (const std::string &flag : flags)
    for (llvm::StringRef option : {"-march=", "-mcpu=", "-mtune="})
      if (llvm::StringRef name = flag;
          name.consume_front(option) && !isKnownCpu(option, name, target))
        note(flag);
  return unknown;
}

SourceKind sourceKindOf(const std::string &path, const std::vector<std::string> &flags) {
  namespace types = clang::driver::types;
  for (size_t k = 0; k < flags.size(); ++k)
    if (llvm::StringRef(flags[k]).starts_with("-x"))
      return SourceKind::C; // whatever it is, Clang says so
  llvm::StringRef extension = llvm::sys::path::extension(path);
  types::ID type =
      extension.empty() ? types::TY_INVALID : types::lookupTypeForExtension(extension.drop_front());
  if (type == types::TY_INVALID || type == types::TY_Object || !types::isAcceptedByClang(type))
    return SourceKind::Unknown;
  return type == types::TY_C || type == types::TY_PP_C || type == types::TY_CHeader
             ? SourceKind::C
             : SourceKind::OtherLanguage;
}

} // namespace acc
