#include "scheduling/looptree/Picture.h"

#include <algorithm>
#include <cstdio>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

constexpr double kGap = 18, kLine = 16, kCharacter = 7.2, kMargin = 20, kPadding = 12;

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  return result;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

struct Box {
  const MappingNode *node = nullptr;
  std::vector<std::string> lines;
  double width = 0, height = 0;
  /// The branches of a split; below anything else the nodes that it holds.
  std::vector<Box> below;
  /// With everything below.
  double totalWidth = 0, totalHeight = 0;
};

class Layout {
public:
  Layout(const Spec &spec, const std::vector<EinsumPath> &paths, const Figures &figures)
      : spec(spec), paths(paths), figures(figures) {}

  /// The boxes of a chain, the first one holding the rest.
  std::vector<Box> chain(const std::vector<MappingNode> &nodes, size_t from) const {
    if (from == nodes.size())
      return {};
    const MappingNode &node = nodes[from];
    if (node.isChain())
      return chain(node.nodes, 0);
    Box box;
    box.node = &node;
    box.lines = linesOf(node);
    if (node.isSplit())
      for (const MappingNode &branch : node.nodes)
        for (Box &part : branch.isSplit() ? chain({branch}, 0) : chain(branch.nodes, 0))
          box.below.push_back(std::move(part));
    else
      box.below = chain(nodes, from + 1);
    measure(box);
    return {box};
  }

private:
  static void measure(Box &box) {
    for (const std::string &line : box.lines)
      box.width = std::max(box.width, kCharacter * static_cast<double>(line.size()));
    box.width += 2 * kPadding + (box.node->kind == Kind::Compute ? 30 : 0);
    box.height =
        kLine * static_cast<double>(box.lines.size()) + kPadding + (box.node->isHolder() ? 12 : 0);
    double width = 0, height = 0;
    for (const Box &part : box.below) {
      width += part.totalWidth + (width > 0 ? kGap : 0);
      height = std::max(height, part.totalHeight + kGap);
    }
    if (box.node->isSplit())
      box.width = std::max(box.width, width);
    box.totalWidth = std::max(box.width, width);
    box.totalHeight = box.height + height;
  }

  std::vector<std::string> linesOf(const MappingNode &node) const {
    switch (node.kind) {
    case Kind::Temporal:
      return {"for " + node.rankVariable + tileOf(node)};
    case Kind::Spatial:
      return {"parallel-for " + node.rankVariable + tileOf(node),
              "over " + node.component + " " + node.name};
    case Kind::Compute:
      return {node.einsum, "on " + node.component};
    case Kind::Storage:
    case Kind::Toll: {
      std::vector<std::string> lines{node.component};
      for (const std::string &tensor : node.tensors)
        lines.push_back(tensor + tensorText(node, tensor));
      return lines;
    }
    case Kind::Reservation:
    case Kind::TextBox:
      return {node.text.empty() ? tagOf(node.kind) : node.text};
    default:
      return {tagOf(node.kind)};
    }
  }

  static std::string tileOf(const MappingNode &node) {
    std::string text = node.tileShape ? ", tile " + std::to_string(*node.tileShape) : std::string();
    return node.text.empty() ? text : text + " (" + node.text + ")";
  }

  /// ": tile 16, reuse 4, lives one m"; of the first Einsum that has figures for it.
  std::string tensorText(const MappingNode &node, const std::string &tensor) const {
    for (size_t e = 0; e < paths.size(); ++e)
      for (const HolderFigures &row : figures.einsums[e].holders)
        if (paths[e].steps[row.step].node == &node && row.tensor == tensor)
          return ": tile " + number(row.tile) + ", reuse " + number(row.reuse) + ", lives " +
                 lifetime(e, row);
    return "";
  }

  std::string lifetime(size_t einsum, const HolderFigures &row) const {
    if (row.persistent)
      return "always";
    std::vector<size_t> users = spec.workload.usersOf(row.tensor);
    std::string span;
    if (row.isBacking && users.size() > 1)
      span = spec.workload.einsums[users.front()].name + " to " +
             spec.workload.einsums[users.back()].name;
    const MappingNode *loop = nullptr;
    const std::vector<PathStep> &steps = paths[einsum].steps;
    for (size_t k = 0; k < row.step; ++k)
      if (steps[k].isLoop())
        loop = steps[k].node;
    std::string pass = loop ? "one " + loop->rankVariable : span.empty() ? "the whole run" : "";
    return span + (span.empty() || pass.empty() ? "" : " in ") + pass;
  }

