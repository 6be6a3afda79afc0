// What is known of one nest: its source with the accesses marked, arrays, conditions, dependences, schedule, pictures, change.
"use strict";
const code = text => node("code", {}, text);
const section = (title, ...parts) => [node("h3", {}, title), ...parts];
const table = (heads, rows) => node("div", { class: "scroll" }, node("table", {}, node("thead", {}, node("tr", {}, heads.map(word => node("th", { scope: "col" }, word)))),
  node("tbody", {}, rows.map(cells => node("tr", {}, cells.map(cell => node("td", {}, cell)))))));

// Its dimensions are none that the source has: a walk along one line, rows that hold for hardly any size.
const isFlat = (nest, array) => !array.recovered && nest.validity !== "1";
const subscripted = (nest, array, access) => array.base + (isFlat(nest, array) ? `[${access.index}]` : access.subscripts.map(s => `[${s}]`).join(""));
function shape(nest, array) {
  const inner = isFlat(nest, array) ? [] : array.view === "jagged" ? [array.rowLength] : array.sizes;
  return array.base + "[*]" + inner.map(size => `[${size}]`).join("");
}

// As the program's own reports find it: a name with its subscripts.
function endOfTerm(line, at) {
  const name = /[A-Za-z_]\w*/y;
  name.lastIndex = at;
  if (!name.test(line))
    return at + 1;
  let end = name.lastIndex;
  while (end < line.length)
    if (line[end] === "[" || line[end] === "(") {
      let depth = 0;
      do {
        depth += "[(".includes(line[end]) - "])".includes(line[end]);
        ++end;
      } while (depth > 0 && end < line.length);
    } else if (line[end] === "." || line.startsWith("->", end)) {
      end += line[end] === "." ? 1 : 2;
      while (end < line.length && /\w/.test(line[end]))
        ++end;
    } else {
      break;
    }
  return end;
}

