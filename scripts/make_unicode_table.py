#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes libbfa/src/text/unicode_table.cc on stdout: word, space, mark and no-space-script properties of all code
points, and simple case folding. Source: the Unicode database inside Python's unicodedata module.

    python3 scripts/make_unicode_table.py > libbfa/src/text/unicode_table.cc
"""
import sys
import unicodedata

WORD, SPACE, UNSPACED, MARK = 1, 2, 4, 8
BLOCK = 128
# Scripts written without spaces between words. Thai, Lao, Khmer and Myanmar letters; Han, kana, bopomofo.
UNSPACED_RANGES = [
    (0x0E01, 0x0E4E), (0x0E80, 0x0EDF), (0x1000, 0x109F), (0x1780, 0x17D3), (0x19E0, 0x19FF), (0x2E80, 0x2FDF),
    (0x3005, 0x3007), (0x3021, 0x302F), (0x3031, 0x3035), (0x3038, 0x312F), (0x31A0, 0x31BF), (0x31F0, 0x31FF),
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA9E0, 0xA9FE), (0xAA60, 0xAA7F), (0xF900, 0xFAFF), (0xFF66, 0xFF9F),
    (0x1AFF0, 0x1B16F), (0x20000, 0x323AF)]
# Joiners and the soft hyphen stand inside words.
INSIDE_WORDS = {0x00AD, 0x200C, 0x200D, 0x2060}
EXTRA_SPACE = {0x200B, 0xFEFF, 0x0085, 0x180E}


def flags(c):
    category = unicodedata.category(chr(c))
    value = 0
    if category[0] in 'LNM' or c in INSIDE_WORDS:
        value |= WORD
    if category[0] == 'M':
        value |= MARK
    if category in ('Zs', 'Zl', 'Zp') or c in EXTRA_SPACE or 9 <= c <= 13:
        value |= SPACE
    if category[0] in 'LN' and any(a <= c <= b for a, b in UNSPACED_RANGES):
        value |= UNSPACED
    return value


def fold(c):
    """Simple case folding: the one-character form, the character itself when there is none."""
    for form in (chr(c).casefold(), chr(c).lower()):
        if len(form) == 1:
            return ord(form)
    return c


def fold_runs():
    """(first, last, step, delta) of runs that fold by one distance."""
    runs = []
    for c in range(0x80, 0x110000):
        delta = fold(c) - c
        if delta == 0:
            continue
        if runs:
            first, last, step, run_delta = runs[-1]
            if run_delta == delta and c - last <= 2 and (step == 0 or step == c - last):
                runs[-1] = (first, c, c - last, delta)
                continue
        runs.append((c, c, 0, delta))
    return [(a, b, max(step, 1), delta) for a, b, step, delta in runs]


def rows(values, per_line=32):
    return '\n'.join('    ' + ' '.join(f'{v},' for v in values[i:i + per_line]) for i in range(0, len(values), per_line))


def main():
    blocks, index = {}, []
    limit = 0x32400  # above stand only marks (variation selectors) and what is not assigned
    for begin in range(0, limit, BLOCK):
        block = tuple(flags(c) for c in range(begin, begin + BLOCK))
        index.append(blocks.setdefault(block, len(blocks)))
    assert len(blocks) <= 256
    runs = fold_runs()
    out = sys.stdout
    out.write('// SPDX-License-Identifier: Apache-2.0\n'
              f'// Made by scripts/make_unicode_table.py from Unicode {unicodedata.unidata_version}; do not edit.\n'
              '#include "text/unicode_table.h"\n\nnamespace bfa {\n\n// clang-format off\n'
              f'const std::uint8_t kUnicodeBlockIndex[kUnicodeTableLimit / kUnicodeBlockSize] = {{\n{rows(index)}\n}};\n\n'
              f'const std::uint8_t kUnicodeBlocks[][kUnicodeBlockSize] = {{\n')
    for block in blocks:
        out.write('  {\n' + rows(block, 64) + '\n  },\n')
    out.write('};\n\nconst FoldRun kFoldRuns[] = {\n')
    for i in range(0, len(runs), 4):
        out.write('    ' + ' '.join(f'{{0x{a:04X}, 0x{b:04X}, {s}, {d}}},' for a, b, s, d in runs[i:i + 4]) + '\n')
    out.write('};\nconst std::size_t kFoldRunCount = sizeof(kFoldRuns) / sizeof(kFoldRuns[0]);\n'
              '// clang-format on\n\n}  // namespace bfa\n')


if __name__ == "__main__":
    main()
