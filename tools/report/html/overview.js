// Above the table: counts, what there is most to gain with, and the tree of folders by what their nests are expected to gain.
"use strict";
function card(status, number, word) {
  return node("button", { class: "card " + status, type: "button", "data-status": status, click: () => { state.status = state.status === status ? "" : status; draw(); } }, node("b", {}, String(number)), word);
}
function cards() {
  const of = status => nests.filter(row => row.nest.status === status).length;
  return node("div", { class: "cards" }, card("gain", nests.filter(row => row.gain).length, "with a faster schedule"), card("recovered", of("recovered"), "recovered"),
    card("affine", of("affine"), "affine"), card("rejected", of("rejected"), "refused"), card("warning", nests.filter(row => row.warnings).length, "with warnings"));
}

function mostToGain() {
  const best = nests.filter(row => row.gain).sort((a, b) => b.saved - a.saved).slice(0, 8);
  return best.length < 2 ? [] : [node("h2", {}, "Most to gain"), node("ol", { class: "best" }, best.map(row => node("li", {},
    node("a", { href: anchorOf(row.key), click: event => { event.preventDefault(); reveal(row.key); } }, code(row.nest.id)),
    ` ${row.file.path}:${row.nest.line}: estimated time ${percent(row.gain)} of the original`)))];
}

// Folders with what is below them, those of which most is expected first.
function folders() {
  const root = { name: "", path: "", below: new Map(), rows: [], saved: 0 };
  for (const row of nests) {
    const add = folder => {
      folder.rows.push(row);
      folder.saved += row.saved;
    };
    let at = root;
    add(at);
    for (const part of row.file.path.split("/")) {
      const name = part || "/";
      if (!at.below.has(name))
        at.below.set(name, { name, path: at === root ? part : at.path + "/" + part, below: new Map(), rows: [], saved: 0 });
      at = at.below.get(name);
      add(at);
    }
  }
  const sorted = folder => {
    folder.children = [...folder.below.values()].map(sorted).sort(
      (a, b) => b.saved - a.saved || count(b, "recovered") - count(a, "recovered") || b.rows.length - a.rows.length || (a.name < b.name ? -1 : 1));
    // A folder that holds one thing is told with it.
    return folder.children.length === 1 && folder !== root ? { ...folder.children[0], name: folder.name + "/" + folder.children[0].name } : folder;
  };
  return sorted(root);
}
const count = (folder, status) => folder.rows.filter(row => status === "gain" ? row.gain : row.nest.status === status).length;
const kMostShown = 12;
function overview() {
  const root = folders();
  if (root.children.length < 2 && (root.children[0]?.children.length ?? 0) === 0)
    return [];
  const bar = folder => [node("span", { class: "bar", role: "img", "aria-label": root.saved ? `${Math.round(100 * folder.saved / root.saved)}% of what is expected` : "nothing expected" },
    node("i", { style: `width:${root.saved ? 100 * folder.saved / root.saved : 0}%` })),
    node("span", { class: "figures dim" }, (root.saved ? `${Math.round(100 * folder.saved / root.saved)}% · ` : "") +
      `${count(folder, "gain")} faster, ${count(folder, "recovered")} recovered of ${folder.rows.length}`)];
  const file = folder => node("li", { class: "leaf" }, node("button", { type: "button", "aria-pressed": "false", "data-file": folder.path,
    click: () => { state.file = state.file === folder.path ? "" : folder.path; draw(); } }, folder.name), ...bar(folder));
  const list = children => {
    const items = children.map(child => child.children.length ? node("li", {}, node("details", { open: "" },
      node("summary", {}, node("span", { class: "name" }, child.name + "/"), ...bar(child)), list(child.children))) : file(child));
    const rest = items.splice(kMostShown);
    return node("ul", { class: "folders" }, items, rest.length ? node("li", {}, node("details", {}, node("summary", {}, `${rest.length} more`), node("ul", { class: "folders" }, rest))) : null);
  };
  return [node("h2", {}, "Files by expected gain"), list(root.children),
    node("p", { class: "dim" }, "The share of what is expected to be saved: of one run of every nest, sizes guessed; of the program's time where a profile was given.")];
}

// What several files have in common is told once.
function faults() {
  const told = new Map();
  for (const file of data.files)
    for (const error of file.errors || [])
      told.set(error.message, [...(told.get(error.message) || []), error.line ? `${file.path}:${error.line}` : file.path]);
  return [...told].map(([message, places]) => node("p", { class: "warning", title: places.join("\n") },
    `${places[0]}${places.length > 1 ? ` and ${places.length - 1} more` : ""}: ${message}`));
}
