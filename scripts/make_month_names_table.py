#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes libbfa/src/text/month_names_table.cc on stdout: names of months and halves of the day in all languages of
CLDR, and how the main languages write dates. Source: the CLDR data inside ICU (Debian's libicu72, by ctypes), and the
few forms below that blogs use and CLDR lacks.

    python3 scripts/make_month_names_table.py > libbfa/src/text/month_names_table.cc
"""
import ctypes
import ctypes.util
import glob
import re
import sys
import unicodedata

# The order in which languages are tried when none is known: the first in which a name is a month wins.
MAIN = ('en de fr es it pt nl ru uk pl cs sv da nb fi ja zh ko tr ar he el hu ro sk hr sl sr sr-Latn bg ca gl eu et lv lt '
        'id vi th hi bn fa mk be ka hy is nn fil ms').split()

EXTRA = {  # month: forms, per language
    'en': {9: ['sept'], 6: ['june'], 7: ['july']},
    'de': {1: ['jän', 'jänner'], 2: ['feber'], 3: ['mrz', 'mär', 'maerz'], 9: ['sept'], 10: ['okt'], 12: ['dez']},
    'fr': {1: ['jan'], 2: ['fév', 'fevr'], 4: ['avr'], 6: ['jui'], 7: ['juil', 'jul'], 8: ['aou'], 9: ['sep']},
    'es': {9: ['sep', 'set', 'setiembre'], 1: ['ene']},
    'it': {9: ['sett']},
    'nl': {3: ['mrt', 'maa']},
    'pt': {1: ['jan'], 2: ['fev'], 5: ['mai'], 9: ['set'], 10: ['out'], 12: ['dez']},
    'pl': {10: ['paz'], 5: ['maj', 'maja']},
    'ru': {5: ['май', 'мая'], 9: ['сен', 'сент'], 11: ['ноя', 'нояб'], 2: ['фев', 'февр']},
    'uk': {2: ['лют'], 6: ['чер', 'черв'], 7: ['лип'], 9: ['вер', 'верес'], 11: ['лис', 'листоп'], 10: ['жов', 'жовт']},
    'cs': {1: ['led'], 2: ['úno'], 6: ['čer', 'čvn'], 7: ['čvc'], 10: ['říj'], 9: ['zář']},
    'ro': {1: ['ian'], 6: ['iun'], 7: ['iul'], 11: ['noi', 'nov'], 12: ['dec']},
    'hu': {1: ['jan'], 2: ['feb'], 5: ['máj'], 9: ['szept'], 10: ['okt']},
    'el': {7: ['ιούλ', 'ιουλ', 'ιουλίου'], 5: ['μάιος', 'μαΐ'], 11: ['νοε'], 8: ['αυγ']},
    'tr': {8: ['ağu'], 2: ['şub'], 11: ['kas']},
    'hi': {2: ['फ़रवरी', 'फरवरी'], 9: ['सितम्बर', 'सितंबर'], 10: ['अक्टूबर', 'अक्तूबर'], 11: ['नवम्बर', 'नवंबर'],
           12: ['दिसम्बर', 'दिसंबर'], 7: ['जुलाई']},
    'bn': {2: ['ফেব্রুয়ারী', 'ফেব্রুয়ারি'], 1: ['জানুয়ারী', 'জানুয়ারি'], 9: ['সেপ্টেম্বর']},
    'fil': {7: ['hulyo'], 8: ['agosto'], 9: ['setyembre']},
    'vi': {n: [f'tháng {n}', f'tháng {n:02}'] for n in range(1, 13)},
    'th': {1: ['ม.ค'], 2: ['ก.พ'], 3: ['มี.ค'], 4: ['เม.ย'], 5: ['พ.ค'], 6: ['มิ.ย'], 7: ['ก.ค'], 8: ['ส.ค'], 9: ['ก.ย'],
           10: ['ต.ค'], 11: ['พ.ย'], 12: ['ธ.ค']},
    'ka': {3: ['მარტი']},
}
for number, word in enumerate('một|hai|ba|tư|năm|sáu|bảy|tám|chín|mười|mười một|mười hai'.split('|'), 1):
    EXTRA['vi'][number].append('tháng ' + word)

HALVES = {  # forms of am and pm besides CLDR's short ones
    'ar': (['صباحا', 'صباحاً'], ['مساء', 'مساءً']), 'he': (['בבוקר', 'לפנה״צ'], ['בערב', 'אחה״צ']),
    'sr': (['пре подне', 'преподне'], ['по подне', 'поподне']), 'sr-Latn': (['pre podne'], ['po podne', 'popodne']),
    'bs': (['prijepodne'], ['popodne', 'poslijepodne']), 'nb': (['formiddag'], ['ettermiddag']),
    'el': (['πμ'], ['μμ']), 'fa': (['صبح', 'ق.ظ'], ['عصر', 'ب.ظ']), 'ne': (['पूर्वाह्न'], ['अपराह्न', 'अपराह्न्']),
    'es': (['am'], ['pm']), 'zh': (['上午', '早上', '凌晨'], ['下午', '晚上']),
}


class Icu:
    MONTHS, SHORT_MONTHS, WEEKDAYS, SHORT_WEEKDAYS, AM_PM = 1, 2, 3, 4, 5
    STANDALONE_MONTHS, STANDALONE_SHORT_MONTHS = 10, 11

    def __init__(self):
        path = sorted(glob.glob('/usr/lib/*/libicui18n.so.*'))[0]
        self.lib = ctypes.CDLL(path)
        self.suffix = '_' + re.search(r'so\.(\d+)', path).group(1)
        self.version = self.suffix[1:]
        self.fn('udat_open').restype = ctypes.c_void_p
        self.fn('udat_getAvailable').restype = ctypes.c_char_p

    def fn(self, name):
        return getattr(self.lib, name + self.suffix)

    def locales(self):
        return [self.fn('udat_getAvailable')(i).decode() for i in range(self.fn('udat_countAvailable')())]

    def text(self, name, *arguments):
        status = ctypes.c_int(0)
        buffer = (ctypes.c_uint16 * 512)()
        n = self.fn(name)(*arguments, buffer, 512, ctypes.byref(status))
        assert status.value <= 0, status.value
        return bytes(buffer)[:2 * n].decode('utf-16-le')

    def open(self, locale, style):
        status = ctypes.c_int(0)
        f = self.fn('udat_open')(-1, style, f'{locale}@calendar=gregorian'.encode(), None, -1, None, 0, ctypes.byref(status))
        assert status.value <= 0 and f
        return ctypes.c_void_p(f)

    def symbols(self, f, kind, indexes):
        return [self.text('udat_getSymbols', f, kind, i) for i in indexes]

    def pattern(self, f):
        return self.text('udat_toPattern', f, ctypes.c_int8(0))


def plain(name):
    """Without accents, for Latin names: many write "fevrier"."""
    if any(ord(c) > 0x24F and not unicodedata.combining(c) for c in name):
        return name
    return ''.join(c for c in unicodedata.normalize('NFD', name) if not unicodedata.combining(c)).replace('ł', 'l')


def forms(names):
    out = []
    for name in names:
        name = name.strip().strip('.').casefold().replace('|', '').replace(';', '')
        for form in (name, plain(name)):
            if form and form not in out and not form.isdigit():
                out.append(form)
    return '|'.join(out)


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def main():
    icu = Icu()
    tags = {}
    for locale in icu.locales():
        if re.fullmatch(r'[a-z]{2,3}(_[A-Z][a-z]{3})?', locale):
            tags[locale.replace('_', '-')] = locale
    order = [t for t in MAIN if t in tags] + sorted(t for t in tags if t not in MAIN)
    out = sys.stdout
    out.write('// SPDX-License-Identifier: Apache-2.0\n'
              f'// Made by scripts/make_month_names_table.py from the CLDR data of ICU {icu.version}; do not edit.\n'
              '#include "text/month_names.h"\n\nnamespace bfa {\n\n// clang-format off\n'
              'const MonthNames kMonthNames[] = {\n')
    english = ''
    for tag in order:
        f = icu.open(tags[tag], 3)
        months = [[] for _ in range(12)]
        for kind in (Icu.MONTHS, Icu.SHORT_MONTHS, Icu.STANDALONE_MONTHS, Icu.STANDALONE_SHORT_MONTHS):
            for i, name in enumerate(icu.symbols(f, kind, range(12))):
                months[i].append(name)
        for month, names in EXTRA.get(tag, {}).items():
            months[month - 1] += names
        if tag == 'he':  # "in" is written as a part of the name
            months = [names + ['ב' + name for name in names] for names in months]
        joined = ';'.join(forms(m) for m in months)
        halves = zip(icu.symbols(f, Icu.AM_PM, range(2)), HALVES.get(tag, ([], [])))
        am, pm = (forms([name] + extra) for name, extra in halves)
        english = english or joined
        if tag not in MAIN and (joined == english or re.fullmatch(r'[;m\d]*', joined)):
            continue  # ICU has no names of its own
        out.write(f'    {{{quoted(tag)}, {quoted(joined)}, {quoted(am)}, {quoted(pm)}}},\n')
    out.write('};\nconst std::size_t kMonthNamesCount = sizeof(kMonthNames) / sizeof(kMonthNames[0]);\n\n'
              'const DateStyle kDateStyles[] = {\n')
    for tag in order:
        if tag not in MAIN:
            continue
        f = icu.open(tags[tag], 0)
        lists = [icu.symbols(f, kind, indexes) for kind, indexes in
                 ((Icu.MONTHS, range(12)), (Icu.SHORT_MONTHS, range(12)), (Icu.STANDALONE_MONTHS, range(12)),
                  (Icu.WEEKDAYS, range(1, 8)), (Icu.SHORT_WEEKDAYS, range(1, 8)))]
        patterns = [icu.pattern(icu.open(tags[tag], style)) for style in range(4)]
        fields = [quoted(tag)] + ['"' + ';'.join(x.replace('"', '') for x in names) + '"' for names in lists]
        fields.append(quoted('|'.join(patterns)))
        out.write('    {' + ', '.join(fields) + '},\n')
    out.write('};\nconst std::size_t kDateStylesCount = sizeof(kDateStyles) / sizeof(kDateStyles[0]);\n'
              '// clang-format on\n\n}  // namespace bfa\n')


main()
