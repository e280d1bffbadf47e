#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What packages promise when they come back, beyond packages_test.py: accepted loss, base address and block list, the
numbers that a package leaves out, several increments, and imports that were killed.

Usage: round_trips_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import datetime
import fcntl
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
import zlib
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.dont_write_bytecode = True
import example_blog  # noqa: E402

MARC = "{http://www.loc.gov/MARC21/slim}"
FORMS = ("mets", "bag", "eark-sip", "eark-aip")
CAPTURES = ("wacz", "warc")  # one file each


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def made_places(address, city, country):
    """A MaxMind DB file (2.0) of one IPv4 address."""
    def text(value):
        return bytes([2 << 5 | len(value)]) + value.encode()

    def many(**members):
        return bytes([7 << 5 | len(members)]) + b"".join(text(name) + value for name, value in members.items())

    def number(value):
        return b"\xa2" + value.to_bytes(2, "big")

    tree, bits = b"", "".join(f"{int(part):08b}" for part in address.split("."))
    for place, bit in enumerate(bits):
        sides = [32, 32]
        sides[int(bit)] = place + 1 if place < 31 else 32 + 16
        tree += b"".join(side.to_bytes(3, "big") for side in sides)
    record = many(city=many(names=many(en=text(city))), country=many(names=many(en=text(country))))
    about = many(node_count=b"\xc4" + (32).to_bytes(4, "big"), record_size=number(24), ip_version=number(4),
                 database_type=text("Made-City"), languages=b"\x01\x04" + text("en"), binary_format_major_version=number(2),
                 binary_format_minor_version=number(0), build_epoch=b"\x04\x02" + (1700000000).to_bytes(4, "big"),
                 description=many(en=text("made by a test")))
    return tree + bytes(16) + record + b"\xab\xcd\xefMaxMind.com" + about


def digests(archive):
    """Of the WARC files of an archive, sorted; two that are equal count twice."""
    return sorted(hashlib.sha256(file.read_bytes()).hexdigest() for file in (archive / "warc").glob("*.warc.gz"))


