#include "analysis/frontend/CompileFlags.h"

#include "analysis/frontend/FlagCheck.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <string_view>

namespace acc {
namespace {

using Flags = std::initializer_list<std::string_view>;

bool isOneOf(std::string_view flag, Flags names) {
  return std::find(names.begin(), names.end(), flag) != names.end();
}

bool startsWithOneOf(std::string_view flag, Flags prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return flag.starts_with(prefix); });
}

const Flags kKeptWithValue = {"-I",        "-D",       "-U",           "-isystem",
                              "-include",  "-imacros", "-iquote",      "-idirafter",
                              "-isysroot", "-iprefix", "-iwithprefix", "-iwithprefixbefore",
                              "-x",        "-target",  "--sysroot",    "--include"};
const Flags kDroppedWithValue = {
    "-o",       "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xclang",        "-T",
    "-u",       "-z",  "-L",  "-l",  "-e",  "-wrapper", "-arch",       "-Xpreprocessor", "--param",
    "-aux-info"};
const Flags kKeptPrefixes = {"-I",         "-D",        "-U",    "-isystem",     "-iquote",
                             "-idirafter", "-isysroot", "-std=", "--std=",       "-O",
                             "--sysroot",  "--target=", "-x",    "-iwithprefix", "-iprefix",
                             "-imacros",   "-include"};
const Flags kKept = {"-ansi", "-nostdinc", "-undef", "-trigraphs", "-pthread", "-traditional-cpp"};

// -f flags that change what the text means; all others steer code generation.
const Flags kLanguageFlags = {"-fsigned-char",
                              "-funsigned-char",
                              "-fno-signed-char",
                              "-fno-unsigned-char",
                              "-fshort-enums",
                              "-fno-short-enums",
                              "-fshort-wchar",
                              "-fgnu89-inline",
                              "-fno-gnu89-inline",
                              "-fms-extensions",
                              "-fplan9-extensions",
                              "-fno-asm",
                              "-fdollars-in-identifiers",
                              "-fPIC",
                              "-fpic",
                              "-fPIE",
                              "-fpie",
                              "-fno-PIC",
                              "-fno-pic",
                              "-fno-PIE",
                              "-fsemantic-interposition",
                              "-fno-semantic-interposition",
                              "-fno-pie",
                              "-fwrapv",
                              "-fno-wrapv",
                              "-ftrapv",
                              "-fstrict-aliasing",
                              "-fno-strict-aliasing",
                              "-ffast-math",
                              "-fno-fast-math",
                              "-fmath-errno",
                              "-fno-math-errno",
                              "-fassociative-math",
                              "-fno-associative-math",
                              "-fsigned-zeros",
                              "-fno-signed-zeros",
                              "-ftrapping-math",
                              "-fno-trapping-math",
                              "-freciprocal-math",
                              "-fno-reciprocal-math",
                              "-ffinite-math-only",
                              "-fno-finite-math-only",
                              "-funsafe-math-optimizations",
                              "-fno-unsafe-math-optimizations",
                              "-fhonor-nans",
                              "-fhonor-infinities",
                              "-fno-honor-nans",
                              "-fno-honor-infinities",
                              "-fno-strict-overflow",
                              "-fstrict-overflow",
                              "-ffreestanding",
                              "-fhosted",
                              "-fno-hosted",
                              "-fpermissive"};
const Flags kLanguageFlagPrefixes = {"-fno-builtin",   "-fbuiltin",        "-fpack-struct=",
                                     "-ffp-contract=", "-finput-charset=", "-fvisibility="};

// Flags that Clang does not have for C and that change what the text means.
const Flags kForeign = {"-fsingle-precision-constant", "-funsigned-bitfields",
                        "-fno-signed-bitfields"};
const Flags kForeignPrefixes = {"-fsso-struct=", "-fexec-charset=", "-fwide-exec-charset="};

// They change no value and no layout. Of -f flags what stands behind -f or -fno-.
const Flags kHarmless = {"-c",
                         "-S",
                         "-E",
                         "-P",
                         "-w",
                         "-v",
                         "-s",
                         "-pipe",
                         "-static",
                         "-shared",
                         "-pie",
                         "-no-pie",
                         "-rdynamic",
                         "-pthread",
                         "-pg",
                         "-p",
                         "-symbolic",
                         "-nostdlib",
                         "-nodefaultlibs",
                         "-nostartfiles",
                         "-pass-exit-codes",
                         "-coverage",
                         "--coverage"};
