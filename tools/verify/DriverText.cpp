#include "tools/verify/DriverText.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace acc {
namespace {

using Kind = InterfaceType::Kind;

constexpr unsigned kMostSlots = 60;
/// Elements of an array within a record that are set one by one.
constexpr uint64_t kMostElements = 16;

const char *kindText(const InterfaceType &type) {
  return type.kind == Kind::Integer ? "ACC_VERIFY_INTEGER" : "ACC_VERIFY_FLOATING";
}

bool isNumber(const InterfaceType &type) {
  return type.kind == Kind::Integer || type.kind == Kind::Floating;
}

/// Builds the tables and the two functions.
class Writer {
public:
  Writer(const FunctionInterface &interface, const std::set<std::string> &sizes)
      : interface(interface), sizes(sizes) {}

  DriverText write() {
    std::string arguments;
    for (const InterfaceVariable &parameter : interface.parameters) {
      std::string argument = argumentOf(parameter);
      arguments += (arguments.empty() ? "" : ", ") + argument;
    }
    for (const InterfaceVariable &global : interface.globals)
      addGlobal(global);
    for (const OutsideFunction &callee : interface.outside)
      addStandIn(callee);
    if (slots > kMostSlots)
      hinder("it needs more than " + std::to_string(kMostSlots) + " values");
    if (!interface.obstacle.empty())
      obstacle = interface.obstacle;
    if (!obstacle.empty())
      return {interface.name, "", obstacle, {}};
    return {interface.name, assemble(arguments), "", replaced};
  }

private:
  void hinder(const std::string &sentence) {
    if (obstacle.empty())
      obstacle = sentence;
  }

  std::string value(unsigned slot, const InterfaceType &type) const {
    const char *member = type.kind == Kind::Integer    ? ".acc_l"
                         : type.kind == Kind::Floating ? ".acc_d"
                                                       : ".acc_p";
    return "acc_s[" + std::to_string(slot) + "]" + member;
  }

  unsigned addNumber(const std::string &name, const InterfaceType &type) {
    slotRows += "    {\"" + name + "\", " + kindText(type) + ", " + std::to_string(type.size) +
                ", " + std::to_string(type.isSigned) + ", 0, 0, 0, 0, 0, 0},\n";
    return slots++;
  }

  /// The numbers of one element as rows of the leaf table; nothing of pointers.
  void addLeaves(const InterfaceType &type, const std::string &offset, unsigned &count) {
    if (isNumber(type)) {
      std::string kind = type.isBoolean ? "ACC_VERIFY_TRUTH" : kindText(type);
      leafRows += "    {" + offset + ", " + kind + ", " + std::to_string(type.size) + ", " +
                  std::to_string(type.isSigned) + "},\n";
      ++count;
    } else if (type.kind == Kind::Record) {
      for (const InterfaceType::Field &field : type.fields)
        addLeaves(field.type,
                  offset + " + __builtin_offsetof(" + type.spelling + ", " + field.name + ")",
                  count);
    } else if (type.kind == Kind::Array && type.element->size) {
      for (uint64_t k = 0; k < std::min<uint64_t>(type.count, 64); ++k)
        addLeaves(*type.element, offset + " + " + std::to_string(k * type.element->size), count);
    }
  }

  /// "leaves_f + 3, 2" for a table row.
  std::string leavesOf(const InterfaceType &type) {
    unsigned first = leaves, count = 0;
    addLeaves(type, "0", count);
    leaves += count;
    return "acc_verify_leaves_" + interface.name + " + " + std::to_string(first) + ", " +
           std::to_string(count);
  }

  /// A buffer for a pointer of this type; none for what no driver can make.
  std::optional<unsigned> addBuffer(const std::string &name, const InterfaceType &pointer) {
    const InterfaceType &element = *pointer.element;
    bool isBytes = element.kind == Kind::Void;
    bool isKnown = isNumber(element) || element.kind == Kind::Record || element.kind == Kind::Array;
    if (!isBytes && (!isKnown || element.size == 0))
      return std::nullopt;
    InterfaceType byte;
    byte.kind = Kind::Integer;
    byte.size = 1;
    std::string type = isBytes ? "char" : element.spelling;
    slotRows += "    {\"" + name + "\", ACC_VERIFY_BUFFER, 0, 0, " +
                std::to_string(element.isConst) + ", " + std::to_string(pointer.isRestrict) +
                ", sizeof(" + type + "), __alignof__(" + type + "), " +
                leavesOf(isBytes ? byte : element) + "},\n";
    return slots++;
  }

