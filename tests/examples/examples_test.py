#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of examples/ on small input and looks at what they print.

Usage: examples_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
sys.dont_write_bytecode = True
from example_blog import BLOG, ROOT, post_pages, served, title_of  # noqa: E402

BASE = "http://blog.example"
BUILD = pathlib.Path(".")


def run(name, *arguments, code=0):
    done = subprocess.run(
        [BUILD / "examples" / name, *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    if done.returncode != code:
        raise AssertionError(f"{name} gave {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.titles = {title_of(page) for page in post_pages()}
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.feed = cls.work / "feed.xml"
        cls.feed.write_text((BLOG / "feed.xml").read_text(encoding="utf-8").replace("@BASE@", BASE), encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_example_is_short(self):
        programs = [*(ROOT / "examples").glob("*.cc"), *(ROOT / "examples").glob("*.c")]
        self.assertTrue(programs)
        for program in programs:
            self.assertLess(len(program.read_text().splitlines()), 60, program.name)

    def test_read_warc(self):
        out = run("read_warc", ROOT / "tests" / "data" / "examples" / "two_exchanges.warc").splitlines()
        self.assertEqual([line.split()[0] for line in out if line[0] != " "],
                         ["warcinfo", "request", "response", "request", "response"])
        self.assertIn("  200 text/html; charset=utf-8, 75 bytes", out)
        self.assertIn("  404 text/plain, 14 bytes", out)
        run("read_warc", self.work / "absent.warc", code=1)
        run("read_warc", code=2)

    def test_read_and_write_warc(self):
        source = ROOT / "tests" / "data" / "examples" / "two_exchanges.warc"
        made = self.work / "made.warc.gz"
        run("read_and_write_warc", source, made)
        self.assertTrue(gzip.decompress(made.read_bytes()).startswith(source.read_bytes()))
        listed = run("read_warc", made)
        self.assertIn("response http://blog.example/hello\n  200 text/plain, 5 bytes\n", listed)
        self.assertIn("resource file:///notes.txt\n", listed)
        subprocess.run([BUILD / "bin" / "bfa", "warc", "check", made], check=True, capture_output=True, timeout=60)
        try:  # a reader that shares no code with the library, where it is installed
            from warcio.archiveiterator import ArchiveIterator
        except ImportError:
            ArchiveIterator = None
        if ArchiveIterator:
            with open(made, "rb") as file:
                types = [record.rec_type for record in ArchiveIterator(file, check_digests="raise")]
            self.assertEqual(types[-4:], ["request", "response", "metadata", "resource"])
        run("read_and_write_warc", source, made, code=1)  # it exists
        run("read_and_write_warc", self.work / "absent.warc", self.work / "other.warc", code=1)
        run("read_and_write_warc", code=2)

    def test_parse_feed(self):
        out = run("parse_feed", self.feed, BASE + "/feed.xml")
        self.assertTrue(out.startswith("Shelf Marks (rss 2.0)\n"))
        self.assertIn(f"2026-05-28T09:15:00Z  Reading what nobody asked for\n  {BASE}/2026/05/28/", out)
        self.assertEqual(len(out.splitlines()), 11)
        run("parse_feed", BLOG / "index.html", BASE, code=1)

    def test_extract_from_memory(self):
        pages = post_pages()
        arguments = []
        for page in pages:  # the feed's links are http without "www."
            arguments += [f"https://www.blog.example/{page.parent.relative_to(BLOG)}/index.html", page]
        out = run("extract_from_memory", BASE + "/", BASE + "/feed.xml", self.feed, *arguments)
        self.assertRegex(out, r"(?m)^article: /")
        for page in pages:
            self.assertIn(f"/{page.parent.name}/index.html\n  {title_of(page)}\n", out)
        self.assertNotIn("Recent posts", out)
        run("extract_from_memory", "no address", BASE + "/feed.xml", self.feed, *arguments, code=1)
        run("extract_from_memory", BASE, code=2)

    def test_crawl_into_sink(self):
        with served() as home:
            out = run("crawl_into_sink", home, "--allow-private")
            run("crawl_into_sink", home, code=1)  # a private address, refused unasked
        posts = re.findall(rf"(?m)^post {home}20\S+\n  (.*)$", out)
        self.assertEqual(set(posts), self.titles)
        self.assertRegex(out, rf"(?m)^{len(self.titles)} posts, \d+ requests$")

    def test_crawl_into_archive(self):
        archive = self.work / "example-archive"
        with served() as home:
            first = run("crawl_into_archive", archive, home, "--allow-private")
            again = run("crawl_into_archive", archive, home, "--allow-private")
            run("crawl_into_archive", archive, home, code=1)  # a private address, refused unasked
        self.assertRegex(first, rf"(?m)^{len(self.titles)} posts, \d+ new objects, 0 changed$")
        self.assertEqual(again, "0 posts, 0 new objects, 0 changed\n")
        self.assertTrue(list(archive.glob("warc/*.warc.gz")))

    def test_crawl_from_warc(self):
        archive = self.work / "archive"
        with served() as home:
            subprocess.run(
                [BUILD / "bin" / "bfa", "crawl", "-a", archive, "--allow-private", "--delay", "0", home],
                check=True, capture_output=True, timeout=120,
            )
        out = run("crawl_from_warc", home, *archive.glob("warc/*.warc.gz"))  # the server is gone
        posts = re.findall(rf"(?m)^20\S+  (.*)\n  {home}20\S+$", out)
        self.assertEqual(len(posts), len(self.titles))
        self.assertEqual(set(posts), self.titles)

    def test_answer_from_archive(self):
        archive = self.work / "answered"
        with served() as home:
            subprocess.run(
                [BUILD / "bin" / "bfa", "crawl", "-a", archive, "--allow-private", "--delay", "0", home],
                check=True, capture_output=True, timeout=120,
            )
        out = run("answer_from_archive", archive, "/timemap/link/" + home)
        self.assertTrue(out.startswith("200\n"), out)
        self.assertIn("Content-Type: application/link-format\n", out)
        self.assertIn(f'<https://archive.example/timegate/{home}>; rel="timegate"', out)
        past = run("answer_from_archive", archive, "/timegate/" + home, "Accept-Datetime", "Thu, 01 Jan 2026 00:00:00 GMT")
        self.assertTrue(past.startswith("302\n"), past)
        self.assertRegex(past, rf"(?m)^Location: https://archive\.example/web/\d+/{re.escape(home)}$")
        self.assertTrue(run("answer_from_archive", archive, "/nothing/here").startswith("404\n"))
        run("answer_from_archive", self.work / "absent", "/", code=1)
        run("answer_from_archive", code=2)

    def test_c_serve(self):
        archive = self.work / "served-by-c"
        with served() as home:
            run("c_crawl", archive, home, "--allow-private")
        out = run("c_serve", archive, "/timemap/link/" + home)
        self.assertTrue(out.startswith("200\nContent-Type: application/link-format\n"), out)
        self.assertIn(f'<http://localhost/timegate/{home}>; rel="timegate"', out)
        self.assertIn("event: object\n", run("c_serve", archive, "/events?after=0"))
        program = subprocess.Popen([BUILD / "examples" / "c_serve", archive], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            url = program.stdout.readline().strip()
            with urllib.request.urlopen(url + "api/v1/blogs", timeout=30) as answer:
                self.assertEqual([blog["home"] for blog in json.load(answer)["blogs"]], [home])
        finally:
            program.communicate("\n", timeout=30)
        self.assertEqual(program.returncode, 0)
        run("c_serve", self.work / "absent", "/", code=1)
        run("c_serve", code=2)

    def test_c_list_warc(self):
        out = run("c_list_warc", ROOT / "tests" / "data" / "examples" / "two_exchanges.warc").splitlines()
        self.assertEqual([line.split()[1] for line in out if line[0] != " "],
                         ["warcinfo", "request", "response", "request", "response"])
        self.assertIn("  404", out)
        run("c_list_warc", self.work / "absent.warc", code=1)
        run("c_list_warc", code=2)

    def test_c_write_warc(self):
        made = self.work / "c.warc.gz"
        out = run("c_write_warc", made).splitlines()
        self.assertEqual(out[0], "2 records, 3 digests right, 0 wrong")
        self.assertTrue(out[1].startswith("example,blog)/hello "))
        subprocess.run([BUILD / "bin" / "bfa", "warc", "check", made], check=True, capture_output=True, timeout=60)
        run("c_write_warc", made, code=1)  # it exists

    def test_c_extract(self):
        pages = post_pages()
        arguments = []
        for page in pages:
            arguments += [f"{BASE}/{page.parent.relative_to(BLOG)}/index.html", page]
        out = run("c_extract", BASE + "/", BASE + "/feed.xml", self.feed, *arguments)
        for page in pages:
            self.assertIn(f"/{page.parent.name}/index.html\n  {title_of(page)}\n", out)
        run("c_extract", "no address", BASE + "/feed.xml", self.feed, *arguments, code=1)

    def test_c_crawl_and_c_archive(self):
        archive = self.work / "c-crawled"
        with served() as home:
            lines = [json.loads(line) for line in run("c_crawl", archive, home, "--allow-private").splitlines()]
            run("c_crawl", self.work / "c-private", home, code=1)  # a private address, refused unasked
        self.assertEqual(lines[-1]["event"], "done")
        self.assertEqual(lines[-1]["posts"], len(self.titles))
        out = run("c_archive", self.work / "c-imported", next(archive.glob("warc/*.warc.gz")), home)
        posts = re.findall(rf"(?m)^1 {home}20\S+\n  (.*)$", out)
        self.assertEqual(set(posts), self.titles)
        run("c_archive", archive, self.work / "absent.warc", home, code=1)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
