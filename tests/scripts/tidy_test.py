#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which sources tidy.py looks at, when it remembers a verdict, and that findings fail."""
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "tidy.py"
spec = importlib.util.spec_from_file_location("tidy", SCRIPT)
tidy = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tidy)

# Stands in for clang-tidy: notes what it was asked and finds fault with sources that say BAD.
CHECKER = """#!/usr/bin/env python3
import pathlib, sys
if "--version" in sys.argv:
    print("checker 1")
    sys.exit()
source = pathlib.Path(sys.argv[-1])
with open({log!r}, "a") as log:
    log.write(source.name + "\\n")
if "BAD" in source.read_text():
    print(source.name + ": it says BAD")
    sys.exit(1)
"""

class Selection(unittest.TestCase):
    def test_selected(self):
        root = pathlib.Path("/tree")
        x, y = root / "x.cc", root / "y.cc"
        includes = {"/tree/x.cc": {"/tree/x.cc", "/tree/x.h"}, "/tree/y.cc": {"/tree/y.cc"}}
        for changed, want in ((["x.h"], [x]), (["y.cc"], [y]), (["README.md"], []), ([".clang-tidy"], [x, y])):
            with self.subTest(changed):
                self.assertEqual(tidy.selected([x, y], includes, changed, root), want)

    def test_a_header_is_looked_at_once(self):
        root = pathlib.Path("/tree")
        x, y, z = (root / name for name in ("x.cc", "y.cc", "z.cc"))
        includes = {"/tree/x.cc": {"/tree/y.h", "/tree/z.h"}, "/tree/y.cc": {"/tree/y.h", "/tree/z.h", "/tree/w.h"},
                    "/tree/z.cc": {"/tree/y.h"}}
        for changed, want in ((["y.h"], [y]), (["z.h"], [x]), (["y.h", "z.cc"], [z]), (["y.h", "w.h"], [y])):
            with self.subTest(changed):
                self.assertEqual(tidy.selected([x, y, z], includes, changed, root), want)

    def test_trivial_changes(self):
        for lines, changed in ((["-int x;", "+int y;"], True), (['-#include "a.h"', '+#include "b/a.h"'], False),
                               (["+// A comment.", "+"], False), (["+  // NOLINTNEXTLINE"], True), (["--- x;"], True)):
            with self.subTest(lines):
                diff = "\n".join(["diff --git a/old.cc b/new.cc", "rename to new.cc", "--- a/old.cc", "+++ b/new.cc",
                                  "@@ -1,2 +1,2 @@", *lines])
                self.assertEqual(tidy.changed_files(diff), ["new.cc"] if changed else [])


