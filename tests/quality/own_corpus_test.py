#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds floors of extraction quality on tests/data/corpus: own_corpus_test.py BUILD_DIR [UNITTEST ARGS].

The corpus must be what its make.py makes. Each floor of own_corpus.json must be reached, must lie close below what is
reached, and must fail when objects are spoiled. The pairs of captures go through bfa-conformance.
"""
import copy
import datetime
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("BFA_SHARED") or ROOT.parent / "shared")
CORPUS = ROOT / "tests" / "data" / "corpus"
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "dev"
QUALITY = json.loads((ROOT / "tests" / "quality" / "own_corpus.json").read_text(encoding="utf-8"))
SCORER = ROOT / "tests" / "quality" / "score_corpus.py"
MAX_BYTES = 3_000_000


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


scorer = load("score_corpus", SCORER)


def extract(method, folder):
    """Runs a method over all blogs; gives the files of objects."""
    subprocess.run([sys.executable, ROOT / "scripts" / "measure_methods.py", CORPUS, SCORER, "--bfa", BUILD / "bin" / "bfa",
                    "--methods", method, "--work", folder], check=True, capture_output=True)
    return sorted(pathlib.Path(folder).glob(f"*.{method}.jsonl"))


def floors():
    """(part, column, floor) of each floor; a part is the name of a blog, `all` or `in no feed`."""
    for part, gate in QUALITY["floors"].items():
        for column, floor in gate["percent"].items():
            yield part, column, floor


def figures_of(files):
    scores = scorer.score(CORPUS, files)
    unfed = scorer.score(CORPUS, files, not_in_feed=True)
    return {**scores["blogs"], "all": scores["all"], "in no feed": unfed["all"]}


def missed(figures):
    """The floors that are not reached."""
    return {(part, column) for part, column, floor in floors() if not 100 * (figures[part][column] or 0) >= floor}


class TheCorpus(unittest.TestCase):
    def test_is_what_its_generator_makes(self):
        made = load("make_corpus", CORPUS / "make.py").make()
        kept = {path.relative_to(CORPUS).as_posix(): path for path in CORPUS.rglob("*")
                if path.is_file() and path.suffix not in (".py", ".pyc") and path.relative_to(CORPUS).parts[0] not in ("source", "README.md")}
        self.assertEqual(sorted(kept), sorted(made))
        for name, path in kept.items():
            self.assertEqual(path.read_bytes(), made[name], f"{name}: run tests/data/corpus/make.py")

    def test_is_small(self):
        size = sum(p.stat().st_size for p in CORPUS.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
        self.assertLess(size, MAX_BYTES)

    def test_has_posts_in_feeds_and_outside_of_them(self):
        for blog in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8")):
            with self.subTest(blog["blog"]):
                self.assertEqual(blog["truth_posts"], 12)
                self.assertIn(blog["feed_items"], range(5, 9))

    def test_truth_is_in_the_pages(self):
        """Every word of the truth stands in the bytes of its page, so that no theme drops what it should show."""
        codecs = {"kleinbahn.example": "windows-1252"}
        for host in {b["host"] for b in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))}:
            for post in json.loads((CORPUS / f"{host}.truth.json").read_text(encoding="utf-8")):
                file = CORPUS / (host + post["path"] + ("index.html" if post["path"].endswith("/") else ""))
                page = file.read_bytes().decode(codecs.get(host, "utf-8"))
                for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
                    page = page.replace(mark, sign)
                shown = scorer.words(re.sub("<sup><a[^>]*>", "", page))  # the number of a footnote is in the word's line
                for text in (post["title"], post["content_text"], *(c["text"] for c in post["comments"])):
                    self.assertFalse(scorer.words(text) - shown, (host, post["path"]))


class Floors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = extract("ensemble", cls.folder.name)
        cls.figures = figures_of(cls.files)

    def test_were_set_with_this_truth(self):
        digest = hashlib.sha256()
        for file in sorted(CORPUS.glob("*.truth.json")):
            digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
        self.assertEqual(digest.hexdigest(), QUALITY["truth_sha256"], "look at each floor again, then set this")

    def test_are_reached(self):
        for part, column, floor in floors():
            with self.subTest(part, column=column):
                self.assertGreaterEqual(100 * self.figures[part][column], floor)

    def test_lie_close_below_what_is_reached(self):
        for part, column, floor in floors():
            with self.subTest(part, column=column):
                self.assertLessEqual(100 * self.figures[part][column] - floor, QUALITY["slack"], "it became better: raise the floor")

    def test_leave_out_nothing_without_a_reason(self):
        """A column of a blog has a floor above zero, or says why nothing is reached, or has no truth."""
        self.assertEqual(set(QUALITY["floors"]), set(self.figures))
        for part, gate in QUALITY["floors"].items():
            reasons = gate.get("reasons", {})
            for column in scorer.COLUMNS:
                with self.subTest(part, column=column):
                    reached, floor = self.figures[part][column], gate["percent"].get(column)
                    if floor is None:
                        self.assertTrue(reached in (None, 0), "it became better: give it a floor")
                    else:
                        self.assertGreater(floor, 0)
                    if reached is not None and (floor or 0) < QUALITY["full"]:
                        self.assertGreater(len(reasons.get(column, "")), 20, "a low floor needs its reason")

    def test_fail_when_objects_are_spoiled(self):
        for columns, spoil in SPOILED:
            with self.subTest(spoil.__name__):
                with tempfile.TemporaryDirectory() as folder:
                    wanted = {(p, c) for p, c, _ in floors() if c in columns}
                    self.assertLessEqual(wanted, missed(figures_of([spoiled(self.files, spoil, folder)])))

    def test_fail_with_a_weaker_method(self):
        with tempfile.TemporaryDirectory() as folder:
            lost = missed(figures_of(extract("density", folder)))
        for column in ("f1w", "s80", "x", "te", "de", "pr"):
            self.assertIn(("all", column), lost)

    @unittest.skipUnless((SHARED / "tools" / "score_blogs.py").is_file(), "no ../shared/tools and no $BFA_SHARED here")
    def test_mean_what_another_scorer_means(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "scores.json"
            subprocess.run([sys.executable, SHARED / "tools" / "score_blogs.py", CORPUS, *self.files, "--json", other],
                           check=True, capture_output=True)
            other = json.loads(other.read_text())["all"]
        for column in ("f1w", "s80", "x", "te", "ae", "de", "cf1", "pp", "pr"):
            # It matches no comments without words.
            allowed = 0.02 if column == "cf1" else 1e-6
            self.assertAlmostEqual(self.figures["all"][column], other[column], delta=allowed, msg=column)


def cut_text(value):
    value["text"] = value.get("text", "")[: len(value.get("text", "")) * 3 // 5]


def add_sidebar(value):
    value["text"] = value.get("text", "") + "\n\nAbout this blog"


def cut_title(value):
    value["title"] = value.get("title", "")[:-4]


def move_date(value):
    if value.get("published"):
        day = datetime.date.fromisoformat(value["published"][:10]) + datetime.timedelta(days=1)
        value["published"] = day.isoformat() + value["published"][10:]


def take_author(value):
    value["authors"] = ["By " + n for n in value.get("authors") or []]


def merge_comments(value):
    if value.get("comments"):
        text = " ".join([value.get("text", "")] + [c["text"] for c in value["comments"]])
        value["comments"] = [{**value["comments"][0], "text": text}]


def take_comment_authors(value):
    for comment in value.get("comments") or []:
        comment["author"] = "Reply"


def make_post(value):
    value["kind"] = "post"


def make_page(value):
    value["kind"] = "page"


# What is spoiled, and the columns of which each floor must fail by it.
SPOILED = [({"f1w", "s80", "x"}, cut_text), ({"x"}, add_sidebar), ({"te"}, cut_title), ({"de"}, move_date), ({"ae"}, take_author),
           ({"cf1"}, merge_comments), ({"ca"}, take_comment_authors), ({"pp"}, make_post), ({"pr"}, make_page)]


def spoiled(files, spoil, folder):
    """A file with all objects, each spoiled."""
    out = pathlib.Path(folder) / "spoiled.jsonl"
    with out.open("w", encoding="utf-8") as sink:
        for file in files:
            for line in file.read_text(encoding="utf-8").splitlines():
                value = copy.deepcopy(json.loads(line))
                spoil(value)
                sink.write(json.dumps(value) + "\n")
    return out


@unittest.skipUnless((BUILD / "bin" / "bfa-conformance").is_file(), "bfa-conformance is not built")
class Changes(unittest.TestCase):
    def test_a_redesign_is_no_edit(self):
        done = subprocess.run([BUILD / "bin" / "bfa-conformance", "--suites", CORPUS, "--only", "changes", "--json"],
                              capture_output=True, text=True, check=True)
        report = json.loads(done.stdout)
        self.assertEqual({f["id"]: f["reason"] for f in report["failures"]}, QUALITY["changes"]["wrong"])
        self.assertGreater(report["passed"], 2 * len(report["failures"]))
        # A verdict that is always the same cannot pass.
        for label in ("content", "boilerplate", "none"):
            self.assertGreater(report["groups"][label]["passed"], 1, label)


if __name__ == "__main__":
    unittest.main()
