#include "rewriter/emit/ElementText.h"

#include "rewriter/emit/Parameters.h"

namespace acc {

bool ElementText::isContiguous(const TileBuffer &buffer) const {
  const ScopAccess &access = scop.statements[buffer.statement].accesses[buffer.access];
  bool isMember = !scop.arrays[buffer.array].member.empty() || (access.node && !access.node->member.empty());
  return !isMember && (access.subscripts.size() > 1 ||
                       source.views.arrays[buffer.array].view.kind == ViewKind::Array);
}

std::string ElementText::ofTile(const TileBuffer &buffer, const std::vector<Polynomial> &elements) {
  const ScopAccess &access = scop.statements[buffer.statement].accesses[buffer.access];
  const ArrayView &view = source.views.arrays[buffer.array].view;
  if (access.subscripts.size() > 1)
    return atAddress(access, elements);
  if (view.kind == ViewKind::Array)
    return rowMajor(access, view, elements);
  Polynomial flat = view.offset;
  for (size_t k = 0; k < elements.size(); ++k)
    flat += view.strides[k] * elements[k];
  return atAddress(access, {flat});
}

std::string ElementText::rowMajor(const ScopAccess &access, const ArrayView &view,
                         const std::vector<Polynomial> &subscripts) {
  PolynomialText index{"0", TextLevel::Primary};
  bool isZero = true;
  for (size_t k = 0; k < subscripts.size(); ++k) {
    if (!isZero) {
      std::string size = integers.text(view.sizes[k - 1]).at(TextLevel::Primary);
      index = {index.at(TextLevel::Product) + " * " + size, TextLevel::Product};
    }
    if (subscripts[k].isZero())
      continue;
    PolynomialText value = integers.text(subscripts[k]);
    index = isZero ? value : PolynomialText{index.text + " + " + value.text, TextLevel::Sum};
    isZero = false;
  }
  return bases.text(access.array) + "[" + index.text + "]" +
         (access.node ? access.node->member : scop.arrays[access.array].member);
}

std::string ElementText::asArray(int array, const ArrayView &view, const std::vector<Polynomial> &subscripts) {
  std::vector<std::string> sizes, sizesAtNest;
  for (const Polynomial &size : view.sizes) {
    sizes.push_back(integers.text(size).text);
    sizesAtNest.push_back(wideText(scop, wide, size));
  }
  std::string text = bases.rows(array, sizes, sizesAtNest);
  for (const Polynomial &subscript : subscripts)
    text += "[" + integers.text(subscript).text + "]";
  return text;
}

std::string ElementText::atAddress(const ScopAccess &access, const std::vector<Polynomial> &subscripts) {
  std::string text = bases.text(access.array);
  for (const Polynomial &subscript : subscripts)
    text += "[" + integers.text(subscript).text + "]";
  return text + (access.node ? access.node->member : scop.arrays[access.array].member);
}

} // namespace acc