  /// Stores to parts of the object that `slot` points to: its first element's fields, or
  /// the elements that are sizes.
  void fillTarget(const std::string &name, unsigned slot, const InterfaceType &element) {
    std::string object = "((" + element.spelling + " *)acc_s[" + std::to_string(slot) + "].acc_p)";
    if (element.kind == Kind::Record) {
      for (const InterfaceType::Field &field : element.fields)
        set(name + "->" + field.name, object + "->" + field.name, field.type, setup, slot,
            "(long)__builtin_offsetof(" + element.spelling + ", " + field.name + ")");
    } else if (isNumber(element)) {
      InterfaceType size = element;
      size.isConst = false; // for the function, not for its caller
      for (auto at = sizes.lower_bound(name + "["); at != sizes.end(); ++at) {
        if (at->compare(0, name.size() + 1, name + "[") != 0)
          break;
        std::string index = std::to_string(std::atol(at->c_str() + name.size() + 1));
        if (*at == name + "[" + index + "]")
          set(*at, object + "[" + index + "]", size, setup, slot,
              index + " * (long)sizeof(" + element.spelling + ")");
      }
    }
  }

  /// A store of `type` to the lvalue `place`, as a line of `lines`. With an owner only if the
  /// buffer of that slot is there at `offset`.
  void set(const std::string &name, const std::string &place, const InterfaceType &type,
           std::string &lines, std::optional<unsigned> owner = std::nullopt,
           const std::string &offset = "0") {
    if (type.isConst && type.kind != Kind::Pointer)
      return;
    if (type.kind == Kind::Record) {
      for (const InterfaceType::Field &field : type.fields)
        set(name + "." + field.name, place + "." + field.name, field.type, lines, owner,
            offset + " + (long)__builtin_offsetof(" + type.spelling + ", " + field.name + ")");
      return;
    }
    if (type.kind == Kind::Array) {
      if (isNumber(*type.element) && type.count <= kMostElements)
        for (uint64_t k = 0; k < type.count; ++k)
          set(name + "[" + std::to_string(k) + "]",
              "((" + type.element->spelling + " *)" + place + ")[" + std::to_string(k) + "]",
              *type.element, lines, owner, offset + " + " + std::to_string(k * type.element->size));
      return;
    }
    std::optional<unsigned> slot;
    if (isNumber(type))
      slot = addNumber(name, type);
    else if (type.kind == Kind::Pointer)
      slot = addBuffer(name, type);
    if (!slot)
      return; // stays zero; a function that uses it fails in the original too
    if (owner) {
      std::string range = "acc_r[" + std::to_string(*owner) + "]";
      lines += "    if (" + range + ".acc_low <= " + offset + " && " + offset + " + (long)sizeof(" +
               place + ") <= " + range + ".acc_high)\n    ";
    }
    lines += "    " + place + " = " + value(*slot, type) + ";\n";
    if (type.kind == Kind::Pointer)
      fillTarget(name, *slot, *type.element);
  }

  std::string argumentOf(const InterfaceVariable &parameter) {
    const InterfaceType &type = parameter.type;
    if (isNumber(type))
      return value(addNumber(parameter.name, type), type);
    if (type.kind == Kind::Pointer) {
      if (auto slot = addBuffer(parameter.name, type)) {
        fillTarget(parameter.name, *slot, *type.element);
        return value(*slot, type);
      }
    }
    if (type.kind == Kind::Record) {
      std::string local = "acc_verify_a" + std::to_string(locals++);
      declarations += "    " + type.spelling + " " + local + " = {0};\n";
      for (const InterfaceType::Field &field : type.fields)
        set(parameter.name + "." + field.name, local + "." + field.name, field.type, stores);
      return local;
    }
    hinder("cannot create a value for its parameter " + parameter.name + " of type " +
           type.spelling);
    return "0";
  }

