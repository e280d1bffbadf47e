#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds floors of extraction quality: quality_gate_test.py BUILD_DIR [UNITTEST ARGS].

A small blog written for the project must come out exactly. Where a corpus of real blogs lies in ../shared, samples of
it must reach the floors of tests/quality/extraction.json.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("BFA_SHARED") or ROOT.parent / "shared")
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "dev"
BFA = BUILD / "bin" / "bfa"
CLOCK = "2024-06-01T00:00:00Z"

QUALITY = json.loads((ROOT / "tests" / "quality" / "extraction.json").read_text(encoding="utf-8"))

TAG = re.compile(r"<[a-zA-Z/](?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
PLAIN = {"article": "div", "main": "div", "header": "div", "footer": "div", "nav": "div", "aside": "div",
         "section": "div", "time": "span"}


def with_other_names(page):
    """All words of class and id are others, the same on all pages."""
    def word(match):
        return "q" + "".join(chr(ord("a") + int(c, 16)) for c in hashlib.md5(match.group().encode()).hexdigest()[:7])

    def names(match):
        return match.group(1) + re.sub(r"[A-Za-z]+", word, match.group(2))

    return TAG.sub(lambda m: re.sub(r"""(\s(?:class|id)=)("[^"]*"|'[^']*'|[^\s>"']+)""", names, m.group()), page)


def without_semantics(page):
    """No elements, attributes, microformats and metadata that say what something is."""
    page = re.sub(r"<script[^>]*ld\+json.*?</script>", "", page, flags=re.S)
    page = re.sub(r"<meta[^>]*(?:og:|article:|itemprop|name=.author)[^>]*>", "", page)

    def plain(match):
        tag = re.sub(r"""\s(?:role|rel|datetime|item\w+)=("[^"]*"|'[^']*'|[^\s>"']+)""", "", match.group())
        tag = re.sub(r"\b(?:hentry|(?:[hep]|entry)-(?:entry|content|title)|author|vcard|fn|(?:dt-)?published|updated)"
                     r"(?=[\s\"'])", "", tag)
        return re.sub(r"^(</?)(\w+)", lambda m: m.group(1) + PLAIN.get(m.group(2).lower(), m.group(2)), tag)

    return TAG.sub(plain, page)


class SmallBlog(unittest.TestCase):
    """Posts with code, a list, a photo of five words; in the feed as excerpts; half of them in no feed."""

    STORIES = [
        ("Rye in the morning", "<p>The oven was warm at five, and the dough had risen well over night.</p>"
         "<pre>flour  500 g\n  water 350 g</pre><p>It was eaten before noon, as all of us had hoped.</p>",
         "The oven was warm at five, and the dough had risen well over night.\n\nflour  500 g\n  water 350 g\n\n"
         "It was eaten before noon, as all of us had hoped."),
        ("Down the river", "<p>We left the harbour with the ebb and had the wind from behind.</p><ul><li>two oars</li>"
         "<li>one sail</li></ul><p>Nobody counted the bridges this time around.</p>",
         "We left the harbour with the ebb and had the wind from behind.\n\ntwo oars\none sail\n\n"
         "Nobody counted the bridges this time around."),
        ("Plums", "<p>They fell all at once, on the third of the month, and lay under the tree.</p>"
         "<p>We made jam of most, and gave the others to those who came by.</p>",
         "They fell all at once, on the third of the month, and lay under the tree.\n\n"
         "We made jam of most, and gave the others to those who came by."),
        ("The lamp at the pier", "<p>It was lit again yesterday, for the first time since the big storm.</p>"
         "<p>Who pays for the oil is a question that the council will not answer.</p>",
         "It was lit again yesterday, for the first time since the big storm.\n\n"
         "Who pays for the oil is a question that the council will not answer."),
        ("Photo", "<p><img src=/sea.jpg alt=Sea></p><p>The sea at six o'clock.</p>", "The sea at six o'clock."),
        ("Winter coat", "<p>The boat has its winter coat on now, and the shed is locked until spring comes.</p>"
         "<p>There is nothing more to tell of her this year, I think.</p>",
         "The boat has its winter coat on now, and the shed is locked until spring comes.\n\n"
         "There is nothing more to tell of her this year, I think."),
    ]

    def page(self, number, title, story):
        return (f"<!DOCTYPE html><html lang=en><head><title>{title} - Boats and Bread</title></head><body><header><h1>"
                f"<a href=/>Boats and Bread</a></h1></header><div id=main><h2>{title}</h2><p class=by>by <span class=who>"
                f"Ada Fox</span> on <span class=when>March {number + 1}, 2024</span></p><div class=story>{story}"
                f"<div class=share><a href='https://share.example/?u=http://blog.example/2024/post-{number}/'>Share"
                f"</a></div></div><div id=comments><h3>2 comments</h3><p>Lovely, as always, dear Ada. Number {number} "
                f"is the best so far!</p></div></div><aside><h3>About</h3><p>I write about boats and bread in this "
                f"little corner of the web.</p></aside><footer>Made by hand</footer></body></html>")

    def test_comes_out_exactly(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            items = lines = ""
            for i, (title, story, _) in enumerate(self.STORIES):
                url = f"http://blog.example/2024/post-{i}/"
                (root / f"{i}.html").write_text(self.page(i, title, story))
                lines += json.dumps({"url": url, "file": str(root / f"{i}.html")}) + "\n"
                if i < 3:
                    lead = story.split("</p>")[0] + " [...]</p>"
                    items += (f"<item><title>{title}</title><link>{url}</link><author>Ada Fox</author><pubDate>"
                              f"0{i + 1} Mar 2024 10:00:00 GMT</pubDate><description><![CDATA[{lead}]]></description>"
                              "</item>")
            (root / "list").write_text(lines)
            (root / "feed").write_text(f"<rss version='2.0'><channel><title>Boats and Bread</title>{items}</channel></rss>")
            done = subprocess.run([BFA, "extract", "--feed", root / "feed", "--base", "http://blog.example/feed",
                                   "--pages", root / "list", "--clock", CLOCK], capture_output=True, text=True, check=True)
        objects = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(objects), len(self.STORIES))
        for i, (got, (title, _, text)) in enumerate(zip(objects, self.STORIES)):
            with self.subTest(title):
                self.assertEqual(got["kind"], "post")
                self.assertEqual(got["title"], title)
                self.assertEqual(got["text"], text)
                self.assertEqual(got["authors"], ["Ada Fox"])
                self.assertEqual(got["published"], f"2024-03-0{i + 1}")
                self.assertGreater(got["provenance"]["confidence"], 0.5)


@unittest.skipUnless((SHARED / "corpus").is_dir(), "no ../shared/corpus and no $BFA_SHARED here")
class Corpus(unittest.TestCase):
    def gate(self, name):
        """A gate and the hosts of its sample, whose truth is the one that the floors were set with."""
        gate = QUALITY["gates"][name]
        sample = QUALITY["samples"][gate["sample"]]
        digest = hashlib.sha256()
        for host in sample["hosts"]:
            truth = (SHARED / "corpus" / (host + ".truth.json")).read_bytes()
            digest.update(host.encode() + b"\0" + hashlib.sha256(truth).digest())
        self.assertEqual(digest.hexdigest(), sample["truth_sha256"], "the floors were set with another truth of these blogs")
        return gate, sample["hosts"]

    def test_each_floor_has_a_reason(self):
        for part in (*QUALITY["gates"].values(), *QUALITY["samples"].values()):
            self.assertGreater(len(part["reason"]), 20)

    def scores(self, methods, hosts, corpus=SHARED / "corpus"):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "scripts" / "measure_methods.py", corpus,
                            SHARED / "tools" / "score_blogs.py", "--bfa", BFA, "--methods", ",".join(methods),
                            "--only", ",".join(hosts), "--work", folder], check=True, capture_output=True)
            return {m: json.loads((pathlib.Path(folder) / f"{m}.scores.json").read_text()) for m in methods}

    def test_the_ensemble_reaches_its_floors(self):
        gate, hosts = self.gate("ensemble")
        scores = self.scores(["ensemble"], hosts)["ensemble"]
        for column, floor in gate["floors"].items():
            with self.subTest(column):
                self.assertGreaterEqual(100 * scores["all"][column], floor)
        for host in hosts:
            for column, floor in gate["each_blog"].items():
                with self.subTest(host, column=column):
                    self.assertGreaterEqual(100 * scores["blogs"][host][column], floor)

    def test_other_names_and_plain_elements_change_little(self):
        gate, hosts = self.gate("disturbed")
        for disturb in (with_other_names, without_semantics):
            with self.subTest(disturb.__name__), tempfile.TemporaryDirectory() as folder:
                corpus = pathlib.Path(folder)
                shutil.copy(SHARED / "corpus" / "manifest.json", corpus)
                for host in hosts:
                    shutil.copy(SHARED / "corpus" / (host + ".truth.json"), corpus)
                    shutil.copytree(SHARED / "corpus" / host, corpus / host)
                    for path in (corpus / host).rglob("*.html"):
                        page = path.read_bytes().decode("latin-1") if path.is_file() else ""
                        if "<html" in page.lower():
                            path.write_bytes(disturb(page).encode("latin-1"))
                scores = self.scores(["ensemble"], hosts, corpus)["ensemble"]["all"]
                for column, floor in gate["floors"].items():
                    self.assertGreaterEqual(100 * scores[column], floor, column)

    def test_each_method_alone_reaches_its_floor_and_not_the_ensemble(self):
        gate, hosts = self.gate("methods")
        scores = {m: of["all"][gate["column"]] for m, of in self.scores(["ensemble", *gate["floors"]], hosts).items()}
        for method, floor in gate["floors"].items():
            with self.subTest(method):
                self.assertGreaterEqual(100 * scores[method], floor)
                self.assertLessEqual(100 * scores[method], 100 * scores["ensemble"] + gate["above_ensemble"])


if __name__ == "__main__":
    unittest.main()
