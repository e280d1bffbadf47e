#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what surrounds the Python package: declarations that the headers give, layouts as released, types by mypy where it is
installed, imports of nothing but the standard library.

Usage: package_test.py [UNITTEST ARGUMENT...]
"""
import ast
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "python" / "bfa"
sys.dont_write_bytecode = True


class Package(unittest.TestCase):
    def test_declarations_are_those_of_the_headers(self):
        subprocess.run([sys.executable, ROOT / "scripts" / "make_python_abi.py", "--check"], check=True)

    def test_layouts_are_those_of_the_c_compiler(self):
        sys.path.insert(0, str(PACKAGE))
        import _abi

        texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/c/abi").glob("*.txt"))]
        # A structure that grew is in the file of each release that it grew in.
        lines = {tuple(line.split()[:2]): line.split() for text in texts for line in text.splitlines()}.values()
        for name, field, *numbers in (line for line in lines if line[0] != "symbol"):
            if name == "number":
                self.assertEqual(getattr(_abi, field), int(numbers[0]), field)
                continue
            structure = getattr(_abi, name)
            if field == "-":
                self.assertEqual(ctypes.sizeof(structure), int(numbers[0]), name)
                continue
            found = getattr(structure, field)
            self.assertEqual([found.offset, found.size], [int(number) for number in numbers], f"{name}.{field}")
        symbols = {line[1] for line in lines if line[0] == "symbol"}
        self.assertLessEqual(symbols, _abi.FUNCTIONS.keys())

    def test_types(self):
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        done = subprocess.run(["mypy", "--strict", "--cache-dir=/dev/null", PACKAGE, *(ROOT / "examples/python").glob("*.py")],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_misspelt_options_are_seen(self):
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        right = ["import bfa", "archive = bfa.Archive('a')", "archive.crawl([], from_='me', recheck='all', max_pages=3)",
                 "archive.import_([], base_url='http://a.example/')", "bfa.rebuild('a', zone='Europe/Berlin')", "bfa.restore('a', 'b', media=True)",
                 "bfa.CrawlOptions(exclude=['a'])", "list(archive.objects(kind='post', heads_only=True))", "archive.columns(blog='a')",
                 "archive.frame(host='a')", "bfa.check('a', read_data=True, sample=0.5)", "bfa.canonical_url('a', drop_www=False)"]  # fmt: skip
        wrong = ["archive.crawl([], form_='me')", "archive.crawl([], max_pages='3')", "archive.import_([], base_ulr='a')", "bfa.rebuild('a', zones='a')",
                 "bfa.restore('a', 'b', medai=True)", "bfa.CrawlOptions(excludes=['a'])", "archive.objects(knid='post')",
                 "archive.columns(blogs='a')", "archive.frame(hosts='a')", "bfa.check('a', raed_data=True)", "bfa.canonical_url('a', drop_ww=True)"]  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.py"
            program.write_text("\n".join(right + wrong) + "\n", encoding="utf-8")
            done = subprocess.run(["mypy", "--strict", "--cache-dir=/dev/null", program], capture_output=True, text=True,
                                  env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        lines = {int(number) for number in re.findall(r"program\.py:(\d+): error", done.stdout)}
        self.assertEqual(lines, set(range(len(right) + 1, len(right) + len(wrong) + 1)), done.stdout)

    def test_options_are_those_of_the_library(self):
        sys.path.insert(0, str(PACKAGE))
        import _abi

        tree = ast.parse((PACKAGE / "archive.py").read_text(encoding="utf-8"))
        (names,) = [each.body for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "GivenOptions"]
        given = {each.target.id.rstrip("_") for each in names if isinstance(each, ast.AnnAssign)}
        hidden = {"struct_size", "on_event", "event_user", "log", "log_user", "stop"}
        fields = {name for name, _ in _abi.bfa_crawl_options._fields_ if not name.endswith("_count")}
        self.assertEqual(given, fields - hidden)

    def test_imports_no_other_package(self):
        allowed = set(sys.stdlib_module_names) | {"pandas"}  # pandas in one function, which says so
        for path in PACKAGE.glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            tree.body = [each for each in tree.body if not (isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING")]
            for node in ast.walk(tree):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else (
                    [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 else [])
                for name in names:
                    self.assertIn(name.split(".")[0], allowed, path.name)
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_every_function_of_the_library_is_used(self):
        text = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py") if path.name != "_abi.py")
        sys.path.insert(0, str(PACKAGE))
        import _abi

        unused = {name for name in _abi.FUNCTIONS if not re.search(rf"\b{name}\b", text) and not name.endswith("_init")}
        self.assertEqual(unused, UNUSED)


# Functions that Python needs not: it has the same from JSON, or in another way.
UNUSED = {
    "bfa_cdxj_parse", "bfa_exchange_robots_tags", "bfa_feed_display_title", "bfa_feed_entry_display_title", "bfa_feed_looks_like",
    "bfa_pack_form_name", "bfa_warc_suffix", "bfa_warc_type_name", "bfa_change_edit_at", "bfa_change_reason_at", "bfa_change_reference_at", "bfa_check_report_problem", "bfa_check_report_read",
    "bfa_error_text", "bfa_exchange_header", "bfa_kind_name", "bfa_reply_write", "bfa_object_attribute", "bfa_object_attribute_name",
    "bfa_object_author", "bfa_object_reference", "bfa_object_tag", "bfa_record_field", "bfa_version_number", "bfa_warc_reader_next",
}  # fmt: skip

if __name__ == "__main__":
    unittest.main()
