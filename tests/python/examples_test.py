#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of examples/python as their users would, on the shared library that $BFA_LIBRARY names.

Usage: examples_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "support"))
from example_blog import BLOG, post_pages, replace_in, served  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else pathlib.Path("build/dev")
TWO = ROOT / "tests" / "data" / "examples" / "two_exchanges.warc"


def run(name, *arguments, code=0):
    done = subprocess.run([sys.executable, ROOT / "examples" / "python" / f"{name}.py", *map(str, arguments)], timeout=120,
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    if done.returncode != code:
        raise AssertionError(f"{name} {arguments} gave {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def test_versions_into_pandas(self):
        if subprocess.run([sys.executable, "-c", "import pandas"], capture_output=True).returncode:
            self.skipTest("pandas is not installed")
        blog, archive = self.work / "blog", self.work / "archive"
        shutil.copytree(BLOG, blog)
        crawl = [BUILD / "bin" / "bfa", "crawl", "-a", archive, "--allow-private", "--delay", "0", "--recheck", "all"]
        with served(blog) as home:
            subprocess.run([*crawl, home], check=True, capture_output=True)
            replace_in(post_pages(blog)[0], "<p>The order matters as well.", "<p>This was added. The order matters as well.")
            subprocess.run([*crawl, home], check=True, capture_output=True)
        out = run("versions_into_pandas", archive, self.work / "out.csv")
        self.assertIn(f"{len(post_pages())} posts, {len(post_pages()) + 1} versions, 1 edits\n", out)
        self.assertIn("2025-12 1 posts\n", out)
        self.assertRegex(out, r"edited \S+Z \S+why-we-keep-the-bytes/ \(text changed")
        self.assertEqual(len((self.work / "out.csv").read_text().split(",new,")), len(post_pages()) + 1)
        run("versions_into_pandas", self.work / "none", code=1)
        run("versions_into_pandas", code=2)

    def test_serve(self):
        archive = self.work / "archive"
        with served(BLOG) as home:
            subprocess.run([BUILD / "bin" / "bfa", "crawl", "-a", archive, "--allow-private", "--delay", "0", home], check=True, capture_output=True)
        program = subprocess.Popen([sys.executable, ROOT / "examples" / "python" / "serve.py", archive], stdout=subprocess.PIPE, text=True,
                                   env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        try:
            url = program.stdout.readline().strip()
            with urllib.request.urlopen(url + "api/v1/blogs", timeout=30) as answer:
                self.assertEqual([blog["home"] for blog in json.load(answer)["blogs"]], [home])
            with urllib.request.urlopen(url + "web/" + home, timeout=30) as answer:
                self.assertEqual(answer.headers["Content-Security-Policy"][:7], "sandbox")
            other = urllib.request.Request(url, headers={"Host": "other.example"})
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(other, timeout=30)
            self.assertEqual(refused.exception.code, 421)
            refused.exception.close()
        finally:
            program.terminate()
            program.communicate(timeout=30)
        run("serve", self.work / "none", code=1)
        run("serve", code=1)

    def test_migrate_with_filter(self):
        out = run("migrate_with_filter", "--without", "http://blog.example/none", self.work / "a.warc.gz", TWO)
        self.assertEqual(out, "2 left out\n1 request\n1 response\n1 warcinfo\n")
        run("migrate_with_filter", "--without", "x", self.work / "a.warc.gz", TWO, code=1)  # it exists
        run("migrate_with_filter", "--without", "x", self.work / "b.warc.gz", self.work / "none", code=1)
        self.assertFalse((self.work / "b.warc.gz").exists())
        run("migrate_with_filter", code=2)

    def test_archivematica_plugin(self):
        wacz = self.work / "normal.wacz"
        self.assertEqual(run("archivematica_plugin", "normalise", TWO, wacz), f"{wacz}\n")
        for path, puid in ((TWO, "fmt/1281"), (wacz, "fmt/1840")):
            self.assertEqual(run("archivematica_plugin", "identify", path), puid + "\n")
            result = json.loads(run("archivematica_plugin", "validate", path))
            self.assertEqual(result["eventOutcomeInformation"], "pass", result)
            tree = xml.etree.ElementTree.fromstring(run("archivematica_plugin", "characterize", path))
            self.assertEqual(tree.get("captures"), "2")
        written = run("archivematica_plugin", "extract", wacz, self.work / "out").splitlines()
        self.assertEqual([pathlib.Path(each).parent for each in written], [self.work / "out"])
        self.assertIn(b"<title", pathlib.Path(written[0]).read_bytes())
        run("archivematica_plugin", "extract", wacz, self.work / "out", code=1)  # not empty
        old = self.work / "old.warc"
        old.write_bytes(TWO.read_bytes().replace(b"WARC/1.1", b"WARC/1.0"))
        self.assertEqual(run("archivematica_plugin", "identify", old), "fmt/1355\n")
        for version, puid in (("1 0", "x-fmt/219"), ("1 1", "fmt/410")):
            block = f"{version} InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"
            arc = self.work / "a.arc"
            arc.write_text(f"filedesc://a.arc 0.0.0.0 20010101000000 text/plain {len(block)}\n{block}\n", encoding="ascii")
            self.assertEqual(run("archivematica_plugin", "identify", arc), puid + "\n")
        cut = self.work / "cut.warc"
        cut.write_bytes(TWO.read_bytes()[:-10])
        self.assertEqual(json.loads(run("archivematica_plugin", "validate", cut))["eventOutcomeInformation"], "fail")
        text = self.work / "text.warc"
        text.write_text("no WARC")
        for command in ("identify", "validate", "characterize"):
            run("archivematica_plugin", command, text, code=1)
        run("archivematica_plugin", "identify", code=2)


if __name__ == "__main__":
    unittest.main()
