#include "analysis/tree/Op.h"

#include <array>

namespace acc {
namespace {

constexpr const char *kTexts[] = {
    "",
#define ACC_OP(name, text) text,
#include "analysis/tree/Op.def"
};

} // namespace

Op opNamed(std::string_view text) {
  for (size_t k = 1; k < std::size(kTexts); ++k)
    if (text == kTexts[k])
      return Op(k);
  return Op::None;
}

const char *opText(Op op) { return kTexts[size_t(op)]; }

Op operationOf(Op assignment) {
  if (assignment < Op::PlusEqual || assignment > Op::GreaterGreaterEqual)
    return Op::None;
  const std::string_view text = opText(assignment);
  return opNamed(text.substr(0, text.size() - 1));
}

bool isStrict(Op op) { return op == Op::Less || op == Op::Greater; }
bool isGreater(Op op) { return op == Op::Greater || op == Op::GreaterEqual; }
bool isOrder(Op op) { return op >= Op::Less && op <= Op::GreaterEqual; }
bool isComparison(Op op) { return op >= Op::Less && op <= Op::ExclaimEqual; }
bool isShift(Op op) { return op == Op::LessLess || op == Op::GreaterGreater; }
bool isLogical(Op op) { return op == Op::AmpAmp || op == Op::PipePipe; }
bool isTruth(Op op) { return isComparison(op) || isLogical(op) || op == Op::Exclaim; }

Op negated(Op op) {
  switch (op) {
  case Op::Less:
    return Op::GreaterEqual;
  case Op::LessEqual:
    return Op::Greater;
  case Op::Greater:
    return Op::LessEqual;
  case Op::GreaterEqual:
    return Op::Less;
  case Op::EqualEqual:
    return Op::ExclaimEqual;
  case Op::ExclaimEqual:
    return Op::EqualEqual;
  default:
    return Op::None;
  }
}

Op mirrored(Op op) {
  switch (op) {
  case Op::Less:
    return Op::Greater;
  case Op::LessEqual:
    return Op::GreaterEqual;
  case Op::Greater:
    return Op::Less;
  case Op::GreaterEqual:
    return Op::LessEqual;
  case Op::EqualEqual:
  case Op::ExclaimEqual:
    return op;
  default:
    return Op::None;
  }
}

} // namespace acc
