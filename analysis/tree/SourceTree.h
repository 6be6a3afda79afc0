// A small typed C tree: what the frontend reads and everything after it works
// on. Clang-free, immutable, shared; every node has its source range.
#pragma once

#include "analysis/support/Rejection.h"
#include "analysis/tree/Op.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace acc {

/// A C type, with what index arithmetic, aliasing and printing need.
struct CType {
  enum class Kind { Integer, Boolean, Floating, Pointer, Array, Void, Other };
  Kind kind = Kind::Other;
  /// sizeof, in bytes; 0 when incomplete or variable.
  unsigned size = 0;
  bool isSigned = false;
  bool isConst = false;
  bool isVolatile = false;
  bool isRestrict = false;
  /// The canonical type as C prints it, without top-level qualifiers: "unsigned long".
  std::string spelling;
  /// Of Pointer and Array.
  std::shared_ptr<const CType> element;

  bool isInteger() const { return kind == Kind::Integer || kind == Kind::Boolean; }
  unsigned bits() const { return size * 8; }
};

using SymbolId = int;

/// A variable, or a scalar location reached from one ("l.w", "p->rows", "n[0]"
/// for *n, "dims[2]"), or a pointer location ("m->data"): everything that the
/// tree names. One table per outermost nest or region, shared by the nests inside;
/// `name` is unique in it (a shadowing variable gets a suffix, `spelling` stays).
struct Symbol {
  enum class Kind { Parameter, Local, Global, Path };
  std::string name;
  std::string spelling;
  Kind kind = Kind::Local;
  CType type;
  /// Of a Path: the variable it starts from.
  SymbolId root = -1;
  /// Of a Path: what it extends by one member or dereference; -1 when that has no symbol.
  SymbolId parent = -1;
  /// Of a Path: it goes through a pointer (so a store may change it and
  /// reading it may trap).
  bool throughPointer = false;
  /// The address of the variable escapes (&x, or an array that decays).
  bool addressTaken = false;
  /// The address escapes only into calls inside the nest. If the pass `calls` removes them all, it
  /// does not escape.
  bool isLent = false;
  /// The function assigns it after its declaration.
  bool isAssigned = false;
  /// Of a pointer: used as an array or for its value, not only by `*p` and `p->w`.
  bool isWalked = false;
  bool isStaticOrThreadLocal = false;
  /// A number in a static variable of the function that every call of it assigns before it reads
  /// it: as a local variable, but calls in the nest may come back to the function.
  bool isOwnStatic = false;
  /// Made while the nest was read (the loops of a flat loop): not in the source.
  bool isInvented = false;
  /// Of an invented loop counter: the variable of the source that has its value; else -1.
  SymbolId counts = -1;
  /// Of an Array object or a pointer to arrays: the declared sizes of the inner
  /// dimensions, outermost of them first; empty for one dimension. Set on the
  /// declaration in terms of expressions valid there.
  std::vector<std::shared_ptr<const struct Expr>> innerSizes;
  /// Of an Array object: elements in all, when constant.
  std::optional<int64_t> elementCount;
  /// How much memory its declaration or its only allocation gives: the outermost size
  /// of an array (`double A[n][m]`, also of a parameter: n), or bytes (malloc). Null when
  /// that is not known or may have changed since.
  std::shared_ptr<const struct Expr> extent;
  bool extentIsBytes = false;
  SourceRange declaration;
};

using SymbolTable = std::vector<Symbol>;

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;

/// What is known of a callee.
enum class CallEffect {
  Pure,     // reads and writes no memory: fabsf, abs, ...
  Errno,    // pure but for errno: sqrt, exp under -fmath-errno
  Ordered,  // touches a state of its own, which no pointer of the program reaches: rand, printf
  Observes, // the same, and reads memory behind its arguments: fwrite, memcmp
  Fills,    // the same, and writes memory behind its arguments: fread, sscanf
  Unknown
};

struct Expr {
  enum class Kind {
    Integer, // value; text keeps the spelling ("sizeof(float)" folds too)
    Literal, // text: floating, character or string constant, with suffix
    Symbol,  // symbol
    Access,  // operands[0]: base pointer or array; operands[1..]: subscripts, in elements
    Unary,   // text: - + ! ~ & (of an Access or Symbol)
    Binary,  // text: the operator; also pointer + integer; comma excluded
    Cast, // operands[0] to `type`; isImplicit when the source does not show it; (T (*)[n])p: [1..]:
          // the sizes
    Conditional, // operands: condition, then, else
    Call,        // text: the callee's name; operands: arguments
    Assign,      // operands: target, value; text: "=", "+=", ...; its value is the target's then
    Step,        // operands[0]: target; text: "++" or "--"; isPostfix
    Comma,       // operands: what is evaluated first, and then for its value
    Block,       // ({ statements; operands[0]; })
    Unsupported  // reason, text, changed
  };
  Kind kind = Kind::Unsupported;
  CType type;
  SourceRange range;
  std::string text;
  int64_t value = 0;
  SymbolId symbol = -1;
  std::vector<ExprRef> operands;
  bool isImplicit = false;
  /// Of a Step: its value is the one before it.
  bool isPostfix = false;
  /// Of a Block.
  std::vector<std::shared_ptr<const struct Stmt>> statements;
  CallEffect effect = CallEffect::Unknown;
  /// Of a Call: the function's parameters accept the arguments (SourceNest::functions).
  bool fitsParameters = false;
  /// Of an Access of a struct element: the member path after the subscript, ".re".
  std::string member;
  RejectionKind reason = RejectionKind::Expression;
  /// Of Unsupported: the variables that what was not read assigns.
  std::vector<SymbolId> changed;

