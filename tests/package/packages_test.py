#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packages of all forms, of an archive of two blogs that share WARC files: foreign programs check them, damage is found,
and an archive comes back from them.

Usage: packages_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]

The schemas are those of $BFA_SHARED, or of shared/ beside the checkout; without them, or without a program, those tests
are skipped.
"""
import datetime
import gzip
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
import zipfile
import zlib
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import example_blog  # noqa: E402
import form_rules  # noqa: E402

FORMS = ("mets", "bag", "eark-sip", "eark-aip")  # each document is of the official namespaces
FOLDERS = (*FORMS, "dspace", "blogforever-2013")
RULES = pathlib.Path(__file__).resolve().parent / "rules"
SHARED = pathlib.Path(os.environ.get("BFA_SHARED", ROOT.parent / "shared"))
SCHEMATRON = "{http://purl.oclc.org/dsdl/schematron}"
MARC = "{http://www.loc.gov/MARC21/slim}"
# What validators contradict each other on: docs/formats/packages.md. A SIP's submitting agent is a CREATOR too, and a
# rule wants all of these to be software; another one tests attributes without their namespace.
CONTRADICTED = {
    "eark-sip": {"CSIP12", "CSIP13", "CSIP15", "CSIP16"},
    "eark-aip": set(),
}

# Rules for the METS file of a package that the one of a representation need not keep.
OF_THE_PACKAGE = {"CSIP60", "CSIP95", "CSIP99", "CSIP103", "CSIP113", "CSIP114"}

# Prints what MARC::Lint says of each record of a MARCXML file.
LINT = """
use MARC::Lint; use MARC::Batch; use MARC::File::XML (BinaryEncoding => 'utf8');
my $batch = MARC::Batch->new('XML', $ARGV[0]); $batch->strict_off; $batch->warnings_off;
while (my $record = $batch->next) {
  my $lint = MARC::Lint->new; $lint->check_record($record);
  print $record->field('001')->data, ' ', $_, "\\n" for $lint->warnings;
}
"""


def rules_of(folder):
    """(id, context, test) of each rule that must hold; the namespaces by prefix."""
    found, namespaces = [], {}
    for file in sorted(folder.glob("*.xml")):
        root = ElementTree.parse(file).getroot()
        namespaces.update((ns.get("prefix"), ns.get("uri")) for ns in root.iter(SCHEMATRON + "ns"))
        for rule in root.iter(SCHEMATRON + "rule"):
            for check in rule.iter(SCHEMATRON + "assert"):
                # "@TYPE_vocabulary_test" stands for what a validator does by program.
                if check.get("role") == "ERROR" and "_test" not in check.get("test"):
                    found.append((check.get("id"), rule.get("context"), " ".join(check.get("test").split())))
    return found, namespaces


def broken_rules(document, folder):
    """The ids of the Schematron rules that the document breaks, by xmllint's XPath; of rules that are no XPath: none. One
    xmllint is asked for all rules: before each it repeats the number of the rule."""
    found, namespaces = rules_of(folder)
    if not found:
        raise AssertionError(f"no rules in {folder}")
    asked = [f"setns {prefix}={uri}" for prefix, uri in namespaces.items()]
    for number, (_, context, test) in enumerate(found):
        path = context if context.startswith("/") else "//" + context
        asked += [f"xpath 'rule {number}'", f"xpath count({path}[not({test})])"]
    ran = subprocess.run(["xmllint", "--nonet", "--shell", str(document)], text=True, capture_output=True,
                         input="\n".join(asked) + "\n", check=False)
    counts, number = {}, None
    for kind, value in re.findall(r"Object is a (string|number) : (.*)", ran.stdout):
        if kind == "string":
            number = int(value.removeprefix("rule "))
            counts[number] = "0"  # of a rule that is no XPath nothing follows
        else:
            counts[number] = value
    if len(counts) != len(found):
        raise AssertionError(f"{document}: xmllint answered {len(counts)} of {len(found)} rules: {ran.stderr[-300:]}")
    return {found[number][0] for number, count in counts.items() if count != "0"}


class Packages(unittest.TestCase):
    bfa = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        cls.archive = cls.work / "archive"
        sites = [cls.work / "one", cls.work / "two"]
        for site in sites:
            shutil.copytree(example_blog.BLOG, site)
        with example_blog.served(sites[0]) as first, example_blog.served(sites[1]) as second:
            cls.homes = (first, second)
            cls.crawl(first, second)
            cls.between = cls.work / "between"
            shutil.copytree(cls.archive, cls.between)
            cls.moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            page = example_blog.post_pages(sites[0])[-1]
            cls.title = example_blog.title_of(page)
            text = page.read_text(encoding="utf-8")
            start = text.index("<p>", text.index('class="post-title"'))
            page.write_text(text[:start] + "<p>A paragraph that came later, with several words of its own, and more.</p>"
                            + text[start:], encoding="utf-8")
            cls.crawl(first, second)

    @classmethod
    def crawl(cls, *homes):
        subprocess.run([cls.bfa, "crawl", "-a", cls.archive, "--allow-private", "--delay", "0", "-q", "--recheck", "all",
                        *homes], check=True, stdout=subprocess.DEVNULL)

    def run_bfa(self, *arguments, code=0):
        done = subprocess.run([self.bfa, *map(str, arguments)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout[-800:] + done.stderr[-800:])
        return done.stdout

    def pack(self, form, *more, archive=None, clock="2026-11-23T00:00:00Z"):
        out = pathlib.Path(tempfile.mkdtemp(dir=self.work))
        self.run_bfa("pack", "-a", archive or self.archive, "--as", form, "-o", out, "-q", "--clock", clock,
                     "--organisation", "An archive", "--organisation-code", "ZZ-1", *more)
        return sorted(out.iterdir())

    def objects(self, archive, blog=None):
        """All objects by kind, address and id, without the places of their records."""
        found = {}
        for line in self.run_bfa("ls", "-a", archive, "--full", "--json", *(["--blog", blog] if blog else [])).splitlines():
            item = json.loads(line)
            for name in ("file", "offset", "length"):
                item.get("provenance", {}).get("warc", {}).pop(name, None)
            found[item["kind"], item["url"], item.get("id", "")] = item
        return found

    def histories(self, archive):
        urls = sorted({url for kind, url, _ in self.objects(archive) if kind in ("post", "page")})
        return {url: self.run_bfa("log", "-a", archive, "--json", url) for url in urls}

    def test_every_document_is_valid(self):
        if not SHARED.is_dir() or shutil.which("xmllint") is None:
            self.skipTest("no shared schemas beside the checkout, or no xmllint")
        for form in (*FORMS, "dspace"):
            for package in self.pack(form):
                documents = sorted(package.rglob("*.xml"))
                self.assertTrue(documents)
                ran = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SHARED / "schemas/flat/all.xsd",
                                      *documents], capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 0, ran.stderr[-800:])

    def test_eark_packages_keep_the_schematron_rules(self):
        if not SHARED.is_dir() or shutil.which("xmllint") is None:
            self.skipTest("no shared rules beside the checkout, or no xmllint")
        for form in ("eark-sip", "eark-aip"):
            package = self.pack(form, self.homes[0])[0]
            for document in (package / "METS.xml", package / "representations/rep1/METS.xml"):
                failed = broken_rules(document, SHARED / "schemas/schematron/eark/V2.1.0/CSIP")
                known = CONTRADICTED[form] | (OF_THE_PACKAGE if "rep1" in str(document) else set())
                self.assertEqual(failed - known, set(), document)

    def test_dspace_packages_keep_the_rules_of_its_reader(self):
        if shutil.which("xmllint") is None:
            self.skipTest("no xmllint")
        for url in (self.homes[0], next(url for kind, url, _ in self.objects(self.archive) if kind == "post")):
            (package,) = self.pack("dspace", url)
            self.assertEqual(broken_rules(package / "mets.xml", RULES / "dspace"), set())
            files = {str(p.relative_to(package)) for p in package.rglob("*") if p.is_file()}
            text = (package / "mets.xml").read_text(encoding="utf-8")
            self.assertEqual({name for name in files if f'xlink:href="{name}"' not in text}, {"mets.xml"})
        # The rules find what they are for.
        for old, new, rule in ((' DMDID="dmd-mods dmd-dc"', "", "DSPACE2"), ('LOCTYPE="URL"', 'LOCTYPE="OTHER"', "DSPACE8"),
                               ("DSpace METS SIP Profile", "Another", "DSPACE1"), (' USE="CONTENT"', "", "DSPACE7")):
            (self.work / "broken.xml").write_text(text.replace(old, new), encoding="utf-8")
            self.assertIn(rule, broken_rules(self.work / "broken.xml", RULES / "dspace"))
        (container,) = self.pack("dspace", "--into", "zip", self.homes[0])
        with zipfile.ZipFile(container) as members:
            self.assertIn("mets.xml", members.namelist())
        self.assertIn("sound", self.run_bfa("check", container))

    def test_packages_of_2013_keep_the_reading_rules(self):
        kinds = set()
        for package, home in zip(self.pack("blogforever-2013"), sorted(self.homes), strict=True):
            documents = sorted((package / "data/records").iterdir())
            self.assertGreater(len(documents), 10)
            for document in documents:
                kinds.add(document.name.split("-")[0])
                self.assertEqual(form_rules.blogforever_2013_problems(document, home), [])
                # But for the namespaces it is METS and MARCXML.
                text = document.read_text(encoding="utf-8")
                text = text.replace(form_rules.OLD_METS, "http://www.loc.gov/METS/")
                (self.work / f"official-{document.name}").write_text(
                    text.replace(form_rules.OLD_MARC, MARC[1:-1]), encoding="utf-8")
                for href in re.findall('xlink:href="([^"]+)"', text):
                    self.assertTrue((document.parent / href).is_file(), href)
            subprocess.run(["md5sum", "--quiet", "-c", "manifest-md5.txt"], cwd=package, check=True)
        self.assertEqual(kinds, {"blog", "post", "page", "comment"})
        if SHARED.is_dir() and shutil.which("xmllint") is not None:
            ran = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SHARED / "schemas/flat/all.xsd",
                                  *self.work.glob("official-*.xml")], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr[-800:])

    def test_an_ocfl_object_gets_a_version_with_each_pack(self):
        root = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "root"

        def pack(archive, *more):
            return self.run_bfa("pack", "-a", archive, "--as", "ocfl", "-o", root, "-q", *more)

        pack(self.between, "--clock", "2026-11-23T00:00:00Z")
        self.assertEqual(form_rules.ocfl_problems(root), [])
        before = {path: path.read_bytes() for path in root.rglob("v1/**/*") if path.is_file()}
        # The same archive later says the same; other words are a version, but no capture is written again.
        self.assertEqual(pack(self.between, "--clock", "2026-11-24T00:00:00Z").count("v1 is the same"), 2)
        self.assertIn("v2 of", pack(self.between, "--clock", "2026-11-24T00:00:00Z", "--organisation", "An archive"))
        self.assertEqual(list(root.rglob("v2/**/*.warc.gz")), [])
        pack(self.archive, "--clock", "2026-11-25T00:00:00Z")
        self.assertEqual(form_rules.ocfl_problems(root), [])
        objects = form_rules.ocfl_objects(root)
        self.assertEqual(len(objects), 2)
        self.assertEqual({path: path.read_bytes() for path in before}, before)
        for folder in objects:
            inventory = json.loads((folder / "inventory.json").read_text())
            self.assertEqual(inventory["head"], "v3")
            self.assertIn(inventory["id"], self.homes)
            self.assertGreater(len(list(folder.glob("v3/**/*.warc.gz"))), 0)
            stored = [hashlib.sha512(p.read_bytes()).hexdigest() for p in folder.glob("v*/content/**/*") if p.is_file()]
            self.assertEqual(len(stored), len(set(stored)), "the same bytes twice")
        self.assertIn("sound", self.run_bfa("check", root))
        self.assertIn("sound", self.run_bfa("check", objects[0]))
        back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
        self.run_bfa("import", "-a", back, root)
        self.assertEqual(self.objects(back), self.objects(self.archive))
        self.assertEqual(self.histories(back), self.histories(self.archive))
        self.assertIn("already", self.run_bfa("import", "-a", back, root))

    def test_a_damaged_ocfl_object_is_known_and_refused(self):
        root = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "root"
        for archive in (self.between, self.archive):
            self.run_bfa("pack", "-a", archive, "--as", "ocfl", "-o", root, "-q", self.homes[0])
        (folder,) = form_rules.ocfl_objects(root)
        back = self.work / "refused-ocfl"

        def refused(*what):
            done = subprocess.run([self.bfa, "check", root], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, (*what, done.stdout))
            done = subprocess.run([self.bfa, "import", "-a", back, root], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, what)
            self.assertFalse((back / "warc").exists(), what)

        for file in [p for p in root.rglob("*") if p.is_file() and root / "extensions" not in p.parents]:
            whole = file.read_bytes()
            for damage in ("flip", "cut", "gone"):
                if damage == "flip":
                    file.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 0x15])
                                     + whole[len(whole) // 2 + 1:])
                elif damage == "cut":
                    file.write_bytes(whole[: len(whole) // 3])
                else:
                    file.unlink()
                # An older version need not have its own inventory.
                if damage == "gone" and file == folder / "v1/inventory.json":
                    self.run_bfa("check", root)
                elif file.name == "ocfl_layout.json" and damage == "flip":
                    continue  # its description is for people
                elif file in (root / "0=ocfl_1.1", root / "ocfl_layout.json"):
                    self.run_bfa("check", root, code=1)
                else:
                    refused(file, damage)
                file.write_bytes(whole)
        (folder / "v1/content/more.txt").write_text("more")
        refused("a file that no inventory names")
        (folder / "v1/content/more.txt").unlink()
        whole = (folder / "inventory.json").read_text(encoding="utf-8")
        for old, new in (("v1/content/README.txt", "../../../../README.txt"), ('"METS.xml"', '"../METS.xml"'),
                         ('"head": "v2"', '"head": "v1"'), ('"v1/content/README.txt"', '"v1/README.txt"'),
                         ('"created": "20', '"created": "no'), ('"manifest"', '"other"')):
            changed = whole.replace(old, new)
            self.assertNotEqual(changed, whole, old)
            for name in (folder, folder / "v2"):
                (name / "inventory.json").write_text(changed, encoding="utf-8")
                (name / "inventory.json.sha512").write_text(hashlib.sha512(changed.encode()).hexdigest() + " inventory.json\n")
            refused(old, new)
            done = subprocess.run([self.bfa, "pack", "-a", self.archive, "--as", "ocfl", "-o", root, "-q", self.homes[0]],
                                  capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, "a version was added to a damaged object")

    def test_records_in_one_packed_file(self):
        def records(root):
            return [ElementTree.tostring(record).strip() for record in root.iter(f"{MARC}record")]

        (plain,) = self.pack("mets", "--plain-records", self.homes[0])
        wanted = records(ElementTree.parse(plain / "METS.xml"))
        self.assertGreater(len(wanted), 10)
        for form in ("mets", "bag", "eark-sip", "eark-aip", "dspace"):
            (package,) = self.pack(form, self.homes[0])
            (packed,) = package.rglob("marc.xml.gz")
            found = records(ElementTree.fromstring(gzip.decompress(packed.read_bytes())))
            if form in ("mets", "bag"):
                self.assertEqual(found, wanted)
            self.assertEqual(len(found), len(wanted), form)
            # METS has the record of the blog; readers built on libxml2 take the packed file as it is.
            inside = [each for document in package.rglob("*.xml") for each in records(ElementTree.parse(document))]
            self.assertEqual(len(inside), 1 if form in ("mets", "bag") else 0)
            self.assertLessEqual(set(inside), set(wanted))
            unpacker = zlib.decompressobj(31)
            unpacker.decompress(packed.read_bytes())
            self.assertEqual(unpacker.unused_data, b"", "more than one gzip member")
            self.assertIn("marc.xml.gz", next(package.rglob("README.txt")).read_text(encoding="utf-8"))
            self.assertIn("sound", self.run_bfa("check", package))
            if SHARED.is_dir() and shutil.which("xmllint"):
                ran = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SHARED / "schemas/flat/all.xsd",
                                      *package.rglob("*.xml"), packed], capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 0, ran.stderr[-800:])
            back = self.work / f"back-packed-{form}"
            self.run_bfa("import", "-a", back, package)
            own = {key: item for key, item in self.objects(self.archive).items() if key[1].startswith(self.homes[0])}
            self.assertEqual(self.objects(back), own)
            whole = packed.read_bytes()
            packed.write_bytes(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
            self.assertIn("marc.xml.gz", self.run_bfa("check", package, code=1))
            (package,) = self.pack(form, "--plain-records", self.homes[0])
            self.assertEqual(list(package.rglob("*.xml.gz")), [])
            self.assertIn("sound", self.run_bfa("check", package))

    def test_a_check_names_each_damage_of_each_kind_of_file(self):
        for form in FOLDERS:
            (package,) = self.pack(form, self.homes[0])
            kinds = {}
            for file in sorted(p for p in package.rglob("*") if p.is_file()):
                kinds.setdefault((file.parent, file.name.split("-")[0]), file)
            self.assertGreater(len(kinds), 3)

            def damaged(name, what):
                done = subprocess.run([self.bfa, "check", package], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1, (form, name, what, done.stdout))
                self.assertIn(name, done.stdout, (form, what))

            for file in kinds.values():
                whole = file.read_bytes()
                for part in (0.3, 0.97):
                    at = int(len(whole) * part)
                    file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
                    damaged(file.name, f"byte {at}")
                file.unlink()
                damaged(file.name, "gone")
                file.write_bytes(whole)
            for folder in {file.parent for file in kinds.values()}:
                (folder / "stray.bin").write_bytes(b"x")
                damaged("stray.bin", folder)
                (folder / "stray.bin").unlink()
            self.run_bfa("check", package)
            # What the README tells people to do.
            for document in (*package.rglob("METS.xml"), *package.rglob("mets.xml")):
                lines = document.read_bytes().splitlines(keepends=True)
                self.assertEqual(f"<!-- sha256 {hashlib.sha256(b''.join(lines[:-1])).hexdigest()} of all lines above -->\n",
                                 lines[-1].decode())

    def test_captures_of_a_blog_as_one_file(self):
        for form, checker in (("warc", "warc"), ("wacz", "wacz")):
            packages = self.pack(form)
            self.assertEqual(len(packages), 2)
            for package, home, other in zip(packages, sorted(self.homes), sorted(self.homes)[::-1], strict=True):
                self.assertIn("ok", self.run_bfa(checker, "check", package))
                self.assertIn("sound", self.run_bfa("check", package))
                records = subprocess.run([self.bfa, "warc", "ls", "--json", package], capture_output=True, text=True,
                                         check=True).stdout
                lines = [json.loads(line) for line in records.splitlines()]
                urls = {line.get("url", "") for line in lines if line.get("type") == "request"}
                self.assertTrue(any(url.startswith(home) for url in urls))
                # Originals of its revisits may be the other's; its requests are not.
                self.assertEqual([url for url in urls if url.startswith(other)], [])
                back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
                self.run_bfa("import", "-a", back, "--blog", home, package)
                self.assertEqual({key for key in self.objects(back) if key[0] == "post"},
                                 {key for key in self.objects(self.archive) if key[0] == "post" and key[1].startswith(home)})
                whole = package.read_bytes()
                package.write_bytes(whole[: len(whole) // 2])
                self.run_bfa("check", package, code=1)

    def test_bags_are_checked_by_sha256sum(self):
        for package in self.pack("bag"):
            for name in ("manifest", "tagmanifest"):
                subprocess.run(["sha256sum", "--quiet", "-c", f"{name}-sha256.txt"], cwd=package, check=True)
                subprocess.run(["sha512sum", "--quiet", "-c", f"{name}-sha512.txt"], cwd=package, check=True)
            payload = {str(p.relative_to(package)) for p in (package / "data").rglob("*") if p.is_file()}
            for manifest in ("manifest-sha256.txt", "manifest-sha512.txt"):
                lines = (package / manifest).read_text().splitlines()
                self.assertEqual({line.split("  ", 1)[1] for line in lines}, payload)
                self.assertEqual(len(lines), len(payload))
            self.assertEqual((package / "bagit.txt").read_text(),
                             "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
            size = sum((package / name).stat().st_size for name in payload)
            self.assertIn(f"Payload-Oxum: {size}.{len(payload)}\n", (package / "bag-info.txt").read_text())
            self.assertNotIn("tagmanifest", (package / "tagmanifest-sha256.txt").read_text())

    def test_records_are_clean_by_lint_and_survive_iso_2709(self):
        if subprocess.run(["perl", "-MMARC::Lint", "-MMARC::File::XML", "-e", "1"], capture_output=True,
                          check=False).returncode != 0 or shutil.which("yaz-marcdump") is None:
            self.skipTest("no MARC::Lint with MARC::File::XML, or no yaz-marcdump")
        for package in self.pack("eark-aip"):
            records = self.work / "records.xml"
            records.write_bytes(gzip.decompress((package / "metadata/descriptive/marc.xml.gz").read_bytes()))
            warnings = subprocess.run(["perl", "-CO", "-e", LINT, records], capture_output=True, text=True, check=True)
            # The paper's field for the date of change.
            odd = [line for line in warnings.stdout.splitlines() if "260: Subfield _m is not allowed" not in line]
            self.assertEqual(odd, [])
            there = subprocess.run(["yaz-marcdump", "-i", "marcxml", "-o", "marc", records], capture_output=True, check=True)
            self.assertEqual(there.stderr, b"")
            (self.work / "records.mrc").write_bytes(there.stdout)
            back = subprocess.run(["yaz-marcdump", "-i", "marc", "-o", "marcxml", self.work / "records.mrc"],
                                  capture_output=True, check=True)
            fields = [[(f.get("tag"), f.get("ind1"), f.get("ind2"), [(s.get("code"), s.text) for s in f]) for f in
                       ElementTree.fromstring(text).iter(MARC + "datafield")]
                      for text in (records.read_bytes(), back.stdout)]
            self.assertGreater(len(fields[0]), 100)
            self.assertEqual(*fields)

    def test_same_clock_same_bytes_also_in_containers(self):
        for form, into in (("mets", "tar"), ("bag", "zip"), ("eark-aip", "7z"), ("eark-sip", "tar"), ("dspace", "zip"),
                           ("blogforever-2013", "tar"), ("wacz", "dir"), ("warc", "dir")):
            first, second = (self.pack(form, "--into", into) for _ in range(2))
            self.assertEqual([p.read_bytes() for p in first], [p.read_bytes() for p in second], (form, into))

    def test_a_package_has_only_its_own_captures(self):
        for home, other in (self.homes, self.homes[::-1]):
            (package,) = self.pack("mets", home)
            for warc in (package / "data/warc").iterdir():
                text = gzip.decompress(warc.read_bytes())
                self.assertIn(b"WARC-Target-URI: " + home.encode(), text)
                # Originals of its revisits may be the other's; its requests are not.
                self.assertNotIn(b"Host: " + other.split("/")[2].encode(), text)

    def test_records_are_those_of_the_archive_byte_for_byte(self):
        archive = b"".join(w.read_bytes() for w in sorted((self.archive / "warc").glob("*.gz")))
        for package in self.pack("mets"):
            for warc in (package / "data/warc").iterdir():
                packed = warc.read_bytes()
                members = packed.split(b"\x1f\x8b\x08")[1:]
                self.assertGreater(len(members), 10)
                for member in members:
                    self.assertIn(b"\x1f\x8b\x08" + member, archive)

    def test_all_versions_have_a_record_each_once(self):
        for versions, wanted in (("all", 2), ("latest", 1)):
            (package,) = self.pack("mets", "--versions", versions, self.homes[0])
            records = list(ElementTree.fromstring(gzip.decompress(
                (package / "metadata/marc.xml.gz").read_bytes())).iter(MARC + "record"))
            numbers = [r.find(f"{MARC}controlfield[@tag='001']").text for r in records]
            self.assertEqual(len(numbers), len(set(numbers)))
            mine = [n for n, r in zip(numbers, records) if any(
                self.title in (s.text or "") for f in r.findall(f"{MARC}datafield[@tag='245']") for s in f)
                and n.startswith("post-")]
            self.assertEqual(len(mine), wanted, mine)

    def test_an_archive_comes_back_from_each_form(self):
        wanted = self.objects(self.archive)
        histories = self.histories(self.archive)
        for form, into in (("mets", "dir"), ("bag", "zip"), ("eark-sip", "tar"), ("eark-aip", "7z"), ("dspace", "zip"),
                           ("blogforever-2013", "tar")):
            with self.subTest(form=form, into=into):
                packages = self.pack(form, "--into", into)
                for package in packages:
                    self.assertIn("sound", self.run_bfa("check", package))
                back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
                self.run_bfa("import", "-a", back, *packages)
                self.assertEqual(self.objects(back), wanted)
                self.assertEqual(self.histories(back), histories)
                self.assertIn("already", self.run_bfa("import", "-a", back, *packages))
                self.assertEqual(self.objects(back), wanted)
                self.run_bfa("check", "-a", back, "--read-data", "--no-record")

    def test_packages_are_known_however_they_are_given(self):
        wanted = self.objects(self.archive)
        zips = self.pack("mets", "--into", "zip")
        folders = self.pack("mets")
        dotted = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "all.tar"
        subprocess.run(["tar", "-C", folders[0].parent, "-cf", dotted, *(f"./{each.name}" for each in folders)], check=True)
        for given in (zips[0].parent, dotted):
            with self.subTest(given=given.name):
                back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
                self.assertIn("restored", self.run_bfa("import", "-a", back, given))
                self.assertEqual(self.objects(back), wanted)
        self.assertIn("sound", self.run_bfa("check", dotted))
        warc = next(folders[0].rglob("*.warc.gz"))
        warc.write_bytes(warc.read_bytes()[:-200])
        subprocess.run(["tar", "-C", folders[0].parent, "-cf", dotted, f"./{folders[0].name}"], check=True)
        refused = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "refused"
        self.run_bfa("import", "-a", refused, dotted, code=1)
        self.assertFalse(refused.exists())
        # A package beside something else is not restored, and that is said.
        other = next(folders[1].rglob("*.warc.gz"))
        done = subprocess.run([self.bfa, "import", "-q", "-a", refused, other, folders[1]], capture_output=True, text=True,
                              check=False)
        self.assertIn("no package is restored", done.stderr)

    def test_a_package_and_what_came_later_give_the_archive(self):
        full = self.pack("mets", archive=self.between)
        later = self.pack("mets", "--versions", self.moment, "--continues", full[0].name)
        back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
        self.run_bfa("import", "-a", back, *full)
        self.assertEqual(self.objects(back), self.objects(self.between))
        alone = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "alone"
        done = subprocess.run([self.bfa, "import", "-a", alone, *later], capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(full[0].name, done.stderr)
        self.run_bfa("import", "-a", back, *later)
        self.assertEqual(self.objects(back), self.objects(self.archive))
        self.assertEqual(self.histories(back), self.histories(self.archive))

    def test_into_an_archive_of_its_own_captures_are_merged(self):
        (package,) = self.pack("mets", self.homes[0])
        back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "archive"
        shutil.copytree(self.archive, back)
        before = self.objects(back)
        self.run_bfa("import", "-a", back, package)
        self.assertEqual({key: item["text"] for key, item in self.objects(back).items() if "text" in item},
                         {key: item["text"] for key, item in before.items() if "text" in item})

    def test_damage_is_found_and_refused(self):
        for form in FOLDERS:
            (package,) = self.pack(form, self.homes[0])
            files = [p for p in package.rglob("*") if p.is_file()]
            # Of the many records of 2013, some.
            files = [p for p in files if p.parent.name != "records"] + [p for p in files if p.parent.name == "records"][:2]
            for file in files:
                whole = file.read_bytes()
                for damage in ("flip", "cut", "last line", "gone"):
                    if damage == "flip":
                        file.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 0x15])
                                         + whole[len(whole) // 2 + 1:])
                    elif damage == "cut":
                        file.write_bytes(whole[: len(whole) // 3])
                    elif damage == "last line":
                        file.write_bytes(whole[: whole.rstrip(b"\n").rfind(b"\n") + 1])
                    else:
                        file.unlink()
                    done = subprocess.run([self.bfa, "check", package], capture_output=True, text=True, check=False)
                    self.assertNotEqual(done.returncode, 0, (form, file, damage, done.stdout))
                    file.write_bytes(whole)
            self.assertIn("sound", self.run_bfa("check", package))
            warc = next(p for p in files if p.name.endswith(".gz"))
            warc.write_bytes(warc.read_bytes()[:-20])
            back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
            done = subprocess.run([self.bfa, "import", "-a", back, package], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--accept-loss", done.stderr)
            self.assertFalse((back / "warc").exists())

    def test_a_package_of_a_post_has_that_post(self):
        post = next(url for kind, url, _ in self.objects(self.archive, self.homes[0]) if kind == "post")
        for form in (*FOLDERS, "warc"):
            (package,) = self.pack(form, post)
            warcs = [p for p in package.rglob("*.gz")] or [package]
            text = b"".join(gzip.decompress(p.read_bytes()) for p in warcs)
            self.assertIn(b"WARC-Target-URI: " + post.encode() + b"\r\n", text)
            others = [url for kind, url, _ in self.objects(self.archive) if kind == "post" and url != post]
            for other in others:
                self.assertNotIn(b"WARC-Type: response\r\nWARC-Target-URI: " + other.encode() + b"\r\n", text)
            self.assertIn("sound", self.run_bfa("check", package))

    def test_a_post_that_was_packed_alone_comes_back_as_a_post(self):
        post, item = next((url, item) for (kind, url, _), item in self.objects(self.archive, self.homes[0]).items()
                          if kind == "post")
        for form in ("mets", "bag", "eark-aip", "dspace", "blogforever-2013"):
            (package,) = self.pack(form, post)
            back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
            self.run_bfa("import", "-a", back, package)
            found = self.objects(back)
            self.assertEqual([key[1] for key in found if key[0] == "post"], [post], form)
            self.assertEqual(found["post", post, ""]["title"], item["title"])
            self.run_bfa("rebuild", "-a", back)
            self.assertIn(("post", post, ""), self.objects(back))
        page = next(url for kind, url, _ in self.objects(self.archive, self.homes[0]) if kind == "page" and "about" in url)
        (package,) = self.pack("mets", page)
        back = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "back"
        self.run_bfa("import", "-a", back, package)
        self.assertIn(("page", page, ""), self.objects(back))

    def test_a_package_that_names_no_file_is_not_called_sound(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "empty"
        folder.mkdir()
        (folder / "METS.xml").write_text('<mets xmlns="http://www.loc.gov/METS/"><structMap><div/></structMap></mets>')
        said = self.run_bfa("check", folder, code=6)
        self.assertIn("package_empty", said)
        self.assertNotIn("sound", said)
        (folder / "METS.xml").unlink()
        (folder / "data").mkdir()
        (folder / "bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
        (folder / "manifest-sha256.txt").write_text("")
        self.assertNotIn("sound", self.run_bfa("check", folder, code=6))

    def test_what_is_removed_takes_the_packages_with_its_records_along(self):
        archive = pathlib.Path(tempfile.mkdtemp(dir=self.work)) / "archive"
        shutil.copytree(self.archive, archive)
        self.run_bfa("pack", "-a", archive, "-q")
        packages = {p.name for p in (archive / "packages").iterdir()}
        self.assertEqual(len(packages), 2)
        # No object has that address: only the captures do.
        done = subprocess.run([self.bfa, "remove", "-a", archive, "--reason", "a test", self.homes[0] + "style.css"],
                              capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual([p for p in (archive / "packages").iterdir() if p.name in packages], [])
        (package,) = self.pack("mets", self.homes[0], archive=archive)
        self.assertIn("deaccession", (package / "METS.xml").read_text(encoding="utf-8"))

    def test_words_that_are_none_are_usage(self):
        for arguments in (["--as", "aip"], ["--into", "rar"], ["--versions", "some"], ["--as", "ocfl"],
                          ["--as", "ocfl", "--into", "zip", "-o", self.work / "no"], ["--as", "dspace", "--into", "tar"],
                          ["--as", "warc", "--into", "zip"],
                          ["--as", "ocfl", "-o", self.work / "no", "--versions", "2026-01-01T00:00:00Z"]):
            self.run_bfa("pack", "-a", self.archive, *arguments, code=2)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Packages.bfa = pathlib.Path(sys.argv.pop(1)).resolve() / "bin" / "bfa"
    unittest.main()
