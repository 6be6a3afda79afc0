// Records the work of the preprocessor: which branches it took, which macros it expanded where.
#pragma once

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace acc {

/// A condition of the preprocessor that holds in this configuration, as an #if takes it.
struct PreprocessorCondition {
  std::string text; // "defined(STAR)", "!(N > 3)"
  std::vector<const clang::IdentifierInfo *> names;
  clang::SourceLocation where;
};

/// An #if group, from its #if to its #endif, in one file.
struct ConditionalUse {
  clang::FileID file;
  uint32_t begin = 0, end = 0;
  /// The branch that is compiled; empty when none is.
  uint32_t takenBegin = 0, takenEnd = 0;
  /// Why this branch: the conditions before it do not hold, its own does.
  std::vector<PreprocessorCondition> conditions;
};

/// One expansion of a macro, those inside other expansions included.
struct MacroUse {
  clang::FileID file; // of the outermost use
  uint32_t offset = 0;
  const clang::IdentifierInfo *name = nullptr;
  const clang::MacroInfo *info = nullptr;
};

/// System headers are left out: they are the platform, not a configuration.
struct PreprocessorRecord {
  std::vector<ConditionalUse> conditionals;
  std::vector<MacroUse> macros; // by file and offset, once finished

  /// Call when the unit has been read.
  void finish();
  llvm::ArrayRef<MacroUse> macrosIn(clang::FileID file, uint32_t begin, uint32_t end) const;
};

/// Fills `record` while the unit is preprocessed.
std::unique_ptr<clang::PPCallbacks> makeRecorder(clang::Preprocessor &preprocessor,
                                                 PreprocessorRecord &record);

} // namespace acc
