#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/bfa.1 names every command of `bfa --help` and, in a section for each, every option of its --help and no other.

Usage: man_page_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "bfa.1"
BUILD = pathlib.Path(".")
OPTION = re.compile(r"--?[A-Za-z][\w-]*")


def help_of(*command):
    return subprocess.run(
        [BUILD / "bin" / "bfa", *command, "--help"], capture_output=True, text=True, timeout=60, check=True
    ).stdout


def options_of_help(text):
    """The options that --help lists: of `  -o,--output TEXT   where`, both names."""
    lines = re.findall(r"^  (-\S+)", text, re.MULTILINE)
    return {name for line in lines for name in OPTION.findall(line)} - {"-h", "--help"}


def sections(page):
    """What stands under each `.SS bfa COMMAND ...`, by the command's words."""
    found = {}
    for part in page.split("\n.SS bfa ")[1:]:
        title, _, body = part.partition("\n")
        words = re.split(r" [\[\\]| [A-Z]", title.replace("\\-", "-"))[0]
        found[words] = body.split("\n.S", 1)[0]
    return found


def options_of_page(body):
    """The options that head the paragraphs of a section."""
    heads = re.findall(r"^\.TP\n(.*)$", body, re.MULTILINE)
    return {name for head in heads for name in OPTION.findall(re.sub(r"\\f[BIPR]", "", head).replace("\\-", "-"))}


class ManPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sections = sections(PAGE.read_text(encoding="utf-8"))

    def test_commands(self):
        listed = help_of().partition("Commands:")[2].partition("\n\n")[0]
        commands = re.findall(r"^  (\w+)", listed, re.MULTILINE)
        self.assertGreater(len(commands), 10)
        self.assertEqual(set(commands), {title.split()[0] for title in self.sections})

    def test_a_page_for_each_command(self):
        listed = help_of().partition("Commands:")[2].partition("\n\n")[0]
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):  # equal help gives equal pages
                before = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
                subprocess.run([sys.executable, ROOT / "scripts" / "make_man.py", BUILD / "bin" / "bfa", folder], check=True)
            pages = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
            self.assertEqual(pages, before)
            self.assertEqual(pages.keys(), {f"bfa-{name}.1" for name in re.findall(r"^  (\w+)", listed, re.MULTILINE)})
            for name, page in pages.items():
                text = page.decode()
                self.assertIn("\n.SH SYNOPSIS\n", text, name)
                heads = {option for line in re.findall(r"^\.TP\n\.B (.*)$", text, re.MULTILINE) for option in OPTION.findall(line.replace("\\-", "-"))}
                command = name[len("bfa-"):-len(".1")]
                self.assertLessEqual(options_of_help(help_of(command)), heads, name)
            if shutil.which("groff"):
                done = subprocess.run(["groff", "-man", "-ww", "-z", *(f"{folder}/{name}" for name in pages)], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_subcommands(self):
        for command in ("config", "warc", "wacz"):
            named = set(re.findall(rf"bfa {command} ([a-z]+)", help_of(command)))
            self.assertEqual(named, {title.split()[1] for title in self.sections if title.split()[0] == command})

    def test_options(self):
        for title, body in self.sections.items():
            if title.startswith("url "):
                continue  # its --help has no list
            with self.subTest(title):
                wanted = options_of_help(help_of(*title.split()))
                if title == "warc index --dedup":
                    wanted.discard("--dedup")
                self.assertEqual(options_of_page(body) - {"--dedup"}, wanted)

    def test_checker(self):
        body = sections("\n.SS bfa x y [\\fIURL\\fR]\n.TP\n\\fB\\-o\\fR, \\fB\\-\\-out\\fR \\fITEXT\\fR\nsee \\-\\-none\n.SH END\n.TP\n\\-z")
        self.assertEqual(options_of_page(body["x y"]), {"-o", "--out"})


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
