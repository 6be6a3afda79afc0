#include "rewriter/emit/BlockPrinter.h"

#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/BufferCopies.h"
#include "rewriter/emit/Claims.h"
#include "rewriter/emit/ElementText.h"
#include "rewriter/emit/Lanes.h"
#include "rewriter/emit/LocalArrays.h"
#include "rewriter/emit/LoopNames.h"
#include "rewriter/emit/ParallelLoop.h"
#include "rewriter/emit/Parameters.h"
#include "rewriter/emit/PartFunction.h"
#include "rewriter/emit/StatementText.h"
#include "rewriter/emit/VectorHints.h"
#include "rewriter/emit/WorkEstimate.h"
#include "rewriter/emit/lower/HoistedTests.h"
#include "rewriter/emit/lower/PlacedBuffers.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace acc {
namespace {

/// Iterations of the loop in a tile that pay for the call of a function.
constexpr int64_t kLongInTile = 16;
class Printer {
public:
  Printer(const BlockInput &input, Names &names)
      : input(input), source(*input.plan.schedule().nest().source), scop(source.scop), names(names),
        bases(input.plan, names, input.parameters),
        variables(loopNames(input.plan, input.loops, input.code, names)),
        integers(scop, variables, input.wide, names, block, input.parameters),
        elementText(source, input.wide, bases, integers),
        copies(input, integers, elementText, block), locals(block, names),
        facts(*source.context, input.context),
        statements(
            input, names, bases, integers,
            [this](int s, int a, const std::map<std::string, Polynomial> &iterators) {
              return accessText(s, a, iterators);
            },
            [this](SourceRange where, const std::string &why) { fail(where, why); }) {}

  Outcome<PrintedBlock> print() {
    enterDepth(0, input.code);
    walk(input.code);
    if (!failure.empty())
      return Rejection{RejectionKind::Emission, failurePlace, failure};
    BlockText outer;
    std::string inner = block.str(); // "{\n...}"
    for (const Bases::Declaration &alias : bases.declarations())
      if (mentions(inner, alias.name))
        outer.declare(alias.text + ";");
    for (const std::string &line : integers.declarations())
      outer.declare(line);
    std::string head = outer.str();
    return PrintedBlock{head.substr(0, head.size() - 1) + inner.substr(2), functions,
                        withoutEffect(), variables, arePartsInVectors()};
  }

private:
  /// Promotions for which no buffer was written, loops that no threads share out, and why.
  std::vector<std::string> withoutEffect() const {
    std::vector<std::string> notes;
    for (const Promotion &promotion : input.plan.promotions())
      if (!placed.count(&promotion))
        notes.push_back(
            "promote: " + promotion.array + " gets no buffer at '" + promotion.index + "': " +
            (tooLarge.count(&promotion)
                 ? "together with the enclosing buffers it would take more than " +
                       std::to_string(kPromotionBytes) + " bytes of the stack"
                 : "its accesses do not fill a box of fixed size anywhere in the loops"));
    for (const Parallel &one : input.plan.parallels())
      if (!shared.count(one.indices.front()))
        notes.push_back("parallelize: '" + one.indices.front() +
                        "' runs on one thread: it has too little work, OpenMP does not "
                        "support the form of its loop, or it uses a buffer declared "
                        "around it");
    return notes;
  }

  bool arePartsInVectors() const {
    for (unsigned d = 0; d < input.loops.depth(); ++d)
      if (input.loops.partial[d] && input.plan.vectorized().count(input.loops.indices[d].name) &&
          !partsInVectors.count(d))
        return false;
    return true;
  }

  void fail(SourceRange where, const std::string &why) {
    if (failure.empty()) {
      failure = why;
      failurePlace = where;
    }
  }

  void walk(const CodeNode &node) {
    switch (node.kind) {
    case CodeNode::Kind::Block: {
      const std::map<int, std::string> outerNames = privateNames;
      for (const CodeNode &child : node.children) {
        enterPart(child, outerNames);
        walk(child);
      }
      privateNames = outerNames;
      return;
    }
    case CodeNode::Kind::Loop:
      return loop(node);
    case CodeNode::Kind::Value:
      integers.setValue(node.depth, integers.value(node.first, variables[node.depth]));
      inDepth(node.depth + 1, node.children.front());
      return integers.endValue(node.depth);
    case CodeNode::Kind::If:
      return branch(node);
    case CodeNode::Kind::Test:
      return test(node);
    case CodeNode::Kind::Region:
      return region(node);
    case CodeNode::Kind::Notes:
      return notes(node);
    case CodeNode::Kind::Statement:
      return statement(node);
    }
  }

