#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/EditFacts.h"
#include "analysis/frontend/Labels.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/TreeUtil.h"

#include "clang/AST/Attr.h"

namespace acc {
namespace {

bool isLoop(const clang::Stmt *stmt) {
  return llvm::isa<clang::ForStmt>(stmt) || llvm::isa<clang::WhileStmt>(stmt) ||
         llvm::isa<clang::DoStmt>(stmt);
}

/// A size of a variable-length array that does more than say a number.
bool hasEffectInSizes(clang::QualType type, const clang::ASTContext &context) {
  while (const clang::ArrayType *array = context.getAsArrayType(type)) {
    const auto *variable = llvm::dyn_cast<clang::VariableArrayType>(array);
    if (variable && variable->getSizeExpr() && variable->getSizeExpr()->HasSideEffects(context))
      return true;
    type = array->getElementType();
  }
  return false;
}

} // namespace

bool isPlainBlock(const clang::DoStmt *loop, const clang::ASTContext &context) {
  clang::Expr::EvalResult result;
  const clang::Expr *condition = loop->getCond();
  if (condition->isValueDependent() || condition->HasSideEffects(context) ||
      !condition->EvaluateAsInt(result, context))
    return false;
  return result.Val.getInt() == 0;
}

std::shared_ptr<Stmt> TreeBuilder::makeStmt(Stmt::Kind kind, const clang::Stmt *at) const {
  auto node = std::make_shared<Stmt>();
  node->kind = kind;
  node->range = rangeOf(context, at->getSourceRange());
  return node;
}

StmtRef TreeBuilder::unsupportedStmt(const clang::Stmt *at, RejectionKind reason,
                                     std::string text) {
  auto node = makeStmt(Stmt::Kind::Unsupported, at);
  node->reason = reason;
  node->text = std::move(text);
  node->changed = assignedSymbols(at);
  return node;
}

StmtRef TreeBuilder::assign(const clang::Expr *at, ExprRef target, std::string op,
                            ExprRef value) const {
  auto node = makeStmt(Stmt::Kind::Assign, at);
  node->target = std::move(target);
  node->text = std::move(op);
  node->value = std::move(value);
  return node;
}

StmtRef TreeBuilder::stepByOne(const clang::UnaryOperator *op, ExprRef target) const {
  ExprRef one = makeStepOfOne(target->type, rangeOf(context, op->getSourceRange()));
  return assign(op, std::move(target), op->isIncrementOp() ? "+=" : "-=", one);
}

StmtRef TreeBuilder::single(const clang::Stmt *stmt) {
  Stmts parts;
  statement(stmt, parts);
  if (parts.size() == 1)
    return parts.front();
  return makeBlock(std::move(parts), rangeOf(context, stmt->getSourceRange()));
}

StmtRef TreeBuilder::build(const clang::Stmt *stmt) {
  StmtRef root = single(stmt);
  finish();
  return root;
}

/// The variables that live behind each loop: all that the tree names are known now.
void TreeBuilder::finish() {
  for (const auto &[stmt, node] : loops)
    readLiveAfter(stmt, node->loop);
}

StmtRef TreeBuilder::buildBlock(const std::vector<const clang::Stmt *> &stmts) {
  Stmts parts;
  sequence(stmts, parts);
  SourceRange range = rangeOf(context, {stmts.front()->getBeginLoc(), stmts.back()->getEndLoc()});
  bool isBlock = parts.size() == 1 && parts.front()->kind == Stmt::Kind::Block;
  StmtRef root = isBlock ? parts.front() : makeBlock(std::move(parts), range);
  finish();
  return root;
}

void TreeBuilder::statement(const clang::Stmt *stmt, Stmts &out) {
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
    return expressionStatement(expr, out);
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    Stmts children;
    const std::vector<const clang::Stmt *> body(compound->body_begin(), compound->body_end());
    sequence(body, children);
    out.push_back(makeBlock(std::move(children), rangeOf(context, stmt->getSourceRange())));
    return;
  }
  if (const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(stmt))
    return declaration(declarations, out);
  if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(stmt))
    return branch(choice, out);
  if (isLoop(stmt))
    return loop(stmt, out);
  if (llvm::isa<clang::NullStmt>(stmt)) {
    out.push_back(makeStmt(Stmt::Kind::Empty, stmt));
    return;
  }
  if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) {
    // Loop hints are pragmas, which the facts of the loop hold.
    for (const clang::Attr *attribute : attributed->getAttrs())
      if (!llvm::isa<clang::LoopHintAttr>(attribute) &&
          !llvm::isa<clang::FallThroughAttr>(attribute))
        out.push_back(unsupportedStmt(stmt, RejectionKind::Statement, "an attributed statement"));
    return statement(attributed->getSubStmt(), out);
  }
  const char *jump = llvm::isa<clang::BreakStmt>(stmt)      ? "break"
                     : llvm::isa<clang::ContinueStmt>(stmt) ? "continue"
                     : llvm::isa<clang::ReturnStmt>(stmt)   ? "return"
                     : llvm::isa<clang::GotoStmt>(stmt)     ? "goto"
                                                            : nullptr;
  if (jump) {
    auto node = makeStmt(Stmt::Kind::Jump, stmt);
    node->text = jump;
    if (const auto *skip = llvm::dyn_cast<clang::GotoStmt>(stmt))
      node->text += " " + skip->getLabel()->getName().str();
    const auto *end = llvm::dyn_cast<clang::ReturnStmt>(stmt);
    if (end && end->getRetValue())
      node->value = expression(end->getRetValue());
    out.push_back(node);
    return;
  }
  if (llvm::isa<clang::AsmStmt>(stmt)) {
    out.push_back(unsupportedStmt(stmt, RejectionKind::InlineAssembly, "asm"));
    return;
  }
  if (llvm::isa<clang::LabelStmt>(stmt) || llvm::isa<clang::SwitchStmt>(stmt) ||
      llvm::isa<clang::SwitchCase>(stmt))
    return labelled(stmt, out);
  RejectionKind reason =
      llvm::isa<clang::IndirectGotoStmt>(stmt) ? RejectionKind::SetJump : RejectionKind::Statement;
  out.push_back(unsupportedStmt(stmt, reason, "a form outside plain C"));
}

