#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The code that the documents show is code that is compiled: each block behind <!-- examples/NAME --> is part of it."""
import pathlib
import re
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "docs/library.md"]
MARK = re.compile(r"<!-- (examples/\w+\.cc) -->\n\n((?:    .*\n|\n(?=    ))+)")


def lines_of(text):
    """Lines without indentation: a block of a document may be indented less than in the program."""
    return [line.strip() for line in textwrap.dedent(text).strip("\n").splitlines()]


def contains(lines, part):
    return any(lines[i : i + len(part)] == part for i in range(len(lines) - len(part) + 1))


class Snippets(unittest.TestCase):
    def test_each_block_is_part_of_its_example(self):
        count = 0
        for document in DOCUMENTS:
            text = (ROOT / document).read_text(encoding="utf-8")
            found = MARK.findall(text)
            self.assertEqual(len(found), text.count("<!-- examples/"), document)
            for name, block in found:
                count += 1
                with self.subTest(document=document, example=name):
                    part = lines_of(block)
                    self.assertTrue(contains(lines_of((ROOT / name).read_text(encoding="utf-8")), part), part[0])
                    self.assertLessEqual(len(part), 15)
        self.assertGreaterEqual(count, 6)

    def test_a_block_that_differs_is_noticed(self):
        self.assertFalse(contains(["a", "b", "c"], ["a", "c"]))
        self.assertTrue(contains(["a", "b", "c"], ["b", "c"]))


if __name__ == "__main__":
    unittest.main()
