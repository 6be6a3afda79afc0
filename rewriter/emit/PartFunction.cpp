#include "rewriter/emit/PartFunction.h"

#include <set>

namespace acc {

PartFunction partFunction(const BlockInput &input, const PartBody &body,
                          const std::string &suffix) {
  std::string text = body.block, head;
  for (const std::string &variable : body.variables)
    head += (head.empty() ? "    " + body.wide + " " : ", ") + variable;
  head += head.empty() ? "" : ";\n";
  for (const Bases::Declaration &alias : body.aliases)
    if (mentions(text, alias.name))
      head += "    " + alias.text + ";\n";
  text.insert(2, head); // behind "{\n"

  // A declaration may name other parameters: float (*C)[ldc].
  std::vector<std::pair<std::string, std::string>> known;
  for (const std::string &name : body.around)
    if (text.find("const " + body.wide + " " + name + " = ") == std::string::npos)
      known.emplace_back(name, body.wide + " " + name);
  std::vector<std::pair<std::string, std::string>> given = input.parameters->named();
  known.insert(known.end(), given.begin(), given.end());
  for (const Bases::Declaration &array : body.arrays)
    known.emplace_back(array.name, array.text);
  std::set<std::string> used;
  for (std::string code = text; !code.empty();) {
    std::string more;
    for (const auto &[name, declaration] : known)
      if (mentions(code, name) && used.insert(name).second)
        more += declaration + ";";
    code = more;
  }
  std::string declarations, arguments;
  for (const auto &[name, declaration] : known) {
    if (!used.count(name))
      continue;
    declarations += (declarations.empty() ? "" : ", ") + declaration;
    arguments += (arguments.empty() ? "" : ", ") + name;
  }
  std::string name = input.outside->fresh(input.stem + suffix);
  return {"static ACC_OF_TILE void " + name + "(" + declarations + ")\n" + text,
          name + "(" + arguments + ");"};
}

} // namespace acc
