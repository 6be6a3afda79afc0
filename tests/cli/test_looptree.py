"""`looptree check` and `looptree export` through the binary: formats, exit statuses, round trips."""
import json
import re
import shutil
import struct
import subprocess
import unittest
import xml.etree.ElementTree
import zlib

from support import GEMM, CommandTest


def rendered(svg):
    """The picture as rows of (red, green, blue), drawn by librsvg; reads 8-bit RGBA without interlacing."""
    data = subprocess.run(
        ["rsvg-convert"], input=svg.encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, colour, interlaced) == (8, 6, 0)
        if kind == b"IDAT":
            packed += body
        at += length + 12
    raw, stride, before, rows = zlib.decompress(packed), 4 * width, bytes(4 * width), []
    for y in range(height):
        start = y * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for k in range(stride if kind else 0):  # the filters of the PNG specification, chapter 9
            left, corner = (line[k - 4], before[k - 4]) if k >= 4 else (0, 0)
            above = before[k]
            if kind == 4:
                guess = min((left, above, corner), key=lambda v: abs(left + above - corner - v))
            else:
                guess = (0, left, above, (left + above) // 2)[kind]
            line[k] = (line[k] + guess) % 256
        rows.append([tuple(line[k : k + 3]) for k in range(0, stride, 4)])
        before = bytes(line)
    return rows


def shape_box(element):
    """(left, top, right, bottom) of a shape of the picture."""
    value = lambda name: float(element.get(name))
    if element.tag.endswith("rect"):
        return value("x"), value("y"), value("x") + value("width"), value("y") + value("height")
    if element.tag.endswith("ellipse"):
        return (
            value("cx") - value("rx"),
            value("cy") - value("ry"),
            value("cx") + value("rx"),
            value("cy") + value("ry"),
        )
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", element.get("d"))]
    x, y, radius_x, radius_y, down = numbers[0], numbers[1], numbers[2], numbers[3], numbers[9]
    return x, y - radius_y, x + 2 * radius_x, y + down + radius_y


DESCRIPTION = """\
mapping:
  title: a & b
  nodes:
  - !Storage {component: Off, tensors: [X, T, Y]}
  - !Temporal {rank_variable: i, tile_shape: 2}
  - !Sequential
    nodes:
    - !Nested
      nodes:
      - !Storage {component: On, tensors: [T]}
      - !Temporal {rank_variable: i, tile_shape: 1}
      - !Compute {einsum: T, component: Mac}
    - !Nested
      nodes:
      - !Spatial {rank_variable: i, tile_shape: 1, name: X, component: Mac}
      - !Compute {einsum: Y, component: Mac}
workload:
  iteration_space_shape: {i: 0 <= i < 8}
  bits_per_value: {All: 1}
  einsums: ["T[i] = X[i]", "Y[i] = T[i]"]
arch:
  nodes:
  - !Memory {name: Off, size: inf, component_class: Dummy}
  - !Memory {name: On, size: 64, component_class: Dummy}
  - !Compute {name: Mac, component_class: Dummy, spatial: [{name: X, fanout: 4}]}
"""
SCHEDULE = """\
- nest: gemm#1
  schedule:
    - split: {index: k, size: 256, inner: k_1}
    - tile: {i: 8, j: 32}
    - reorder: [k, j, i, k_1, ii, jj]
  plan:
    - promote: {array: C, index: k_1}
    - unroll: [ii]
    - vectorize: [jj]
"""
SIZES = [word for name in ("n", "m", "p") for word in ("--param", name + "=512")]


class Check(CommandTest):
    def figures(self, *files, status=0):
        return json.loads(
            self.run_tool("looptree", "check", "--format=json", *files, status=status).stdout
        )

    def test_formats(self):
        path = self.write("all.yaml", DESCRIPTION)
        figures = self.figures(path)
        self.assertEqual(sorted(figures), ["diagnostics", "energy", "latency", "peak", "stats"])
        self.assertEqual(figures["stats"]["T/Mac/None"], {"compute": 8})
        self.assertEqual(figures["stats"]["T/On/T"]["occ"], 1)
        table = self.run_tool("looptree", "check", path).stdout
        self.assertEqual(table, self.run_tool("looptree", "check", path, "--format=table").stdout)
        self.assertIn("latency: 0", table)
        self.run_tool("looptree", "check", path, "-o", self.dir / "out.txt")
        self.assertEqual(self.read("out.txt").decode(), table)

    def test_picture(self):
        path = self.write("all.yaml", DESCRIPTION)
        picture = self.run_tool("looptree", "check", path, "--format=svg").stdout
        root = xml.etree.ElementTree.fromstring(picture)
        shapes = [e.get("class") for e in root.iter() if e.get("class")]
        self.assertEqual(
            sorted(shapes), ["compute"] * 2 + ["loop"] * 3 + ["split"] + ["storage"] * 2
        )
        texts = [e.text for e in root.iter() if e.tag.endswith("text")]
        self.assertIn("a & b", texts)
        self.assertIn("for i, tile 2", texts)
        self.assertTrue(
            any(t.startswith("T: tile 2, reuse ") and "lives" in t for t in texts), texts
        )
        width, height = float(root.get("width")), float(root.get("height"))
        for element in root.iter():
            if element.get("class") and element.get("x"):
                self.assertLessEqual(float(element.get("x")) + float(element.get("width")), width)
                self.assertLessEqual(float(element.get("y")) + float(element.get("height")), height)

    @unittest.skipUnless(shutil.which("rsvg-convert"), "rsvg-convert is not installed")
    def test_rendered(self):
        """Every shape is seen in its colour, and all ink of a label lies inside its shape."""
        path = self.write("all.yaml", DESCRIPTION)
        picture = self.run_tool("looptree", "check", path, "--format=svg").stdout
        whole = rendered(picture)
        bare = rendered(re.sub(r"<text.*?</text>", "", picture))
        ink = {
            (x, y)
            for y, row in enumerate(whole)
            for x, pixel in enumerate(row)
            if pixel != bare[y][x]
        }
        root = xml.etree.ElementTree.fromstring(picture)
        boxes = [shape_box(e) for e in root.iter() if e.get("class")]
        for element, (x0, y0, x1, y1) in zip((e for e in root.iter() if e.get("class")), boxes):
            fill = tuple(int(element.get("fill")[k : k + 2], 16) for k in (1, 3, 5))
            self.assertEqual(bare[int(y1) - 4][int((x0 + x1) / 2) + 1], fill, element.attrib)
            self.assertTrue(any(x0 < x < x1 and y0 < y < y1 for x, y in ink), element.attrib)
        title = min(y0 for _, y0, _, _ in boxes)
        outside = [
            p
            for p in ink
            if p[1] >= title
            and not any(x0 <= p[0] <= x1 and y0 <= p[1] <= y1 for x0, y0, x1, y1 in boxes)
        ]
        self.assertEqual(outside, [])

    def test_statuses(self):
        good = self.write("good.yaml", DESCRIPTION)
        wrong = self.write("wrong.yaml", DESCRIPTION.replace("tile_shape: 2", "tile_shape: 16"))
        result = self.run_tool("looptree", "check", wrong, status=1)
        self.assertRegex(result.stderr, r"wrong\.yaml:5:5: error: a tile of 16 along 'i' is larger")
        self.assertIn("latency", result.stdout)
        self.run_tool("looptree", "check", self.write("no.yaml", "mapping: [\n"), status=3)
        self.run_tool(
            "looptree", "check", self.write("part.yaml", "mapping: {nodes: []}\n"), status=3
        )
        self.assertEqual(len(self.figures(self.dir / "no.yaml", status=3)["diagnostics"]), 1)
        self.run_tool("looptree", "check", self.dir / "absent.yaml", status=2)
        self.run_tool("looptree", "check", status=2)
        self.run_tool("looptree", status=2)
        self.run_tool("looptree", "draw", good, status=2)
        self.run_tool("looptree", "check", good, "--format=png", status=2)
        self.run_tool("looptree", "export", status=2)
        self.run_tool("looptree", "export", self.write("a.c", GEMM), "--param", "n", "--", status=2)

    def test_several_documents(self):
        wrong = DESCRIPTION.replace("einsum: Y", "einsum: Z")
        path = self.write("two.yaml", DESCRIPTION + "---\n" + wrong)
        figures = self.figures(path, status=1)
        self.assertEqual([len(f["diagnostics"]) > 0 for f in figures], [False, True])
        line = (
            DESCRIPTION.count("\n")
            + 1
            + DESCRIPTION[: DESCRIPTION.index("einsum: Y")].count("\n")
            + 1
        )
        self.assertEqual(figures[1]["diagnostics"][0]["line"], line)


class Export(CommandTest):
    def export(self, *arguments):
        return self.run_tool("looptree", "export", "gemm.c", *SIZES, *arguments, "--", "-O3").stdout

    def setUp(self):
        super().setUp()
        self.write("gemm.c", GEMM)
        self.write("schedule.yaml", SCHEDULE)

    def test_reads_back(self):
        text = self.export("--schedule=schedule.yaml")
        self.assertRegex(text, r"title: 'gemm#1'")
        self.write("gemm.yaml", text)
        figures = json.loads(
            self.run_tool("looptree", "check", "gemm.yaml", "--format=json").stdout
        )
        self.assertEqual(figures["stats"]["S0/Alu/None"], {"compute": 512**3})
        self.assertEqual(figures["diagnostics"], [])
        self.assertTrue(
            any(
                row.startswith("S0/Registers/C") or row.startswith("S0/Stack/C")
                for row in figures["stats"]
            )
        )
        plain = [line for line in text.splitlines() if "tile_shape" in line]
        self.assertTrue(all(re.search(r"tile_shape: \d+[,}]", line) for line in plain))

    def test_the_automatic_schedule_and_the_source_order(self):
        for choice in ("auto", "none"):
            self.write("gemm.yaml", self.export("--schedule=" + choice))
            self.run_tool("looptree", "check", "gemm.yaml")

    def test_sizes_that_nobody_gave(self):
        result = self.run_tool("looptree", "export", "gemm.c", "--", "-O3")
        self.assertRegex(result.stderr, r"taken as \d+")
        self.assertIn("# ", result.stdout)

    def test_a_mapping_is_a_schedule(self):
        self.write("mapping.yaml", self.export("--schedule=schedule.yaml"))
        again = self.export("--schedule=mapping.yaml")
        self.assertEqual(again, self.read("mapping.yaml").decode())
        script = self.run_tool(
            "rewrite", "gemm.c", "--schedule=mapping.yaml", "--print-schedule", "--", "-O3"
        ).stdout
        for part in ("size: 256", "promote: {array: C", "unroll:", "vectorize:"):
            self.assertIn(part, script)
        by_mapping = self.run_tool(
            "rewrite", "--in-file", "gemm.c", "--schedule=mapping.yaml", "--", "-O3"
        ).stdout
        by_script = self.run_tool(
            "rewrite", "--in-file", "gemm.c", "--schedule=schedule.yaml", "--", "-O3"
        ).stdout
        # Names differ, also in the schedule that the comment before the function holds.
        by_mapping, by_script = (
            re.sub(r"\n\+   Schedule \(.*?\*/", "", text, flags=re.S)
            for text in (by_mapping, by_script)
        )
        self.assertEqual(len(by_mapping.splitlines()), len(by_script.splitlines()))
        self.assertIn("+", by_mapping)

    def test_mappings_that_are_no_schedule(self):
        text = self.export("--schedule=schedule.yaml")
        for change, sentence in (
            (
                ("rank_variable: k, tile_shape: 256", "rank_variable: q, tile_shape: 256"),
                "no loop 'q'",
            ),
            (("tile_shape: 256", "tile_shape: 1"), "do not become smaller"),
        ):
            self.assertIn(change[0], text)
            self.write("changed.yaml", text.replace(*change))
            result = self.run_tool(
                "rewrite", "gemm.c", "--schedule=changed.yaml", "--", "-O3", status=1
            )
            self.assertIn(sentence, result.stderr)
        self.write("renamed.yaml", text.replace("S0", "Product"))
        result = self.run_tool("rewrite", "gemm.c", "--schedule=renamed.yaml", "--", "-O3")
        self.assertIn("+", result.stdout, result.stderr)
        broken = self.write("broken.yaml", "mapping:\n  nodes:\n  - !For {}\n")
        result = self.run_tool(
            "rewrite", "gemm.c", "--schedule=" + str(broken), "--", "-O3", status=2
        )
        self.assertRegex(result.stderr, r"broken\.yaml:3:5: error: there is no node !For")

    PAIR = """\
void pair(int n, const float *A, float *x, const float *y, float *v, const float *w)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x[i] += A[i*n + j] * y[j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            v[i] += A[j*n + i] * w[j];
}
"""
    BRANCHES = """\
  - !Temporal {rank_variable: i, tile_shape: 32}
  - !Sequential
    nodes:
    - !Nested
      nodes:
      - !Temporal {rank_variable: i, tile_shape: 1}
      - !Temporal {rank_variable: j, tile_shape: 1}
      - !Compute {einsum: S0, component: Alu}
    - !Nested
      nodes:
      - !Temporal {rank_variable: j_1, tile_shape: 1}
      - !Temporal {rank_variable: i, tile_shape: LANES}
      - !Spatial {rank_variable: i, tile_shape: 1, name: lanes, component: Alu}
      - !Compute {einsum: S1, component: Alu}
"""

    def pair(self):
        """A fused pair of which i is Spatial in one branch and Temporal in the other."""
        self.write("pair.c", self.PAIR)
        self.write("fuse.yaml", "- fuse: [pair#1, pair#2]\n  partial: 1\n")
        text = self.run_tool(
            "looptree", "export", "pair.c", "--schedule=fuse.yaml", "--", "-O3"
        ).stdout
        self.assertRegex(text, r"title: 'pair#1\+pair#2'")
        self.assertEqual(text.count("rank_variable: i,"), 1)
        lanes = re.search(r"fanout: (\d+)", text).group(1)
        storage = re.search(r"  - !Storage {component: MainMemory.*\n", text).group(0)
        return (
            text[: text.index(storage)]
            + storage
            + self.BRANCHES.replace("LANES", lanes)
            + text[text.index("workload:") :]
        )

    def test_spatial_in_one_branch_and_temporal_in_the_other(self):
        self.write("mapping.yaml", self.pair())
        script = self.run_tool(
            "rewrite", "pair.c", "--schedule=mapping.yaml", "--print-schedule", "--", "-O3"
        ).stdout
        vectorized = re.search(r"vectorize: \[(\w+)\]", script).group(1)
        self.assertNotEqual(vectorized, "i")
        self.assertEqual(len(re.findall(r"split:", script)), 2, script)
        again = self.run_tool(
            "looptree", "export", "pair.c", "--schedule=mapping.yaml", "--", "-O3"
        ).stdout
        self.assertEqual(
            re.findall(r"!(?:Temporal|Spatial) {rank_variable: \w+, tile_shape: \d+", again),
            re.findall(
                r"!(?:Temporal|Spatial) {rank_variable: \w+, tile_shape: \d+",
                self.read("mapping.yaml").decode(),
            ),
        )

    def test_several_documents_are_several_mappings(self):
        self.write("pair.c", self.PAIR)
        text = self.run_tool("looptree", "export", "pair.c", "--schedule=none", "--", "-O3").stdout
        self.assertEqual(text.count("mapping:"), 2)
        self.write("both.yaml", text)
        written = self.run_tool(
            "rewrite", "--in-file", "pair.c", "--schedule=both.yaml", "--", "-O3"
        )
        self.assertIn("2 nests rewritten", written.stderr)

    def test_a_mapping_that_no_nest_fits(self):
        self.write(
            "three.yaml",
            "mapping:\n  nodes:\n  - !Sequential\n    nodes:\n"
            + "".join(
                "    - !Nested {nodes: [!Temporal {rank_variable: a, tile_shape: 1}, !Compute {einsum: E%d, component: X}]}\n"
                % k
                for k in range(3)
            ),
        )
        result = self.run_tool(
            "rewrite", "gemm.c", "--schedule=three.yaml", "--", "-O3", status=None
        )
        self.assertIn("it computes 3 Einsums, and the nest has 1 statement", result.stderr)
        self.assertEqual(result.stdout, "")


if __name__ == "__main__":
    unittest.main()
