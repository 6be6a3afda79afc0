"""The HTML report in a browser: skipped where there is no chromium."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import GEMM, REFUSED, CommandTest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@unittest.skipUnless(BROWSER, "no chromium")
class Browser(CommandTest):
    def shown(self, page, fragment="", width=1000):
        """The document that the scripts make; fails on an error in the console."""
        with tempfile.TemporaryDirectory() as profile:
            result = subprocess.run(
                [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--user-data-dir=" + profile, "--window-size=%d,900" % width,
                 "--enable-logging=stderr",
                 "--dump-dom", pathlib.Path(page).as_uri() + fragment], capture_output=True, text=True, timeout=100)
        self.assertEqual([line for line in result.stderr.splitlines() if "CONSOLE" in line], [])
        return result.stdout

    def test_nothing_is_wider_than_the_window(self):
        self.write("gemm.c", GEMM + GEMM.replace("gemm", "a_product_of_matrices_with_a_rather_long_name_that_somebody_gave_it"))
        self.write("walk.c", REFUSED)
        self.run_tool("rewrite", "--check", "gemm.c", "walk.c", "--format=html", "-o", "r.html", "--", status=1)
        probe = ("<script>document.title = document.documentElement.scrollWidth + ' of ' + innerWidth;</script></body>")
        self.write("probe.html", self.read("r.html").decode().replace("</body>", probe))
        for width in 400, 1400:
            for fragment in "", "#n0-0", "#n1-0":
                title = re.search("<title>(.*?)</title>", self.shown(self.dir / "probe.html", fragment, width)).group(1)
                needed, there = map(int, title.split(" of "))
                self.assertLessEqual(needed, there, (width, fragment))
                self.assertLessEqual(there, max(width, 500)) # headless windows may have a least width

    def test_what_is_expected_to_gain_comes_first(self):
        self.write("gemm.c", REFUSED + GEMM.replace("gemm", "first") + GEMM.replace("gemm", "second"))
        self.run_tool("analyze", "gemm.c", "--format=html", "-o", "r.html", "--")
        text = self.shown(self.dir / "r.html")
        self.assertEqual(re.findall(r'<tr class="row" id="n0-(\d)"', text)[-1], "0")
        self.assertRegex(text, r"<h2>Most to gain</h2>.*first#1.*expected to take \d+% of the source's time")

    def test_the_page_shows_what_the_report_says(self):
        self.write("gemm.c", GEMM.replace("/* dot product */", "/* </script><b id=bad> */"))
        self.write("walk.c", REFUSED)
        self.run_tool("rewrite", "--check", "gemm.c", "walk.c", "--format=html", "-o", "r.html", "--", status=1)
        text = self.shown(self.dir / "r.html", "#n0-0")
        rows = re.findall(r'<tr class="row" id="([^"]*)"', text)
        self.assertEqual(sorted(rows), ["n0-0", "n1-0"])
        detail = text.split('<tr class="detail">')[1]
        self.assertIn("&lt;/script&gt;&lt;b id=bad&gt;", detail)
        self.assertNotIn('<b id="bad">', text)
        for word in ("float (*C)[ldc];", "m &lt;= ldc &amp;&amp; p &lt;= lda &amp;&amp; m &lt;= ldb", "(0, 0, 1)", 'class="add"',
                     "order of the source of gemm#1", "order of the schedule of gemm#1", "window of C", "loops of gemm#1"):
            self.assertIn(word, detail)
        self.assertRegex(detail, r'<mark class="r w" title="C\[i\]\[j\]">C\[i\*ldc \+ j\]</mark>')


if __name__ == "__main__":
    unittest.main()