  void addGlobal(const InterfaceVariable &global) {
    const InterfaceType &type = global.type;
    if (type.kind == Kind::Other || type.kind == Kind::Void || type.size == 0)
      return hinder("cannot create a value for the variable " + global.name);
    globalRows +=
        "    {\"" + global.name + "\", (void *)&" + global.name + ", sizeof(" + global.name + "), ";
    const InterfaceType &element = type.kind == Kind::Array ? *type.element : type;
    globalRows += std::to_string(element.size) + ", " + leavesOf(element) + "},\n";
    ++globals;
    if (type.kind == Kind::Array)
      return; // filled as memory
    set(global.name, global.name, type, setup);
  }

  /// A function that does nothing; its result is a number of the input, the same for all calls.
  /// What never returns traps, which ends the run.
  void addStandIn(const OutsideFunction &callee) {
    const InterfaceType &type = callee.result;
    bool isVoid = type.kind == Kind::Void;
    if (!isVoid && !isNumber(type))
      return hinder("it calls " + callee.name + ", which this file does not define");
    std::string once = "ACC_VERIFY_REPLACES_" + callee.symbol; // by one driver of the unit
    std::string result = "acc_verify_result_" + callee.symbol;
    std::string head = type.spelling + " __wrap_" + callee.symbol + "()\n{\n";
    standIns += "#ifndef " + once + "\n#define " + once + "\n";
    if (!callee.returns) {
      standIns += head + "    __builtin_trap();\n}\n";
    } else if (isVoid) {
      standIns += head + "}\n";
    } else {
      standIns += "static " + type.spelling + " " + result + ";\n" + head + "    return " + result +
                  ";\n}\n";
      stores += "    " + result + " = " + value(addNumber(callee.name + "()", type), type) + ";\n";
    }
    standIns += "#endif\n";
    replaced.insert(callee.symbol);
  }

  std::string assemble(const std::string &arguments) const {
    const std::string &f = interface.name;
    std::string text = standIns + "static const struct acc_verify_leaf acc_verify_leaves_" + f +
                       "[] = {\n" + leafRows + "    {0, ACC_VERIFY_NOTHING, 0, 0}\n};\n";
    text += "static const struct acc_verify_slot acc_verify_slots_" + f + "[] = {\n" + slotRows +
            "    {0, ACC_VERIFY_NOTHING, 0, 0, 0, 0, 0, 0, 0, 0}\n};\n";
    text += "static const struct acc_verify_global acc_verify_globals_" + f + "[] = {\n" +
            globalRows + "    {0, 0, 0, 0, 0, 0}\n};\n";
    text += "static void acc_verify_setup_" + f +
            "(const union acc_verify_value *acc_s, const struct acc_verify_range *acc_r)\n{\n" +
            "    (void)acc_s;\n    (void)acc_r;\n" + setup + "}\n";
    text += "static void acc_verify_call_" + f + "(union acc_verify_value *acc_s)\n{\n" +
            declarations + "    (void)acc_s;\n" + stores + "    ";
    const char *result = "ACC_VERIFY_NOTHING";
    if (isNumber(interface.result)) {
      result = kindText(interface.result);
      text += value(slots, interface.result) + " = ";
    }
    text += f + "(" + arguments + ");\n}\n";
    text += "const struct acc_verify_function acc_verify_f_" + f + " = {\n    acc_verify_slots_" +
            f + ", " + std::to_string(slots) + ", acc_verify_globals_" + f + ", " +
            std::to_string(globals) + ",\n    acc_verify_setup_" + f + ", acc_verify_call_" + f +
            ", " + result + ", " + std::to_string(interface.shortestTable) + "\n};\n";
    return text;
  }

  const FunctionInterface &interface;
  const std::set<std::string> &sizes;
  unsigned slots = 0, leaves = 0, globals = 0, locals = 0;
  std::string slotRows, leafRows, globalRows, setup, stores, declarations, standIns, obstacle;
  std::set<std::string> replaced;
};

} // namespace

DriverText driverText(const FunctionInterface &interface, const std::set<std::string> &sizes) {
  return Writer(interface, sizes).write();
}

} // namespace acc