  /// The innermost scope is about to end.
  void endNames() {
    integers.release();
    locals.endScope();
  }

  template <typename Body>
  void scope(const std::string &head, const std::vector<std::string> &preamble, Body &&body) {
    block.open();
    const int64_t bytes = locals.bytes();
    body();
    locals.exchangeBytes(bytes);
    endNames();
    block.close(head, preamble);
  }

  void branch(const CodeNode &node) {
    RunFacts outside = facts;
    std::string head = "if (";
    for (const CodeNode *test = &node;; test = &test->children[1], head = "else if (") {
      const std::string condition = integers.condition(test->condition);
      head += (test->isFullTile ? "ACC_FULL(" + condition + ")" : condition) + ")";
      RunFacts before = facts;
      facts.enter(test->condition, true, integers.loopValues());
      scope(head, {}, [&] { arm(test->children[0]); });
      facts = before;
      facts.enter(test->condition, false, integers.loopValues());
      if (test->children.size() == 1)
        break;
      if (test->children[1].kind != CodeNode::Kind::If) {
        scope("else", {}, [&] { arm(test->children[1]); });
        break;
      }
    }
    facts = outside;
  }

  void inDepth(unsigned depth, const CodeNode &body) {
    const unsigned outer = bodyDepth;
    enterDepth(depth, body);
    walk(body);
    bodyDepth = outer;
  }

  void arm(const CodeNode &node) {
    const std::map<int, std::string> outerNames = privateNames;
    const unsigned depth = bodyDepth;
    enterDepth(depth, node);
    walk(node);
    bodyDepth = depth;
    privateNames = outerNames;
  }

  void loop(const CodeNode &node) {
    if (node.counter >= 0)
      integers.countWith(node.depth, node.counter);
    ownLoop(node);
    integers.countWithOwn(node.depth);
  }

  void ownLoop(const CodeNode &node) {
    std::string head = integers.loopHead(node);
    if (!input.goesOn.empty() && hasLoop(node.children.front()))
      head.insert(head.find("; ") + 2, input.goesOn + " && ");
    std::set<int> local;
    for (const auto &[array, buffer] : buffers)
      if (buffer.tile.isWritten)
        local.insert(array);
    if (auto lanes = lanesOf(input, node, integers.loopValues(), tilesAround()))
      return laneLoop(node, *lanes);
    if (isSharedOut(node))
      return sharedLoop(node, head);
    std::string hint = loopHint(input, node, integers.loopValues(), local);
    // clang would write several rounds of the tile one after the other, and then has too few
    // registers for their addresses.
    if (hint.empty() && isInTile && hasLoop(node.children.front()) &&
        !tripCount(node, integers.loopValues()))
      hint = "ACC_ROLLED";
    std::vector<std::string> hints;
    if (!hint.empty() && input.parameters && !asking && !sharesPrivates(node))
      hints.push_back(hint);
    RunFacts outside = facts;
    facts.enter(node, integers.loopValues());
    scope(head, hints, [&] {
      std::map<int, std::string> outerNames = privateNames;
      integers.enterLoop(node.depth);
      loopsAround.depths.push_back(node.depth);
      inDepth(node.depth + 1, node.children.front());
      loopsAround.depths.pop_back();
      privateNames = outerNames;
    });
    facts = outside;
  }

  /// Threads share out its iterations: the plan says so, and all that they set is declared inside.
  bool isSharedOut(const CodeNode &loop) const {
    auto isAround = [&](const auto &place) { return accessesArray(scop, loop, place.first); };
    return input.outside && input.goesOn.empty() && canBeShared(input, loop) &&
           std::none_of(buffers.begin(), buffers.end(), isAround) &&
           std::none_of(privateNames.begin(), privateNames.end(), isAround);
  }