// Columns of a report count bytes.
function characterAt(line, column) {
  let bytes = 1, at = 0;
  for (const character of line) {
    if (bytes >= column)
      break;
    const point = character.codePointAt(0);
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return at;
}

// The accesses of a nest by their place in the source: what stands there, what it is in the array, what it does.
function accessesOf(row) {
  const excerpt = data.excerpts[row.key], places = new Map();
  for (const array of row.nest.arrays)
    for (const access of array.accesses) {
      const line = excerpt?.lines[access.line - excerpt.first] ?? "", begin = characterAt(line, access.column);
      const place = access.line + ":" + access.column, known = places.get(place) || { line: access.line, begin, text: "", read: false, write: false };
      known.end = endOfTerm(line, begin);
      known.text = line.slice(begin, known.end);
      known.means = subscripted(row.nest, array, access);
      known[access.kind] = true;
      places.set(place, known);
    }
  return [...places.values()].sort((a, b) => a.line - b.line || a.begin - b.begin);
}
const doing = access => node("mark", { class: [access.read ? "r" : "", access.write ? "w" : ""].join(" ").trim() }, access.read && access.write ? "read, written" : access.write ? "written" : "read");

function source(row) {
  const excerpt = data.excerpts[row.key];
  if (!excerpt)
    return null;
  const accesses = accessesOf(row), pre = node("pre", { tabindex: 0, "aria-label": "source of " + row.nest.id });
  excerpt.lines.forEach((line, k) => {
    const number = excerpt.first + k;
    const isHit = row.remarks.some(remark => remark.line === number && remark.isWarning);
    const text = node("span", { class: isHit ? "hit" : null });
    let at = 0;
    for (const access of accesses)
      if (access.line === number && access.begin >= at) {
        text.append(line.slice(at, access.begin),
          node("mark", { class: [access.read ? "r" : "", access.write ? "w" : ""].join(" ").trim(), title: access.means }, line.slice(access.begin, access.end)));
        at = access.end;
      }
    text.append(line.slice(at) + "\n");
    pre.append(node("span", { class: "no" }, String(number).padStart(5) + "  "), text);
  });
  const place = `${row.file.path}:${row.nest.line}`;
  const parts = section("Source", node("p", { class: "dim" }, data.root === null ? place : node("a", { href: data.root + row.file.path.split("/").map(encodeURIComponent).join("/") }, place),
    ", marked: ", node("mark", { class: "r" }, "read"), " ", node("mark", { class: "w" }, "written")), pre);
  if (accesses.length && row.nest.status !== "rejected")
    parts.push(node("details", {}, node("summary", {}, `What the ${accesses.length} accesses are`),
      table(["line", "in the source", "of the array", ""], accesses.map(a => [String(a.line), code(a.text), code(a.means), doing(a)]))));
  return parts;
}

// Each recovered array as C declares it, or in words where C has no such array.
function declarations(row) {
  const texts = row.arrays.map(array => {
    if (array.view === "array")
      return `${array.element} (*${array.base})${array.sizes.map(s => `[${s}]`).join("")};`;
    if (array.view === "jagged")
      return `${array.element} ${shape(row.nest, array)};   /* row r begins at ${array.rowStart} */`;
    return `${array.element} ${shape(row.nest, array)};   /* steps of ${array.strides.join(" and ")}, from ${array.offset} */`;
  });
  return texts.length ? section("Recovered", node("pre", { tabindex: 0 }, texts.join("\n"))) : null;
}

function facts(row) {
  const nest = row.nest, rows = [];
  const fact = (name, ...value) => rows.push(node("tr", {}, node("th", { scope: "row" }, name), node("td", {}, ...value)));
  if (nest.status === "recovered")
    fact("valid when", nest.validity === "1" ? "always" : code(nest.simpleValidity ?? nest.validity));
  if (nest.status === "recovered" && nest.simpleValidity)
    fact("or, in full, when", code(nest.validity));
  if (row.gain)
    fact("expected", `${percent(row.gain)} of the source's time (an estimate; acc-delin tune measures)`);
  if (nest.run)
    fact("proved and run", `identical results on ${nest.run.inputs} inputs, fast version taken in ${nest.run.fast}` + (nest.run.why ? `: ${nest.run.why}` : ""));
  const defined = nest.parameters.filter(parameter => parameter.value !== null);
  if (defined.length)
    fact("with", code(defined.map(parameter => `${parameter.name} = ${parameter.value}`).join(", ")));
  if (nest.guardText)
    fact("run-time check", code(nest.guardText));
  const parallel = nest.loops.filter(loop => loop.parallel).map(
    loop => loop.name + (loop.parallelWhen === "1" ? "" : " when " + loop.parallelWhen));
  if (parallel.length)
    fact("parallel", code(parallel.concat(nest.disjoint.map(([a, b]) => a + " disjoint from " + b)).join(", ")));
  return rows.length ? section("Conditions", node("table", { class: "facts" }, node("tbody", {}, rows))) : null;
}

function dependences(row) {
  const list = row.nest.dependences;
  if (list.length === 0)
    return row.nest.status === "rejected" ? null : section("Dependences", node("p", {}, "none"));
  return section("Dependences", table(["kind", "memory", "lines", "carried by", "distance"], list.map(d => [
    d.kind, code(d.array), d.lines.length ? d.lines.map(([from, to]) => from === to ? `${from}` : `${from} → ${to}`).join(", ") : String(d.line || ""),
    d.carriedBy === null ? "one iteration" : code(d.carriedBy), code(d.distance.length ? "(" + d.distance.map(entry => entry ?? "*").join(", ") + ")" : "")])));
}

function schedule(row) {
  const script = data.scripts[row.key];
  return script ? section("Schedule", node("pre", { tabindex: 0 }, script.trimEnd()),
    node("p", { class: "dim" }, "A script: edited and saved, ", code("acc-delin rewrite --schedule=FILE"), " takes it.")) : null;
}

function pictures(row) {
  const figures = [], figure = (picture, ...caption) => { if (picture) figures.push(node("figure", {}, picture, node("figcaption", {}, ...caption))); };
  const sample = row.nest.loops.length ? sampleOf(row.nest) : null;
  if (sample) {
    const values = [...sample.env].slice(0, 8).map(([name, value]) => `${name} = ${value}`).join(", ");
    figure(drawSpace(row.nest, sample.points, "order of the source"), "Iterations in the order of the source" + (values ? `, for ${values}.` : "."));
    const after = row.nest.schedule.length ? scheduled(row.nest, sample.points, 3) : null;
    if (after)
      figure(drawSpace(row.nest, after, "order of the schedule"), "In the order of the schedule, tiles drawn with at most 3 iterations.");
    else if (row.nest.schedule.length)
      figures.push(node("p", { class: "dim" }, "The schedule has steps that are not drawn."));
    for (const { picture, array } of drawWindows(row.nest, sample))
      figure(picture, `What is read and written of ${array.base}, for the same values.`);
  }
  const tree = data.trees[row.key];
  // The text is an SVG of the program's own, in which everything of the source is escaped.
  const drawn = tree && new DOMParser().parseFromString(tree, "image/svg+xml").documentElement;
  if (drawn) {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", "LoopTree of " + row.nest.id);
    figure(node("div", { class: "tree" }, drawn), row.nest.schedule.length ? "The schedule as a LoopTree" : "The source's order as a LoopTree",
      ": loops, where data is kept, and what is computed; unknown sizes are assumed.");
  } else {
    figure(drawTree(row.nest), "The loops; ∥: parallel.");
  }
  return figures.length ? section("Pictures", node("div", { class: "pictures" }, figures)) : null;
}

// The hunks of the file's diff that begin inside the nest, or that add the function that it calls.
function difference(row) {
  const diff = data.diffs[row.file.path];
  if (!diff)
    return null;
  const last = row.nest.endLine || row.nest.line, lines = [];
  let hunk = [], isWanted = false;
  const end = () => {
    if (isWanted || hunk.some(line => line[0] === "+" && line.includes(row.nest.id + " ")))
      lines.push(...hunk);
    hunk = [];
  };
  for (const line of diff.split("\n")) {
    if (line.startsWith("---") || line.startsWith("+++"))
      continue;
    const head = /^@@ -(\d+)(?:,(\d+))?/.exec(line);
    if (head) {
      end();
      const first = Number(head[1]);
      isWanted = first <= last && row.nest.line <= first + Number(head[2] ?? 1);
    }
    hunk.push(line);
  }
  end();
  if (lines.length === 0)
    return null;
  return section("Change", node("pre", { tabindex: 0 }, lines.map(line =>
    node("span", { class: line[0] === "+" ? "add" : line[0] === "-" ? "del" : line[0] === "@" ? "hunk" : null }, line + "\n"))));
}

// The findings, each with the page of its id.
function remarksOf(row) {
  return node("ul", { class: "remarks" }, row.remarks.map(remark => {
    const rule = data.rules[remark.rule];
    return node("li", { class: remark.state !== "open" ? "dim" : remark.isWarning ? "warning" : null },
      `line ${remark.line}: ${remark.message} `, remark.state === "open" ? "" : `(${remark.state}) `,
      rule ? node("details", { class: "rule" }, node("summary", {}, code("acc-" + remark.rule)), node("pre", {}, rule)) : code("acc-" + remark.rule));
  }));
}

// What to type for this nest alone.
function command(row) {
  if (row.nest.status === "rejected")
    return null;
  const text = `acc-delin rewrite ${/[^\w./+-]/.test(row.file.path) ? "'" + row.file.path + "'" : row.file.path} --only='${row.nest.id}'`;
  const copy = node("button", { type: "button", click: () => navigator.clipboard?.writeText(text).then(() => { copy.textContent = "copied"; }) }, "copy");
  return section("Command", node("p", {}, code(text), " ", copy, node("span", { class: "dim" }, " and -p BUILD, or -- and the compiler's flags")));
}

const detailOf = row => node("div", { class: "inner" }, ...[remarksOf, source, declarations, facts, dependences, schedule, pictures, difference, command].map(part => part(row)).flat().filter(Boolean));
