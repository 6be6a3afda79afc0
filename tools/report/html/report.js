// The page: overview, table, and what is known of each nest.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const narrow = matchMedia("(max-width: 640px)"); // as in the style
const kStatus = { recovered: "recovered", affine: "affine", rejected: "refused" };

function node(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (typeof value === "function")
      made.addEventListener(name, value);
    else if (value !== null && value !== undefined)
      made.setAttribute(name, value);
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}
const percent = gain => `${Math.round(100 * gain.share)}%`;
const code = text => node("code", {}, text);
const shape = array => array.base + "[*]" + (array.view === "jagged" ? `[${array.rowLength}]` : array.sizes.map(s => `[${s}]`).join(""));

const nests = data.files.flatMap((file, f) => file.nests.map((nest, n) => {
  const remarks = data.remarks.filter(remark => remark.file === f && remark.nest === n);
  const warnings = remarks.filter(remark => remark.isWarning && remark.state === "open").length;
  const arrays = nest.arrays.filter(array => array.view !== "array" || array.sizes.length > 0);
  const depth = Math.max(0, ...nest.statements.map(statement => statement.loops.length));
  // What is rewritten; of the others what there is most to do with comes first.
  const gain = nest.expected !== null && nest.rejections.length === 0 ? nest.expected : null;
  const rank = gain ? gain.saved + 1000 : (nest.status === "recovered" ? 100 : nest.status === "affine" ? 10 : 0) + 10 * warnings + depth * (1 + arrays.length);
  const words = [file.path, nest.id, kStatus[nest.status], ...arrays.map(shape), ...remarks.map(r => r.message + " acc-" + r.rule)];
  return { file, f, n, nest, remarks, warnings, arrays, depth, gain, rank, key: `n${f}-${n}`, words: words.join(" ").toLowerCase() };
}));

const state = { search: "", status: "", file: "", sort: "expected", down: true, open: new Set() };
const columns = [
  { name: "nest", value: row => row.nest.id },
  { name: "file", value: row => row.file.path },
  { name: "line", value: row => row.nest.line, wide: true },
  { name: "status", value: row => kStatus[row.nest.status] },
  { name: "arrays or reason", value: row => row.arrays.length ? row.arrays.map(shape).join(" ") : row.remarks.map(r => r.rule).join(" "), wide: true },
  { name: "depth", value: row => row.depth, wide: true },
  { name: "expected", value: row => row.rank, title: "of the source's time, where a faster schedule is expected; sorted by what a run saves" }];