// The loops below a label or a switch can still be read on their own, so the statements below stay
// in the tree behind an Unsupported node.
void TreeBuilder::labelled(const clang::Stmt *stmt, Stmts &out) {
  if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt);
      label && (!isJumpedTo(*label) || ends.contains(label->getDecl())))
    return statement(label->getSubStmt(), out);
  Stmts parts;
  if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt)) {
    parts.push_back(
        unsupportedStmt(stmt, RejectionKind::Jump, std::string("the label ") + label->getName()));
    statement(label->getSubStmt(), parts);
  } else if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(stmt)) {
    if (StmtRef node = switchStatement(choice))
      return out.push_back(node);
    parts.push_back(unsupportedStmt(stmt, RejectionKind::Statement, "switch"));
    statement(choice->getBody(), parts);
  } else {
    parts.push_back(unsupportedStmt(stmt, RejectionKind::Jump, "a case label"));
    statement(llvm::cast<clang::SwitchCase>(stmt)->getSubStmt(), parts);
  }
  out.push_back(makeBlock(std::move(parts), rangeOf(context, stmt->getSourceRange())));
}

void TreeBuilder::expressionStatement(const clang::Expr *expr, Stmts &out) {
  expr = expr->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr);
      cast && cast->getCastKind() == clang::CK_ToVoid)
    return expressionStatement(cast->getSubExpr(), out);
  if (const auto *block = llvm::dyn_cast<clang::StmtExpr>(expr))
    return statement(block->getSubStmt(), out);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return valuelessChoice(choice, out);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (op && op->getOpcode() == clang::BO_Comma) {
    expressionStatement(op->getLHS(), out);
    return expressionStatement(op->getRHS(), out);
  }
  StmtRef node;
  const auto *step = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (op && op->isAssignmentOp()) {
    ExprRef target = place(op->getLHS());
    node = assign(op, target, op->getOpcodeStr().str(), expression(op->getRHS()));
  } else if (step && step->isIncrementDecrementOp()) {
    node = stepByOne(step, place(step->getSubExpr()));
  } else {
    auto evaluate = makeStmt(Stmt::Kind::Evaluate, expr);
    evaluate->value = expression(expr);
    node = evaluate;
  }
  out.push_back(node);
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr);
  if (call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn())
    out.push_back(makeEnding(call->getDirectCallee()->getNameAsString(), node->range));
}