  ///   ACC_PARALLEL(1.0 * n * m, 100000)
  ///   for (i = 0; i < n; i++)
  ///       f_1_part(i, n, m, A);
  void sharedLoop(const CodeNode &node, const std::string &head) {
    RunFacts outside = facts;
    facts.enter(node, integers.loopValues());
    const int64_t bytes = locals.exchangeBytes(0);
    loopsAround.depths.push_back(node.depth);
    const std::string call = part(node.depth, "_part", [&] {
      integers.enterLoop(node.depth);
      inDepth(node.depth + 1, node.children.front());
    });
    loopsAround.depths.pop_back();
    locals.exchangeBytes(bytes);
    facts = outside;
    shared.insert(input.loops.indices[node.depth].name);
    block.open();
    block.statement(call);
    block.close(head, {sharedHint(input, node, [&](const Polynomial &value) {
                  return integers.text(value).at(TextLevel::Primary);
                })});
  }

  /// What `write` writes inside of the loops down to `depth`, as a function of its own. Returns its
  /// call.
  template <typename Write>
  std::string part(unsigned depth, const std::string &suffix, Write &&write) {
    PartBody body;
    block.open();
    std::vector<std::string> outerCopies = copies.exchangeVariables({});
    std::map<int, std::string> outerNames = privateNames;
    body.arrays = locals.parameters();
    IntText::Outside around = integers.startFunction(depth);
    size_t outerGiven = std::exchange(loopsAround.given, loopsAround.depths.size());
    write();
    loopsAround.given = outerGiven;
    IntText::Inside inside = integers.endFunction(std::move(around));
    privateNames = outerNames;
    copies.exchangeVariables(std::move(outerCopies));
    endNames();
    body.block = block.take();
    body.variables = inside.own;
    body.aliases = bases.declarations();
    body.wide = input.wide.name;
    body.around = inside.around;
    PartFunction made = partFunction(input, body, suffix);
    functions.push_back(made.function);
    return made.call;
  }

  TilesAround tilesAround() const {
    TilesAround tiles;
    for (const auto &[array, buffer] : buffers) {
      if (buffer.tile.isWritten)
        tiles.all.insert(array);
      tiles.served.insert(buffer.tile.accesses.begin(), buffer.tile.accesses.end());
      if (buffer.isReversed)
        tiles.reversed[array] = {buffer.tile.accesses, buffer.neighbours(),
                                 buffer.tile.elements() / buffer.tile.sizes[buffer.neighbours()]};
    }
    return tiles;
  }

  /// ACC_LANES_16F(jj, 32) ACC_16F(t[ii][jj]) += a * ACC_16F(B[k * ldb + jj]);
  void laneLoop(const CodeNode &node, const Lanes &lanes) {
    integers.loopHead(node); // what its variable means
    const std::string end = lanes.bounds.empty() ? "" : copies.endText(node.depth, lanes.bounds);
    partsInVectors.insert(node.depth);
    RunFacts outside = facts;
    facts.enter(node, integers.loopValues());
    scope(lanes.head(integers.variable(node.depth), end), {}, [&] {
      integers.enterLoop(node.depth);
      lanesHere = {lanes, node.depth};
      loopsAround.depths.push_back(node.depth);
      walk(node.children.front());
      loopsAround.depths.pop_back();
      lanesHere.reset();
    });
    facts = outside;
  }

  /// Whether iterations of the loop use one place, around it, for values that each has for itself.
  bool sharesPrivates(const CodeNode &loop) const {
    auto isShared = [&](const PrivatePlace &place) {
      return static_cast<int>(place.depth) > loop.depth && privateNames.count(place.array) &&
             accessesArray(scop, loop, place.array);
    };
    return std::any_of(input.privates.begin(), input.privates.end(), isShared);
  }

  LocalArrays::Element elementOf(int array) const {
    return {scop.arrays[array].element.spelling, scop.arrays[array].elementSize};
  }

  /// Bytes that are only read are widened once, where they are copied: gcc sums up products of
  /// 16-bit numbers in pairs, and has no such instruction for bytes.
  LocalArrays::Element elementOf(const TileBuffer &buffer) const {
    const LocalArrays::Element own = elementOf(buffer.array);
    const bool isByte = own.bytes == 1 && scop.arrays[buffer.array].element.isInteger();
    return isByte && !buffer.isWritten ? LocalArrays::Element{"short", 2} : own;
  }

  void declareBuffer(const LocalArrays::Element &element, const std::string &name,
                     const std::vector<int64_t> &sizes, bool isZeroed = false) {
    locals.declare(element, name, sizes, isZeroed);
    if (locals.bytes() > kPromotionBytes)
      fail(placeOf(input.plan.schedule().nest()), "the local buffers would take more than " +
                                                      std::to_string(kPromotionBytes) +
                                                      " bytes of the stack");
  }