const Flags kHarmlessPrefixes = {
    "-W", "-g",    "-M", "-L",      "-l", "-save-temps", "-fdiagnostics", "-pedantic",
    "-Q", "-time", "-d", "-specs=", "-B", "-static-",    "-print-",       "-o"};
const Flags kHarmlessStems = {"tree-",
                              "loop-",
                              "ira-",
                              "ipa-",
                              "sched",
                              "gcse",
                              "profile",
                              "branch-",
                              "caller-saves",
                              "combine",
                              "compare-elim",
                              "conserve-stack",
                              "cprop",
                              "crossjumping",
                              "cse-",
                              "data-sections",
                              "dce",
                              "debug-",
                              "defer-pop",
                              "delayed-branch",
                              "delete-null",
                              "devirtualize",
                              "diagnostics",
                              "dse",
                              "dump-",
                              "early-inlining",
                              "eliminate",
                              "exceptions",
                              "asynchronous-unwind",
                              "unwind-tables",
                              "fat-lto",
                              "file-prefix",
                              "macro-prefix",
                              "fixed-",
                              "float-store",
                              "forward-propagate",
                              "function-sections",
                              "gcse",
                              "gnu-unique",
                              "graphite",
                              "guess-branch",
                              "hoist",
                              "if-conversion",
                              "indirect-inlining",
                              "inline",
                              "ivopts",
                              "jump-tables",
                              "keep-",
                              "lifetime-dse",
                              "live-range",
                              "lra-",
                              "lto",
                              "max-errors",
                              "merge-",
                              "message-length",
                              "modulo-sched",
                              "move-loop",
                              "omit-frame",
                              "no-omit",
                              "opt-info",
                              "optimize-sibling",
                              "partial-inlining",
                              "peel-",
                              "peephole",
                              "plt",
                              "predictive",
                              "prefetch-loop",
                              "random-seed",
                              "record-",
                              "ree",
                              "rename-registers",
                              "reorder-",
                              "rerun-",
                              "rtti",
                              "save-optimization",
                              "section-anchors",
                              "sel-sched",
                              "shrink-wrap",
                              "signaling-nans",
                              "simd-cost",
                              "split-",
                              "ssa-",
                              "stack-",
                              "stdarg",
                              "store-merging",
                              "strict-volatile",
                              "sync-libcalls",
                              "test-coverage",
                              "thread",
                              "time-report",
                              "toplevel",
                              "tracer",
                              "unit-at",
                              "unroll-",
                              "unswitch",
                              "use-ld",
                              "use-linker",
                              "var-tracking",
                              "variable-expansion",
                              "vect-",
                              "vectorize",
                              "slp-vectorize",
                              "verbose-asm",
                              "web",
                              "whole-program",
                              "zero-init",
                              "zero-call",
                              "align-",
                              "aggressive-loop",
                              "common",
                              "cf-protection",
                              "color-",
                              "ansi-escape",
                              "caret-",
                              "show-",
                              "spell-",
                              "sanitize",
                              "finite-loops",
                              "analyzer",
                              "working-directory",
                              "trivial-auto",
                              "excess-precision=fast",
                              "math-errno",
                              "openmp",
                              "openacc"};

bool isHarmlessFlag(std::string_view flag) {
  if (isOneOf(flag, kHarmless) || startsWithOneOf(flag, kHarmlessPrefixes) ||
      !flag.starts_with("-"))
    return true; // an input file
  std::string_view stem = flag;
  if (!stem.starts_with("-f"))
    return false;
  stem.remove_prefix(stem.starts_with("-fno-") ? 5 : 2);
  return startsWithOneOf(stem, kHarmlessStems);
}

void readMeaning(std::string_view flag, FlagFacts &facts) {
  if (isOneOf(flag, {"-fwrapv", "-fno-strict-overflow"}))
    facts.wrapsSigned = true;
  else if (isOneOf(flag, {"-fno-wrapv", "-fstrict-overflow"}))
    facts.wrapsSigned = false;
  else if (flag == "-ftrapv")
    facts.trapsSigned = true;
  else if (flag == "-fno-trapv")
    facts.trapsSigned = false;
  else if (isOneOf(flag,
                   {"-frounding-math", "-ffp-model=strict", "-ffp-exception-behavior=strict"}))
    facts.roundingMath = true;
  else if (flag == "-fno-rounding-math")
    facts.roundingMath = false;
  else if (flag == "-fno-strict-aliasing")
    facts.strictAliasing = false;
  else if (flag == "-fstrict-aliasing")
    facts.strictAliasing = true;
  else if (isOneOf(flag, {"-pedantic", "-Wpedantic", "-pedantic-errors", "-Wlong-long",
                          "-Werror=long-long", "-Werror=pedantic"}))
    facts.forbidsLongLong = true;
}

