#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Divides sources into groups that compile as one translation unit each.

Usage: unity_groups.py SIZE [INCLUDE_FOLDER...] < SOURCES > GROUPS

Reads a path a line. Writes "GROUP PATH" a line, in the order of the input. Two sources are in one group only if no name
that one of them defines, outside of functions, is defined by the other or by a header of the other: in one unit, names in
unnamed namespaces would clash. A source that fits no group gets the group "-". It compiles alone.

Names are read from lines that begin in the first column: the formatter puts the definitions of a namespace there. A name
too many makes groups smaller and does no other harm.
"""
import pathlib
import re
import sys

NAME_BEFORE = re.compile(r"(?<![:.>])\b([A-Za-z_]\w*)\s*(?:\(|=|\{|;|\[|:\s)")
TYPE = re.compile(r"\b(?:struct|class|enum|concept|union)\s+(?:class\s+)?([A-Za-z_]\w*)")
DEFINED_TYPE = re.compile(r"^(?:struct|class|enum|union)\s+(?:class\s+)?(\w+)[^;:]*\{", re.MULTILINE)
ALIAS = re.compile(r"(?:using|namespace) (\w+) = ")
BASES = re.compile(r"(?<=\w) : (?:public|private|protected) .*")  # what a class is made from is not defined here
INCLUDE = re.compile(r'^#include [<"]([^>"]+\.h)[>"]', re.MULTILINE)
MACRO = re.compile(r"#\s*define\s+(\w+)", re.MULTILINE)
# What the line of a definition may hold besides the name.
OTHER_WORDS = set("""bfa std namespace requires template noexcept static_assert void int bool const final default main
    TEST TEST_F TEST_P INSTANTIATE_TEST_SUITE_P BENCHMARK test BFA_FUZZ_TARGET""".split())


def names_of(text):
    """What the text defines outside of functions, classes and comments; more rather than less. Maps each name to the
    line of an alias, and to nothing otherwise."""
    names = dict.fromkeys(MACRO.findall(text))
    for line in text.splitlines():
        if not line or not (line[0].isalpha() or line[0] in "_["):
            continue
        line = BASES.sub("", line.split("//")[0].strip())
        alias = ALIAS.match(line)
        if alias:
            names[alias[1]] = line
        else:
            names.update(dict.fromkeys(NAME_BEFORE.findall(line) + TYPE.findall(line)))
    return {name: line for name, line in names.items() if name not in OTHER_WORDS}


class Headers:
    """The names that the headers of the project define, those which they include among them."""

    def __init__(self, folders):
        self.folders, self.of_header = [pathlib.Path(folder) for folder in folders], {}

    def names_for(self, path, text):
        names = {}
        for include in INCLUDE.findall(text):
            for folder in [pathlib.Path(path).parent, *self.folders]:
                header = folder / include
                if header not in self.of_header and header.is_file():
                    self.of_header[header] = {}  # for headers that include each other
                    inner = header.read_text(encoding="utf-8")
                    self.of_header[header] = names_of(inner) | self.names_for(header, inner)
                if header in self.of_header:
                    names |= self.of_header[header]
                    break
        return names


class Unit:
    """A group of sources, or one: what they define and what their headers define."""

    def __init__(self, defined, included, types):
        self.defined = defined
        # A function that its header declares too is not private. A type of the same name as one of a header is another.
        self.private = {name: line for name, line in defined.items() if name not in included or name in types}
        self.included = included
        self.size = 1

    def fits(self, other):
        pairs = [(self.defined, other.defined), (self.private, other.included), (other.private, self.included)]
        return not any(clash(names, others) for names, others in pairs)

    def add(self, other):
        self.defined |= other.defined
        self.private |= other.private
        self.included |= other.included
        self.size += 1


def clash(names, others):
    """True if a name has two meanings. The same alias may be in a unit twice."""
    return any(names[name] is None or names[name] != others[name] for name in names.keys() & others.keys())


def groups_of(sources, size, headers):
    """A group for each of (path, text): its number, or None for a source that compiles alone."""
    units, numbers = [], []
    for path, text in sources:
        unit = Unit(names_of(text), headers.names_for(path, text), set(DEFINED_TYPE.findall(text)))
        number = next((i for i, other in enumerate(units) if other.size < size and other.fits(unit)), len(units))
        if number == len(units):
            units.append(unit)
        else:
            units[number].add(unit)
        numbers.append(number)
    return [(path, number if units[number].size > 1 else None) for (path, _), number in zip(sources, numbers)]


def main():
    paths = [line.strip() for line in sys.stdin if line.strip()]
    sources = [(path, pathlib.Path(path).read_text(encoding="utf-8")) for path in paths]
    for path, group in groups_of(sources, int(sys.argv[1]), Headers(sys.argv[2:])):
        print("-" if group is None else group, path)


if __name__ == "__main__":
    main()
