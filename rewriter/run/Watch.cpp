#include "rewriter/run/Watch.h"

#include "rewriter/run/CodegenCompat.h"
#include "rewriter/run/Engine.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"

#include <map>

namespace acc {
namespace {

template <class Pass> void runOnFunctions(llvm::Module &module, Pass pass) {
  llvm::FunctionAnalysisManager functions; // what the passes ask for, and no more
  functions.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  functions.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  functions.registerPass([] { return llvm::AssumptionAnalysis(); });
  functions.registerPass([] { return llvm::TargetIRAnalysis(); });
  functions.registerPass([] { return llvm::TargetLibraryAnalysis(); });
  functions.registerPass([] { return llvm::LoopAnalysis(); });
  functions.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      pass.run(function, functions);
}

/// Loads of the last byte of what copies touch, which the pass checks as it does not check copies.
std::vector<llvm::Instruction *> loadsOfEnds(llvm::Module &module) {
  std::vector<llvm::Instruction *> loads;
  auto touch = [&](llvm::MemIntrinsic &copy, llvm::Value *from) {
    llvm::IRBuilder<> builder(&copy);
    llvm::Value *last = builder.CreateSub(copy.getLength(), builder.getIntN(64, 1));
    loads.push_back(builder.CreateLoad(builder.getInt8Ty(), builder.CreatePtrAdd(from, last)));
  };
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
          copy && llvm::isa<llvm::ConstantInt>(copy->getLength()) &&
          !llvm::cast<llvm::ConstantInt>(copy->getLength())->isZero()) {
        touch(*copy, copy->getRawDest());
        if (auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy))
          touch(*copy, transfer->getRawSource());
      }
  return loads;
}

/// Local arrays end where they are declared to, also for a row of one that is used as a pointer.
/// Without their alignment, up to which the pass would round their sizes.
void trapOutsideArrays(llvm::Module &module) {
  std::map<llvm::GlobalVariable *, llvm::MaybeAlign> alignments;
  for (llvm::GlobalVariable &variable : module.globals()) {
    alignments[&variable] = variable.getAlign();
    variable.setAlignment(llvm::MaybeAlign());
  }
  std::vector<llvm::Instruction *> ends = loadsOfEnds(module);
  runOnFunctions(module, compat::boundsChecking());
  for (llvm::Instruction *load : ends)
    load->eraseFromParent();
  for (const auto &[variable, alignment] : alignments)
    variable->setAlignment(alignment);
}

class Watcher {
public:
  Watcher(llvm::Module &module, const std::set<std::string> &unwatched)
      : module(module), layout(module.getDataLayout()) {
    for (const std::string &name : unwatched)
      if (const llvm::GlobalVariable *variable = module.getNamedGlobal(name))
        locals.insert(variable);
  }

  void watch(llvm::Function &function) {
    std::vector<llvm::Instruction *> accesses;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(instruction))
        accesses.push_back(&instruction);
    countRounds(function);
    for (llvm::Instruction *access : accesses) {
      llvm::IRBuilder<> builder(access);
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(access))
        touch(builder, load->getPointerOperand(), load->getType(), false);
      else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(access))
        touch(builder, store->getPointerOperand(), store->getValueOperand()->getType(), true);
      else
        replace(builder, llvm::cast<llvm::MemIntrinsic>(*access));
    }
  }

private:
  void countRounds(llvm::Function &function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> backEdges;
    llvm::FindFunctionBackedges(function, backEdges);
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> headers;
    for (const auto &[from, header] : backEdges)
      headers.insert(header);
    for (llvm::BasicBlock &block : function)
      if (headers.contains(&block)) {
        llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
        builder.CreateCall(module.getOrInsertFunction("acc_verify_step", builder.getVoidTy()));
      }
  }

  bool isOfLocal(const llvm::Value *pointer) const {
    const llvm::Value *object = llvm::getUnderlyingObject(pointer);
    return llvm::isa<llvm::AllocaInst>(object) || locals.contains(object);
  }

  void touch(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Type *type, bool isWrite) {
    if (isOfLocal(pointer))
      return;
    llvm::FunctionCallee engine =
        module.getOrInsertFunction("acc_verify_touch", builder.getVoidTy(), builder.getPtrTy(),
                                   builder.getInt64Ty(), builder.getInt32Ty());
    builder.CreateCall(engine, {pointer, builder.getInt64(layout.getTypeStoreSize(type)),
                                builder.getInt32(isWrite)});
  }

  void replace(llvm::IRBuilder<> &builder, llvm::MemIntrinsic &access) {
    llvm::Value *second = nullptr;
    const char *name = "acc_verify_memset";
    if (auto *set = llvm::dyn_cast<llvm::MemSetInst>(&access)) {
      second = builder.CreateZExt(set->getValue(), builder.getInt32Ty());
    } else {
      auto &transfer = llvm::cast<llvm::MemTransferInst>(access);
      name = llvm::isa<llvm::MemMoveInst>(access) ? "acc_verify_memmove" : "acc_verify_memcpy";
      second = transfer.getRawSource();
    }
    llvm::FunctionCallee engine = module.getOrInsertFunction(
        name, builder.getPtrTy(), builder.getPtrTy(), second->getType(), builder.getInt64Ty());
    builder.CreateCall(engine,
                       {access.getRawDest(), second,
                        builder.CreateZExtOrTrunc(access.getLength(), builder.getInt64Ty())});
    access.eraseFromParent();
  }

  llvm::Module &module;
  const llvm::DataLayout &layout;
  /// Objects that stand for local variables.
  llvm::SmallPtrSet<const llvm::Value *, 16> locals;
};

} // namespace

void watchAccesses(llvm::Module &module, const std::set<std::string> &unwatched) {
  trapOutsideArrays(module);
  Watcher watcher(module, unwatched);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      watcher.watch(function);
  // Local variables become values: most of what plain code does is with them. Afterwards, as it
  // leaves out loads whose value nobody takes.
  runOnFunctions(module, llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
}

void *watchFunction(const std::string &name) {
  static const std::map<std::string, void *> functions = {
      {"acc_verify_touch", reinterpret_cast<void *>(acc_verify_touch)},
      {"acc_verify_step", reinterpret_cast<void *>(acc_verify_step)},
      {"acc_verify_memset", reinterpret_cast<void *>(acc_verify_memset)},
      {"acc_verify_memcpy", reinterpret_cast<void *>(acc_verify_memcpy)},
      {"acc_verify_memmove", reinterpret_cast<void *>(acc_verify_memmove)},
      {"memset", reinterpret_cast<void *>(acc_verify_memset)},
      {"memcpy", reinterpret_cast<void *>(acc_verify_memcpy)},
      {"memmove", reinterpret_cast<void *>(acc_verify_memmove)},
      {"malloc", reinterpret_cast<void *>(__wrap_malloc)},
  };
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

} // namespace acc
