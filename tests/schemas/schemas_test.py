#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One blog from crawl to package by the bfa command: every line of --json fits its schema in schemas/, and a second
crawl after an edit of one post and of every side bar makes exactly one version.

Usage: schemas_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parent.parent / "support")]
sys.dont_write_bytecode = True
from example_blog import BLOG, ROOT, post_pages, replace_in, served  # noqa: E402
from schema import problems  # noqa: E402

POST = "2026/03/19/the-sidebar-changed"
BUILD = pathlib.Path(".")


def bfa(*arguments, codes=(0,)):
    done = subprocess.run(
        [BUILD / "bin" / "bfa", *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    if done.returncode not in codes:
        raise AssertionError(f"bfa {arguments} gave {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class Story(unittest.TestCase):
    """Two crawls of the example blog with an edit between them; made once for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.archive = cls.work / "archive"
        site = cls.work / "site"
        shutil.copytree(BLOG, site)
        cls.home = cls.enterClassContext(served(site))
        options = ["-a", cls.archive, "--json", "--allow-private", "--delay", "0"]
        cls.first = bfa("crawl", *options, cls.home)
        for page in site.rglob("index.html"):
            replace_in(page, "Visitors so far: 10482", "Visitors so far: 10517")
            replace_in(page, "from Tuesday to Friday, ten to five", "every weekday, ten to six")
        replace_in(site / POST / "index.html", "in 1887 and not in 1878", "in 1886 and not in 1878")
        cls.second = bfa("crawl", *options, "--recheck", "all", cls.home)

    def lines(self, text, schema):
        """The lines of `text`, each checked against schemas/<schema>.schema.json."""
        rules = json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text(encoding="utf-8"))
        out = [json.loads(line) for line in text.splitlines()]
        self.assertTrue(out, "no line printed")
        for value in out:
            self.assertEqual(problems(rules, value), [])
        return out

    def test_check(self):
        work = self.work / "checked"
        shutil.copytree(self.archive, work)
        self.assertEqual(self.lines(bfa("check", "-a", work, "--json"), "check")[-1]["result"], "sound")
        self.assertEqual(len(self.lines(bfa("check", "-a", work, "--last", "--json"), "check")), 1)
        largest = max((work / "warc").glob("*.warc.gz"), key=lambda path: path.stat().st_size)
        largest.unlink()
        events = self.lines(bfa("check", "-a", work, "--json", codes=(1,)), "check")
        self.assertIn(("file_missing", f"warc/{largest.name}"), [(e.get("id"), e.get("file")) for e in events])
        self.assertIn("affected", [e["event"] for e in events])

    def test_first_crawl(self):
        events = self.lines(self.first, "event")
        done = events[-1]
        self.assertEqual(done["event"], "done")
        self.assertEqual((done["posts"], done["changed"], done["failed"]), (len(post_pages()), 0, 0))

    def test_second_crawl_makes_one_version(self):
        events = self.lines(self.second, "event")
        self.assertEqual([e["url"] for e in events if e["event"] == "change"], [f"{self.home}{POST}/"])
        done = events[-1]
        self.assertEqual((done["new"], done["changed"], done["failed"]), (0, 1, 0))
        self.assertGreaterEqual(done["fetched"], len(list(BLOG.rglob("index.html"))))

    def test_objects(self):
        objects = self.lines(bfa("ls", "-a", self.archive, "--full", "--json"), "object")
        posts = {o["url"]: o for o in objects if o["kind"] == "post"}
        self.assertEqual(len(posts), len(post_pages()))
        self.assertEqual({u: o["versions"] for u, o in posts.items() if o["versions"] != 1}, {f"{self.home}{POST}/": 2})
        self.lines(bfa("ls", "-a", self.archive, "--json"), "object")
        shown = self.lines(bfa("show", "-a", self.archive, "--json", f"{self.home}{POST}/"), "object")
        self.assertIn("1886 and not", shown[0]["text"])

    def test_changes(self):
        change = self.lines(bfa("diff", "-a", self.archive, "--json", f"{self.home}{POST}/", codes=(0, 1)), "change")[0]
        self.assertEqual([r["field"] for r in change["reasons"]], ["text"])
        self.assertEqual([e["text"].strip() for e in change["text_edits"] if e["op"] != "keep"], ["1887", "1886"])

    def test_arrivals(self):
        lines = self.lines(bfa("changes", "-a", self.archive, "--json"), "arrival")
        self.assertEqual(len({line["id"] for line in lines}), len(lines))
        self.assertIn("content", {line["verdict"] for line in lines})

    def test_template(self):
        rules = self.lines(bfa("rules", "show", "-a", self.archive, "--json", self.home), "template")[0]
        self.assertEqual(rules["method"], "ensemble")
        self.assertIn("article", {rule["field"] for rule in rules["rules"]})

    def test_errors(self):
        out = bfa("show", "-a", self.archive, "--json", self.home + "none", codes=(3,))
        self.assertEqual(self.lines(out, "event")[0]["event"], "error")


class Feed(unittest.TestCase):
    def test_feed(self):
        rules = json.loads((ROOT / "schemas" / "feed.schema.json").read_text(encoding="utf-8"))
        value = json.loads(bfa("feed", BLOG / "feed.xml", "--json"))
        self.assertEqual(problems(rules, value), [])
        self.assertEqual(len(value["entries"]), 5)


class Checker(unittest.TestCase):
    """The checker finds what does not fit."""

    def test_misfits(self):
        rules = json.loads((ROOT / "schemas" / "object.schema.json").read_text(encoding="utf-8"))
        good = {"v": 1, "kind": "post", "url": "http://a.example/", "published": "2026-01"}
        self.assertEqual(problems(rules, good), [])
        for change in ({"v": 2}, {"kind": "poster"}, {"title": ""}, {"published": "last week"}, {"versions": -1},
                       {"tags": []}, {"tags": [1]}, {"attributes": {"a": 1}}, {"references": [{"kind": "link"}]}):
            with self.subTest(change):
                self.assertNotEqual(problems(rules, {**good, **change}), [])
        self.assertNotEqual(problems(rules, {"v": 1}), [])
        self.assertNotEqual(problems({"unheard": 1}, good), [])


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