class RoundTrips(unittest.TestCase):
    bfa = None

    @classmethod
    def setUpClass(cls):
        """An archive of two blogs, with three crawls, an exclusion and a removed post; and what it was after each crawl."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        cls.archive = cls.work / "archive"
        cls.stages, cls.moments = [], []
        sites = [cls.work / "one", cls.work / "two"]
        for site in sites:
            shutil.copytree(example_blog.BLOG, site)
        with example_blog.served(sites[0]) as first, example_blog.served(sites[1]) as second:
            cls.homes = (first, second)
            for number in range(3):
                cls.moments.append(now())
                if number > 0:
                    page = example_blog.post_pages(sites[0])[number]
                    text = page.read_text(encoding="utf-8")
                    start = text.index("<p>", text.index('class="post-title"'))
                    page.write_text(f"{text[:start]}<p>Edit {number}: a paragraph that came later, with words of its own.</p>"
                                    + text[start:], encoding="utf-8")
                cls.run_bfa("crawl", "-a", cls.archive, "--allow-private", "--delay", "0", "-q", "--recheck", "all",
                            "--exclude", "/drafts/", *cls.homes)
                stage = cls.work / f"stage{number}"
                shutil.copytree(cls.archive, stage)
                cls.stages.append(stage)
                time.sleep(0.01)

    @classmethod
    def run_bfa(cls, *arguments, code=0):
        done = subprocess.run([cls.bfa, *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != code:
            raise AssertionError(f"{arguments}: {done.returncode}: {done.stdout[-600:]}{done.stderr[-600:]}")
        return done.stdout + done.stderr if code else done.stdout

    def folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.work))

    def pack(self, archive, form, *more):
        out = self.folder()
        self.run_bfa("pack", "-a", archive, "--as", form, "-q", "-o", out, *more)
        return sorted(out.iterdir())

    def objects(self, archive):
        found = {}
        for line in self.run_bfa("ls", "-a", archive, "--full", "--json").splitlines():
            item = json.loads(line)
            for name in ("file", "offset", "length"):
                item.get("provenance", {}).get("warc", {}).pop(name, None)
            found[item["kind"], item["url"], item.get("id", "")] = item
        return found

    def versions(self, archive):
        """All versions with all that is exported of them, but for the places of records."""
        out = self.folder() / "v.jsonl"
        self.run_bfa("export", "-a", archive, out)
        lines = []
        for line in out.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            for name in ("file", "offset", "length"):
                one["object"].get("provenance", {}).get("warc", {}).pop(name, None)
            lines.append(one)
        return lines

    def rules(self, archive):
        return self.run_bfa("ls", "-a", archive, "--rules", "--json"), self.run_bfa("ls", "-a", archive, "--removed", "--json")

    def test_base_address_and_block_list_come_back(self):
        archive = self.folder() / "archive"
        shutil.copytree(self.archive, archive)
        gone = next(url for kind, url, _ in sorted(self.objects(archive)) if kind == "post" and url.startswith(self.homes[0]))
        done = subprocess.run([self.bfa, "remove", "-a", archive, "--reason", "a test", gone], capture_output=True, text=True,
                              check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: lists still name the post
        rules = self.rules(archive)
        self.assertIn("/drafts/", rules[0])
        self.assertIn(gone, rules[1])
        for form in (*FORMS, *CAPTURES):
            with self.subTest(form=form):
                back = self.folder() / "back"
                self.run_bfa("import", "-a", back, *self.pack(archive, form))
                self.assertEqual(self.rules(back), rules)
                self.assertNotIn(gone, [url for _, url, _ in self.objects(back)])
                status = [[json.loads(line) for line in self.run_bfa("status", "-a", which, "--json").splitlines()]
                          for which in (archive, back)]
                names = ("blog", "url", "home", "base", "feed", "feeds", "posts", "comments")
                self.assertEqual(*[[{k: v for k, v in row.items() if k in names} for row in rows] for rows in status])
                # The blocked address stays out of imports and of a store that is made anew.
                self.run_bfa("rebuild", "-a", back)
                self.assertEqual(self.rules(back), rules)

    def test_an_object_that_was_packed_alone_comes_back_as_it_was(self):
        """All versions, sightings and readings of a post or page and its comments, and nothing else of the blog."""
        whole = self.versions(self.archive)

        def of(lines, url):
            return [one for one in lines if url in (one["object"]["url"], one["object"].get("post"))]

        mine = [one["object"] for one in whole if one["object"]["url"].startswith(self.homes[0])]
        commented = next(one["post"] for one in mine if one["kind"] == "comment")
        edited = next(one["object"]["url"] for one in whole if one["version"] > 1 and one["object"]["kind"] == "post")
        page = next(one["url"] for one in mine if one["kind"] == "page" and one["url"] != self.homes[0])
        for form in (*FORMS, "dspace", "blogforever-2013", "ocfl", "warc", "wacz"):
            for url in (commented, edited, page) if form in ("mets", "warc", "wacz") else (edited,):
                with self.subTest(form=form, url=url):
                    packages = self.pack(self.archive, form, url)
                    back = self.folder() / "back"
                    paths = [packages[0].parent] if form == "ocfl" else packages
                    self.run_bfa("import", "-a", back, *paths)
                    found = self.versions(back)
                    self.assertEqual([one for one in found if one["object"]["kind"] != "blog"], of(whole, url))
                    log = [self.run_bfa("log", "-a", archive, "--json", url) for archive in (self.archive, back)]
                    self.assertEqual(*log)
                    self.assertEqual(*[self.run_bfa("rules", "show", "-a", which, self.homes[0])
                                       for which in (self.archive, back)] if url.startswith(self.homes[0]) else (1, 1))
                    before = digests(back)
                    self.assertIn("already", self.run_bfa("import", "-a", back, *paths))
                    self.run_bfa("rebuild", "-a", back)
                    self.assertEqual((self.versions(back), digests(back)), (found, before))
                    self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_what_is_removed_goes_from_the_readings(self):
        """A removal takes a post and its comments out of the file of readings, and no rebuild brings them back."""
        comment = next(one for one in self.objects(self.archive).values()
                       if one["kind"] == "comment" and one["url"].startswith(self.homes[0]))
        for form in ("mets", "warc"):
            with self.subTest(form=form):
                back = self.folder() / "back"
                self.run_bfa("import", "-a", back, *self.pack(self.archive, form, comment["post"]))
                before = self.versions(back)
                start = comment["text"][:30]
                self.assertIn(start, json.dumps(before, ensure_ascii=False))
                done = subprocess.run([self.bfa, "remove", "-a", back, "--reason", "a test", comment["post"]], capture_output=True,
                                      text=True, check=False)
                self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: a feed of comments still has the text
                stays = [one for one in before if one["object"]["kind"] == "blog"]
                self.assertTrue(0 < len(stays) < len(before))
                readings = 0
                for warc in (back / "warc").glob("*.warc.gz"):
                    for record in gzip.decompress(warc.read_bytes()).split(b"WARC/1.1\r\n"):
                        if b"bfa-readings-json" in record:
                            readings += 1
                            self.assertNotIn(json.dumps(start, ensure_ascii=False)[1:-1].encode(), record, warc)
                self.assertGreater(readings, 0)
                for _ in range(2):
                    self.assertEqual(self.versions(back), stays)
                    self.run_bfa("rebuild", "-a", back)
                self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_readings_in_kept_inputs_go_too(self):
        """An archive with captures of its own merges those of a package; `--keep` has its file in imports/, readings and all."""
        comment = next(one for one in self.objects(self.archive).values()
                       if one["kind"] == "comment" and one["url"].startswith(self.homes[0]))
        start = json.dumps(comment["text"][:30], ensure_ascii=False)[1:-1].encode()
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *self.pack(self.archive, "mets", self.homes[1]))
        self.run_bfa("import", "-a", back, "--keep", "copy", *self.pack(self.archive, "warc", comment["post"]))

        def records():
            (kept,) = (back / "imports").glob("*.warc.gz")
            return [one for one in gzip.decompress(kept.read_bytes()).split(b"WARC/1.1\r\n") if start in one]

        self.assertTrue(any(b"bfa-readings-json" in one for one in records()))
        done = subprocess.run([self.bfa, "remove", "-a", back, "--json", "--reason", "a test", comment["post"]], capture_output=True,
                              text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: a feed of comments still has the text
        self.assertTrue(any(name.startswith("imports/") for name in json.loads(done.stdout)["files"]), done.stdout)
        self.assertFalse([one for one in records() if b"bfa-readings-json" in one])
        self.assertFalse([one for one in records() if f"WARC-Target-URI: {comment['post']}\r\n".encode() in one])
        self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_a_comment_is_not_removed_by_the_address_of_its_page(self):
        comment = next(one for one in self.objects(self.archive).values() if one["kind"] == "comment" and "#" in one["url"])
        before = self.versions(self.archive)
        told = self.run_bfa("remove", "-a", self.archive, "--reason", "a test", comment["url"], code=2)
        self.assertIn("only the page can be removed, with all its comments: " + comment["post"], told)
        self.assertEqual(self.versions(self.archive), before)

    def test_a_reading_without_its_capture_is_told(self):
        """Of a file of readings that names a capture which no file has: the entry is left out, and it is said."""
        mine = [one for one in self.objects(self.archive).values() if one["url"].startswith(self.homes[0])]
        post = next(one["post"] for one in mine if one["kind"] == "comment")
        (package,) = self.pack(self.archive, "warc", post)
        plain = gzip.decompress(package.read_bytes())
        records = plain.split(b"WARC/1.1\r\n")[1:]
        changed, out = 0, []
        for record in records:
            head, block = record.split(b"\r\n\r\n", 1)
            length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
            block = block[:length]
            if changed == 0 and b"bfa-readings-json" in block and b'"object":' in block and b'"kind":"blog"' not in block:
                block = block.replace(b',"object":', b',"capture":987654,"object":', 1)
                block = re.sub(rb'"capture":\d+,"capture":987654', b'"capture":987654', block)
                changed += 1
                head = re.sub(rb"WARC-Block-Digest: [^\r]*", b"WARC-Block-Digest: sha256:" + hashlib.sha256(block).hexdigest().encode(),
                              head)
                head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(block), head)
            out.append(gzip.compress(b"WARC/1.1\r\n" + head + b"\r\n\r\n" + block + b"\r\n\r\n"))
        self.assertEqual(changed, 1)
        package.write_bytes(b"".join(out))
        back = self.folder() / "back"
        told = self.run_bfa("import", "-a", back, "--accept-loss", "1", package, code=1)  # 1: the length of the file
        self.assertIn("an object was read from a capture that is not there", told)

    def test_what_was_read_anew_of_a_post_comes_back_with_its_template(self):
        archive = self.folder() / "archive"
        shutil.copytree(self.archive, archive)
        self.run_bfa("rules", "pin", "-a", archive, self.homes[0], "article", "//article[@class='post']")
        self.run_bfa("rebuild", "-a", archive, "--extract", "--write")
        whole = self.versions(archive)
        post = next(one["object"]["url"] for one in whole if one.get("readings", 1) > 1 and one["object"]["kind"] == "post")
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *self.pack(archive, "mets", post))
        for _ in range(2):
            self.assertEqual([one for one in self.versions(back) if one["object"]["kind"] != "blog"],
                             [one for one in whole if post in (one["object"]["url"], one["object"].get("post"))])
            self.assertEqual(*[self.run_bfa("rules", "export", "-a", which, self.homes[0]) for which in (archive, back)])
            self.run_bfa("rebuild", "-a", back)

    def test_the_records_that_a_file_of_captures_has_are_told(self):
        post = next(key[1] for key in sorted(self.objects(self.archive)) if key[0] == "post")
        for form in ("wacz", "warc"):
            out = self.folder()
            told = json.loads(self.run_bfa("pack", "-a", self.archive, "--as", form, "-q", "--json", "-o", out, post))
            (package,) = out.iterdir()
            warcs = [package.read_bytes()]
            if form == "wacz":
                with zipfile.ZipFile(package) as members:
                    warcs = [members.read(name) for name in members.namelist() if name.startswith("archive/")]
                self.assertEqual(told["warc_files"], len(warcs))
            self.assertEqual(told["records"], sum(gzip.decompress(warc).count(b"WARC/1.1\r\n") for warc in warcs), form)

    def test_lost_readings_are_known(self):
        post = next(key[1] for key in sorted(self.objects(self.archive)) if key[0] == "post")
        for list_damaged in (False, True):
            (package,) = self.pack(self.archive, "mets", post)
            (file,) = package.rglob("*-readings.warc.gz")
            self.assertIn(file.name, (package / "README.txt").read_text(encoding="utf-8"))
            file.unlink()
            if list_damaged:
                mets = package / "METS.xml"
                mets.write_bytes(mets.read_bytes().replace(file.name.encode(), b"x" * len(file.name)))
            told = self.run_bfa("import", "-a", self.folder() / "back", package, code=1)
            self.assertIn("--accept-loss", told)
            if list_damaged:
                wanted = int(re.search(r"--accept-loss (\d+)", told).group(1))
                damages = sum(line.startswith("damage:") for line in self.run_bfa("check", package, code=1).splitlines())
                self.assertGreater(wanted, damages)

    def of_posts(self, archive, urls):
        """Versions of posts and their comments."""
        return [one for one in self.versions(archive) if {one["object"]["url"], one["object"].get("post")} & set(urls)]

    def test_packages_of_several_objects_come_back_together(self):
        """At once, or one after the other in any order: each has what was read of its own object."""
        whole = self.objects(self.archive)
        urls = sorted({one["post"] for one in whole.values() if one["kind"] == "comment"} |
                      {one["object"]["url"] for one in self.versions(self.archive)
                       if one["version"] > 1 and one["object"]["kind"] == "post"})[:4]
        self.assertGreater(len(urls), 2)
        wanted = self.of_posts(self.archive, urls)
        for form in ("mets", "wacz", "warc"):
            posts = [self.pack(self.archive, form, url) for url in urls]
            for imports in ([sum(posts, [])], posts, posts[::-1], [posts[1], posts[0] + posts[2], *posts[3:], posts[1]]):
                with self.subTest(form=form, packages=[[str(package) for package in packages] for packages in imports]):
                    back, seen = self.folder() / "back", set()
                    for packages in imports:
                        done = subprocess.run([self.bfa, "import", "-a", back, *packages], capture_output=True, text=True, check=False)
                        self.assertEqual((done.returncode, done.stderr), (0, ""))
                        self.assertEqual("already" in done.stdout, seen.issuperset(packages))
                        seen.update(packages)
                    found = self.versions(back)
                    self.assertEqual(self.of_posts(back, urls), wanted)
                    self.assertEqual({one["object"]["kind"] for one in found if one not in wanted}, {"blog"})
                    for url in urls:
                        self.assertEqual(*[self.run_bfa("log", "-a", archive, "--json", url) for archive in (self.archive, back)])
                    before = digests(back)
                    for packages in (posts[0], sum(posts, [])):
                        self.assertIn("already", self.run_bfa("import", "-a", back, *packages))
                    self.run_bfa("rebuild", "-a", back)
                    self.assertEqual((self.versions(back), digests(back)), (found, before))
                    self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_a_later_package_of_the_same_post_is_laid_on_the_first(self):
        edited = next(one["object"]["url"] for one in self.versions(self.archive)
                      if one["version"] > 1 and one["object"]["kind"] == "post")
        packages = [self.pack(stage, "mets", edited) for stage in self.stages]
        for order in ((0, 1, 2), (2, 1, 0), (1, 2)):
            with self.subTest(order=order):
                back = self.folder() / "back"
                for number in order:
                    self.run_bfa("import", "-a", back, *packages[number])
                self.assertEqual(self.of_posts(back, [edited]), self.of_posts(self.archive, [edited]))
                self.assertEqual(*[self.run_bfa("log", "-a", which, "--json", edited) for which in (self.archive, back)])
                # The state of the blog is the newest one, in whatever order they came.
                self.assertEqual(*[self.run_bfa("rules", "show", "-a", which, next(home for home in self.homes if edited.startswith(home)))
                                   for which in (self.archive, back)])

    def test_objects_that_come_with_other_captures_are_read_anew(self):
        """What was read of one post is all that its steps give: beside other captures their objects would be lost."""
        whole = self.objects(self.archive)
        urls = sorted(url for kind, url, _ in whole if kind == "post" and url.startswith(self.homes[0]))[:3]
        posts = [self.pack(self.archive, "mets", url) for url in urls]
        blog = self.pack(self.archive, "mets", self.homes[0])
        texts = {key: item.get("text") for key, item in whole.items() if key[0] == "post" and key[1].startswith(self.homes[0])}
        for wanted, *imports in ((texts, posts[0], blog), (texts, blog, posts[0]), (texts, posts[0], blog, posts[1])):
            with self.subTest(packages=[[str(package) for package in packages] for packages in imports]):
                back = self.folder() / "back"
                for number, packages in enumerate(imports):
                    done = subprocess.run([self.bfa, "import", "-a", back, *packages], capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual("merged and read anew" in done.stderr, number > 0, done.stderr)
                imported = self.objects(back)
                self.run_bfa("rebuild", "-a", back)
                rebuilt = self.objects(back)
                for objects in (imported, rebuilt):
                    found = {key: item.get("text") for key, item in objects.items() if key[0] == "post"}
                    self.assertEqual({key: found.get(key) for key in wanted}, wanted)
                self.assertEqual(rebuilt, imported, "what was read of the first post cannot be read again")

    def test_a_post_is_not_laid_on_what_was_changed_since(self):
        """A step of the archive's own may have the number of one of the package."""
        urls = sorted(url for kind, url, _ in self.objects(self.archive) if kind == "post" and url.startswith(self.homes[0]))[:2]
        first, second = [self.pack(self.archive, "mets", url) for url in urls]
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *first)
        self.run_bfa("rules", "pin", "-a", back, self.homes[0], "article", "//article[@class='post']")
        rules = self.run_bfa("rules", "export", "-a", back, self.homes[0])
        done = subprocess.run([self.bfa, "import", "-a", back, *second], capture_output=True, text=True, check=False)
        self.assertIn("merged and read anew", done.stderr)
        self.assertLessEqual(set(urls), {key[1] for key in self.objects(back)})
        self.assertEqual(self.run_bfa("rules", "export", "-a", back, self.homes[0]), rules)

    def test_places_come_from_the_file_that_is_named(self):
        work = self.folder()
        self.run_bfa("export", "-a", self.archive, "--no-sidecars", work / "all.warc")
        plain = (work / "all.warc").read_bytes()
        self.assertIn(b"WARC-IP-Address: 127.0.0.1\r\n", plain)
        (work / "public.warc").write_bytes(plain.replace(b"WARC-IP-Address: 127.0.0.1\r\n", b"WARC-IP-Address: 81.2.69.142\r\n"))
        (work / "places.mmdb").write_bytes(made_places("81.2.69.142", "Erewhon", "Utopia"))
        archive = work / "archive"
        self.run_bfa("import", "-q", "-a", archive, work / "public.warc")
        for given, wanted in (((), 0), (("--places", work / "places.mmdb"), 1)):
            for package in self.pack(archive, "mets", *given):
                records = ElementTree.parse(package / "METS.xml").iter(f"{MARC}datafield")
                places = [[(s.get("code"), s.text) for s in f] for f in records if f.get("tag") == "270"]
                self.assertEqual(places, [[("b", "Erewhon"), ("d", "Utopia")]] * wanted)
        # Addresses of the loopback interface are nowhere; a file that is none is refused, and nothing is written.
        for package in self.pack(self.archive, "mets", "--places", work / "places.mmdb"):
            self.assertNotIn('tag="270"', (package / "METS.xml").read_text(encoding="utf-8"))
        for wrong in (work / "none.mmdb", work / "all.warc"):
            self.run_bfa("pack", "-a", archive, "-o", work / "out", "--places", wrong, code=3)
            self.assertFalse([p for p in (work / "out").iterdir() if not p.name.startswith(".")] if (work / "out").exists() else [])

    def test_the_numbers_left_out_are_named(self):
        for package in self.pack(self.archive, "mets"):
            note = json.loads((package / "metadata" / "source.json").read_text(encoding="utf-8"))
            taken, left = (
                {n for first, last in note[name] for n in range(first, last + 1)} for name in ("steps", "steps_left_out"))
            self.assertTrue(taken and left)
            self.assertFalse(taken & left)
            self.assertEqual(taken | left, set(range(1, note["last_step"] + 1)))
            # They are those of the records in the package.
            numbers = set()
            for warc in package.rglob("*.warc.gz"):
                text = subprocess.run(["gzip", "-dc", warc], capture_output=True, check=True).stdout
                numbers |= {int(n) for n in re.findall(rb"[Ss]equence\"?: ?(\d+)", text)}
            self.assertLessEqual(taken, numbers | taken)

    def test_a_full_package_and_its_increments_give_the_archive(self):
        for forms in (("mets", "bag", "eark-aip"), ("warc", "wacz", "warc"), ("wacz", "mets", "wacz")):
            with self.subTest(forms=forms):
                self.check_increments(*forms)

    def check_increments(self, form, then, last):
        def plain(package):
            return re.sub(r"[.](wacz|warc[.]gz)$", "", package.name)

        full = self.pack(self.stages[0], form)
        second = self.pack(self.stages[1], then, "--versions", self.moments[1], "--continues", plain(full[0]))
        third = self.pack(self.stages[2], last, "--versions", self.moments[2], "--continues", plain(second[0]))
        self.assertIn("import the one that it continues, " + plain(full[0]),
                      self.run_bfa("import", "-a", self.folder() / "back", *second, code=2))
        one_by_one, at_once = self.folder() / "back", self.folder() / "back"
        for step, packages in enumerate((full, second, third)):
            self.run_bfa("import", "-a", one_by_one, *packages)
            self.assertEqual(self.versions(one_by_one), self.versions(self.stages[step]))
        self.run_bfa("import", "-a", at_once, *third, *full, *second)
        self.assertEqual(self.versions(at_once), self.versions(self.archive))
        # The same twice, in any part, changes nothing.
        before = digests(one_by_one), self.versions(one_by_one)
        for packages in (full, third, second + third, full + second + third):
            self.assertIn("already", self.run_bfa("import", "-a", one_by_one, *packages))
        self.assertEqual((digests(one_by_one), self.versions(one_by_one)), before)
        self.run_bfa("check", "-a", one_by_one, "--read-data", "--no-record")

    def test_an_increment_is_not_laid_over_a_gap(self):
        full = self.pack(self.stages[0], "mets")
        second = self.pack(self.stages[1], "mets", "--versions", self.moments[1], "--continues", full[0].name)
        third = self.pack(self.stages[2], "mets", "--versions", self.moments[2], "--continues", second[0].name)
        for package, before in zip(second, full):
            note = json.loads((package / "metadata" / "source.json").read_text())
            self.assertEqual(note["before"], before.name)
        back = self.folder() / "back"
        told = self.run_bfa("import", "-a", back, *full, *third, code=2)
        self.assertIn("which is not there: import " + second[0].name.split("-since")[0], told.replace(second[1].name, second[0].name))
        self.assertFalse(back.exists())
        self.run_bfa("import", "-a", back, *full)
        before = digests(back), self.versions(back)
        self.assertIn("which is not there", self.run_bfa("import", "-a", back, *third, code=2))
        self.assertEqual((digests(back), self.versions(back)), before)
        self.run_bfa("import", "-a", back, *second)
        self.run_bfa("import", "-a", back, *third)
        self.assertEqual(self.versions(back), self.versions(self.archive))

    def test_a_package_that_was_made_during_a_crawl_can_be_continued(self):
        running = self.folder() / "running"
        shutil.copytree(self.stages[1], running)
        closed = {file.name for file in (self.stages[0] / "warc").iterdir()}
        for file in (running / "warc").iterdir():
            if file.name not in closed:
                file.rename(file.with_name(file.name + ".open"))
        out = self.folder()
        done = subprocess.run([self.bfa, "pack", "-a", running, "-o", out], capture_output=True, text=True, check=True)
        said = re.search("or with --versions ([0-9TZ:.-]+)", done.stderr)
        self.assertIsNotNone(said, done.stderr)
        for choice in (("--versions", said.group(1)), ("--since", out)):
            rest = self.pack(self.stages[1], "mets", *choice)
            back = self.folder() / "back"
            self.run_bfa("import", "-a", back, *sorted(out.iterdir()))
            self.run_bfa("import", "-a", back, *rest)
            self.assertEqual(self.versions(back), self.versions(self.stages[1]))

    def test_packages_of_what_earlier_ones_lack_give_the_archive(self):
        for forms in (("mets", "bag", "wacz"), ("warc", "eark-aip", "warc"), ("dspace", "wacz", "mets")):
            with self.subTest(forms=forms):
                back, folders = self.folder() / "back", []
                for stage, form in zip(self.stages, forms):
                    out, since = self.folder(), folders[-1:]
                    self.run_bfa("pack", "-a", stage, "--as", form, "-q", "-o", out, *(["--since", *since] if since else []))
                    folders.append(out)
                    self.run_bfa("import", "-a", back, *sorted(out.iterdir()))
                    self.assertEqual(self.versions(back), self.versions(stage))
                self.run_bfa("check", "-a", back, "--read-data", "--no-record")
                for text in (self.run_bfa("pack", "-a", self.archive, "--since", folders[-1], "-o", self.folder(), code=3),):
                    self.assertIn("nothing was captured or imported since the earlier packages were made", text)

    def test_decisions_since_the_earlier_package_are_in_the_next(self):
        later = self.folder() / "later"
        shutil.copytree(self.stages[1], later)
        first = self.folder()
        self.run_bfa("pack", "-a", later, "-q", "-o", first)
        post = next(url for kind, url, _ in self.objects(later) if kind == "post" and url.startswith(self.homes[0]))
        self.run_bfa("remove", "-a", later, "--reason", "asked for", post, code=1)  # the other blog has its text, too
        second = self.folder()
        self.run_bfa("pack", "-a", later, "-q", "-o", second, "--since", first)
        self.assertEqual(len(list(second.iterdir())), 1)  # the other blog has nothing new
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *first.iterdir())
        had = self.objects(back)
        told = subprocess.run([self.bfa, "import", "-a", back, *second.iterdir()], capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 1, told.stderr)  # it says what stays out
        self.assertIn("not in the archive any more", told.stderr)
        self.assertIn(post, self.run_bfa("ls", "-a", back, "--removed", "--json"))
        self.assertEqual({key[1] for key in had.keys() - self.objects(back).keys() if key[0] == "post"}, {post})
        self.assertIn("run bfa remove for this address again", self.run_bfa("check", "-a", back, "--read-data", "--no-record", code=1))
        self.run_bfa("remove", "-a", back, "--reason", "asked for", post)
        self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_packages_that_cannot_be_continued_are_refused(self):
        full = self.pack(self.stages[1], "mets")
        blog = json.loads((full[0] / "metadata/source.json").read_text())["blog"]
        other = next(home for home in self.homes if home != blog)
        self.assertIn("a later state of the archive",
                      self.run_bfa("pack", "-a", self.stages[0], "-o", self.folder(), "--since", full[0], code=2))
        self.assertIn("none of the blogs to pack", self.run_bfa(
            "pack", "-a", self.stages[2], "-o", self.folder(), "--since", full[0], other, code=2))
        self.assertIn("no package", self.run_bfa("pack", "-a", self.stages[2], "-o", self.folder(), "--since", self.work, code=3))
        post = next(url for kind, url, _ in self.objects(self.archive) if kind == "post")
        one = self.pack(self.stages[1], "mets", post)
        self.assertIn("one object", self.run_bfa("pack", "-a", self.stages[2], "-o", self.folder(), "--since", one[0], code=2))
        note = full[0] / "metadata/source.json"
        said = json.loads(note.read_text())
        note.write_text(json.dumps(said | {"steps": [[1, said["last_step"]]]}))
        self.assertIn("is damaged or lost",
                      self.run_bfa("pack", "-a", self.stages[2], "-o", self.folder(), "--since", full[0], code=3))
        note.write_text("{")
        self.assertIn("is damaged or lost",
                      self.run_bfa("pack", "-a", self.stages[2], "-o", self.folder(), "--since", full[0], code=3))

    def test_a_package_whose_steps_were_given_again_is_refused(self):
        """As after a restore of an older copy of the archive, which then went on by itself."""
        full = self.pack(self.stages[1], "blogforever-2013")  # it has no METS document that would see the change
        note = full[0] / "data/metadata/source.json"
        said = json.loads(note.read_text())
        for wrong, told in (({"last_time": "2026-01-01T00:00:00Z"}, "restored from an older copy"),
                            ({"steps": [[1, 10 ** 9]]}, "which its archive did not have")):
            note.write_text(json.dumps(said | wrong))
            self.assertIn(told, self.run_bfa("pack", "-a", self.stages[2], "-o", self.folder(), "--since", full[0].parent,
                                             code=2 if "last_time" in wrong else 3))

    def test_packages_of_several_blogs_come_back_one_by_one(self):
        for form in ("mets", "wacz"):
            first = self.pack(self.stages[0], form)
            since = self.folder()
            self.run_bfa("pack", "-a", self.stages[2], "--as", form, "-q", "-o", since, "--since", first[0].parent)
            whole = self.pack(self.stages[2], form)
            for packages in (whole, whole[::-1], first + sorted(since.iterdir()), first[::-1] + whole):
                back = self.folder() / "back"
                for package in packages:
                    self.run_bfa("import", "-a", back, package)
                self.assertEqual(self.versions(back), self.versions(self.stages[2]))
                before = digests(back)
                for package in packages:
                    self.assertIn("already", self.run_bfa("import", "-a", back, package))
                self.assertEqual(digests(back), before)

    def test_a_blog_without_a_finished_capture_gets_no_package(self):
        running = self.folder() / "running"
        shutil.copytree(self.stages[0], running)
        self.run_bfa("add", "-a", running, "http://127.0.0.1:9/")
        done = subprocess.run([self.bfa, "crawl", "-a", running, "--allow-private", "--delay", "0", "-q", "http://127.0.0.1:9/"],
                              capture_output=True, check=False)
        self.assertNotEqual(done.returncode, 0)  # nobody answers there
        for file in (running / "warc").iterdir():
            if file.name not in {name.name for name in (self.stages[0] / "warc").iterdir()}:
                file.rename(file.with_name(file.name + ".open"))
        out = self.folder()
        self.run_bfa("pack", "-a", running, "-q", "-o", out)
        self.assertEqual(len(list(out.iterdir())), 2)

    def test_decisions_are_packed_though_a_clock_was_wrong(self):
        later = self.folder() / "later"
        shutil.copytree(self.stages[1], later)
        self.run_bfa("crawl", "-a", later, "--allow-private", "-q", "--clock", "2099-01-01T00:00:00Z", *self.homes, code=4)
        first, second = self.folder(), self.folder()
        self.run_bfa("pack", "-a", later, "-q", "-o", first)
        post = next(url for kind, url, _ in self.objects(later) if kind == "post" and url.startswith(self.homes[0]))
        self.run_bfa("remove", "-a", later, "--reason", "asked for", post, code=1)
        self.run_bfa("pack", "-a", later, "-q", "-o", second, "--since", first)
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *first.iterdir(), *second.iterdir(), code=1)
        self.assertIn(post, self.run_bfa("ls", "-a", back, "--removed", "--json"))

    def test_a_folder_of_others_with_a_mets_document_stays(self):
        out = self.folder()
        self.run_bfa("pack", "-a", self.stages[0], "-q", "-o", out, self.homes[0])
        place = next(out.iterdir())
        shutil.rmtree(place)
        place.mkdir()
        (place / "METS.xml").write_text("mine")
        self.assertIn("is no package", self.run_bfa("pack", "-a", self.stages[0], "-o", out, self.homes[0], code=2))
        self.assertEqual([file.name for file in place.iterdir()], ["METS.xml"])

    def test_nothing_is_removed_while_packages_are_written(self):
        busy = self.folder() / "busy"
        shutil.copytree(self.stages[0], busy)
        (busy / "packages").mkdir(exist_ok=True)
        post = next(url for kind, url, _ in self.objects(busy) if kind == "post")
        lock = os.open(busy / "packages", os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # as bfa pack does
            before = digests(busy)
            done = subprocess.run([self.bfa, "remove", "-a", busy, "--reason", "asked for", post], capture_output=True, text=True, check=False)
            self.assertIn("packages", done.stderr)
            self.assertNotIn(done.returncode, (0, 1))
            self.assertEqual(digests(busy), before)
        finally:
            os.close(lock)

    def test_a_damaged_file_of_several_blogs_is_not_packed(self):
        damaged = self.folder() / "damaged"
        shutil.copytree(self.stages[0], damaged)
        (damaged / "warc" / "manifest-sha256.txt").unlink()
        warc = next((damaged / "warc").glob("*.warc.gz"))
        data = bytearray(warc.read_bytes())
        data[len(data) // 2:len(data) // 2 + 8] = b"damaged!"
        warc.write_bytes(data)
        out = self.folder() / "out"
        self.assertIn("is damaged", self.run_bfa("pack", "-a", damaged, "-o", out, self.homes[0], code=3))

    def test_originals_of_an_earlier_file_of_a_series_are_found_in_the_archive(self):
        first = sorted((self.stages[0] / "warc").glob("*.warc.gz"))
        later = sorted(file for file in (self.stages[1] / "warc").glob("*.warc.gz") if file.name not in {f.name for f in first})
        blogs = [option for home in self.homes for option in ("--blog", home)]
        at_once, one_by_one = self.folder() / "a", self.folder() / "b"
        self.run_bfa("import", "-a", at_once, *blogs, *first, *later)
        self.run_bfa("import", "-a", one_by_one, *blogs, *first)
        done = subprocess.run([self.bfa, "import", "-a", one_by_one, *blogs, *later], capture_output=True, text=True, check=True)
        self.assertNotIn("original of a revisit", done.stderr)
        counts = [re.search(r"of ([0-9]+) captures", self.run_bfa("check", "-a", archive, "--no-record")).group(1)
                  for archive in (at_once, one_by_one)]
        self.assertEqual(counts[0], counts[1])

    def test_an_archive_that_was_restored_from_packages_goes_on(self):
        full = self.pack(self.stages[2], "mets")
        back = self.folder() / "back"
        self.run_bfa("import", "-a", back, *full)
        told = self.run_bfa("pack", "-a", back, "-o", self.folder(), "--since", full[0].parent, code=3)
        self.assertIn("nothing was captured or imported since the earlier packages", told)

    def test_a_blog_without_an_earlier_package_is_packed_whole(self):
        full = self.pack(self.stages[1], "mets")
        source = {json.loads((p / "metadata/source.json").read_text())["blog"]: p for p in full}
        other = next(home for home in source if home != self.homes[0])
        rest = self.folder()
        self.run_bfa("pack", "-a", self.stages[1], "-o", rest, "-q", "--since", source[self.homes[0]])
        self.assertEqual([p.name for p in rest.iterdir()], [source[other].name])

    def test_a_package_of_a_post_beside_that_of_its_blog(self):
        """It gives nothing more: the order does not matter, and nothing is read anew."""
        whole = self.pack(self.archive, "mets")
        post = next(one["url"] for one in self.objects(self.archive).values() if one["kind"] == "post")
        (part,) = self.pack(self.archive, "mets", post)
        for packages in ((*whole, part), (part, *whole)):
            back = self.folder() / "back"
            self.run_bfa("import", "-a", back, *packages)
            self.assertEqual(self.versions(back), self.versions(self.archive))

    def test_files_of_captures_come_back_as_they_were(self):
        """Versions, readings, templates and what was pinned, of a package that is one WACZ or WARC file."""
        archive = self.folder() / "archive"
        shutil.copytree(self.archive, archive)
        self.run_bfa("rules", "pin", "-a", archive, self.homes[0], "article", "//article[@class='post']")
        self.run_bfa("rebuild", "-a", archive, "--extract", "--write")
        whole = self.versions(archive)
        self.assertTrue(any(one.get("readings", 1) > 1 for one in whole))
        for form in CAPTURES:
            with self.subTest(form=form):
                packages = self.pack(archive, form)
                self.assertEqual(len(packages), 2)
                size = sum(file.stat().st_size for file in packages)
                self.assertLess(size, 1.3 * sum(file.stat().st_size for file in (archive / "warc").glob("*.warc.gz")))
                for given in (packages, packages[:1] + packages, [packages[0].parent]):  # a folder of nothing else, too
                    self.run_bfa("check", *given)
                    back = self.folder() / "back"
                    self.assertIn("restored", self.run_bfa("import", "-a", back, *given))
                    self.assertEqual(self.versions(back), whole)
                for home in self.homes:
                    self.assertEqual(*[self.run_bfa("rules", "export", "-a", which, home) for which in (archive, back)])
                before = digests(back)
                self.assertIn("already", self.run_bfa("import", "-a", back, *packages))
                self.run_bfa("rebuild", "-a", back)
                self.assertEqual((self.versions(back), digests(back)), (whole, before))
                self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_what_came_of_a_file_of_captures_is_packed_again(self):
        """The WARC files of that archive have the marks of the package that they came in, and parts of them are packed."""
        first = self.folder() / "back"
        self.run_bfa("import", "-a", first, *self.pack(self.archive, "warc"))
        whole = {key: item for key, item in self.objects(first).items() if key[1].startswith(self.homes[0])}
        gone = next(url for kind, url, _ in sorted(whole) if kind == "post")
        removed = self.folder() / "archive"
        shutil.copytree(first, removed)
        done = subprocess.run([self.bfa, "remove", "-a", removed, "--reason", "a test", gone], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        for archive in (first, removed):
            wanted = {key: item for key, item in self.objects(archive).items() if key[1].startswith(self.homes[0])}
            for form in (*CAPTURES, "mets"):
                for more in ((), ("--clock", "2030-01-01T00:00:00Z")):
                    with self.subTest(form=form, archive=archive.name, more=more):
                        (package,) = self.pack(archive, form, self.homes[0], *more)
                        self.run_bfa("check", package)
                        back = self.folder() / "back"
                        self.run_bfa("import", "-a", back, package)
                        self.assertEqual(self.objects(back), wanted)

    def test_packages_that_were_put_together_are_merged(self):
        packages = self.pack(self.archive, "warc")
        both = self.folder() / "both.warc.gz"
        both.write_bytes(b"".join(package.read_bytes() for package in packages))
        self.run_bfa("check", both)
        back = self.folder() / "back"
        done = subprocess.run([self.bfa, "import", "-a", back, both], capture_output=True, text=True, check=False)
        self.assertIn("a file has several packages: the captures are read anew", done.stderr)
        self.assertEqual({key for key in self.objects(back) if key[0] == "post"},
                         {key for key in self.objects(self.archive) if key[0] == "post"})

    def test_a_damaged_note_of_a_file_of_captures_does_not_stop_a_restore(self):
        whole = {key: item for key, item in self.objects(self.archive).items() if key[1].startswith(self.homes[0])}
        for form in CAPTURES:
            for damage in ("no JSON", "gone"):
                with self.subTest(form=form, damage=damage):
                    (package,) = self.pack(self.archive, form, self.homes[0])
                    self.change_note(package, damage)
                    back, done = self.refused_unless_accepted(package)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn("its note is damaged or lost", done.stderr)
                    self.assertEqual(self.objects(back), whole)

    def change_note(self, package, damage):
        if package.suffix == ".wacz":
            with zipfile.ZipFile(package) as members:
                found = [(info, members.read(info)) for info in members.infolist()]
            with zipfile.ZipFile(package, "w") as members:
                for info, content in found:
                    if info.filename != "metadata/source.txt":
                        members.writestr(info, content)
                    elif damage != "gone":
                        members.writestr(info, b"[" + content[1:])
            return
        members, rest = [], package.read_bytes()
        while rest:
            unpacker = zlib.decompressobj(31)
            members.append(unpacker.decompress(rest))
            rest = unpacker.unused_data
        self.assertIn(b'"bfa-package"', members[1])
        members[1] = b"" if damage == "gone" else members[1].replace(b'"v"', b'[v"')
        package.write_bytes(b"".join(gzip.compress(member, mtime=0) for member in members if member))

    def test_a_damaged_one_is_refused_unless_its_loss_is_accepted(self):
        for form in FORMS:
            with self.subTest(form=form):
                package = self.pack(self.archive, form, self.homes[0])[0]
                warc = max(package.rglob("*.warc.gz"), key=lambda file: file.stat().st_size)
                bytes_of = bytearray(warc.read_bytes())
                # The payload of one member: the others stay whole.
                bytes_of[len(bytes_of) // 2] ^= 0xFF
                warc.write_bytes(bytes_of)
                back = self.folder() / "back"
                told = self.run_bfa("import", "-a", back, package, code=1)
                self.assertFalse((back / "warc").exists())
                wanted = int(re.search(r"--accept-loss (\d+)", told).group(1))
                self.assertGreater(wanted, 0)
                for wrong in (wanted - 1, wanted + 1):
                    self.run_bfa("import", "-a", back, "--accept-loss", wrong, package, code=1)
                    self.assertFalse((back / "warc").exists())
                done = subprocess.run([self.bfa, "import", "-a", back, "--accept-loss", str(wanted), package],
                                      capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                kept = [key for key in self.objects(back) if key[1].startswith(self.homes[0])]
                whole = [key for key in self.objects(self.archive) if key[1].startswith(self.homes[0])]
                self.assertGreaterEqual(len(kept), len(whole) - 3)
                self.assertLessEqual(set(kept), set(whole))

    def refused_unless_accepted(self, package):
        """The archive that an import made when the damage was accepted."""
        self.run_bfa("check", package, code=1)
        back = self.folder() / "back"
        told = self.run_bfa("import", "-a", back, package, code=1)
        wanted = int(re.search(r"--accept-loss (\d+)", told).group(1))
        for wrong in (wanted - 1, wanted + 1):
            self.run_bfa("import", "-a", back, "--accept-loss", wrong, package, code=1)
        self.assertFalse((back / "warc").exists())
        done = subprocess.run([self.bfa, "import", "-a", back, "--accept-loss", str(wanted), package], capture_output=True,
                              text=True, check=False)
        return back, done

    def test_damages_of_several_packages_are_accepted_together(self):
        for steps in (True, False):
            with self.subTest(restored=steps):
                packages = self.pack(self.archive, "mets" if steps else "wacz")
                self.assertEqual(len(packages), 2)
                for package in packages:
                    file = max(package.rglob("*.warc.gz"), key=lambda one: one.stat().st_size) if steps else package
                    content = bytearray(file.read_bytes())
                    content[len(content) // 2] ^= 0xFF
                    file.write_bytes(content)
                back = self.folder() / "back"
                told = self.run_bfa("import", "-a", back, *packages, code=1)
                wanted = int(re.search(r"--accept-loss (\d+)", told).group(1))
                self.assertGreaterEqual(wanted, 2, told)
                self.run_bfa("import", "-a", back, "--accept-loss", wanted - 1, *packages, code=1)
                self.assertFalse((back / "warc").exists())
                done = subprocess.run([self.bfa, "import", "-a", back, "--accept-loss", str(wanted), *map(str, packages)],
                                      capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertTrue((back / "warc").exists(), done.stderr)

    def test_damaged_files_of_captures_are_refused_unless_accepted(self):
        whole = {key for key in self.objects(self.archive) if key[1].startswith(self.homes[0])}
        for form in ("wacz", "warc"):
            for damage in ("flip", "cut"):
                with self.subTest(form=form, damage=damage):
                    package = next(one for one in self.pack(self.archive, form, self.homes[0]))
                    content = bytearray(package.read_bytes())
                    if damage == "cut":
                        content = content[: len(content) * 3 // 4]
                    else:
                        content[len(content) // 2] ^= 0xFF
                    package.write_bytes(content)
                    back, done = self.refused_unless_accepted(package)
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    kept = {key for key in self.objects(back) if key[1].startswith(self.homes[0])}
                    self.assertGreater(len(kept & whole), len(whole) // 2)
                    # Beside something else it is refused as well.
                    other = next(iter(self.pack(self.archive, "warc", self.homes[1])))
                    self.run_bfa("import", "-a", self.folder() / "back", other, package, code=1)

    def test_a_damaged_note_does_not_stop_a_restore(self):
        whole = {key: item for key, item in self.objects(self.archive).items() if key[1].startswith(self.homes[0])}
        for form in (*FORMS, "dspace", "blogforever-2013"):
            for damage in ("no JSON", "gone"):
                with self.subTest(form=form, damage=damage):
                    package = self.pack(self.archive, form, self.homes[0])[0]
                    (note,) = package.rglob("source.json")
                    if damage == "gone":
                        note.unlink()
                    else:
                        note.write_bytes(b"[" + note.read_bytes()[1:])
                    back, done = self.refused_unless_accepted(package)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn("its note is damaged or lost", done.stderr)
                    self.assertEqual(self.objects(back), whole)
        # A package of one post, and of what came since, are still no beginning of an archive.
        post = next(key[1] for key in whole if key[0] == "post")
        for more in ((post,), ("--versions", self.moments[1], self.homes[0])):
            (package,) = self.pack(self.archive, "mets", *more)
            (note,) = package.rglob("source.json")
            note.write_bytes(b"[")
            back, done = self.refused_unless_accepted(package)
            if more[0] == post:
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(post, {key[1] for key in self.objects(back)})
            else:
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("import the one that it continues", done.stderr)

    def test_a_package_that_lost_its_root_file_is_refused_unless_accepted(self):
        whole = {key: item for key, item in self.objects(self.archive).items() if key[1].startswith(self.homes[0])}
        for form in (*FORMS, "dspace", "blogforever-2013"):
            (package,) = self.pack(self.archive, form, self.homes[0])
            for name in ("METS.xml", "mets.xml", "bagit.txt"):
                (package / name).unlink(missing_ok=True)
            inside = shutil.make_archive(str(self.folder() / "inside"), "zip", package)
            beside = shutil.make_archive(str(self.folder() / "beside"), "tar", package.parent, package.name)
            for given in (package, package.parent, pathlib.Path(inside), pathlib.Path(beside)):
                with self.subTest(form=form, given=given.name):
                    if given != package.parent:
                        self.run_bfa("check", given, code=1)
                    told = self.run_bfa("import", "-a", self.folder() / "back", given, code=1)
                    self.assertIn("has lost its ", told)
            back, done = self.refused_unless_accepted(package)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.objects(back), whole)

    def test_files_that_are_lost_with_their_list_are_a_damage_of_their_own(self):
        (package,) = self.pack(self.archive, "mets", self.homes[0])
        (package / "METS.xml").unlink()
        max(package.rglob("*.warc.gz")).unlink()
        back = self.folder() / "back"
        told = self.run_bfa("import", "-a", back, package, code=1)
        self.assertIn("--accept-loss 2", told)
        self.run_bfa("import", "-a", back, "--accept-loss", 1, package, code=1)
        self.assertFalse((back / "warc").exists())
        self.run_bfa("import", "-a", back, "--accept-loss", 2, package)
        self.assertTrue((back / "warc").exists())

    def test_a_damaged_storage_root_is_refused(self):
        out = self.folder() / "root"
        self.run_bfa("pack", "-a", self.archive, "--as", "ocfl", "-q", "-o", out)
        (out / "0=ocfl_1.1").write_text("broken\n", encoding="utf-8")
        self.run_bfa("check", out, code=1)
        back = self.folder() / "back"
        self.assertIn("--accept-loss 1", self.run_bfa("import", "-a", back, out, code=1))
        self.assertFalse((back / "warc").exists())
        self.run_bfa("import", "-a", back, "--accept-loss", 1, out)
        self.assertEqual(len(self.objects(back)), len(self.objects(self.archive)))

    def test_a_folder_of_others_with_a_source_json_is_no_package(self):
        (captures,) = self.pack(self.archive, "warc", self.homes[0])
        folder = self.folder() / "mirror"
        (folder / "metadata").mkdir(parents=True)
        (folder / "metadata" / "source.json").write_text('{"format": "of another program"}', encoding="utf-8")
        shutil.copy(captures, folder / captures.name)
        self.run_bfa("import", "-a", self.folder() / "back", folder)

    def test_a_tag_manifest_that_lost_a_line_is_told(self):
        (package,) = self.pack(self.archive, "bag", self.homes[0])
        for name in ("tagmanifest-sha256.txt", "tagmanifest-sha512.txt"):
            whole = (package / name).read_text()
            for line in whole.splitlines(keepends=True):
                (package / name).write_text(whole.replace(line, ""))
                self.assertIn(f"{name}", self.run_bfa("check", package, code=1))
            (package / name).write_text(whole)
        self.run_bfa("check", package)

    def test_a_killed_import_is_repeated_without_duplicates(self):
        packages = self.pack(self.archive, "mets")
        whole = self.folder() / "back"
        began = time.monotonic()
        self.run_bfa("import", "-a", whole, *packages)
        took = time.monotonic() - began
        wanted = digests(whole), self.versions(whole)
        killed = 0
        for part in range(1, 6):
            back = self.folder() / "back"
            running = subprocess.Popen([self.bfa, "import", "-a", back, *packages], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(took * part / 6)
            running.send_signal(signal.SIGKILL)
            killed += running.wait() == -signal.SIGKILL
            self.run_bfa("import", "-a", back, *packages)
            self.assertEqual((digests(back), self.versions(back)), wanted, part)
            self.assertFalse(list((back / "warc").glob("*.partial")))
        self.assertGreater(killed, 0)

    def test_copies_that_a_kill_left_are_not_copied_again(self):
        packages = self.pack(self.archive, "mets")
        later = self.pack(self.stages[2], "mets", "--versions", self.moments[2], "--continues", packages[0].name)
        # A new archive: some files were copied, the next one in part.
        back = self.folder() / "back"
        (back / "warc").mkdir(parents=True)
        warcs = sorted(packages[0].rglob("*.warc.gz"))
        shutil.copy(warcs[0], back / "warc")
        (back / "warc" / "import.partial").write_bytes(b"half")
        self.run_bfa("import", "-a", back, *packages)
        self.assertEqual(len(digests(back)), len(set(digests(back))))
        self.assertEqual(self.versions(back), self.versions(self.archive))
        # An archive: all files of what came later were copied, and the store does not have them.
        full = self.pack(self.stages[1], "mets")
        extended = self.folder() / "back"
        self.run_bfa("import", "-a", extended, *full)
        for package in later:
            for warc in package.rglob("*.warc.gz"):
                shutil.copy(warc, extended / "warc")
        self.run_bfa("import", "-a", extended, *later)
        self.assertEqual(self.versions(extended), self.versions(self.archive))
        self.assertEqual(len(digests(extended)), len(set(digests(extended))))

    def test_a_killed_import_of_captures_is_repeated_without_duplicates(self):
        source = self.folder() / "all.warc.gz"
        self.run_bfa("export", "-a", self.archive, "--no-sidecars", source)
        mirror = self.folder() / "x.wacz"
        self.run_bfa("export", "-a", self.archive, "--no-sidecars", mirror)
        for given in (source, mirror):
            whole = self.folder() / "back"
            began = time.monotonic()
            self.run_bfa("import", "-q", "-a", whole, given)
            took = time.monotonic() - began
            wanted = self.captures(whole)
            for part in range(1, 4):
                back = self.folder() / "back"
                running = subprocess.Popen([self.bfa, "import", "-q", "-a", back, given], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                time.sleep(took * part / 4)
                running.send_signal(signal.SIGKILL)
                running.wait()
                self.run_bfa("import", "-q", "-a", back, given)
                self.assertEqual(self.captures(back), wanted, (given, part))
                self.assertFalse(list((back / "imports").glob("*.open")))
                names = [file.name for file in (back / "imports").glob("*.warc.gz")]
                self.assertEqual(len(names), len({name.rsplit("-", 1)[0] for name in names}))

    def ids(self, warc):
        return [json.loads(line)["id"] for line in self.run_bfa("warc", "ls", "--json", warc).splitlines()]

    def test_revisits_find_their_originals_among_records_with_one_id(self):
        sites, archive = [self.folder() / "site" for _ in range(2)], self.folder() / "archive"
        files = []
        for site in sites:
            shutil.copytree(example_blog.BLOG, site)
        for page in example_blog.post_pages(sites[1]):
            example_blog.replace_in(page, example_blog.title_of(page), "Another blog: " + example_blog.title_of(page))
        with example_blog.served(sites[0]) as first, example_blog.served(sites[1]) as second:
            for home in (first, second, first, second):
                self.run_bfa("crawl", "-a", archive, "--allow-private", "--delay", "0", "-q", "--recheck", "all", "--seed", "s", home)
                files.append(next(file for file in sorted((archive / "warc").glob("*.warc.gz")) if file not in files))
        # No run of an archive writes an id that another one has written.
        ids = [self.ids(file) for file in files]
        everything = [each for one in ids for each in one]
        self.assertEqual(len(everything), len(set(everything)))
        wanted = self.objects(archive)
        # Older versions did: the second run has the ids of the first here.
        same = dict(zip(ids[1], ids[0]))
        for file in (files[1], files[3]):
            members, rest = [], file.read_bytes()
            while rest:
                unpacker = zlib.decompressobj(31)
                members.append(unpacker.decompress(rest))
                rest = unpacker.unused_data
            file.write_bytes(b"".join(gzip.compress(re.sub(
                rb"urn:uuid:[0-9a-f-]{36}", lambda found: same.get(found[0].decode(), found[0].decode()).encode(), member),
                mtime=0) for member in members))
        self.assertGreater(len(set(self.ids(files[0])) & set(self.ids(files[1]))), 50)
        (archive / "warc/manifest-sha256.txt").unlink(missing_ok=True)
        self.run_bfa("rebuild", "-a", archive)
        found = self.objects(archive)
        for item in (*found.values(), *wanted.values()):
            item.get("provenance", {}).get("warc", {}).pop("record_id", None)
        self.assertEqual(found, wanted)
        # So do packages: each has the originals of its own revisits.
        for package in self.pack(archive, "mets"):
            back = self.folder() / "back"
            self.run_bfa("import", "-q", "-a", back, package)
            of_package = self.objects(back)
            self.assertGreater(len(of_package), 10)
            for item in of_package.values():
                item.get("provenance", {}).get("warc", {}).pop("record_id", None)
            self.assertEqual(of_package, {key: item for key, item in wanted.items() if key in of_package})

    def captures(self, archive):
        """Address and time of each capture in the WARC files, each as often as it stands there."""
        found = []
        for warc in sorted((archive / "warc").glob("*.warc*")):
            for line in self.run_bfa("warc", "ls", "--json", warc).splitlines():
                record = json.loads(line)
                if record.get("type") in ("response", "revisit", "resource"):
                    found.append((record.get("url"), record.get("date")))
        self.assertTrue(found)
        return sorted(found)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    RoundTrips.bfa = pathlib.Path(sys.argv.pop(1)).resolve() / "bin" / "bfa"
    unittest.main()