function wanted() {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const value = columns.find(column => column.name === state.sort).value;
  const compare = (a, b) => typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
  return nests.filter(row => (!state.status || (state.status === "warning" ? row.warnings > 0 : row.nest.status === state.status)) &&
                             (!state.file || row.file.path === state.file) && words.every(word => row.words.includes(word)))
    .sort((a, b) => (state.down ? -1 : 1) * compare(value(a), value(b)) || compare(a.f, b.f) || compare(a.n, b.n));
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

function source(row) {
  const excerpt = data.excerpts[row.key];
  if (!excerpt)
    return null;
  const accesses = row.nest.arrays.flatMap(array => array.accesses.map(access => ({ array, access })));
  const pre = node("pre", {});
  excerpt.lines.forEach((line, k) => {
    const number = excerpt.first + k;
    const isHit = row.remarks.some(remark => remark.line === number && remark.isWarning);
    pre.append(node("span", { class: "no" }, String(number).padStart(5) + "  "));
    const spans = new Map();
    for (const { array, access } of accesses)
      if (access.line === number) {
        const begin = characterAt(line, access.column), known = spans.get(begin);
        const title = array.base + access.subscripts.map(s => `[${s}]`).join("");
        spans.set(begin, { end: endOfTerm(line, begin), title, read: access.kind === "read" || known?.read, write: access.kind === "write" || known?.write });
      }
    const text = node("span", { class: isHit ? "hit" : null });
    let at = 0;
    for (const [begin, span] of [...spans].sort((a, b) => a[0] - b[0])) {
      if (begin < at)
        continue;
      text.append(line.slice(at, begin), node("mark", { class: [span.read ? "r" : "", span.write ? "w" : ""].join(" ").trim(), title: span.title }, line.slice(begin, span.end)));
      at = span.end;
    }
    text.append(line.slice(at) + "\n");
    pre.append(text);
  });
  return [node("h3", {}, "Source"), pre, node("p", { class: "dim" }, "marked: ", node("mark", { class: "r" }, "read"), " ", node("mark", { class: "w" }, "written"), "; the recovered subscripts are shown when the pointer rests on one")];
}

function declarations(row) {
  const texts = row.arrays.map(array => array.view === "array" ? `${array.element} (*${array.base})${array.sizes.map(s => `[${s}]`).join("")}` : `${array.view} ${shape(array)}`);
  return texts.length ? [node("h3", {}, "Recovered"), node("pre", {}, texts.map(text => text + ";").join("\n"))] : null;
}

function lineOf(nest, name) {
  const array = nest.arrays.find(one => one.base === name);
  const access = array && (array.accesses.find(one => one.kind === "write") || array.accesses[0]);
  return access ? access.line : null;
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
  const defined = nest.parameters.filter(parameter => parameter.value !== null);
  if (defined.length)
    fact("with", code(defined.map(parameter => `${parameter.name} = ${parameter.value}`).join(", ")));
  if (nest.guardText)
    fact("run-time check", code(nest.guardText));
  const parallel = nest.loops.filter(loop => loop.parallel).map(
    loop => loop.name + (loop.parallelWhen === "1" ? "" : " when " + loop.parallelWhen));
  if (parallel.length)
    fact("parallel", code(parallel.concat(nest.disjoint.map(([a, b]) => a + " apart from " + b)).join(", ")));
  if (nest.schedule.length)
    fact("schedule", nest.schedule.map(step => node("div", {}, code(Object.entries(step).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("")))));
  const parts = rows.length ? [node("table", { class: "facts" }, node("tbody", {}, rows))] : [];
  if (nest.dependences.length)
    parts.push(node("h3", {}, "Dependences"), node("table", {}, node("thead", {}, node("tr", {}, ["kind", "memory", "line", "carried by", "distance"].map(word => node("th", {}, word)))),
      node("tbody", {}, nest.dependences.map(d => node("tr", {}, node("td", {}, d.kind), node("td", {}, code(d.array)), node("td", {}, String(lineOf(nest, d.array) ?? "")),
        node("td", {}, d.carriedBy === null ? "one iteration" : code(d.carriedBy)), node("td", {}, code("(" + d.distance.map(entry => entry ?? "*").join(", ") + ")")))))));
  return parts;
}

function pictures(row) {
  const figures = [], figure = (picture, caption) => { if (picture) figures.push(node("figure", {}, picture, node("figcaption", {}, caption))); };
  figure(drawTree(row.nest), "The loops; ∥: parallel.");
  const sample = row.nest.loops.length ? sampleOf(row.nest) : null;
  if (sample) {
    const values = [...sample.env].slice(0, 8).map(([name, value]) => `${name} = ${value}`).join(", ");
    figure(drawSpace(row.nest, sample.points, "order of the source"), "Iterations in the order of the source" + (values ? `, for ${values}.` : "."));
    const after = row.nest.schedule.length ? scheduled(row.nest, sample.points, 3) : null;
    if (after)
      figure(drawSpace(row.nest, after, "order of the schedule"), "In the order of the schedule, tiles drawn with at most 3 iterations.");
    else if (row.nest.schedule.length)
      figures.push(node("p", { class: "dim" }, "The schedule has steps that are not drawn."));
    try {
      const window = drawWindow(row.nest, sample);
      if (window)
        figure(window.picture, `What is read and written of ${window.array.base}, for the same values.`);
    } catch (error) { /* a subscript names what no iteration fixes: no picture */ }
  }
  return figures.length ? [node("h3", {}, "Pictures"), node("div", { class: "pictures" }, figures)] : null;
}

// The hunks of the file's diff that begin inside the nest.
function difference(row) {
  const diff = data.diffs[row.file.path];
  if (!diff)
    return null;
  const last = row.nest.endLine || row.nest.line, lines = [];
  let isInside = false;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,(\d+))?/.exec(line);
    if (hunk) {
      const first = Number(hunk[1]);
      isInside = first <= last && row.nest.line <= first + Number(hunk[2] ?? 1);
    }
    if (isInside && !line.startsWith("---") && !line.startsWith("+++"))
      lines.push(line);
  }
  if (lines.length === 0)
    return null;
  return [node("h3", {}, "Change"), node("pre", {}, lines.map(line =>
    node("span", { class: line[0] === "+" ? "add" : line[0] === "-" ? "del" : line[0] === "@" ? "hunk" : null }, line + "\n")))];
}

