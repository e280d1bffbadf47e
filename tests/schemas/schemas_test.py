#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One blog from crawl to package by the bfa command: every line of --json fits its schema in schemas/, and a second
crawl after an edit of one post and of every side bar makes exactly one version.

Usage: schemas_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import collections
import html.parser
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

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


class Page(html.parser.HTMLParser):
    """What is open, wrongly closed, counted and named in a page of HTML."""

    EMPTY = {"meta", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.count, self.ids, self.named = [], [], collections.Counter(), [], set()

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.count[tag] += 1
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.named.update(values.get("aria-labelledby", "").split())
        if values.get("href", "").startswith("#"):
            self.named.add(values["href"][1:])

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


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

    def test_blog_view(self):
        now = self.lines(bfa("show", "-a", self.archive, "--json", "--blog", self.home), "blog-view")[0]
        self.assertEqual({p["url"]: p["version"] for p in now["posts"] if p["version"] != 1}, {f"{self.home}{POST}/": 2})
        self.assertNotIn("deleted", now)
        then = self.lines(bfa("show", "-a", self.archive, "--json", "--blog", self.home, "--at", "2001"), "blog-view")[0]
        self.assertEqual((then["posts"], then["deleted"]), ([], []))

    def test_changes(self):
        change = self.lines(bfa("diff", "-a", self.archive, "--json", f"{self.home}{POST}/", codes=(0, 1)), "change")[0]
        self.assertEqual([r["field"] for r in change["reasons"]], ["text"])
        self.assertEqual([e["text"].strip() for e in change["text_edits"] if e["op"] != "keep"], ["1887", "1886"])

    def test_report(self):
        report = self.lines(bfa("report", "-a", self.archive, "--json"), "report")[0]
        self.assertEqual(report["totals"]["posts"], len(post_pages()))
        self.assertEqual((report["totals"]["changed"], report["verdicts"]), (1, {"content": 1}))
        self.assertEqual((report["loss"]["known"], report["loss"]["possible"]), (1, 0))
        self.assertEqual([blog["home"] for blog in report["blogs"]], [self.home])
        rules = json.loads((ROOT / "schemas" / "report.schema.json").read_text(encoding="utf-8"))
        self.assertNotEqual(problems(rules, {**report, "week_utc": [[1]]}), [])
        stats = self.lines(bfa("stats", "-a", self.archive, "--json"), "report")[0]
        self.assertEqual(stats, {k: v for k, v in report.items() if k not in ("blogs", "domains")} | {"made": stats["made"]})

    def test_report_page(self):
        """Every element of the page ends, each plot has a title and a description, and nothing comes from elsewhere."""
        page = Page()
        page.feed(bfa("report", "-a", self.archive))
        page.close()
        self.assertEqual((page.open, page.wrong), ([], []))
        self.assertGreater(page.count["svg"], 4)
        self.assertEqual(page.count["svg"], page.count["desc"])
        self.assertEqual(len(page.ids), len(set(page.ids)), "an id twice")
        self.assertLessEqual(page.named, set(page.ids), "aria-labelledby and links within the page")
        self.assertEqual(page.count.keys() & {"script", "link", "img", "iframe", "object", "embed", "image", "use"}, set())

    def test_opml(self):
        document = ElementTree.fromstring(bfa("opml", "-a", self.archive, "--all"))
        outlines = [outline.attrib for outline in document.iter("outline")]
        self.assertEqual([(o["type"], o["htmlUrl"]) for o in outlines], [("rss", self.home)])
        self.assertTrue(outlines[0]["xmlUrl"].startswith(self.home) and outlines[0]["title"])
    def test_arrivals(self):
        lines = self.lines(bfa("changes", "-a", self.archive, "--json"), "arrival")
        self.assertEqual(len({line["id"] for line in lines}), len(lines))
        self.assertIn("content", {line["verdict"] for line in lines})

    def test_template(self):
        rules = self.lines(bfa("rules", "show", "-a", self.archive, "--json", self.home), "template")[0]
        self.assertEqual(rules["method"], "ensemble")
        self.assertIn("article", {rule["field"] for rule in rules["rules"]})

    def test_settings(self):
        work = self.work / "configured"
        shutil.copytree(self.archive, work)
        for words in (("delay", "2"), ("no-media", "true"), ("exclude", "/a", "/b")):
            bfa("config", "set", "-a", work, *words)
        found = {each["key"]: each for each in self.lines(bfa("config", "list", "-a", work, "--json"), "setting")}
        self.assertEqual({key: each["value"] for key, each in found.items() if each["level"] == "archive"},
                         {"delay": "2", "no-media": True, "exclude": ["/a", "/b"]})
        self.lines(bfa("config", "list", "-a", work, "--explain", "--json"), "setting")
        self.lines(bfa("config", "get", "-a", work, "--json", "exclude"), "setting")

    def test_failures(self):
        work = self.work / "failed"
        bfa("crawl", "-a", work, "--allow-private", "--delay", "0", "--retry-wait", "1", "http://127.0.0.1:1/", codes=(4,))
        self.lines(bfa("failed", "-a", work, "--json"), "failure")
        self.lines(bfa("retry", "-a", work, "--json"), "retry")

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
