// Differences of Clang's code generator and LLVM's passes between the versions that we build with
// (19 to 22).
#pragma once

#include "clang/Basic/FileManager.h"
#include "clang/Basic/Version.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/Transforms/Instrumentation/BoundsChecking.h"

#include <memory>

namespace acc::compat {

inline std::unique_ptr<clang::CodeGenerator>
codeGenerator(clang::DiagnosticsEngine &diagnostics, llvm::StringRef name,
              clang::FileManager &files, const clang::HeaderSearchOptions &headers,
              const clang::PreprocessorOptions &preprocessor, const clang::CodeGenOptions &options,
              llvm::LLVMContext &context) {
  return std::unique_ptr<clang::CodeGenerator>(clang::CreateLLVMCodeGen(
      diagnostics, name, files.getVirtualFileSystemPtr(), headers, preprocessor, options, context));
}

/// A trap before each access outside of an object whose size is known where it is accessed.
inline llvm::BoundsCheckingPass boundsChecking() {
#if CLANG_VERSION_MAJOR >= 20
  return llvm::BoundsCheckingPass(llvm::BoundsCheckingPass::Options());
#else
  return llvm::BoundsCheckingPass();
#endif
}

} // namespace acc::compat
