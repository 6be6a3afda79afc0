// Pictures of a nest: its iteration space with the order before and after, a window of an array, the tree of loops.
"use strict";
function svgNode(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {}))
    node.setAttribute(name, value);
  node.append(...children);
  return node;
}
function svgRoot(width, height, label) {
  return svgNode("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
}
// Small values of the parameters under which the views hold and the nest runs.
function sampleOf(nest) {
  const sizes = nest.arrays.flatMap(array => array.sizes).join(" ");
  const isSize = name => new RegExp("(^|\\W)" + name.replace(/[^\w]/g, "\\$&") + "($|\\W)").test(sizes);
  for (const [size, other] of [[7, 5], [6, 6], [8, 4], [12, 3], [9, 9], [16, 8]]) {
    try {
      const env = new Map();
      for (const parameter of nest.parameters)
        env.set(parameter.name, parameter.value !== null ? evaluate(parameter.value, env) : isSize(parameter.name) ? size : other);
      const points = pointsOf(nest, env);
      const isValid = points.length > 1 && points.length < 4000;
      if (isValid && evaluate(nest.validity, env))
        return { env, points };
    } catch (error) { /* these values do not do: a name without a value, or a quotient by zero */ }
  }
  return null;
}
// The loops around the first statement of the deepest level.
function pathOf(nest) {
  const deepest = nest.statements.reduce((a, b) => (a && a.loops.length >= b.loops.length ? a : b), null);
  return deepest ? deepest.loops.map(name => nest.loops.find(loop => loop.name === name)).filter(Boolean) : [];
}
function pointsOf(nest, env) {
  const path = pathOf(nest), points = [];
  const bounds = path.map(loop => [loop.lower, loop.upper, loop.step].map(parseExpression));
  const here = new Map(env);
  (function walk(depth) {
    if (depth === path.length) {
      points.push(new Map(path.map(loop => [loop.name, here.get(loop.name)])));
      return;
    }
    const [lower, upper, step] = bounds[depth].map(bound => bound(here));
    for (let v = lower; (step > 0 ? v < upper : v > upper) && step !== 0 && points.length < 4000; v += step) {
      here.set(path[depth].name, v);
      walk(depth + 1);
    }
    here.delete(path[depth].name);
  })(0);
  return points;
}
// The points in the order of a schedule; splits are drawn with at most `largest` iterations inside. Null with steps that
// this picture does not know.
function scheduled(nest, points, largest) {
  const path = pathOf(nest).map(loop => loop.name);
  let order = [...path];
  const key = Object.fromEntries(path.map(name => [name, point => point.get(name)]));
  const lowest = Object.fromEntries(path.map(name => [name, Math.min(...points.map(point => point.get(name)))]));
  const split = (index, size, inner) => {
    const whole = key[index], low = lowest[index] ?? 0, width = Math.max(1, Math.min(size, largest));
    key[index] = point => Math.floor((whole(point) - low) / width);
    key[inner] = whole;
    order.splice(order.indexOf(index) + 1, 0, inner);
  };
  const plain = new Set(["cache", "unroll", "vectorize", "parallelize", "kernelize", "pad", "promote", "register"]);
  for (const step of nest.schedule) {
    const [name, value] = Object.entries(step)[0];
    if (name === "split" && key[value.index]) {
      split(value.index, value.size, value.inner || value.index + value.index);
    } else if (name === "tile" && Object.keys(value).every(index => key[index])) {
      const indices = Object.keys(value), inner = indices.map(index => index + index);
      indices.forEach((index, k) => split(index, Number(value[index]), inner[k]));
      const first = Math.min(...indices.map(index => order.indexOf(index)));
      order = order.filter(index => !indices.includes(index) && !inner.includes(index));
      order.splice(first, 0, ...indices, ...inner);
    } else if (name === "reorder" && Array.isArray(value) && value.every(index => key[index])) {
      order = [...value, ...order.filter(index => !value.includes(index))];
    } else if (name === "skew" && key[value.index] && key[value.by]) {
      const own = key[value.index], by = key[value.by];
      key[value.index] = point => own(point) + by(point);
    } else if (!plain.has(name)) {
      return null;
    }
  }
  const keys = points.map(point => order.map(index => key[index](point)));
  return points.map((_, k) => k).sort((a, b) => {
    const d = keys[a].findIndex((value, n) => value !== keys[b][n]);
    return d < 0 ? a - b : keys[a][d] - keys[b][d];
  }).map(k => points[k]);
}
function drawSpace(nest, points, title) {
  const path = pathOf(nest).map(loop => loop.name);
  const extent = name => new Set(points.map(point => point.get(name))).size;
  const shown = path.filter(name => extent(name) > 1).slice(0, 2);
  if (shown.length === 0)
    return null;
  const [rows, columns] = shown.length === 2 ? shown : [null, shown[0]];
  const x = point => point.get(columns), y = point => rows ? point.get(rows) : 0;
  const x0 = Math.min(...points.map(x)), x1 = Math.max(...points.map(x)), y0 = Math.min(...points.map(y)), y1 = Math.max(...points.map(y));
  const cell = Math.min(30, 220 / (Math.max(x1 - x0, y1 - y0) + 1)), left = 34, top = 22;
  const px = point => left + (x(point) - x0 + .5) * cell, py = point => top + (y(point) - y0 + .5) * cell;
  const root = svgRoot(left + (x1 - x0 + 1) * cell + 8, top + (y1 - y0 + 1) * cell + 8, title + " of " + nest.id);
  root.append(svgNode("text", { x: left, y: 12 }, columns + " →"));
  if (rows)
    root.append(svgNode("text", { x: 2, y: top + 12 }, rows + " ↓"));
  const seen = new Set(), visits = [];
  for (const point of points) {
    const place = x(point) + "," + y(point);
    if (!seen.has(place))
      visits.push(point);
    seen.add(place);
  }
  root.append(svgNode("polyline", { points: visits.map(point => px(point) + "," + py(point)).join(" "), fill: "none",
    stroke: "var(--accent)", "stroke-width": 1.3, opacity: .8 }));
  for (const point of visits)
    root.append(svgNode("circle", { cx: px(point), cy: py(point), r: Math.min(3, cell / 5), fill: "var(--fg)" }));
  root.append(svgNode("circle", { cx: px(visits[0]), cy: py(visits[0]), r: Math.min(5, cell / 3), fill: "none", stroke: "var(--recovered)", "stroke-width": 2 }));
  return root;
}
// Arrays that are drawn at most, and their rows and columns.
const kMostWindows = 4, kMostCells = 64;
function drawWindows(nest, sample) {
  const pictures = [];
  for (const array of nest.arrays)
    if (array.recovered && array.accesses.length && pictures.length < kMostWindows)
      try {
        const picture = drawWindow(array, sample);
        if (picture)
          pictures.push({ picture, array });
      } catch (error) { /* a subscript names what no iteration fixes: no picture */ }
  return pictures;
}
// The last two dimensions of an array: which cells of its rows are read and written. Cells that no row has are left out.
function drawWindow(array, sample) {
  const isJagged = array.view === "jagged", d = isJagged ? 1 : array.sizes.length, cells = new Map();
  let plane = null;
  for (const access of array.accesses) {
    const subscripts = access.subscripts.map(parseExpression);
    for (const point of sample.points) {
      const env = new Map([...sample.env, ...point]);
      let s;
      try { s = subscripts.map(subscript => subscript(env)); } catch (error) { continue; /* a loop that is not around this point */ }
      const outer = s.slice(0, -2).join(",");
      plane = plane ?? outer;
      if (outer !== plane)
        continue;
      const place = s[d - 1] + "," + s[d], known = cells.get(place) || { row: s[d - 1], column: s[d], read: false, write: false };
      known[access.kind] = true;
      cells.set(place, known);
    }
  }
  const all = [...cells.values()];
  if (all.length === 0)
    return null;
  const r0 = Math.min(...all.map(c => c.row)), r1 = Math.max(...all.map(c => c.row));
  if (r1 - r0 > kMostCells)
    return null;
  const origin = isJagged ? 0 : evaluate(array.origin[d - 1] || "0", sample.env);
  const lengths = [];
  for (let r = r0; r <= r1; ++r)
    lengths.push(isJagged ? evaluate(array.rowLength, new Map([...sample.env, ["r", r]])) : evaluate(array.sizes[d - 1], sample.env));
  const longest = Math.max(...lengths);
  if (longest < 1 || longest > kMostCells)
    return null;
  const cell = Math.min(24, 220 / Math.max(longest, r1 - r0 + 1)), left = 34, top = 22;
  const title = array.base + "[*]" + (isJagged ? "[" + array.rowLength + "]" : array.sizes.map(s => "[" + s + "]").join(""));
  const root = svgRoot(Math.max(left + longest * cell + 8, left + 7 * Math.min(title.length, 40)), top + (r1 - r0 + 1) * cell + 8, "window of " + array.base);
  root.append(svgNode("text", { x: left, y: 12 }, title.length > 40 ? title.slice(0, 39) + "…" : title));
  root.append(svgNode("text", { x: 2, y: top + 12 }, String(r0)));
  lengths.forEach((length, k) => {
    for (let c = 0; c < length; ++c) {
      const hit = cells.get((r0 + k) + "," + (origin + c));
      const fill = !hit ? "none" : hit.write ? "var(--write)" : "var(--read)";
      root.append(svgNode("rect", { x: left + c * cell, y: top + k * cell, width: cell, height: cell, fill, stroke: "var(--line)" }));
    }
  });
  return root;
}
function drawTree(nest) {
  const rows = [], edges = [];
  const add = (text, depth, kind, parent) => { rows.push({ text, depth, kind }); if (parent >= 0) edges.push([parent, rows.length - 1]); return rows.length - 1; };
  (function below(parent, depth, at) {
    for (const statement of nest.statements)
      if ((statement.loops[statement.loops.length - 1] ?? null) === parent)
        add(statement.id + ", line " + statement.line, depth, "statement", at);
    for (const loop of nest.loops)
      if (loop.parent === parent && depth < 12) {
        const text = `${loop.name} = ${loop.lower} .. ${loop.upper}` + (loop.step === "1" ? "" : " by " + loop.step) + (loop.parallel ? "  ∥" : "");
        below(loop.name, depth + 1, add(text, depth, "loop", at));
      }
  })(null, 0, -1);
  if (rows.length === 0)
    return null;
  const height = 24, x = row => 12 + row.depth * 22, y = k => 16 + k * height;
  const width = Math.max(...rows.map(row => x(row) + 14 + 7 * Math.min(row.text.length, 60))) + 8;
  const root = svgRoot(width, rows.length * height + 8, "loops of " + nest.id);
  for (const [from, to] of edges)
    root.append(svgNode("path", { d: `M${x(rows[from])} ${y(from)} V${y(to)} H${x(rows[to])}`, fill: "none", stroke: "var(--dim)" }));
  rows.forEach((row, k) => {
    root.append(row.kind === "loop"
      ? svgNode("circle", { cx: x(row), cy: y(k), r: 6, fill: "var(--bg)", stroke: "var(--affine)", "stroke-width": 2 })
      : svgNode("rect", { x: x(row) - 5, y: y(k) - 5, width: 10, height: 10, fill: "var(--recovered)" }));
    root.append(svgNode("text", { x: x(row) + 12, y: y(k) + 4 }, row.text.length > 60 ? row.text.slice(0, 59) + "…" : row.text));
  });
  return root;
}