// c ? f() : g();  is  if (c) f(); else g();
void TreeBuilder::valuelessChoice(const clang::ConditionalOperator *choice, Stmts &out) {
  auto node = makeStmt(Stmt::Kind::If, choice);
  node->condition = expression(choice->getCond());
  for (const clang::Expr *side : {choice->getTrueExpr(), choice->getFalseExpr()}) {
    Stmts parts;
    expressionStatement(side, parts);
    node->children.push_back(makeBlock(std::move(parts), rangeOf(context, side->getSourceRange())));
  }
  out.push_back(node);
}

void TreeBuilder::declaration(const clang::DeclStmt *stmt, Stmts &out) {
  for (const clang::Decl *decl : stmt->decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable) {
      const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl);
      if (alias && alias->getUnderlyingType()->isVariablyModifiedType())
        out.push_back(unsupportedStmt(stmt, RejectionKind::Statement,
                                      "a typedef of a variable-length array"));
      continue;
    }
    if (variable->hasExternalStorage())
      continue;
    if (variable->isStaticLocal()) {
      out.push_back(unsupportedStmt(stmt, RejectionKind::StaticLocal, variable->getName().str()));
      continue;
    }
    if (variable->hasAttr<clang::CleanupAttr>()) {
      out.push_back(unsupportedStmt(stmt, RejectionKind::Statement, "a cleanup attribute"));
      continue;
    }
    if (isVolatileOrAtomic(context, variable->getType())) {
      out.push_back(unsupportedStmt(stmt, RejectionKind::Volatile, variable->getName().str()));
      continue;
    }
    if (hasEffectInSizes(variable->getType(), context)) {
      out.push_back(
          unsupportedStmt(stmt, RejectionKind::Statement, "a side effect in the size of an array"));
      continue;
    }
    auto node = makeStmt(Stmt::Kind::Declare, stmt);
    node->range = rangeOf(context, variable->getSourceRange());
    if (const clang::Expr *value = variable->getInit())
      node->value = expression(value);
    node->symbol = symbolOf(variable);
    out.push_back(node);
  }
}

void TreeBuilder::branch(const clang::IfStmt *stmt, Stmts &out) {
  auto node = makeStmt(Stmt::Kind::If, stmt);
  node->condition = expression(stmt->getCond());
  node->children = {single(stmt->getThen())};
  if (stmt->getElse())
    node->children.push_back(single(stmt->getElse()));
  out.push_back(node);
}

/// A loop of a function that is called is nothing to edit.
LoopFacts TreeBuilder::loopFacts(const clang::Stmt *stmt) const {
  if (liveness)
    return readEditFacts(unit, facts, *stmt, enclosing.text, atEntry);
  // Pragmas can only be seen in the main file.
  std::optional<uint32_t> at = mainOffset(context.getSourceManager(), stmt->getBeginLoc());
  LoopFacts loop;
  loop.pragma = at ? pragmasBefore(unit, *at) : "unknown";
  return loop;
}

void TreeBuilder::loop(const clang::Stmt *stmt, Stmts &out) {
  const clang::Stmt *body = nullptr;
  const clang::Expr *condition = nullptr;
  auto node = makeStmt(Stmt::Kind::For, stmt);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
    if (loop->getInit())
      node->init = single(loop->getInit());
    condition = loop->getCond();
    if (loop->getInc())
      node->step = single(loop->getInc());
    body = loop->getBody();
  } else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) {
    node->kind = Stmt::Kind::While;
    condition = loop->getCond();
    body = loop->getBody();
  } else {
    const auto *repeat = llvm::cast<clang::DoStmt>(stmt);
    if (isPlainBlock(repeat, context)) {
      node->kind = Stmt::Kind::Once;
      node->children = {single(repeat->getBody())};
      return out.push_back(node);
    }
    node->kind = Stmt::Kind::DoWhile;
    condition = repeat->getCond();
    body = repeat->getBody();
  }
  if (condition)
    node->condition = expression(condition);
  node->loop = loopFacts(stmt);
  const EnclosingPragma outer = enclosing;
  if (const unsigned loops = loopsReachedBy(node->loop.pragma))
    enclosing = {node->loop.pragma, loops};
  else
    enclosing.passLoop();
  node->children = {single(body)};
  enclosing = outer;
  loops.emplace_back(stmt, node);
  out.push_back(node);
}

} // namespace acc
