// Expressions of a report (C, exact integers) as functions of an environment.
"use strict";
function parseExpression(text) {
  const tokens = text.match(/[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\d+\])*|\d+|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%<>!?:(),]/g) || [];
  let at = 0;
  const take = word => tokens[at] === word && (++at, true);
  const levels = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
  const apply = {
    "||": (a, b) => +(a || b ? 1 : 0), "&&": (a, b) => +(a && b ? 1 : 0), "==": (a, b) => +(a === b), "!=": (a, b) => +(a !== b),
    "<": (a, b) => +(a < b), "<=": (a, b) => +(a <= b), ">": (a, b) => +(a > b), ">=": (a, b) => +(a >= b),
    "<<": (a, b) => a * 2 ** b, ">>": (a, b) => Math.floor(a / 2 ** b), "+": (a, b) => a + b, "-": (a, b) => a - b,
    "*": (a, b) => a * b, "/": (a, b) => Math.trunc(a / b), "%": (a, b) => a % b };
  const calls = { min: Math.min, max: Math.max, abs: Math.abs, floord: (a, b) => Math.floor(a / b),
    mod: (a, b) => ((a % b) + Math.abs(b)) % Math.abs(b) };
  function whole() {
    const condition = binary(0);
    if (!take("?"))
      return condition;
    const yes = whole();
    take(":");
    const no = whole();
    return env => condition(env) ? yes(env) : no(env);
  }
  function binary(level) {
    if (level === levels.length)
      return unary();
    let left = binary(level + 1);
    while (levels[level].includes(tokens[at])) {
      const operation = apply[tokens[at++]], a = left, b = binary(level + 1);
      left = env => operation(a(env), b(env));
    }
    return left;
  }
  function unary() {
    if (take("-")) { const a = unary(); return env => -a(env); }
    if (take("+")) return unary();
    if (take("!")) { const a = unary(); return env => +!a(env); }
    if (take("(")) { const a = whole(); take(")"); return a; }
    const word = tokens[at++];
    if (word === undefined)
      throw new Error("an expression ends early: " + text);
    if (/^\d/.test(word)) { const value = Number(word); return () => value; }
    if (Object.hasOwn(calls, word) && take("(")) {
      const operands = [whole()];
      while (take(","))
        operands.push(whole());
      take(")");
      return env => calls[word](...operands.map(operand => operand(env)));
    }
    return env => {
      if (!env.has(word))
        throw new Error("no value for " + word);
      return env.get(word);
    };
  }
  const result = whole();
  if (at < tokens.length)
    throw new Error("an expression goes on: " + text);
  return result;
}
const evaluate = (text, env) => parseExpression(text)(env);
