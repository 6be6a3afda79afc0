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

const nests = data.files.flatMap((file, f) => file.nests.map((nest, n) => {
  const remarks = data.remarks.filter(remark => remark.file === f && remark.nest === n);
  const warnings = remarks.filter(remark => remark.isWarning && remark.state === "open").length;
  const arrays = nest.arrays.filter(array => array.recovered);
  const depth = Math.max(0, ...nest.statements.map(statement => statement.loops.length));
  // What is rewritten; of the others what there is most to do with comes first.
  const gain = nest.expected !== null && nest.rejections.length === 0 ? nest.expected : null;
  const saved = gain ? gain.saved : 0;
  const rank = gain ? 1e9 * saved + 1000 : (nest.status === "recovered" ? 100 : nest.status === "affine" ? 10 : 0) + 10 * warnings + depth * (1 + arrays.length);
  const words = [file.path, nest.id, kStatus[nest.status], ...arrays.map(array => shape(nest, array)), ...remarks.map(r => r.message + " acc-" + r.rule)];
  return { file, f, n, nest, remarks, warnings, arrays, depth, gain, saved, rank, key: `n${f}-${n}`, anchor: "", words: words.join(" ").toLowerCase() };
}));

// What links name: the id, with the file where several have it.
for (const row of nests)
  row.anchor = nests.some(other => other !== row && other.nest.id === row.nest.id) ? `${row.file.path}:${row.nest.id}` : row.nest.id;
const anchorOf = key => "#" + encodeURIComponent(nests.find(row => row.key === key).anchor);
function remember(where) {
  try {
    history.replaceState(null, "", where);
  } catch { // a page inside another, as in a notebook, has no address
  }
}

const state = { search: "", status: "", file: "", sort: "expected", down: true, open: new Set() };
const columns = [
  { name: "nest", value: row => row.nest.id },
  { name: "file", value: row => row.file.path },
  { name: "line", value: row => row.nest.line, wide: true },
  { name: "status", value: row => kStatus[row.nest.status] },
  { name: "arrays or reason", value: row => row.arrays.length ? row.arrays.map(array => shape(row.nest, array)).join(" ") : row.remarks.map(r => r.rule).join(" "), wide: true },
  { name: "depth", value: row => row.depth, wide: true },
  { name: "expected", value: row => row.rank, title: "of the source's time, where a faster schedule is expected; sorted by what a run saves" }];

function wanted() {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const value = columns.find(column => column.name === state.sort).value;
  const compare = (a, b) => typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
  return nests.filter(row => (!state.status || (state.status === "warning" ? row.warnings > 0 : state.status === "gain" ? row.gain : row.nest.status === state.status)) &&
                             (!state.file || row.file.path === state.file) && words.every(word => row.words.includes(word)))
    .sort((a, b) => (state.down ? -1 : 1) * compare(value(a), value(b)) || compare(a.f, b.f) || compare(a.n, b.n));
}

function detail(row) {
  return node("tr", { class: "detail" }, node("td", { colspan: narrow.matches ? columns.filter(column => !column.wide).length : columns.length },
    node("div", { class: "box " + row.nest.status }, detailOf(row))));
}

const body = node("tbody", { id: "rows" });
function draw() {
  const rows = wanted();
  shown.textContent = rows.length === nests.length ? `${nests.length} nests` : `${rows.length} of ${nests.length} nests`;
  body.replaceChildren(...rows.flatMap(row => {
    const isOpen = state.open.has(row.key);
    const cells = columns.map(column => {
      const cell = node("td", { class: column.wide ? "wide" : null });
      if (column.name === "status")
        cell.append(node("span", { class: row.nest.status }, kStatus[row.nest.status]), row.warnings ? node("span", { class: "warning" }, ` ⚠${row.warnings}`) : "");
      else if (column.name === "expected")
        cell.append(row.gain ? `${percent(row.gain)} of its time` : row.nest.status !== "rejected" && row.nest.rejections.length ?
          node("span", { class: "dim", title: row.nest.rejections[0].message }, "not rewritten: " + row.nest.rejections[0].id) : "");
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
  for (const button of document.querySelectorAll(".folders button"))
    button.setAttribute("aria-pressed", String(button.dataset.file === state.file));
  files.value = state.file;
}
function reveal(key) {
  Object.assign(state, { search: "", status: "", file: "" });
  search.value = "";
  state.open.add(key);
  remember(anchorOf(key));
  draw();
  const row = document.getElementById(key);
  row.focus();
  row.scrollIntoView();
}
function toggle(key) {
  state.open.has(key) ? state.open.delete(key) : state.open.add(key);
  remember(state.open.has(key) ? anchorOf(key) : " ");
  draw();
  document.getElementById(key)?.focus();
}

const shown = node("span", { class: "dim", role: "status" });
const search = node("input", { type: "search", placeholder: "search: names, files, ids, words ( / )", "aria-label": "search", input: () => { state.search = search.value; draw(); } });
const files = node("select", { "aria-label": "file", change: () => { state.file = files.value; draw(); } },
  node("option", { value: "" }, "all files"), data.files.map(file => node("option", { value: file.path }, file.path)));
const heads = columns.map(column => ({ name: column.name, cell: node("th", { class: column.wide ? "wide" : null, scope: "col", title: column.title },
  node("button", { type: "button", click: () => { state.down = state.sort === column.name ? !state.down : ["expected", "depth"].includes(column.name); state.sort = column.name; draw(); } }, column.name)) }));

document.getElementById("app").append(cards(), ...faults(), ...mostToGain(), ...overview(), node("h2", {}, "Nests"),
  node("p", { class: "dim keys" }, "Keys: ", node("kbd", {}, "/"), " search, ", node("kbd", {}, "j"), " ", node("kbd", {}, "k"), " or arrows to move, ", node("kbd", {}, "Enter"),
    " to open, ", node("kbd", {}, "Esc"), " back."),
  node("div", { class: "controls" }, search, files, shown),
  node("table", { id: "nests" }, node("thead", {}, node("tr", {}, heads.map(head => head.cell))), body));

narrow.addEventListener("change", () => draw());
document.addEventListener("keydown", event => {
  const isTyping = ["INPUT", "SELECT"].includes(document.activeElement?.tagName), inside = document.activeElement?.closest("tr.detail");
  const rows = [...body.querySelectorAll("tr.row")], at = rows.indexOf(document.activeElement);
  if (event.key === "/" && !isTyping) {
    search.focus();
    event.preventDefault();
  } else if (event.key === "Escape") {
    if (document.activeElement === search) {
      search.value = state.search = "";
      draw();
    }
    inside ? inside.previousElementSibling.focus() : document.activeElement?.blur();
  } else if (["ArrowDown", "ArrowUp", "j", "k"].includes(event.key) && !isTyping && !inside && rows.length) {
    const step = event.key === "ArrowDown" || event.key === "j" ? 1 : -1;
    rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus();
    event.preventDefault();
  } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
    toggle(rows[at].id);
    event.preventDefault();
  }
});
const asked = document.documentElement.dataset.open ?? decodeURIComponent(location.hash.slice(1));
const first = nests.find(row => [row.anchor, row.nest.id, row.key].includes(asked));
if (first)
  state.open.add(first.key);
draw();
if (first)
  document.getElementById(first.key)?.scrollIntoView();
