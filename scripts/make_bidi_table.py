#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes libbfa/src/url/bidi_table.cc on stdout: the bidirectional class of all code points that the Bidi rule of
RFC 5893 tells apart, as runs. Source: the Unicode database inside Python's unicodedata module.

    python3 scripts/make_bidi_table.py > libbfa/src/url/bidi_table.cc
"""
import unicodedata

NAMES = {'L': 'kL', 'R': 'kR', 'AL': 'kR', 'AN': 'kAn', 'EN': 'kEn', 'ES': 'kNeutral', 'CS': 'kNeutral', 'ET': 'kNeutral',
         'ON': 'kNeutral', 'BN': 'kNeutral', 'NSM': 'kNsm', '': 'kL'}


def main():
    runs = []
    for c in range(0x110000):
        name = NAMES.get(unicodedata.bidirectional(chr(c)), 'kOther')
        if not runs or runs[-1][1] != name:
            runs.append((c, name))
    print('// SPDX-License-Identifier: Apache-2.0')
    print(f'// Made by scripts/make_bidi_table.py from Unicode {unicodedata.unidata_version}; do not edit.')
    print('#include "url/bidi.h"\n\nnamespace bfa {\n\n// clang-format off\nconst BidiRun kBidiRuns[] = {')
    for i in range(0, len(runs), 6):
        print('    ' + ' '.join(f'{{0x{c:04X}, BidiClass::{name}}},' for c, name in runs[i:i + 6]))
    print('};\nconst std::size_t kBidiRunCount = sizeof(kBidiRuns) / sizeof(kBidiRuns[0]);')
    print('// clang-format on\n\n}  // namespace bfa')


main()
