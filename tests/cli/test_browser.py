"""The HTML report in a browser: skipped where there is no chromium."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from support import GEMM, REFUSED, CommandTest

BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


@unittest.skipUnless(BROWSER, "no chromium")
class Browser(CommandTest):
    flags = []

    def shown(self, page, fragment="", width=1000):
        """The document that the scripts make; fails on an error in the console."""
        with tempfile.TemporaryDirectory() as profile:
            result = subprocess.run(
                [
                    BROWSER,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--user-data-dir=" + profile,
                    "--window-size=%d,900" % width,
                    "--enable-logging=stderr",
                    *self.flags,
                    "--dump-dom",
                    pathlib.Path(page).as_uri() + fragment,
                ],
                capture_output=True,
                text=True,
                timeout=100,
            )
        self.assertEqual([line for line in result.stderr.splitlines() if "CONSOLE" in line], [])
        return result.stdout

    def probe(self, page, script, fragment="", width=1000):
        """What a script finds that runs behind the page's own: its value, by way of JSON."""
        probe = (
            "<script>document.title = encodeURIComponent(JSON.stringify((() => {%s})()));</script></body>"
            % script
        )
        self.write("probe.html", self.read(page).decode().replace("</body>", probe))
        title = re.search(
            "<title>(.*?)</title>", self.shown(self.dir / "probe.html", fragment, width)
        ).group(1)
        return json.loads(urllib.parse.unquote(title))

    # What a person does, and what is seen then.
    ACTIONS = """
        const ids = () => [...document.querySelectorAll("tr.row")].map(row => row.id);
        const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const type = text => { const field = document.querySelector("input[type=search]"); field.value = text; field.dispatchEvent(new Event("input")); };
        const click = words => [...document.querySelectorAll("button")].find(button => button.textContent.includes(words)).click();
        """

    def several(self):
        """A page of three files in two folders: two nests with a faster schedule, one that is refused, one walk along a line."""
        self.write(
            "src/gemm.c", GEMM + GEMM.replace("gemm", "other").replace("ldb)", "ldb, double q)")
        )
        self.write("src/walk.c", REFUSED)
        self.write(
            "tools/axpy.c",
            "void axpy(int n, int inc, float a, float *x, float *y)\n{\n    int i;\n    for (i = 0; i < n; i++)\n"
            "        y[i*inc] += a*x[i*inc];\n}\n",
        )
        self.run_tool("analyze", "src", "tools", "--format=html", "-o", "out/r.html", "--", "-O3")
        return "out/r.html"

    def test_search_filters_and_order(self):
        page = self.several()
        found = self.probe(
            page,
            self.ACTIONS
            + """
            const all = ids();
            type("jump"); const jump = ids();
            type("WALK.c refused"); const walk = ids();
            type("no such thing"); const none = ids();
            type(""); click("refused"); const refused = ids();
            click("refused"); const again = ids();
            click("nest"); const up = ids(); click("nest"); const down = ids();
            const files = document.querySelector("select"); files.value = "tools/axpy.c"; files.dispatchEvent(new Event("change")); const file = ids();
            return { all, jump, walk, none, refused, again, up, down, file };""",
        )
        self.assertEqual(sorted(found["all"]), ["n0-0", "n0-1", "n1-0", "n2-0"])
        self.assertEqual(found["jump"], ["n1-0"])
        self.assertEqual(found["walk"], ["n1-0"])
        self.assertEqual(found["none"], [])
        self.assertEqual(found["refused"], ["n1-0"])
        self.assertEqual(found["again"], found["all"])
        self.assertEqual(found["up"], ["n2-0", "n0-0", "n0-1", "n1-0"])  # axpy, gemm, other, walk
        self.assertEqual(found["down"], found["up"][::-1])
        self.assertEqual(found["file"], ["n2-0"])

    def test_keys(self):
        found = self.probe(
            self.several(),
            self.ACTIONS
            + """
            const at = () => document.activeElement.id || document.activeElement.tagName;
            press("/"); const search = at(); type("gemm"); press("Escape"); const cleared = ids().length;
            press("j"); const first = at(); press("ArrowDown"); const second = at(); press("k"); const back = at();
            press("Enter"); const open = document.querySelectorAll("tr.detail").length;
            document.querySelector("tr.detail pre[tabindex]").focus(); press("ArrowDown"); const inside = at(); press("Escape"); const out = at();
            press("Enter"); const shut = document.querySelectorAll("tr.detail").length;
            return { search, cleared, first, second, back, open, inside, out, shut, ids: ids() };""",
        )
        self.assertEqual((found["search"], found["cleared"]), ("INPUT", 4))
        self.assertEqual(
            [found["first"], found["second"], found["back"]],
            [found["ids"][0], found["ids"][1], found["ids"][0]],
        )
        self.assertEqual((found["open"], found["shut"]), (1, 0))
        self.assertEqual((found["inside"], found["out"]), ("PRE", found["ids"][0]))

    def test_folders_by_expected_gain(self):
        text = self.shown(self.dir / self.several())
        tree = text.split("Files by expected gain")[1].split("<h2>")[0]
        self.assertLess(
            tree.index("src/"), tree.index("tools/axpy.c")
        )  # a folder of one file is told with it
        self.assertLess(tree.index("gemm.c"), tree.index("walk.c"))
        self.assertIn("100% · 2 faster, 2 recovered of 3", tree)
        self.assertIn("0% · 0 faster, 0 recovered of 1", tree)

    def test_a_walk_along_a_line_is_no_matrix(self):
        text = (
            self.shown(self.dir / self.several(), "#n2-0")
            .split('<main id="app">')[1]
            .split("</main>")[0]
        )
        self.assertTrue("[*][inc]" not in text and "y[i*inc]</code></td>" in text)

    def test_dark_mode(self):
        page = self.several()
        script = "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color];"
        light = self.probe(page, script)
        self.flags = ["--blink-settings=preferredColorScheme=0"]  # 0: dark
        dark = self.probe(page, script)
        brightness = lambda color: sum(map(int, re.findall(r"\d+", color)[:3]))
        for (back, fore), sign in ((light, 1), (dark, -1)):
            self.assertGreater(sign * (brightness(back) - brightness(fore)), 400, (light, dark))

    def test_nothing_is_wider_than_the_window(self):
        self.write(
            "gemm.c",
            GEMM
            + GEMM.replace(
                "gemm", "a_product_of_matrices_with_a_rather_long_name_that_somebody_gave_it"
            ),
        )
        self.write("walk.c", REFUSED)
        self.run_tool(
            "rewrite",
            "--check",
            "gemm.c",
            "walk.c",
            "--format=html",
            "-o",
            "r.html",
            "--",
            status=1,
        )
        for width in 400, 1400:
            for fragment in "", "#n0-0", "#n1-0":
                needed, there = self.probe(
                    "r.html",
                    "return [document.documentElement.scrollWidth, innerWidth];",
                    fragment,
                    width,
                )
                self.assertLessEqual(needed, there, (width, fragment))
                self.assertLessEqual(
                    there, max(width, 500)
                )  # headless windows may have a least width

    def test_what_is_expected_to_gain_comes_first(self):
        self.write(
            "gemm.c", REFUSED + GEMM.replace("gemm", "first") + GEMM.replace("gemm", "second")
        )
        self.run_tool("analyze", "gemm.c", "--format=html", "-o", "r.html", "--")
        text = self.shown(self.dir / "r.html")
        self.assertEqual(re.findall(r'<tr class="row" id="n0-(\d)"', text)[-1], "0")
        self.assertRegex(
            text, r"<h2>Most to gain</h2>.*first#1.*estimated time \d+% of the original"
        )

    def test_the_page_shows_what_the_report_says(self):
        self.write("gemm.c", GEMM.replace("/* dot product */", "/* </script><b id=bad> */"))
        self.write("walk.c", REFUSED)
        self.run_tool(
            "rewrite",
            "--check",
            "gemm.c",
            "walk.c",
            "--format=html",
            "-o",
            "r.html",
            "--",
            status=1,
        )
        text = self.shown(self.dir / "r.html", "#n0-0")
        rows = re.findall(r'<tr class="row" id="([^"]*)"', text)
        self.assertEqual(sorted(rows), ["n0-0", "n1-0"])
        detail = text.split('<tr class="detail">')[1]
        self.assertIn("&lt;/script&gt;&lt;b id=bad&gt;", detail)
        self.assertNotIn('<b id="bad">', text)
        for word in (
            "float (*C)[ldc];",
            "m &lt;= ldc &amp;&amp; p &lt;= lda &amp;&amp; m &lt;= ldb",
            "(0, 0, 1)",
            'class="add"',
            "order of the source of gemm#1",
            "order of the schedule of gemm#1",
            "window of C",
            "window of A",
            "LoopTree of gemm#1",
            "<td>RAW</td><td><code>C</code></td><td>7</td><td><code>k</code></td>",
            "- nest: gemm#1",
            'href="gemm.c"',
            "gemm_1_fast(",
        ):
            self.assertIn(word, detail)
        self.assertRegex(detail, r'<mark class="r w" title="C\[i\]\[j\]">C\[i\*ldc \+ j\]</mark>')


if __name__ == "__main__":
    unittest.main()