  /// Declares the private arrays whose place is inside the loop at `depth - 1`, the body of which
  /// is `body`; in each arm of a condition that chooses what an iteration does: its tiles stay in
  /// registers then.
  void enterDepth(unsigned depth, const CodeNode &body) {
    bodyDepth = depth;
    if (body.kind == CodeNode::Kind::If)
      return;
    for (const PrivatePlace &place : input.privates) {
      // An iteration that the code splits - t = 5 before the loop, the use in it - has its
      // place around both parts, and no other one inside.
      if (place.depth < depth || !accessesArray(scop, body, place.array) ||
          privateNames.count(place.array) ||
          (place.depth > depth && hasInnerPlace(scop, body, place)))
        continue;
      declarePrivate(place);
    }
  }

  /// Before a part of a block: declares those of which this and the parts behind it are a whole
  /// iteration; a loop of other iterations has its own.
  void enterPart(const CodeNode &part, const std::map<int, std::string> &outerNames) {
    for (const PrivatePlace &place : input.privates) {
      if (outerNames.count(place.array) || !accessesArray(scop, part, place.array))
        continue;
      if (hasInnerPlace(scop, part, place))
        privateNames.erase(place.array);
      else if (!privateNames.count(place.array))
        declarePrivate(place);
    }
  }

  void declarePrivate(const PrivatePlace &place) {
    const ScopArray &array = scop.arrays[place.array];
    const auto declared = array.isScalar ? std::vector<int64_t>{} : declaredSizesOf(scop, array);
    if (!declared)
      fail(placeOf(input.plan.schedule().nest()),
           "the size of the local array " + array.name + " is not constant");
    std::vector<int64_t> sizes = declared.value_or(std::vector<int64_t>{});
    sizes.insert(place.areCellsLast ? sizes.end() : sizes.begin(), place.sizes.begin(),
                 place.sizes.end());
    const std::string &stem = array.base >= 0 ? scop.nest.symbol(array.base).spelling : array.name;
    privateNames[place.array] = names.fresh(stem + (place.cells.empty() ? "" : "_tile"));
    declareBuffer(elementOf(place.array), privateNames[place.array], sizes, place.isTakenInParts);
    if (!isArrayRead(scop, place.array)) // else compilers warn of a variable that is only set
      block.statement("(void)" + privateNames[place.array] + ";");
  }

  void region(const CodeNode &node) {
    const Promotion &promotion = input.plan.promotions()[node.depth];
    const CodeNode &body = node.children.front();
    const std::optional<int> array = promotedArray(scop, promotion, body);
    if (!array) {
      placed.insert(&promotion); // a private one, which has its place
      return walk(body);
    }
    const Schedule &schedule = input.plan.schedule();
    Outcome<PromotedTile> tile = promotedTile(schedule, promotion.array, promotion.index);
    assert(tile && "a plan holds promotions of good form only");
    Promoted what{promotion, *tile, *array,
                  input.loops.depthAt(schedule.positionOf(promotion.index))};
    if (auto buffer = bufferOf(what, body))
      buffered(what, *buffer, body);
    else
      walk(body);
  }

  struct Promoted {
    const Promotion &promotion;
    const PromotedTile &tile;
    int array;
    unsigned depth;
  };

  std::optional<TileBuffer> bufferOf(const Promoted &what, const CodeNode &body) {
    auto buffer = tileBuffer(source, what.array, what.tile, body, what.depth, input.loops,
                             integers.loopValues(), facts);
    if (buffer && what.promotion.isContraction)
      buffer->isWrittenBack = false;
    if (buffer &&
        locals.bytes() + buffer->elements() * elementOf(*buffer).bytes > kPromotionBytes) {
      tooLarge.insert(&what.promotion);
      return std::nullopt;
    }
    return buffer;
  }