function remarksOf(row) {
  return node("ul", {}, row.remarks.map(remark => node("li", { class: remark.state !== "open" ? "dim" : remark.isWarning ? "warning" : null },
    `line ${remark.line}: ${remark.message} `, code("acc-" + remark.rule), remark.state === "open" ? "" : ` (${remark.state})`)));
}

function detail(row) {
  return node("tr", { class: "detail" }, node("td", { colspan: narrow.matches ? columns.filter(column => !column.wide).length : columns.length }, node("div", { class: "box " + row.nest.status },
    node("div", { class: "inner" }, remarksOf(row), source(row), declarations(row), facts(row), pictures(row), difference(row)))));
}

const body = node("tbody", { id: "rows" });
function draw() {
  const rows = wanted();
  count.textContent = rows.length === nests.length ? `${nests.length} nests` : `${rows.length} of ${nests.length} nests`;
  body.replaceChildren(...rows.flatMap(row => {
    const isOpen = state.open.has(row.key);
    const cells = columns.map(column => {
      const cell = node("td", { class: column.wide ? "wide" : null });
      if (column.name === "status")
        cell.append(node("span", { class: row.nest.status }, kStatus[row.nest.status]), row.warnings ? node("span", { class: "warning" }, ` ⚠${row.warnings}`) : "");
      else if (column.name === "expected")
        cell.append(row.gain ? percent(row.gain) : "");
      else
        cell.append(["nest", "file", "arrays or reason"].includes(column.name) ? code(column.value(row)) : String(column.value(row)));
      return cell;
    });
    const made = node("tr", { class: "row", id: row.key, tabindex: 0, "aria-expanded": String(isOpen), click: () => toggle(row.key) }, cells);
    return isOpen ? [made, detail(row)] : [made];
  }));
  for (const column of heads)
    column.cell.setAttribute("aria-sort", state.sort === column.name ? (state.down ? "descending" : "ascending") : "none");
  for (const card of document.querySelectorAll("button.card"))
    card.setAttribute("aria-pressed", String(card.dataset.status === state.status));
  files.value = state.file;
}
function toggle(key) {
  state.open.has(key) ? state.open.delete(key) : state.open.add(key);
  history.replaceState(null, "", state.open.has(key) ? "#" + key : " ");
  draw();
  document.getElementById(key)?.focus();
}

const count = node("span", { class: "dim", role: "status" });
const search = node("input", { type: "search", placeholder: "search: names, files, ids, words ( / )", "aria-label": "search", input: () => { state.search = search.value; draw(); } });
const files = node("select", { "aria-label": "file", change: () => { state.file = files.value; draw(); } },
  node("option", { value: "" }, "all files"), data.files.map(file => node("option", { value: file.path }, file.path)));
const heads = columns.map(column => ({ name: column.name, cell: node("th", { class: column.wide ? "wide" : null, scope: "col", title: column.title },
  node("button", { type: "button", click: () => { state.down = state.sort === column.name ? !state.down : column.name === "expected" || column.name === "depth"; state.sort = column.name; draw(); } }, column.name)) }));

