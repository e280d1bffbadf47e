#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which sources cmake/unity_groups.py lets compile as one."""
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "cmake" / "unity_groups.py"
spec = importlib.util.spec_from_file_location("unity_groups", SCRIPT)
unity = importlib.util.module_from_spec(spec)
spec.loader.exec_module(unity)


def groups(*texts, size=9, folder="/nowhere"):
    sources = [(f"{folder}/{i}.cc", text) for i, text in enumerate(texts)]
    return [group for _, group in unity.groups_of(sources, size, unity.Headers([]))]


class Names(unittest.TestCase):
    def test_definitions_outside_of_functions(self):
        for text, name in [
            ("int twice(int x) {\n", "twice"),
            ("[[noreturn]] void stop() {\n", "stop"),
            ("constexpr int kMost = 3;\n", "kMost"),
            ("constexpr std::array<int, 2> kBoth = {\n", "kBoth"),
            ("const char kText[] =\n", "kText"),
            ("struct Place {\n", "Place"),
            ("enum class Kind { kOne };\n", "Kind"),
            ("class Reader : public Source {\n", "Reader"),
            ("#define BOTH(x) x x\n", "BOTH"),
            ("std::vector<int> found;\n", "found"),
        ]:
            self.assertIn(name, unity.names_of(text), text)

    def test_no_others(self):
        for text in ["  int inner = 3;\n", "// int twice(int x) {\n", "Status Reader::run() {\n", "namespace bfa {\n",
                     "class Reader : public Source {\n", "class Reader final : public Source {}\n"]:
            self.assertFalse({"inner", "twice", "run", "bfa", "Source"} & unity.names_of(text).keys(), text)


class Groups(unittest.TestCase):
    def test_one_name_one_group(self):
        self.assertEqual(groups("int a() {\n", "int b() {\n"), [0, 0])
        self.assertEqual(groups("int a() {\n", "int a() {\n", "int b() {\n", "int c() {\n", "void a(int x) {\n"),
                         [0, None, 0, 0, None])

    def test_an_alias_may_be_there_twice_with_one_meaning(self):
        self.assertEqual(groups("using Id = int;\n", "using Id = int;\n"), [0, 0])
        self.assertEqual(groups("using Id = int;\n", "using Id = long;\n"), [None, None])
        self.assertEqual(groups("using Id = int;\n", "struct Id {\n"), [None, None])

    def test_a_name_of_a_header_of_another_source(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.h").write_text('#include "b.h"\n')
            (pathlib.Path(folder) / "b.h").write_text('#include "a.h"\nstruct Place {\n')
            user, other, maker = '#include "a.h"\nint f() {\n', "struct Place {\n", '#include "a.h"\nint g() {\n'
            self.assertEqual(groups(user, other, maker, folder=folder), [0, None, 0])
            self.assertEqual(groups(other, user, maker, folder=folder), [None, 1, 1])
            self.assertEqual(groups(maker, '#include "a.h"\nstruct Place {\n', folder=folder), [None, None])
            declared = '#include "b.h"\nint area(Place p) {\n'
            (pathlib.Path(folder) / "b.h").write_text("struct Place {\nint area(Place p);\n")
            self.assertEqual(groups(declared, maker, folder=folder), [0, 0])
            twice = '#include "a.h"\nstruct Place {\n'
            self.assertEqual(groups(twice, twice, folder=folder), [None, None])

    def test_no_group_is_larger_than_asked(self):
        self.assertEqual(groups(*[f"int f{i}() {{\n" for i in range(5)], size=2), [0, 0, 1, 1, None])


if __name__ == "__main__":
    unittest.main()