  /// Of Unary, Binary, Assign and Step: the operator; else None.
  Op op() const { return opNamed(text); }
};

struct Stmt;
using StmtRef = std::shared_ptr<const Stmt>;

/// What the frontend knows of a loop as a place to edit.
struct LoopFacts {
  /// Why the bytes of this loop cannot be replaced (macro, #if, label, pragma).
  std::optional<Rejection> notEditable;
  /// The whole statement in the file, up to and with its last ';' or '}'.
  SourceRange editRange;
  /// Where the definition of the function around it begins; none where that is text of a macro.
  std::optional<uint32_t> functionBegin;
  /// How floating-point operations are computed outside of functions there, by flags and pragmas:
  /// equal where numbers are equal, and nothing else. None when the unit does not define the
  /// function.
  std::optional<uint64_t> floatingMode;
  /// Variables, arrays too, that may be read after the loop ends.
  std::vector<SymbolId> liveOut;
  /// Those that only holders of their address read there: Symbol::isLent.
  std::vector<SymbolId> lentOut;
  /// A pragma that applies to the loop, verbatim; "" when none.
  std::string pragma;
  /// What another configuration of the file may change about the loop: conditions of the
  /// preprocessor ("defined(STAR)", "(N) == (100)") and of C ("sizeof(real) == 8") that hold
  /// here and on which the reading of the loop rests.
  std::vector<std::string> pins;
  std::vector<std::string> typePins;
};

/// The labels before a section of a switch.
struct SectionLabels {
  /// Of the `case` labels, as numbers of the type of what is compared with them.
  std::vector<int64_t> values;
  bool isDefault = false;
};

struct Stmt {
  enum class Kind {
    Block,    // children
    For,      // init (may be null), condition (may be null), step (may be null), children[0]: body
    While,    // condition, children[0]
    DoWhile,  // condition, children[0]
    If,       // condition, children[0], children[1] when there is an else
    Switch,   // condition; children: its sections, each of which runs on into the next; labels
    Once,     // children[0]: do { ... } while (0), whose end is where break and continue in it go
    Assign,   // target op value: "=", "+=", ...; ++ and -- are "+= 1" and "-= 1"
    Declare,  // symbol, value (may be null)
    Evaluate, // value: an expression for its effect
    Jump,     // text: break, continue, return, goto; value of a return (may be null); isEnding
    Empty,
    Unsupported // reason, text, changed
  };
  Kind kind = Kind::Unsupported;
  SourceRange range;
  std::string text;
  SymbolId symbol = -1;
  ExprRef target;
  ExprRef value;
  ExprRef condition;
  StmtRef init;
  StmtRef step;
  std::vector<StmtRef> children;
  /// Of Switch: of each of its children.
  std::vector<SectionLabels> labels;
  RejectionKind reason = RejectionKind::Statement;
  /// Of Unsupported: the variables that what was not read assigns.
  std::vector<SymbolId> changed;
  /// Of For, While and DoWhile.
  LoopFacts loop;
  /// Locations behind pointers that the statement as written certainly reads if control reaches it,
  /// as printExpr writes them: not inside &&, || and ?:. See CertainReads.h.
  std::vector<std::string> reads;
  /// Of Jump: control does not return from the statement before it, such as abort(). The Jump has
  /// no target; its text says why. See Endings.h.
  bool isEnding = false;
  /// Of For: the body runs once before the condition is tested (a do loop that counts).
  bool runsFirst = false;
  /// In text that is proved: what it claims to be, as rewriter/validate/Instances.h reads it. Its
  /// values are those where control comes to the statement, and take part in every change of
  /// variables.
  std::vector<ExprRef> claim;

  /// Of Assign: the operator; else None.
  Op op() const { return opNamed(text); }
};

/// A function whose body may be inlined. The tree has a separate table.
struct CalledFunction {
  std::shared_ptr<const SymbolTable> symbols;
  std::vector<SymbolId> parameters;
  StmtRef body;
  /// Statements of the body, as it is written.
  size_t length = 0;
  /// Always inlined as a whole: a function of the rewriter (readRegion). Its nodes keep their
  /// places.
  bool isOpened = false;
};

} // namespace acc
