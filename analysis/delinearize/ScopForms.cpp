#include "analysis/delinearize/ScopForms.h"

#include "analysis/delinearize/FoldSplit.h"
#include "analysis/delinearize/PlainViews.h"
#include "analysis/delinearize/SettledFlag.h"
#include "analysis/delinearize/SignSplit.h"

#include <algorithm>

namespace acc {
namespace {

SourceRange placeOf(const Scop &scop) {
  return scop.nest.root ? scop.nest.root->range : SourceRange{};
}

std::optional<ScopViews> searchForms(const Variant &variant, const ScopViews &asItIs) {
  const IslContext &context = asItIs.facts->context();
  std::unique_ptr<ScopForms> forms = variant.formsOf(asItIs);
  std::optional<ScopViews> best, last = asItIs;
  bool isDone = false;
  while (!isDone) {
    ScopForms::Gain gain = ScopForms::Gain::None;
    std::optional<ScopViews> form;
    bool isComplete = context.attempt(variant.part, [&] {
      if (auto scop = forms->next(last ? &*last : nullptr))
        form = viewsIn(std::move(*scop), context);
      isDone = !form;
      if (form)
        gain = forms->gainOf(*form);
    });
    last = isComplete ? std::move(form) : std::nullopt;
    if (gain != ScopForms::Gain::None)
      best = last;
    isDone = isDone || gain == ScopForms::Gain::Enough;
  }
  return best;
}

bool holdForManySizes(const Outcome<Delinearization> &views, const ViewChoices &choices) {
  return views && views->validity.isTrue() &&
         std::none_of(choices.begin(), choices.end(),
                      [](const auto &choice) { return choice && choice->rare; });
}

} // namespace

const std::vector<Variant> &variants() {
  static const std::vector<Variant> kVariants{
      {"flag-settled", 6,
       formsOfFlags}, // if (t) A[i*m + j] = x; else A[j*n + i] = x;   one value of t
      {"folds-split", 6,
       formsOfFolds}, // A[i*m + j] = A[i*m + j + 5], j < m            j + 5 < m;  m <= j + 5
      {"signs-split", 8,
       formsOfSigns}, // A[N*i + p], -P <= p < P                       p < 0;  0 <= p
  };
  return kVariants;
}

ScopViews viewsIn(Scop scop, const IslContext &context) {
  ScopViews result{std::make_shared<const Scop>(std::move(scop)), nullptr, {}};
  result.facts = std::make_shared<const DomainFacts>(*result.scop, context);
  result.choices = chooseViews(*result.facts);
  return result;
}

Outcome<std::optional<ScopViews>> bestForm(const Variant &variant, const ScopViews &asItIs) {
  return runIsl(
      asItIs.facts->context(), placeOf(*asItIs.scop), "the other forms of the nest",
      [&]() -> Outcome<std::optional<ScopViews>> { return searchForms(variant, asItIs); });
}

Outcome<NestViews> recoverViews(Scop scop, const IslContext &context,
                                const DelinearizeOptions &options, bool plain) {
  ScopViews in{std::make_shared<const Scop>(std::move(scop)), nullptr, {}};
  auto facts = factsOf(*in.scop, context);
  if (!facts)
    return facts.rejection();
  in.facts = std::move(*facts);
  auto choices = searchViews(*in.facts, options);
  if (!choices) {
    Rejection why = choices.rejection();
    return NestViews{std::move(in), why};
  }
  in.choices = std::move(*choices);
  Outcome<Delinearization> views = delinearize(*in.facts, in.choices, options);
  for (const Variant &variant : variants()) {
    if (holdForManySizes(views, in.choices))
      break;
    auto form = bestForm(variant, in);
    if (!form || !*form)
      continue;
    in = std::move(**form);
    views = delinearize(*in.facts, in.choices, options);
  }
  if (auto changed = plain ? withPlainViews(*in.scop, in.choices) : std::nullopt) {
    in.choices = std::move(*changed);
    views = delinearize(*in.facts, in.choices, options);
  }
  return NestViews{std::move(in), std::move(views)};
}

} // namespace acc