  void buffered(const Promoted &what, const TileBuffer &buffer, const CodeNode &body) {
    std::string name =
        names.fresh(scop.nest.symbol(scop.arrays[what.array].base).spelling + "_tile");
    std::vector<int64_t> sizes;
    for (int64_t size : buffer.sizes)
      if (size > 1)
        sizes.push_back(size);
    bool isReversed = what.promotion.layout == Promotion::Layout::LastMajor;
    if (isReversed)
      std::reverse(sizes.begin(), sizes.end());
    placed.insert(&what.promotion);
    ActiveBuffer active{buffer, name, isReversed, std::nullopt, "", ""};
    if (!buffer.rows.empty())
      std::tie(active.rows, active.all) = noted.at(&what.promotion);
    buffers[what.array] = active;
    active.lanes = lanesOfBuffer(input, body, what.array, integers.loopValues(), tilesAround());
    auto write = [&] {
      declareBuffer(elementOf(buffer), name, sizes);
      if (buffer.isFilled)
        copies.copy(active, true);
      walk(body);
      if (buffer.isWrittenBack)
        copies.copy(active, false);
    };
    const int64_t bytes = locals.bytes();
    if (buffer.isWrittenBack && active.lanes && hasOwnFunction(what, body)) {
      const bool isOuter = std::exchange(isInTile, true);
      block.statement(part(what.depth - 1, buffer.hasPartOfRows() ? "_rest" : "_tile", write));
      isInTile = isOuter;
    } else
      write();
    locals.exchangeBytes(bytes);
    buffers.erase(what.array);
  }

  /// A tile in vectors is a function of its own, which a compiler finds registers for whatever
  /// stands around it: gcc 12 takes one region for loops that need few, and there keeps sums of the
  /// tile on the stack. Not where the loop inside of it is short, and not where a local variable
  /// around it is used in it, which it could not set.
  bool hasOwnFunction(const Promoted &what, const CodeNode &body) const {
    const std::optional<int64_t> &length = input.loops.indices[what.depth].size;
    auto isVariable = [&](const auto &place) {
      return accessesArray(scop, body, place.first) && !locals.isArray(place.second);
    };
    return input.outside && input.parameters && input.goesOn.empty() && what.depth > 0 && length &&
           *length >= kLongInTile && hasLoopAt(body, what.depth) &&
           std::none_of(privateNames.begin(), privateNames.end(), isVariable);
  }

  /// The variable that says whether all tests around here hold; "" for none.
  std::string allTests() const {
    auto found = std::find_if(buffers.begin(), buffers.end(),
                              [](const auto &buffer) { return !buffer.second.all.empty(); });
    return found == buffers.end() ? "" : found->second.all;
  }

  /// Whether some test of a row holds, without which the source leaves it alone, and whether all
  /// tests do, so that compilers have a version of the tile without them:
  ///   int C_any[8], C_all = 1; for jj C_any[jj] = 0; for kk for jj { C_any[jj] |= holds[kk][jj] !=
  ///       0; C_all &= holds[kk][jj] != 0; }
  void notes(const CodeNode &node) {
    const TileBuffer &tile = *node.buffer;
    const std::string &stem = scop.nest.symbol(scop.arrays[tile.array].base).spelling;
    std::vector<int64_t> sizes;
    for (size_t k = 0; k < tile.sizes.size(); ++k)
      if (tile.rows[k])
        sizes.push_back(tile.sizes[k]);
    ActiveBuffer active{tile, "", false, std::nullopt, names.fresh(stem + "_any"), ""};
    locals.declareNote(active.rows, sizes, "");
    if (allTests().empty())
      locals.declareNote(active.all = names.fresh(stem + "_all"), {}, " = 1");
    copies.clearRows(active);
    const ActiveBuffer *outer = std::exchange(asking, &active);
    walk(node.children.front());
    asking = outer;
    noted[&input.plan.promotions()[node.depth]] = {active.rows, active.all};
  }

  std::string accessText(int s, int a, const std::map<std::string, Polynomial> &iterators) {
    std::string text = placeText(s, a, iterators);
    bool moves =
        lanesHere &&
        movesWith(input, tilesAround(), {s, a}, lanesHere->second, iterators).value_or(false);
    return moves ? lanesHere->first.place(text) : text;
  }

