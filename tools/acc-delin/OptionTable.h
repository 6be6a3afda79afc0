// The table of options: names, values and help. Completions, the manual page and the command line
// are read from it.
#pragma once

#include "tools/acc-delin/Configuration.h"

#include "llvm/Support/CommandLine.h"

namespace acc::option {

/// A whole number of the command line.
using Number = unsigned long long;
class NumberParser : public llvm::cl::parser<Number> {
public:
  using parser::parser;
  /// True, with a sentence, when the text is no number of at least 0 that fits 32 bits.
  bool parse(llvm::cl::Option &option, llvm::StringRef name, llvm::StringRef text, Number &value);
};

extern llvm::cl::SubCommand analyzeCommand;
extern llvm::cl::SubCommand rewriteCommand;
extern llvm::cl::SubCommand verifyCommand;
extern llvm::cl::SubCommand tuneCommand;
extern llvm::cl::SubCommand mergeCommand;
extern llvm::cl::SubCommand explainCommand;
extern llvm::cl::SubCommand looptreeCommand;
extern llvm::cl::SubCommand serveCommand;
extern llvm::cl::list<std::string> arguments;
extern llvm::cl::opt<std::string> buildPath;
extern llvm::cl::opt<std::string> configurationFile;
extern llvm::cl::opt<std::string> output;
extern llvm::cl::opt<Number, false, NumberParser> jobs;
extern llvm::cl::opt<std::string> shard;
extern llvm::cl::opt<std::string> fileFilter;
extern llvm::cl::opt<std::string> headerFilter;
extern llvm::cl::opt<bool> allowEmpty;
extern llvm::cl::opt<std::string> changed;
extern llvm::cl::opt<bool> times;
extern llvm::cl::opt<bool> informational;
extern llvm::cl::opt<bool> verbose;
extern llvm::cl::opt<std::string> sortOrder;
extern llvm::cl::opt<std::string> color;
extern llvm::cl::opt<std::string> generate;
extern llvm::cl::opt<bool> listChecks;
extern llvm::cl::opt<bool> dumpConfig;
extern llvm::cl::opt<bool> verifyConfig;
extern llvm::cl::opt<Number, false, NumberParser> timeLimit;
extern llvm::cl::opt<Number, false, NumberParser> quota;
extern llvm::cl::opt<bool> wholeProgram;
extern llvm::cl::opt<bool> noInterposition;
extern llvm::cl::opt<bool> quiet;
extern llvm::cl::opt<std::string> format;
extern llvm::cl::list<std::string> parameters;
extern llvm::cl::list<std::string> einsums;
extern llvm::cl::opt<std::string> looptreeFormat;
extern llvm::cl::opt<std::string> failOn;
extern llvm::cl::opt<std::string> baseline;
extern llvm::cl::opt<std::string> homepage;
extern llvm::cl::opt<bool> diff;
extern llvm::cl::opt<bool> inPlace;
extern llvm::cl::opt<std::string> outputDirectory;
extern llvm::cl::opt<std::string> exportFixes;
extern llvm::cl::opt<bool> check;
extern llvm::cl::opt<bool> revertOption;
extern llvm::cl::opt<bool> force;
extern llvm::cl::opt<std::string> schedule;
extern llvm::cl::opt<std::string> only;
extern llvm::cl::opt<std::string> profile;
extern llvm::cl::opt<bool> printSchedule;
extern llvm::cl::list<std::string> compilers;
extern llvm::cl::list<std::string> sizes;
extern llvm::cl::opt<std::string> writeMachine;
extern llvm::cl::opt<bool> openmp;
extern llvm::cl::opt<std::string> style;
extern llvm::cl::opt<std::string> helpers;
extern llvm::cl::opt<bool> fastFile;
extern llvm::cl::opt<bool> inFile;
extern llvm::cl::opt<bool> lineDirectives;
extern llvm::cl::opt<std::string> levels;
extern llvm::cl::opt<bool> noHeap;
extern llvm::cl::opt<bool> noWorkThreshold;
extern llvm::cl::opt<std::string> floatingPoint;
extern llvm::cl::opt<std::string> runCheck;
extern llvm::cl::opt<std::string> judge;
extern llvm::cl::opt<double> judgeTime;
extern llvm::cl::opt<std::string> dumpAfter;
extern llvm::cl::opt<bool> timeStages;

/// The subcommands, in the order of the help.
const std::vector<llvm::cl::SubCommand *> &subCommands();

/// The names of the options of a subcommand that the help shows, without dashes, sorted.
std::vector<std::string> namesOf(llvm::cl::SubCommand &command);

/// Checks the words after the subcommand before LLVM reads them: the error for an unknown option,
/// "" if there is none.
std::string unknownOption(llvm::cl::SubCommand &command, const std::vector<std::string> &words);

/// The given options that a configuration file may also set, or the error in a value.
std::variant<OptionValues, std::string> given();

/// Options of other libraries are not shown.
void hideOthers();

} // namespace acc::option
