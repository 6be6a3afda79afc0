#include "scheduling/looptree/Workload.h"

#include <algorithm>
#include <cctype>

namespace acc::looptree {
namespace {

const std::vector<std::string> kEinsumFields = {"name",        "tensor_accesses",      "einsum",
                                                "rank_sizes",  "is_copy_operation",    "renames",
                                                "n_instances", "iteration_space_shape"};
const std::vector<std::string> kAccessFields = {
    "name", "projection", "output", "persistent", "backing_storage_size_scale", "bits_per_value"};

/// Names that AccelForge's expression reader takes for functions or constants of
/// its own, or for Python's keywords.
const char *const kTaken[] = {
    "beta",   "gamma",    "zeta",    "lambda", "re",    "im",       "sign",   "exp",    "log",
    "ln",     "li",       "ff",      "rf",     "fu",    "gcd",      "lcm",    "div",    "rem",
    "quo",    "pi",       "oo",      "zoo",    "nan",   "deg",      "rad",    "var",    "use",
    "per",    "root",     "trace",   "shape",  "test",  "true",     "false",  "and",    "as",
    "assert", "async",    "await",   "break",  "class", "continue", "def",    "del",    "elif",
    "else",   "except",   "finally", "for",    "from",  "global",   "if",     "import", "in",
    "is",     "nonlocal", "not",     "or",     "pass",  "raise",    "return", "try",    "while",
    "with",   "yield"};

bool isIdentifier(const std::string &name) {
  return !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_') &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

bool startsLower(const std::string &name) {
  return !name.empty() && std::islower(static_cast<unsigned char>(name[0]));
}
bool startsUpper(const std::string &name) {
  return !name.empty() && std::isupper(static_cast<unsigned char>(name[0]));
}

std::string upper(std::string text) {
  for (char &c : text)
    c = std::toupper(static_cast<unsigned char>(c));
  return text;
}

std::string withoutSpace(const std::string &text) {
  std::string result;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      result += c;
  return result;
}

std::vector<std::string> splitAt(const std::string &text, char at) {
  std::vector<std::string> parts{""};
  for (char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

class WorkloadReader {
public:
  WorkloadReader(const YamlNode &node, const YamlNode *renames, const ExprScope &variables,
                 Diagnostics &diagnostics)
      : fields(node, "workload",
               {"rank_sizes", "iteration_space_shape", "bits_per_value", "n_instances",
                "persistent_tensors", "einsums"},
               diagnostics),
        renames(renames), variables(variables), diagnostics(diagnostics) {}

  Workload read() {
    workload.instances = fields.number("n_instances", variables).value_or(1);
    for (const YamlEntry &entry : fields.map("iteration_space_shape"))
      if (!startsLower(entry.key))
        diagnostics.error(entry.place, "the rank variable '" + entry.key +
                                           "' must start with a lowercase letter");
    readEinsums(fields.list("einsums"));
    if (workload.einsums.empty())
      fields.error("einsums", "the workload has no Einsums");
    checkTensors();
    for (size_t k = 0; k < workload.einsums.size(); ++k) {
      nameSets(k);
      findBits(k);
      boundEinsum(k);
    }
    return std::move(workload);
  }

private:
  void readEinsums(const std::vector<YamlRef> &list) {
    for (const YamlRef &item : list) {
      if (item->kind == YamlNode::Kind::List)
        readEinsums(item->items);
      else
        readEinsum(item);
    }
  }

  void readEinsum(const YamlRef &item) {
    Einsum einsum;
    einsum.place = item->place;
    if (item->isScalar()) {
      if (!readText(item->text, item->place, einsum))
        return;
    } else {
      Fields own(*item, "Einsum", kEinsumFields, diagnostics);
      bool fromText = own.get("einsum");
      if (fromText && !readText(own.text("einsum"), own.placeOf("einsum"), einsum))
        return;
      if (!fromText)
        einsum.name = own.required("name");
      else if (own.get("name"))
        own.error("name", "an Einsum given as a text has the name of its output");
      for (const YamlRef &access : own.list("tensor_accesses"))
        readAccess(*access, einsum, fromText);
      einsum.isCopy = own.flag("is_copy_operation", false);
      einsum.instances = own.number("n_instances", variables).value_or(1);
    }
    if (einsum.name == "Total")
      diagnostics.error(einsum.place, "'Total' is reserved and cannot name an Einsum");
    if (workload.find(einsum.name))
      diagnostics.error(einsum.place, "there are two Einsums '" + einsum.name + "'");
    for (const std::string &variable : einsum.rankVariables())
      if (hasMeaningOfItsOwn(variable))
        diagnostics.error(einsum.place, "AccelForge cannot read the rank variable '" + variable +
                                            "': the name has a meaning of its own there");
    workload.einsums.push_back(std::move(einsum));
    nodes.push_back(item);
  }

  /// C[m,n] = A[m,k] * B[k,n]
  bool readText(const std::string &text, const Place &place, Einsum &einsum) {
    auto fail = [&](const std::string &why) {
      diagnostics.error(place, "'" + text.substr(0, 80) + "' is no Einsum: " + why);
      return false;
    };
    std::string flat = withoutSpace(text);
    if (flat.size() > 5000)
      return fail("it is too long");
    auto equals = std::count(flat.begin(), flat.end(), '=');
    if (equals != 1)
      return fail("there are " + std::to_string(equals) + " equals signs, one was expected");
    size_t middle = flat.find('=');
    std::vector<TensorAccess> output, inputs;
    if (!readFactors(flat.substr(0, middle), place, output) ||
        !readFactors(flat.substr(middle + 1), place, inputs))
      return false;
    size_t end = flat.find(']');
    if (output.size() != 1 || end == std::string::npos || end + 1 != middle)
      return fail("one output, as T[m,n], was expected before '='");
    if (inputs.empty())
      return fail("there is no input");
    output[0].output = true;
    einsum.name = output[0].tensor;
    for (TensorAccess &input : inputs)
      addAccess(std::move(input), einsum);
    addAccess(std::move(output[0]), einsum);
    return true;
  }

  /// Every NAME[projection] of a text without spaces.
  bool readFactors(const std::string &text, const Place &place, std::vector<TensorAccess> &out) {
    for (size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
      size_t start = open;
      while (start > 0 &&
             (std::isalnum(static_cast<unsigned char>(text[start - 1])) || text[start - 1] == '_'))
        --start;
      size_t close = text.find(']', open);
      TensorAccess access;
      access.tensor = text.substr(start, open - start);
      access.place = place;
      if (!isIdentifier(access.tensor) || close == std::string::npos) {
        diagnostics.error(place, "'" + text.substr(0, 80) + "' has no tensor before '['");
        return false;
      }
      for (const std::string &part : splitAt(text.substr(open + 1, close - open - 1), ','))
        if (!readTextRank(part, place, access))
          return false;
      out.push_back(std::move(access));
      open = close;
    }
    return true;
  }

  bool readTextRank(const std::string &part, const Place &place, TensorAccess &access) {
    auto fail = [&](const std::string &why) {
      diagnostics.error(place, access.tensor + "[" + part + "]: " + why);
      return false;
    };
    if (part.empty())
      return fail("a rank has no index");
    std::vector<std::string> sides = splitAt(part, ':');
    if (sides.size() > 2)
      return fail("expected 'Rank:index'");
    if (sides.size() == 2)
      return addRank(sides[0], sides[1], place, access);
    if (startsUpper(part))
      return fail("rank variables start with a lowercase letter, write 'Rank:index' for a rank");
    if (!isIdentifier(part))
      return fail("an index that is an expression needs its rank, as 'Rank:index'");
    return addRank(upper(part), part, place, access);
  }

  bool addRank(const std::string &rank, const std::string &text, const Place &place,
               TensorAccess &access) {
    auto fail = [&](const std::string &why) {
      diagnostics.error(place, access.tensor + ", rank '" + rank + "': " + why);
      return false;
    };
    if (!isIdentifier(rank) || !startsUpper(rank))
      return fail("the name of a rank must start with an uppercase letter");
    for (const RankProjection &other : access.projection)
      if (other.rank == rank)
        return fail("the rank is given twice");
    auto parsed = parseExpression(text);
    std::optional<Polynomial> index;
    if (auto *node = std::get_if<ExprRef>(&parsed))
      index = polynomialOf(**node);
    if (!index || index->overflowed())
      return fail("'" + text + "' is no index over rank variables");
    for (const std::string &variable : index->symbols())
      if (!startsLower(variable))
        return fail("the rank variable '" + variable + "' must start with a lowercase letter");
    for (const Term &term : index->terms())
      if (term.powers.empty() || term.coefficient < 0)
        diagnostics.warning(place, access.tensor + ", rank '" + rank +
                                       "': AccelForge's tile "
                                       "sizes are wrong for an index with " +
                                       (term.powers.empty() ? "a constant" : "a negative factor") +
                                       ": " + text);
    access.projection.push_back({rank, *index, place});
    return true;
  }

  void readAccess(const YamlNode &node, Einsum &einsum, bool fromText) {
    Fields own(node, "TensorAccess", kAccessFields, diagnostics);
    TensorAccess fresh;
    fresh.tensor = own.required("name");
    fresh.place = node.place;
    TensorAccess *access = &fresh;
    if (fromText) {
      auto known = std::find_if(einsum.accesses.begin(), einsum.accesses.end(),
                                [&](const TensorAccess &a) { return a.tensor == fresh.tensor; });
      if (known == einsum.accesses.end())
        return own.error("name", "the Einsum's text has no tensor '" + fresh.tensor + "'");
      for (const char *key : {"projection", "output"})
        if (own.get(key))
          own.error(key, std::string("'") + key + "' is given by the Einsum's text already");
      access = &*known;
    } else {
      fresh.output = own.flag("output", false);
      if (const YamlNode *projection = own.get("projection"))
        readProjection(*projection, fresh);
      else if (!node.find("projection"))
        own.error("projection", "TensorAccess needs 'projection'");
    }
    access->persistent = own.flag("persistent", false);
    access->backingScale = own.number("backing_storage_size_scale", variables).value_or(1);
    access->bits = own.number("bits_per_value", variables).value_or(0);
    if (!fromText)
      addAccess(std::move(fresh), einsum);
  }

  void readProjection(const YamlNode &node, TensorAccess &access) {
    if (node.kind == YamlNode::Kind::Map) {
      for (const YamlEntry &entry : node.entries)
        addRank(entry.key, entry.value->isScalar() ? entry.value->text : "", entry.place, access);
      return;
    }
    if (node.isScalar())
      return diagnostics.error(node.place, "a projection is a list of rank variables or a map "
                                           "from ranks to indices");
    for (const YamlRef &item : node.items) {
      if (!item->isScalar() || !isIdentifier(item->text))
        diagnostics.error(item->place, "a projection in a list is a rank variable; write a map "
                                       "{Rank: index} for an expression");
      else
        addRank(upper(item->text), item->text, item->place, access);
    }
  }

  void addAccess(TensorAccess access, Einsum &einsum) {
    if (einsum.access(access.tensor))
      return diagnostics.error(access.place, "the Einsum accesses '" + access.tensor +
                                                 "' twice; give the second access a tensor name "
                                                 "of its own");
    einsum.accesses.push_back(std::move(access));
  }

  static std::set<std::string> ranksOf(const TensorAccess &access) {
    std::set<std::string> ranks;
    for (const RankProjection &rank : access.projection)
      ranks.insert(rank.rank);
    return ranks;
  }

  void checkTensors() {
    std::map<std::string, const TensorAccess *> first;
    for (const Einsum &einsum : workload.einsums)
      for (const TensorAccess &access : einsum.accesses)
        if (auto [known, isNew] = first.emplace(access.tensor, &access);
            !isNew && ranksOf(*known->second) != ranksOf(access))
          diagnostics.error(access.place, "the tensor '" + access.tensor +
                                              "' has other ranks here than in an Einsum before");
  }

  /// The names that set expressions may use for one Einsum.
  void nameSets(size_t index) {
    Einsum &einsum = workload.einsums[index];
    NameSet all, inputs, outputs, persistent, intermediates, shared;
    for (const TensorAccess &access : einsum.accesses) {
      all.insert(access.tensor);
      (access.output ? outputs : inputs).insert(access.tensor);
      if (access.persistent)
        persistent.insert(access.tensor);
      bool read = false, written = false;
      for (size_t user : workload.usersOf(access.tensor))
        (workload.einsums[user].access(access.tensor)->output ? written : read) = true;
      if (read && written)
        intermediates.insert(access.tensor);
      if (workload.usersOf(access.tensor).size() > 1)
        shared.insert(access.tensor);
    }
    ExprScope sets = variables;
    for (const std::string &tensor : workload.tensors())
      sets[tensor] = all.count(tensor) ? NameSet{tensor} : NameSet{};
    sets["All"] = sets["Tensors"] = all;
    sets["Nothing"] = NameSet{};
    sets["Inputs"] = inputs;
    sets["Outputs"] = outputs;
    sets["Intermediates"] = intermediates;
    sets["Shared"] = shared;
    sets["Persistent"] = persistent;
    std::set<std::string> renamed;
    if (nodes[index]->kind == YamlNode::Kind::Map)
      if (const YamlNode *own = nodes[index]->find("renames"))
        addRenames(*own, sets, renamed);
    for (const char *which : {einsum.name.c_str(), "default"})
      globalRenames(which, sets, renamed);
    if (const YamlNode *text = fields.get("persistent_tensors"))
      if (auto set = setOf(text->text, sets, text->place, diagnostics)) {
        for (TensorAccess &access : einsum.accesses)
          access.persistent |= set->count(access.tensor) > 0;
        for (const std::string &tensor : *set)
          persistent.insert(tensor);
        sets["Persistent"] = persistent;
      }
    einsum.sets = std::move(sets);
  }

  void globalRenames(const std::string &which, ExprScope &sets, std::set<std::string> &renamed) {
    if (!renames)
      return;
    Fields all(*renames, "renames", {"einsums"}, diagnostics);
    for (const YamlRef &item : all.list("einsums")) {
      Fields one(*item, "EinsumRename", {"name", "tensor_accesses", "rank_variables"}, diagnostics);
      if (one.required("name") == which)
        if (const YamlNode *list = one.get("tensor_accesses"))
          addRenames(*list, sets, renamed);
    }
  }

  /// {new name: set} or [{name, source, expected_count}]; the first to rename
  /// wins.
  void addRenames(const YamlNode &node, ExprScope &sets, std::set<std::string> &renamed) {
    auto add = [&](const std::string &name, const YamlNode &source, std::optional<double> count) {
      if (!renamed.insert(name).second)
        return;
      auto set = setOf(source.text, sets, source.place, diagnostics);
      if (!set)
        return;
      if (count && *count != static_cast<double>(set->size()))
        diagnostics.error(source.place, "'" + name + "' was expected to name " +
                                            std::to_string(static_cast<int64_t>(*count)) +
                                            " tensors, not " + std::to_string(set->size()));
      sets[name] = *set;
    };
    for (const YamlEntry &entry : node.entries)
      add(entry.key, *entry.value, std::nullopt);
    for (const YamlRef &item : node.items) {
      Fields one(*item, "Rename", {"name", "source", "expected_count"}, diagnostics);
      std::string name = one.required("name");
      if (const YamlNode *source = one.get("source"))
        add(name, *source, one.number("expected_count", variables));
    }
  }

  void findBits(size_t index) {
    Einsum &einsum = workload.einsums[index];
    std::map<std::string, double> bits;
    if (const YamlNode *node = fields.get("bits_per_value"))
      bits = numbersBySet(*node, einsum.sets, diagnostics);
    for (TensorAccess &access : einsum.accesses) {
      if (access.bits == 0 && bits.count(access.tensor))
        access.bits = bits[access.tensor];
      if (access.bits <= 0)
        diagnostics.error(access.place, "the tensor '" + access.tensor + "' of " + einsum.name +
                                            " has no bits per value");
      for (size_t before = 0; before < index; ++before)
        if (const TensorAccess *other = workload.einsums[before].access(access.tensor);
            other && other->bits != access.bits)
          diagnostics.error(access.place, "the tensor '" + access.tensor +
                                              "' has other bits per value in " +
                                              workload.einsums[before].name);
    }
  }

  void boundEinsum(size_t index) {
    Einsum &einsum = workload.einsums[index];
    std::set<std::string> variables = einsum.rankVariables();
    std::vector<SpaceConstraint> constraints;
    std::vector<RankSize> sizes;
    auto addSizes = [&](const std::vector<YamlEntry> &entries) {
      for (const YamlEntry &entry : entries) {
        if (!startsUpper(entry.key))
          diagnostics.error(entry.place, "the name of a rank must start with an uppercase "
                                         "letter: '" +
                                             entry.key + "'");
        auto size =
            numberOf(*entry.value, "the size of '" + entry.key + "'", this->variables, diagnostics);
        if (!size)
          continue;
        if (!(*size >= 1 && *size <= 1e15)) {
          diagnostics.error(entry.value->place, "the size of '" + entry.key +
                                                    "' must be at "
                                                    "least 1");
          continue;
        }
        for (const TensorAccess &access : einsum.accesses)
          for (const RankProjection &rank : access.projection)
            if (rank.rank == entry.key)
              sizes.push_back({rank.index, static_cast<int64_t>(*size), entry.place});
      }
    };
    for (const YamlEntry &entry : fields.map("iteration_space_shape"))
      if (variables.count(entry.key))
        constraints.push_back({entry.value->text, entry.value->place});
    addSizes(fields.map("rank_sizes"));
    if (nodes[index]->kind == YamlNode::Kind::Map) {
      Fields own(*nodes[index], "Einsum", kEinsumFields, diagnostics);
      for (const YamlRef &item : own.list("iteration_space_shape"))
        constraints.push_back({item->text, item->place});
      addSizes(own.map("rank_sizes"));
    }
    findBounds(einsum, constraints, sizes, diagnostics);
  }

  Fields fields;
  const YamlNode *renames;
  const ExprScope &variables;
  Diagnostics &diagnostics;
  Workload workload;
  std::vector<YamlRef> nodes; // of workload.einsums
};

} // namespace

bool hasMeaningOfItsOwn(const std::string &name) {
  return std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken);
}

Workload readWorkload(const YamlNode &node, const YamlNode *renames, const ExprScope &variables,
                      Diagnostics &diagnostics) {
  return WorkloadReader(node, renames, variables, diagnostics).read();
}

} // namespace acc::looptree