/// The text for Clang of a flag without a separate value; "" drops it.
std::string translated(const std::string &flag) {
  if (isOneOf(flag, {"-fopenmp", "-openmp", "-qopenmp", "-fiopenmp"}) ||
      flag.starts_with("-fopenmp="))
    return "-D_OPENMP=201511";
  if (flag == "-fopenacc")
    return "-D_OPENACC=201711";
  if (flag == "-fpack-struct") // gcc's manual: without holes
    return "-fpack-struct=1";
  if (startsWithOneOf(flag, {"-Wp,-D", "-Wp,-U", "-Wp,-I"}))
    return flag.substr(4);
  if (isOneOf(flag, kKept) || startsWithOneOf(flag, kKeptPrefixes) ||
      isOneOf(flag, kLanguageFlags) || startsWithOneOf(flag, kLanguageFlagPrefixes))
    return flag;
  return "";
}

/// Macros, folders and optimisation levels that keep C's arithmetic. Where they change the text,
/// the preprocessor's record shows it.
bool isOfText(std::string_view flag) {
  return startsWithOneOf(flag, {"-I", "-D", "-U", "-i", "--sysroot", "--include", "-Wp,"}) ||
         (flag.starts_with("-O") && flag != "-Ofast");
}

} // namespace

bool sameLanguage(const FlagFacts &a, const FlagFacts &b) { return a.meaning == b.meaning; }

bool isClang(const std::string &compiler) {
  std::string_view name = compiler;
  name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
  return name.find("clang") != name.npos || name == "icx" || name == "emcc";
}

FlagFacts readFlags(const std::vector<std::string> &flags, const std::string &compiler) {
  FlagFacts facts;
  auto keep = [&](const std::string &flag) {
    facts.arguments.push_back(flag);
    facts.portableArguments.push_back(flag);
  };
  auto note = [&](const std::string &flag) {
    if (!isOfText(flag) && !isHarmlessFlag(flag))
      facts.meaning.push_back(flag);
  };
  for (const std::string &flag : flags)
    if (flag.starts_with("-O"))
      facts.isOfast = flag == "-Ofast";
  bool isShared = llvm::any_of(
      flags, [](const std::string &flag) { return flag == "-fPIC" || flag == "-fpic"; });
  if (isShared && !isClang(compiler) && !facts.isOfast)
    keep("-fsemantic-interposition");
  std::vector<std::string> unknown = unknownFlags(flags);
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    bool hasNext = i + 1 < flags.size();
    if (isOneOf(flag, kKeptWithValue)) {
      if (!hasNext)
        break;
      if (!isOfText(flag))
        facts.meaning.insert(facts.meaning.end(), {flag, flags[i + 1]});
      keep(flag);
      keep(flags[++i]);
      continue;
    }
    if (isOneOf(flag, kDroppedWithValue)) {
      ++i;
      continue;
    }
    note(flag);
    readMeaning(flag, facts);
    if (flag == "-fno-pack-struct") // which Clang knows and ignores
      for (std::vector<std::string> *arguments : {&facts.arguments, &facts.portableArguments})
        llvm::erase_if(*arguments,
                       [](const std::string &one) { return one.starts_with("-fpack-struct"); });
    bool isUnknown = llvm::is_contained(unknown, flag) && !isHarmlessFlag(flag);
    if (isOneOf(flag, kForeign) || startsWithOneOf(flag, kForeignPrefixes)) {
      facts.foreign = flag;
    } else if (isUnknown && !isOneOf(flag, kLanguageFlags)) {
      facts.unknown.push_back(flag);
    } else if (flag.starts_with("-m")) {
      facts.arguments.push_back(flag);
      if (isOneOf(flag, {"-m32", "-m64", "-mx32"}))
        facts.portableArguments.push_back(flag);
    } else if (std::string kept = translated(flag); !kept.empty()) {
      keep(kept);
    }
  }
  if (!facts.unknown.empty()) {
    facts.wrapsSigned = true;
    facts.strictAliasing = false;
  }
  return facts;
}

} // namespace acc