function card(status, number, word) {
  return node("button", { class: "card " + status, type: "button", "data-status": status, click: () => { state.status = state.status === status ? "" : status; draw(); } }, node("b", {}, String(number)), word);
}
function mostToGain() {
  const best = nests.filter(row => row.gain).sort((a, b) => b.gain.saved - a.gain.saved).slice(0, 8);
  return best.length < 2 ? [] : [node("h2", {}, "Most to gain"), node("ul", { class: "best" }, best.map(row => node("li", {},
    node("a", { href: "#" + row.key, click: event => { event.preventDefault(); state.open.add(row.key); draw(); document.getElementById(row.key)?.focus(); } }, code(row.nest.id)),
    ` ${row.file.path}:${row.nest.line}: expected to take ${percent(row.gain)} of the source's time`)))];
}
const of = status => nests.filter(row => row.nest.status === status).length;
function overview() {
  const ranked = data.files.map(file => ({ file, rows: nests.filter(row => row.file === file) })).filter(one => one.rows.length)
    .sort((a, b) => sum(b.rows) - sum(a.rows) || b.rows.length - a.rows.length);
  const most = Math.max(1, ...ranked.map(one => one.rows.length));
  const bars = node("div", { class: "bars" }, ranked.slice(0, 12).flatMap(({ file, rows }) => [
    node("button", { type: "button", click: () => { state.file = state.file === file.path ? "" : file.path; draw(); } }, file.path),
    node("div", { class: "bar", role: "img", "aria-label": Object.keys(kStatus).map(s => rows.filter(r => r.nest.status === s).length + " " + kStatus[s]).join(", ") },
      Object.keys(kStatus).map(s => node("i", { class: s, style: `width:${100 * rows.filter(r => r.nest.status === s).length / most}%` }))),
    node("span", { class: "dim" }, `${sum(rows)} of ${rows.length}`)]));
  return ranked.length > 1 ? [node("h2", {}, "Files by nests recovered"), bars, ranked.length > 12 ? node("p", { class: "dim" }, `and ${ranked.length - 12} more`) : null] : null;
}
const sum = rows => rows.filter(row => row.nest.status === "recovered").length;

// What several files have in common is told once.
const told = new Map();
for (const file of data.files)
  for (const error of file.errors || [])
    told.set(error.message, [...(told.get(error.message) || []), error.line ? `${file.path}:${error.line}` : file.path]);
const faults = [...told].map(([message, places]) => node("p", { class: "warning", title: places.join("\n") },
  `${places[0]}${places.length > 1 ? ` and ${places.length - 1} more` : ""}: ${message}`));
document.getElementById("app").append(...[
  node("div", { class: "cards" }, card("recovered", of("recovered"), "recovered"), card("affine", of("affine"), "affine"), card("rejected", of("rejected"), "refused"),
    card("warning", nests.filter(row => row.warnings).length, "with warnings")),
  ...faults, ...mostToGain(), ...(overview() || []).filter(Boolean), node("h2", {}, "Nests"),
  node("div", { class: "controls" }, search, files, count),
  node("table", {}, node("thead", {}, node("tr", {}, heads.map(head => head.cell))), body)]);

narrow.addEventListener("change", () => draw());
document.addEventListener("keydown", event => {
  const isTyping = ["INPUT", "SELECT"].includes(document.activeElement?.tagName);
  const rows = [...body.querySelectorAll("tr.row")], at = rows.indexOf(document.activeElement);
  if (event.key === "/" && !isTyping) {
    search.focus();
    event.preventDefault();
  } else if (event.key === "Escape") {
    document.activeElement?.blur();
  } else if (["ArrowDown", "ArrowUp", "j", "k"].includes(event.key) && !isTyping && rows.length) {
    const step = event.key === "ArrowDown" || event.key === "j" ? 1 : -1;
    rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus();
    event.preventDefault();
  } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
    toggle(rows[at].id);
    event.preventDefault();
  }
});
const asked = location.hash.slice(1);
if (nests.some(row => row.key === asked))
  state.open.add(asked);
draw();
document.getElementById(asked)?.scrollIntoView();
