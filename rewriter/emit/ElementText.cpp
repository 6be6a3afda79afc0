#include "rewriter/emit/ElementText.h"

#include "rewriter/emit/Parameters.h"

namespace acc {
namespace {

/// Rows of `size` elements, of which one begins at `row` and holds the element at `place`.
struct RowForm {
  Polynomial row, size, place;
};

/// What a reader minds: terms, and those that are taken away.
size_t burdenOf(const Polynomial &value) {
  size_t burden = 0;
  for (const Term &term : value.terms())
    burden += term.powers.empty() ? 0 : term.coefficient < 0 ? 2 : 1;
  return burden;
}

/// The same address, where the place in the row is plainer for it: a row further, or in rows that
/// are shorter or longer by a number.
///   (k - 1) * (n + 1) + n + 1   ->   k * (n + 1)
///   (k + 1) * (n + 1) + i - k   ->   (k + 1) * n + i + 1
RowForm inPlainRows(RowForm form) {
  for (int64_t rows : {1, -1})
    if (Polynomial place = form.place - Polynomial(rows) * form.size;
        burdenOf(place) < burdenOf(form.place))
      form = {form.row + Polynomial(rows), form.size, place};
  int64_t rest = 0;
  for (const Term &term : form.size.terms())
    if (term.powers.empty())
      rest = term.coefficient;
  const Polynomial size = form.size - Polynomial(rest),
                   place = form.place + Polynomial(rest) * form.row;
  const bool isPlainer = rest != 0 && !size.isZero() && burdenOf(place) < burdenOf(form.place);
  return isPlainer ? RowForm{form.row, size, place} : form;
}

} // namespace

bool ElementText::isContiguous(const TileBuffer &buffer) const {
  const ScopAccess &access = scop.statements[buffer.statement].accesses[buffer.access];
  bool isMember =
      !scop.arrays[buffer.array].member.empty() || (access.node && !access.node->member.empty());
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
  std::vector<Polynomial> places = subscripts, sizes = view.sizes;
  if (places.size() > 1) {
    const RowForm plain = inPlainRows({places[0], sizes[0], places[1]});
    places[0] = plain.row;
    sizes[0] = plain.size;
    places[1] = plain.place;
  }
  for (size_t k = 0; k < places.size(); ++k) {
    if (!isZero) {
      std::string size = integers.text(sizes[k - 1]).at(TextLevel::Primary);
      index = index.text == "1"
                  ? PolynomialText{size, TextLevel::Primary}
                  : PolynomialText{index.at(TextLevel::Product) + " * " + size, TextLevel::Product};
    }
    if (places[k].isZero())
      continue;
    PolynomialText value = integers.text(places[k]);
    // Only the first term of the value is negated by its sign.
    const std::string summand =
        value.text.starts_with("-") ? " - " + value.text.substr(1) : " + " + value.text;
    index = isZero ? value : PolynomialText{index.text + summand, TextLevel::Sum};
    isZero = false;
  }
  return bases.text(access.array) + "[" + index.text + "]" +
         (access.node ? access.node->member : scop.arrays[access.array].member);
}

std::string ElementText::asArray(int array, const ArrayView &view,
                                 const std::vector<Polynomial> &subscripts) {
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

std::string ElementText::atAddress(const ScopAccess &access,
                                   const std::vector<Polynomial> &subscripts) {
  std::string text = bases.text(access.array);
  for (const Polynomial &subscript : subscripts)
    text += "[" + integers.text(subscript).text + "]";
  return text + (access.node ? access.node->member : scop.arrays[access.array].member);
}

} // namespace acc