  const Spec &spec;
  const std::vector<EinsumPath> &paths;
  const Figures &figures;
};

class Drawing {
public:
  void box(const Box &one, double left, double top) {
    double x = left + (one.totalWidth - one.width) / 2;
    shape(one, x, top);
    double textTop = top + kPadding / 2 + 12 + (one.node->isHolder() ? 10 : 0);
    for (size_t k = 0; k < one.lines.size(); ++k)
      text += "<text x=\"" + number(x + one.width / 2) + "\" y=\"" +
              number(textTop + kLine * static_cast<double>(k)) + "\"" +
              (k == 0 ? " font-weight=\"bold\"" : "") + ">" + escaped(one.lines[k]) + "</text>\n";
    double width = 0;
    for (const Box &part : one.below)
      width += part.totalWidth + (width > 0 ? kGap : 0);
    double at = left + (one.totalWidth - width) / 2;
    for (const Box &part : one.below) {
      double middle = at + part.totalWidth / 2;
      double from = one.node->isSplit() ? middle : x + one.width / 2;
      text += "<line x1=\"" + number(from) + "\" y1=\"" + number(top + one.height) + "\" x2=\"" +
              number(middle) + "\" y2=\"" + number(top + one.height + kGap) +
              "\" stroke=\"#555\"/>\n";
      box(part, at, top + one.height + kGap);
      at += part.totalWidth + kGap;
    }
  }

  std::string text;

private:
  void shape(const Box &one, double x, double y) {
    double w = one.width, h = one.height;
    std::string place = "x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(w) +
                        "\" height=\"" + number(h) + "\"";
    switch (one.node->kind) {
    case Kind::Temporal:
      text += "<rect class=\"loop\" " + place + " fill=\"#fff3d6\" stroke=\"#555\"/>\n";
      break;
    case Kind::Spatial:
      text += "<rect class=\"loop\" " + place +
              " fill=\"#ffe0b0\" stroke=\"#555\" stroke-dasharray=\"5 3\"/>\n";
      break;
    case Kind::Storage: {
      std::string middle = number(w / 2);
      std::string top = number(x) + " " + number(y + 8);
      text += "<path class=\"storage\" d=\"M" + top + " a" + middle + " 8 0 0 1 " + number(w) +
              " 0 v" + number(h - 16) + " a" + middle + " 8 0 0 1 " + number(-w) +
              " 0 z\" fill=\"#d7fcd7\" stroke=\"#555\"/>\n<path d=\"M" + top + " a" + middle +
              " 8 0 0 0 " + number(w) + " 0\" fill=\"none\" stroke=\"#555\"/>\n";
      break;
    }
    case Kind::Toll:
      text += "<path class=\"toll\" d=\"M" + number(x) + " " + number(y) + " h" + number(w - 10) +
              " l10 " + number(h / 2) + " l-10 " + number(h / 2) + " h" + number(10 - w) +
              " z\" fill=\"#ffcc99\" stroke=\"#555\"/>\n";
      break;
    case Kind::Compute:
      text += "<ellipse class=\"compute\" cx=\"" + number(x + w / 2) + "\" cy=\"" +
              number(y + h / 2) + "\" rx=\"" + number(w / 2) + "\" ry=\"" + number(h / 2) +
              "\" fill=\"#e0eeff\" stroke=\"#555\"/>\n";
      break;
    default:
      text += std::string("<rect class=\"") + (one.node->isSplit() ? "split" : "note") + "\" " +
              place + " rx=\"6\" fill=\"#eeeeee\" stroke=\"#999\"/>\n";
    }
  }
};

} // namespace

std::string pictureOf(const Spec &spec, const std::vector<EinsumPath> &paths,
                      const Figures &figures) {
  std::vector<Box> boxes = Layout(spec, paths, figures).chain(spec.mapping.nodes, 0);
  double width = 0, height = 0;
  Drawing drawing;
  double titled = spec.mapping.text.empty() ? 0 : kLine + 6;
  for (const Box &box : boxes) {
    drawing.box(box, kMargin, kMargin + titled);
    width = std::max(width, box.totalWidth);
    height = box.totalHeight;
  }
  width += 2 * kMargin;
  height += 2 * kMargin + titled;
  std::string title = spec.mapping.text.empty()
                          ? ""
                          : "<text x=\"" + number(width / 2) + "\" y=\"" + number(kMargin + 8) +
                                "\" font-size=\"14\">" + escaped(spec.mapping.text) + "</text>\n";
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" +
         number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) +
         "\" font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + title + drawing.text +
         "</svg>\n";
}

} // namespace acc::looptree