@unittest.skipUnless(shutil.which("git"), "needs git")
class Runs(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for name, text in (("a.cc", '#include "a.h"\n'), ("a.h", "\n"), ("b.cc", "\n"), (".clang-tidy", "Checks: '*'\n")):
            (self.root / name).write_text(text)
        (self.root / "build").mkdir()
        (self.root / "scripts").mkdir()
        shutil.copy(SCRIPT, self.root / "scripts")
        (self.root / "build/compile_commands.json").write_text(
            json.dumps([{"file": str(self.root / name), "command": f"{os.environ.get('CXX', 'c++')} -I{self.root} -c ../{name} -o x.o"}
                        for name in ("a.cc", "b.cc")]))
        self.log = self.root / "log"
        checker = self.root / "checker"
        checker.write_text(CHECKER.format(log=str(self.log)))
        checker.chmod(0o755)
        self.environment = {**os.environ, "CLANG_TIDY": str(checker), "XDG_CACHE_HOME": str(self.root / "cache")}
        for command in (["git", "init", "-q"], ["git", "add", "a.cc", "a.h", "b.cc", ".clang-tidy"],
                        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x"]):
            subprocess.run(command, cwd=self.root, check=True)

    def run_tidy(self, *arguments):
        self.log.write_text("")
        done = subprocess.run([self.root / "scripts/tidy.py", "--build", "build", *arguments], env=self.environment,
                              capture_output=True, text=True)
        return done.returncode, sorted(self.log.read_text().split()), done.stdout

    def test_remembers_until_something_changes(self):
        self.assertEqual(self.run_tidy("--all")[:2], (0, ["a.cc", "b.cc"]))
        self.assertEqual(self.run_tidy("--all")[:2], (0, []))
        (self.root / "a.h").write_text("// changed\n")
        self.assertEqual(self.run_tidy("--all")[:2], (0, ["a.cc"]))
        (self.root / ".clang-tidy").write_text("Checks: '-*'\n")
        self.assertEqual(self.run_tidy("--all")[:2], (0, ["a.cc", "b.cc"]))

    def commit(self, *names):
        for command in (["git", "add", *names], ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "y"]):
            subprocess.run(command, cwd=self.root, check=True)
        return subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def test_looks_at_what_changed_since_the_record(self):
        record = self.root / ".ci" / "tidied"
        record.parent.mkdir()
        (self.root / "b.cc").write_text("int b;\n")
        record.write_text("# All was looked at.\n" + self.commit("b.cc") + "\n")
        self.assertEqual(self.run_tidy()[:2], (0, []))
        (self.root / "a.cc").write_text('// Its header.\n#include "a.h"\n')
        self.assertEqual(self.run_tidy()[:2], (0, []))
        (self.root / "a.h").write_text("int a;\n")
        self.assertEqual(self.run_tidy()[:2], (0, ["a.cc"]))
        (self.root / "b.cc").write_text("int b = 1;\n")
        self.commit("a.cc", "a.h", "b.cc")
        self.assertEqual(self.run_tidy()[:2], (0, ["b.cc"]))
        record.write_text("0" * 40 + "\n")
        rc, _, out = self.run_tidy()
        self.assertEqual((rc, "looking at every source" in out, "2 of 2 sources" in out), (0, True, True))
        record.write_text("# nothing\n")
        self.assertEqual(self.run_tidy()[0], 2)

    def test_names_the_commit_for_the_record_when_all_is_clean(self):
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.root, capture_output=True, text=True).stdout.strip()
        self.assertIn(f".ci/tidied may name {head}", self.run_tidy("--all")[2])
        self.assertNotIn("may name", self.run_tidy("--since", "HEAD")[2])
        (self.root / "b.cc").write_text("int c;\n")
        self.assertNotIn("may name", self.run_tidy("--all")[2])

    def test_findings_fail_and_are_not_remembered(self):
        (self.root / "b.cc").write_text("int BAD;\n")
        for _ in range(2):
            rc, asked, out = self.run_tidy("--since", "HEAD")
            self.assertEqual((rc, asked), (1, ["b.cc"]))
            self.assertIn("b.cc: it says BAD", out)

    def test_what_does_not_compile_is_not_remembered(self):
        (self.root / "a.cc").write_text('#include "nowhere.h"\n')
        for asked in (["a.cc", "b.cc"], ["a.cc"]):
            self.assertEqual(self.run_tidy("--all")[1], asked)

    def test_a_build_of_several_sources_as_one_is_refused(self):
        (self.root / "build/CMakeCache.txt").write_text("A:BOOL=OFF\nBFA_UNITY:BOOL=ON\n")
        rc, asked, _ = self.run_tidy("--all")
        self.assertEqual((rc, asked), (2, []))
        (self.root / "build/CMakeCache.txt").write_text("A:BOOL=OFF\nBFA_UNITY:BOOL=OFF\n")
        self.assertEqual(self.run_tidy("--all")[:2], (0, ["a.cc", "b.cc"]))

    def test_a_missing_include_is_found_where_it_is_needed(self):
        (self.root / "c.h").write_text("using Number = int;\n")
        (self.root / "a.h").write_text('#include "c.h"\n')
        (self.root / "a.cc").write_text('#include "a.h"\nNumber a;\n')
        head = self.commit("c.h", "a.h", "a.cc")
        self.assertEqual(self.run_tidy("--since", head)[:2], (0, []))
        (self.root / "a.h").write_text("\n")
        rc, asked, out = self.run_tidy("--since", head)
        self.assertEqual((rc, asked, "Number" in out, "(1 compiled alone)" in out), (1, [], True, True))

    def test_no_build(self):
        done = subprocess.run([self.root / "scripts/tidy.py", "--build", "nowhere"], env=self.environment,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))


if __name__ == "__main__":
    unittest.main()