  std::string placeText(int s, int a, const std::map<std::string, Polynomial> &iterators) {
    const ScopAccess &access = scop.statements[s].accesses[a];
    const ScopArray &array = scop.arrays[access.array];
    if (array.isPrivate) {
      std::string cells, own;
      bool areCellsLast = false;
      for (const PrivatePlace &place : input.privates)
        if (place.array == access.array) {
          areCellsLast = place.areCellsLast;
          for (size_t c = 0; c < place.cells.size(); ++c) {
            Polynomial cell(-place.lows[c]);
            for (unsigned loop : place.cells[c])
              cell += Polynomial::symbol(loopSymbol(loop));
            cells += "[" + integers.text(cell).text + "]";
          }
        }
      for (size_t k = array.privateLoops.size(); k < access.subscripts.size(); ++k)
        own += "[" + integers.text(access.subscripts[k].substitute(iterators)).text + "]";
      return privateNames.at(access.array) + (areCellsLast ? own + cells : cells + own);
    }
    if (auto buffer = buffers.find(access.array);
        buffer != buffers.end() && buffer->second.tile.accesses.count({s, a})) {
      const TileBuffer &tile = buffer->second.tile;
      const auto &subscripts = source.views.viewOf(s, a).subscripts;
      std::vector<std::string> places;
      for (size_t k = 0; k < subscripts.size(); ++k)
        if (tile.sizes[k] > 1)
          places.push_back(copies.placeIn(tile, k, subscripts[k], iterators));
      return buffer->second.element(places);
    }
    const RecoveredArray &recovered = source.views.arrays[access.array];
    bool inView = recovered.recovered && recovered.view.kind == ViewKind::Array;
    std::vector<Polynomial> subscripts;
    for (const Polynomial &subscript :
         inView ? source.views.viewOf(s, a).subscripts : access.subscripts)
      subscripts.push_back(subscript.substitute(iterators));
    if (inView && input.asArrays && hasRows(source, access.array) &&
        !(access.node && !access.node->member.empty()))
      return elementText.asArray(access.array, recovered.view, subscripts);
    return inView ? elementText.rowMajor(access, recovered.view, subscripts)
                  : elementText.atAddress(access, subscripts);
  }

  ///   if (C_all || holds[kk][jj]) ..       while asking: C_any[jj] |= holds[kk][jj] != 0; C_all &=
  ///       holds[kk][jj] != 0;
  void test(const CodeNode &node) {
    const StatementText what = statements.text(node);
    const ScopStatement &statement = scop.statements[node.statement];
    if (asking) {
      const std::string holds = what.test.asOperand + " != 0;";
      for (size_t a = 0; a < statement.accesses.size(); ++a)
        if (statement.accesses[a].isWrite && statement.accesses[a].array == asking->tile.array)
          block.statement(asking->rows +
                          copies.rowOf(asking->tile, node.statement, a, what.iterators) +
                          " |= " + holds);
      if (!asking->all.empty())
        block.statement(asking->all + " &= " + holds);
      return;
    }
    const std::string all = allTests();
    scope("if (" + (all.empty() ? what.test.text : all + " || " + what.test.asOperand) + ")", {},
          [&] { arm(node.children.front()); });
  }

  void statement(const CodeNode &node) {
    const StatementText text = statements.text(node);
    if (text.lines.empty())
      return;
    block.raw(claimLine(scop, node.statement, text.iterators, loopsAround, integers));
    // One statement, whatever its number of lines.
    for (size_t k = 0; k + 1 < text.lines.size(); ++k)
      block.raw(text.lines[k]);
    block.statement(text.lines.back());
    if (text.lines.size() > 1)
      block.requireBraces();
  }

  const BlockInput &input;
  const LiftedScop &source;
  const Scop &scop;
  Names &names;
  BlockText block;
  Bases bases;
  const std::vector<std::string> variables; // of loops, by depth
  IntText integers;
  ElementText elementText;
  BufferCopies copies;
  LocalArrays locals;
  RunFacts facts;
  StatementPrinter statements;
  LoopsAround loopsAround;
  std::map<int, std::string> privateNames;
  std::map<int, ActiveBuffer> buffers;
  /// ActiveBuffer::rows and all, of the regions whose notes are written.
  std::map<const Promotion *, std::pair<std::string, std::string>> noted;
  /// The buffer whose tests are walked, to note what they say; null for none.
  const ActiveBuffer *asking = nullptr;
  std::set<const Promotion *> placed, tooLarge;
  std::vector<std::string> functions;
  std::set<unsigned> partsInVectors; // depths of loops in vectors
  std::set<std::string> shared;      // indices of loops that threads share out
  bool isInTile = false;             // in a function for one
  unsigned bodyDepth = 0;            // loops around the place that is written
  /// The loop in vectors that is written now, and its depth.
  std::optional<std::pair<Lanes, unsigned>> lanesHere;
  std::string failure;
  SourceRange failurePlace;
};

} // namespace

Outcome<PrintedBlock> printBlock(const BlockInput &input, Names &names) {
  return Printer(input, names).print();
}

} // namespace acc
