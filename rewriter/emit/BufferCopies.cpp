#include "rewriter/emit/BufferCopies.h"

#include "rewriter/emit/TurnedCopy.h"
#include "rewriter/emit/WorkEstimate.h"

#include <algorithm>
#include <utility>

namespace acc {

size_t ActiveBuffer::neighbours() const {
  size_t first = 0, last = tile.sizes.size() - 1;
  while (first < last && tile.sizes[first] == 1)
    ++first;
  return isReversed ? first : last;
}

std::string ActiveBuffer::element(std::vector<std::string> places) const {
  if (isReversed)
    std::reverse(places.begin(), places.end());
  std::string text = name;
  for (const std::string &place : places)
    text += "[" + place + "]";
  return text;
}

std::vector<std::string> BufferCopies::exchangeVariables(std::vector<std::string> others) {
  return std::exchange(variables, std::move(others));
}

bool BufferCopies::isVectorIndex(const std::string &symbol) const {
  return input.plan.vectorized().count(input.loops.indices[std::stoi(symbol.substr(1))].name) > 0;
}

std::string BufferCopies::endText(unsigned depth, const std::vector<Polynomial> &bounds) {
  IntExpr end;
  end.kind = IntExpr::Kind::Min;
  for (const Polynomial &bound : bounds)
    end.operands.push_back(linear(bound + Polynomial(1)));
  return integers.text(integers.value(end, integers.variable(depth) + "_end")).text;
}

std::string BufferCopies::placeIn(const TileBuffer &tile, size_t k, const Polynomial &subscript,
                                  const std::map<std::string, Polynomial> &iterators) {
  return integers
      .text((subscript.substitute(iterators) - tile.base[k]).substitute(integers.loopValues()))
      .text;
}

std::string BufferCopies::rowOf(const TileBuffer &tile, int s, int a,
                                const std::map<std::string, Polynomial> &iterators) {
  std::string text;
  const auto &subscripts = input.plan.schedule().nest().source->views.viewOf(s, a).subscripts;
  for (size_t k = 0; k < subscripts.size(); ++k)
    if (tile.rows[k])
      text += "[" + placeIn(tile, k, subscripts[k], iterators) + "]";
  return text;
}

void BufferCopies::clearRows(const ActiveBuffer &active) {
  std::string row = active.rows;
  std::vector<std::string> heads;
  for (size_t k = 0; k < active.tile.sizes.size(); ++k)
    if (active.tile.rows[k]) {
      const std::string v = integers.variable(std::stoi(active.tile.loops[k].substr(1)));
      row += "[" + v + "]";
      heads.push_back("for (" + v + " = 0; " + v + " < " + std::to_string(active.tile.sizes[k]) +
                      "; " + v + "++)");
      block.open();
    }
  block.statement(row + " = 0;");
  for (size_t k = heads.size(); k-- > 0;)
    block.close(heads[k]);
}

BufferCopies::Loops BufferCopies::loopsOf(const ActiveBuffer &active) {
  const TileBuffer &buffer = active.tile;
  Loops loops;
  loops.row = active.rows;
  for (size_t k = 0; k < buffer.sizes.size(); ++k) {
    if (buffer.sizes[k] == 1) {
      loops.elements.push_back(buffer.base[k]);
      continue;
    }
    std::string symbol = buffer.loops[k];
    std::string v;
    if (!symbol.empty()) {
      v = integers.variable(std::stoi(symbol.substr(1)));
    } else {
      if (variables.size() <= k)
        variables.resize(k + 1);
      if (variables[k].empty())
        variables[k] = integers.freshVariable("e");
      v = variables[k];
      symbol = "#" + v;
    }
    loops.places.push_back(v);
    if (!buffer.rows.empty() && buffer.rows[k]) {
      loops.row += "[" + v + "]";
      loops.rowLoops = loops.places.size();
    }
    loops.ends.push_back(buffer.bounds[k].empty()
                             ? std::to_string(buffer.sizes[k])
                             : endText(std::stoi(symbol.substr(1)), buffer.bounds[k]));
    loops.heads.push_back("for (" + v + " = 0; " + v + " < " + loops.ends.back() + "; " + v +
                          "++)");
    loops.elements.push_back(buffer.base[k] + Polynomial::symbol(symbol));
  }
  return loops;
}

void BufferCopies::copy(const ActiveBuffer &active, bool fill) {
  const TileBuffer &buffer = active.tile;
  Loops loops = loopsOf(active);
  std::string tile = active.element(loops.places),
              element = elementText.ofTile(buffer, loops.elements);
  if (fill && active.isReversed && isTurnedCopy(*input.plan.schedule().nest().source, buffer)) {
    block.statement(turnedCopy(*input.plan.schedule().nest().source, buffer, loops.ends,
                               loops.places[0], loops.places[1], tile, element,
                               isUsedOnce(scop, buffer.array)));
    return;
  }
  const bool isInRows =
      !active.isReversed && buffer.sizes.back() > 1 && elementText.isContiguous(buffer);
  const auto lanes = isInRows
                         ? lanesFor(input, scop.arrays[buffer.array].element, buffer.sizes.back())
                         : std::nullopt;
  const bool isPart = lanes && !buffer.bounds.back().empty() && isVectorIndex(buffer.loops.back());
  if (isPart) {
    loops.heads.pop_back();
  } else if (lanes && buffer.bounds.back().empty() && active.lanes &&
             active.lanes->bounds.empty()) {
    loops.heads.back() = lanes->head(loops.places.back(), loops.ends.back());
    tile = lanes->place(tile);
    element = lanes->place(element);
  }
  // Only rows that the source comes to:   for (jj..) if (C_any[jj]) for (ii..) t[jj][ii] = ..
  for (size_t k = 0; k < loops.heads.size(); ++k) {
    if (!loops.row.empty() && k == loops.rowLoops)
      block.open();
    block.open();
  }
  const std::string &to = fill ? tile : element, &from = fill ? element : tile;
  block.statement(isPart ? lanes->copy(fill, loops.places.back(), loops.ends.back(), to, from)
                         : to + " = " + from + ";");
  for (size_t k = loops.heads.size(); k-- > 0;) {
    block.close(loops.heads[k]);
    if (!loops.row.empty() && k == loops.rowLoops)
      block.close("if (" + loops.row + ")");
  }
}

} // namespace acc
