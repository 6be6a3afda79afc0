#include "analysis/frontend/CompileFlags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace acc {
namespace {

using Names = std::initializer_list<std::string_view>;

bool isOneOf(std::string_view flag, Names names) {
  return std::find(names.begin(), names.end(), flag) != names.end();
}

bool startsWithOneOf(std::string_view flag, Names prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return flag.starts_with(prefix); });
}

const Names kKeptWithValue = {"-I",          "-D",         "-U",           "-isystem",
                              "-include",    "-imacros",   "-iquote",      "-idirafter",
                              "-isysroot",   "-iprefix",   "-iwithprefix", "-iwithprefixbefore",
                              "-x",          "-target",    "--sysroot",    "--include"};
const Names kDroppedWithValue = {"-o",       "-MF",           "-MT",         "-MQ", "-MJ",
                                 "-Xlinker", "-Xassembler",   "-Xclang",     "-T",  "-u",
                                 "-z",       "-L",            "-l",          "-e",  "-wrapper",
                                 "-arch",    "-Xpreprocessor", "--param",    "-aux-info"};
const Names kKeptPrefixes = {"-I",         "-D",          "-U",           "-isystem",
                             "-iquote",    "-idirafter",  "-isysroot",    "-std=",
                             "--std=",     "-O",          "--sysroot",    "--target=",
                             "-x",         "-iwithprefix", "-iprefix",    "-imacros",
                             "-include"};
const Names kKept = {"-ansi", "-nostdinc", "-undef", "-trigraphs", "-pthread", "-traditional-cpp"};

// -f flags that change what the text means; all others steer code generation.
const Names kLanguageFlags = {
    "-fsigned-char",       "-funsigned-char",      "-fno-signed-char",   "-fno-unsigned-char",
    "-fshort-enums",       "-fno-short-enums",     "-fshort-wchar",      "-fgnu89-inline",
    "-fno-gnu89-inline",   "-fms-extensions",      "-fplan9-extensions", "-fno-asm",
    "-fdollars-in-identifiers", "-fPIC",           "-fpic",              "-fPIE",
    "-fpie",               "-fno-PIC",            "-fno-pic",           "-fno-PIE",
    "-fsemantic-interposition", "-fno-semantic-interposition",
    "-fno-pie",            "-fwrapv",              "-fno-wrapv",         "-ftrapv",
    "-fstrict-aliasing",   "-fno-strict-aliasing", "-ffast-math",        "-fno-fast-math",
    "-fmath-errno",        "-fno-math-errno",      "-fassociative-math", "-fno-associative-math",
    "-fsigned-zeros",      "-fno-signed-zeros",    "-ftrapping-math",    "-fno-trapping-math",
    "-freciprocal-math",   "-fno-reciprocal-math", "-ffinite-math-only", "-fno-finite-math-only",
    "-funsafe-math-optimizations", "-fno-unsafe-math-optimizations",
    "-fhonor-nans",        "-fhonor-infinities",   "-fno-honor-nans",    "-fno-honor-infinities",
    "-fno-strict-overflow", "-fstrict-overflow",   "-ffreestanding",     "-fhosted",
    "-fno-hosted",         "-fpermissive"};
const Names kLanguageFlagPrefixes = {"-fno-builtin", "-fbuiltin", "-fpack-struct=",
                                     "-ffp-contract=", "-finput-charset="};

void readMeaning(std::string_view flag, FlagFacts &facts) {
  if (isOneOf(flag, {"-fwrapv", "-fno-strict-overflow"}))
    facts.wrapsSigned = true;
  else if (isOneOf(flag, {"-fno-wrapv", "-fstrict-overflow"}))
    facts.wrapsSigned = false;
  else if (flag == "-ftrapv")
    facts.trapsSigned = true;
  else if (flag == "-fno-trapv")
    facts.trapsSigned = false;
  else if (isOneOf(flag, {"-frounding-math", "-ffp-model=strict",
                          "-ffp-exception-behavior=strict"}))
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
  if (startsWithOneOf(flag, {"-Wp,-D", "-Wp,-U", "-Wp,-I"}))
    return flag.substr(4);
  if (isOneOf(flag, kKept) || startsWithOneOf(flag, kKeptPrefixes) ||
      isOneOf(flag, kLanguageFlags) || startsWithOneOf(flag, kLanguageFlagPrefixes))
    return flag;
  return "";
}

/// Macros, folders, optimisation.
std::vector<std::string> languageArguments(const FlagFacts &facts) {
  static const Names kOthersWithValue = {"-I",          "-D",         "-U",           "-isystem",
                                         "-include",    "-imacros",   "-iquote",      "-idirafter",
                                         "-isysroot",   "-iprefix",   "-iwithprefix",
                                         "-iwithprefixbefore", "--sysroot", "--include"};
  static const Names kOthers = {"-I", "-D", "-U", "-i", "-O", "--sysroot", "--include", "-Wp,"};
  std::vector<std::string> kept;
  for (size_t i = 0; i < facts.arguments.size(); ++i) {
    if (isOneOf(facts.arguments[i], kOthersWithValue))
      ++i;
    else if (!startsWithOneOf(facts.arguments[i], kOthers))
      kept.push_back(facts.arguments[i]);
  }
  return kept;
}

} // namespace

bool sameLanguage(const FlagFacts &a, const FlagFacts &b) {
  return languageArguments(a) == languageArguments(b) && a.wrapsSigned == b.wrapsSigned &&
         a.trapsSigned == b.trapsSigned && a.roundingMath == b.roundingMath &&
         a.strictAliasing == b.strictAliasing;
}

FlagFacts readFlags(const std::vector<std::string> &flags) {
  FlagFacts facts;
  auto keep = [&](const std::string &flag) {
    facts.arguments.push_back(flag);
    facts.portableArguments.push_back(flag);
  };
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    bool hasNext = i + 1 < flags.size();
    if (isOneOf(flag, kKeptWithValue)) {
      if (!hasNext)
        break;
      keep(flag);
      keep(flags[++i]);
      continue;
    }
    if (isOneOf(flag, kDroppedWithValue)) {
      ++i;
      continue;
    }
    readMeaning(flag, facts);
    if (flag.starts_with("-m")) {
      facts.arguments.push_back(flag);
      if (isOneOf(flag, {"-m32", "-m64", "-mx32"}))
        facts.portableArguments.push_back(flag);
      continue;
    }
    if (std::string kept = translated(flag); !kept.empty())
      keep(kept);
  }
  return facts;
}

} // namespace acc
