#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damage that must not end with 0: of packages within folders and containers, of packages that have lost what names
them, of sidecars and tag manifests, of containers; imports that fail in the middle; devices and pipes as files.

Usage: silent_damage_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import gzip
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.dont_write_bytecode = True
import example_blog  # noqa: E402

WAITS = 120  # seconds: none of these commands waits for somebody


class SilentDamage(unittest.TestCase):
    bfa = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        cls.archive = cls.work / "archive"
        with example_blog.served() as home:
            cls.home = home
            subprocess.run([cls.bfa, "crawl", "-a", cls.archive, "--allow-private", "--delay", "0", "-q", home], check=True,
                           stdout=subprocess.DEVNULL)

    def run_bfa(self, *arguments, code=0, **more):
        done = subprocess.run([self.bfa, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=WAITS,
                              **more)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout[-600:]}{done.stderr[-600:]}")
        return done.stdout + done.stderr

    def folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.work))

    def pack(self, form, *more):
        out = self.folder()
        self.run_bfa("pack", "-a", self.archive, "--as", form, "-q", "-o", out, *more)
        (package,) = out.iterdir()
        return package

    def objects(self, archive):
        found = set()
        for line in self.run_bfa("ls", "-a", archive, "--json").splitlines():
            item = json.loads(line)
            found.add((item["kind"], item["url"], item.get("id", "")))
        return found

    def refused(self, given, *more):
        """An import refuses it, unless the number that it says is accepted."""
        back = self.folder() / "back"
        told = self.run_bfa("import", "-a", back, given, *more, code=1)
        wanted = int(re.search(r"--accept-loss (\d+)", told).group(1))
        self.run_bfa("import", "-a", back, "--accept-loss", wanted + 1, given, *more, code=1)
        self.assertFalse(back.exists(), "a refused import leaves nothing")
        done = subprocess.run([self.bfa, "import", "-a", back, "--accept-loss", str(wanted), given, *more],
                              capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertTrue(self.objects(back))
        return told

    def places_of(self, file):
        """A folder, a zip and a tar file with this file or folder among others, and a zip file in a folder."""
        folder = self.folder() / "things"
        (folder / "below").mkdir(parents=True)
        (shutil.copytree if file.is_dir() else shutil.copy)(file, folder / "below" / file.name)
        (folder / "notes.txt").write_text("what somebody wrote\n", encoding="utf-8")
        packed = [pathlib.Path(shutil.make_archive(str(self.folder() / "things"), kind, folder)) for kind in ("zip", "tar")]
        outer = self.folder()
        shutil.copy(packed[0], outer)
        (outer / "notes.txt").write_text("more\n", encoding="utf-8")
        return [folder, *packed, outer]

    def test_captures_within_folders_and_containers_are_checked(self):
        for form in ("warc", "wacz"):
            package = self.pack(form)
            for place in self.places_of(package):
                with self.subTest(form=form, place=place.name):
                    told = self.run_bfa("check", place)
                    self.assertIn("sound", told)
                    self.assertIn("notes.txt", told)  # that it was not compared with anything
                    back = self.folder() / "back"
                    self.run_bfa("import", "-a", back, place)
                    self.assertTrue(self.objects(back))
            whole = package.read_bytes()
            package.write_bytes(whole[: len(whole) * 3 // 4])
            for place in self.places_of(package):
                with self.subTest(form=form, place=place.name, damage="cut"):
                    self.run_bfa("check", place, code=1)
                    self.refused(place)

    def test_packages_among_other_things_are_checked(self):
        for form in ("mets", "bag", "eark-sip", "dspace", "blogforever-2013", "ocfl"):
            package = self.pack(form) if form != "ocfl" else self.folder()
            if form == "ocfl":
                self.run_bfa("pack", "-a", self.archive, "--as", form, "-q", "-o", package)

            def all_places():
                places = self.places_of(package)
                return [*places, pathlib.Path(shutil.make_archive(str(self.folder() / "outer"), "tar", places[-1]))]

            for place in all_places():
                with self.subTest(form=form, place=place.name):
                    self.run_bfa("check", place)
                    back = self.folder() / "back"
                    self.run_bfa("import", "-a", back, place)
                    self.assertTrue(self.objects(back))
            (lost,) = package.rglob("*.warc.gz")
            content = bytearray(lost.read_bytes())
            content[len(content) // 2] ^= 0xFF
            lost.write_bytes(content)
            for place in all_places():
                with self.subTest(form=form, place=place.name, damage="a byte"):
                    self.run_bfa("check", place, code=1)
                    self.refused(place)
            lost.unlink()
            for place in all_places():
                with self.subTest(form=form, place=place.name, damage="a file"):
                    self.run_bfa("check", place, code=1)
                    self.assertIn("--accept-loss", self.run_bfa("import", "-a", self.folder() / "back", place, code=1))

    def captures_of_another(self):
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><title>A page</title><p>Words of another.</p></html>"
        return (b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
                b"WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://other.example/\r\n"
                b"Content-Type: application/http; msgtype=response\r\nContent-Length: " + str(len(body)).encode()
                + b"\r\n\r\n" + body + b"\r\n\r\n")

    def test_what_is_beside_a_package_of_captures_is_imported_too(self):
        folder = self.folder()
        shutil.copy(self.pack("warc"), folder)
        (folder / "other.warc").write_bytes(self.captures_of_another())
        (folder / "empty.warc").write_bytes(b"")
        packed = [pathlib.Path(shutil.make_archive(str(self.folder() / "x"), kind, folder)) for kind in ("zip", "tar")]
        outer = self.folder()
        shutil.copy(packed[0], outer)
        for given in (folder, *packed, outer):
            with self.subTest(given=given.name):
                back = self.folder() / "back"
                self.run_bfa("import", "-a", back, "--blog", self.home, "--blog", "http://other.example/", given)
                self.assertIn("http://other.example/", {url for _, url, _ in self.objects(back)})
                self.assertIn(self.home, {url for _, url, _ in self.objects(back)})

    def test_records_of_a_library_are_no_trace_of_a_package(self):
        record = (b'<?xml version="1.0"?><collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500'
                  b'</leader><controlfield tag="001">blog-of-a-library-0123456789</controlfield></record></collection>')
        for name, content in (("marc.xml", record), ("marc.xml.gz", gzip.compress(record)), ("marc.xml.gz", gzip.compress(b"")),
                              ("marc.xml.gz", b"\x1f\x8b"), ("marc.xml", b'<controlfield tag="001">')):
            folder = self.folder() / "mine"
            (folder / "metadata").mkdir(parents=True)
            (folder / "metadata" / name).write_bytes(content)
            for warc in (self.archive / "warc").glob("*.warc.gz"):
                shutil.copy(warc, folder)
            for given in (folder, pathlib.Path(shutil.make_archive(str(self.folder() / "x"), "zip", folder))):
                with self.subTest(content=content[-60:], given=given.name):
                    self.assertIn("sound", self.run_bfa("check", given))
                    back = self.folder() / "back"
                    self.run_bfa("import", "-a", back, given)
                    self.assertEqual(self.objects(back), self.objects(self.archive))

    def test_a_folder_that_was_a_package_is_no_plain_folder(self):
        for form in ("mets", "bag", "eark-sip", "eark-aip", "dspace", "blogforever-2013"):
            for also in ((), ("README.txt",)):
                package = self.pack(form)
                for name in ("METS.xml", "mets.xml", "bagit.txt", "source.json", *also):
                    for file in package.rglob(name):
                        if file.parent in (package, package / "metadata", package / "documentation", package / "data/metadata",
                                           package / "data"):
                            file.unlink()
                warcs = sorted(package.rglob("*.warc.gz"))
                self.assertTrue(warcs)
                packed = [pathlib.Path(shutil.make_archive(str(self.folder() / "x"), "zip", package.parent, package.name)),
                          pathlib.Path(shutil.make_archive(str(self.folder() / "y"), "tar", package)),
                          pathlib.Path(shutil.make_archive(str(self.folder() / "z"), "zip", package))]
                for given in (package, *packed, packed[-1].parent):
                    with self.subTest(form=form, given=given.name, also=also):
                        self.assertIn("has lost its", self.run_bfa("check", given, code=1))
                        self.assertIn("has lost its", self.refused(given))

    def test_an_import_that_a_full_disk_stops_leaves_nothing(self):
        files = [self.pack("warc"), self.pack("wacz")]
        for number, file in enumerate(files):
            kept = 0
            for blocks in range(8, 400, 24):
                back = self.folder() / "back"

                def limit(most=blocks * 1024):
                    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

                done = subprocess.run([self.bfa, "import", "-a", back, "-q", file], capture_output=True, text=True,
                                      check=False, preexec_fn=limit)
                if done.returncode == 0:
                    break
                self.assertEqual(done.returncode, 9, done.stderr)
                self.assertFalse(back.exists(), (file.name, blocks, done.stderr))
                kept += 1
            self.assertGreater(kept, 1, number)
            # Where an archive is, it stays.
            mine = self.folder() / "mine"
            shutil.copytree(self.archive, mine)
            before = self.objects(mine)
            subprocess.run([self.bfa, "import", "-a", mine, "-q", file], check=False, preexec_fn=limit, capture_output=True)
            self.assertEqual(self.objects(mine), before)

    def test_the_codes_of_a_check_say_what_the_documentation_says(self):
        folder = self.folder()
        for name in ("x.warc.gz", "x.warc", "x.wacz", "x.zip", "x.tar", "x.7z"):
            for content in (b"", bytes(4096), b"words of somebody" * 300):
                with self.subTest(name=name, content=content[:5]):
                    (folder / name).write_bytes(content)
                    self.assertIn("damaged", self.run_bfa("check", folder / name, code=1))
        for into in ("zip", "tar", "7z"):
            package = self.pack("mets", "--into", into)
            whole = package.read_bytes()
            package.write_bytes(bytes(len(whole)))
            self.run_bfa("check", package, code=1)
        (folder / "words.txt").write_bytes(b"")
        self.run_bfa("check", folder / "words.txt", code=3)
        self.run_bfa("check", folder / "nothing", code=3)

    def test_a_folder_of_packages_is_checked(self):
        for form in ("mets", "warc"):
            out = self.folder()
            self.run_bfa("pack", "-a", self.archive, "--as", form, "-q", "-o", out)
            self.assertIn("sound", self.run_bfa("check", out))
            damaged = next(iter(sorted(out.rglob("*.warc.gz"))))
            content = bytearray(damaged.read_bytes())
            content[len(content) // 2] ^= 0xFF
            damaged.write_bytes(content)
            self.assertIn(damaged.name, self.run_bfa("check", out, code=1))
        self.run_bfa("check", self.archive, code=3)  # bfa check -a is for it

    def test_bytes_that_are_added_are_told(self):
        bag = self.pack("bag")
        for name in ("tagmanifest-sha256.txt", "tagmanifest-sha512.txt"):
            whole = (bag / name).read_bytes()
            self.run_bfa("check", bag)
            first = whole.index(b" ")
            for changed in (whole + b"\n", b"\n" + whole, whole[:-1] + b"\r\n", whole[:-1], whole.replace(b"  ", b" *", 1),
                            whole.replace(b"  ", b"   ", 1), whole[:first].upper() + whole[first:],
                            whole + whole.splitlines(keepends=True)[0], whole + b"x"):
                (bag / name).write_bytes(changed)
                self.assertIn(name, self.run_bfa("check", bag, code=1), changed[-80:])
            (bag / name).write_bytes(whole)

        root = self.folder() / "root"
        self.run_bfa("pack", "-a", self.archive, "--as", "ocfl", "-q", "-o", root)
        self.run_bfa("pack", "-a", self.archive, "--as", "ocfl", "-q", "-o", root, "--organisation", "Another")
        self.run_bfa("check", root)
        sidecars = sorted(root.rglob("inventory.json.sha512"))
        self.assertEqual(len(sidecars), 3)
        for sidecar in sidecars:
            whole = sidecar.read_bytes()
            for changed in (whole + b"\n", whole + b" ", whole[:-1], whole.replace(b" ", b"  "), whole.replace(b" ", b"\t")):
                sidecar.write_bytes(changed)
                self.assertIn("sidecar", self.run_bfa("check", root, code=1), changed[-40:])
            sidecar.write_bytes(whole)
        folder = sidecars[0].parent
        while not (folder / "0=ocfl_object_1.1").exists():
            folder = folder.parent
        layout = next((root / "extensions").iterdir())
        for stray in (folder / "extensions/0001-any/more.txt", folder / "logs/more.txt", folder / "inventory.json.sha256",
                      folder / "v1/inventory.json.sha256", root / "extensions/more.txt", layout / "more.txt"):
            made = [part for part in stray.parents if not part.exists()]
            stray.parent.mkdir(parents=True, exist_ok=True)
            stray.write_text("more\n", encoding="utf-8")
            self.assertIn(stray.name, self.run_bfa("check", root, code=1), stray)
            stray.unlink()
            for part in made:
                part.rmdir()
        # An extension of another program: its files are named, and no damage.
        other = root / "extensions/0099-another/config.json"
        other.parent.mkdir()
        other.write_text("{}\n", encoding="utf-8")
        self.assertIn("0099-another", self.run_bfa("check", root))

    def test_a_pipe_is_neither_replaced_nor_waited_for(self):
        pipe = self.folder() / "pipe"
        os.mkfifo(pipe)
        for command in (("opml", "-a", self.archive, "-o", pipe), ("report", "-a", self.archive, "-o", pipe),
                        ("report", "-a", self.archive, "--json", "-o", pipe), ("wacz", "create", "-a", self.archive, pipe),
                        ("serve", "-a", self.archive, "--token-file", pipe), ("import", "-a", self.folder() / "new", pipe),
                        ("check", pipe)):
            with self.subTest(command=command[0]):
                done = subprocess.run([self.bfa, *map(str, command)], capture_output=True, text=True, check=False,
                                      timeout=WAITS, stdin=subprocess.DEVNULL)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertTrue(pipe.is_fifo(), done.stderr)
                self.assertEqual(list(pipe.parent.iterdir()), [pipe], "a draft was left")

    def test_two_first_packages_of_a_storage_root_do_not_meet(self):
        for _ in range(4):
            root = self.folder() / "root"
            running = [subprocess.Popen([self.bfa, "pack", "-a", self.archive, "--as", "ocfl", "-q", "-o", root],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)]
            done = [(one.communicate()[1], one.returncode) for one in running]
            codes = sorted(code for _, code in done)
            self.assertEqual(codes[0], 0, done)
            self.assertTrue(set(codes) <= {0, 4}, done)
            self.run_bfa("check", root)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    SilentDamage.bfa = pathlib.Path(sys.argv.pop(1)).resolve() / "bin" / "bfa"
    unittest.main()
