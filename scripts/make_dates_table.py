#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of dates, libbfa/src/text/date/{month_names,calendar,relative_date,number_words}_table.cc. Sources:
the CLDR data inside ICU (Debian's libicu72, by ctypes), the locales of the C library (Debian's locales), and the few
forms below that blogs use and both lack. Where two sources differ, both forms are listed.

    python3 scripts/make_dates_table.py libbfa/src/text/date
"""
import ctypes
import glob
import os
import re
import sys
import unicodedata

# The order in which languages are tried when none is known: the first in which a name is a month wins. In those of
# RARE nearly every short word is a month of something: their names count only where the language is known.
MAIN = ('en de fr es it pt nl ru uk pl cs sv da nb fi ja zh ko tr ar he el hu ro sk hr sl sr sr-Latn bg ca gl eu et lv lt '
        'id vi th hi bn fa mk be ka hy is nn fil ms ta te mr gu kn ml pa ur ne kk ky mn km lo my si am az sq bs sw').split()
RARE = 'uz af cy ga lb fo ps ckb fy br'.split()

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
    'ka': {3: ['მარტი']}, 'mn': {n: [f'{n}-р сарын', f'{n} сарын'] for n in range(1, 13)},
}
for number, word in enumerate('một|hai|ba|tư|năm|sáu|bảy|tám|chín|mười|mười một|mười hai'.split('|'), 1):
    EXTRA['vi'][number].append('tháng ' + word)

HALVES = {  # forms of am and pm besides those of the sources
    'ar': (['صباحا', 'صباحاً'], ['مساء', 'مساءً']), 'he': (['בבוקר', 'לפנה״צ'], ['בערב', 'אחה״צ', 'אחר הצהריים']),
    'sr': (['пре подне', 'преподне'], ['по подне', 'поподне']), 'sr-Latn': (['pre podne'], ['po podne', 'popodne']),
    'bs': (['prijepodne'], ['popodne', 'poslijepodne']), 'en': (['midnight'], []), 'nb': (['formiddag'], ['ettermiddag']),
    'el': (['πμ'], ['μμ']), 'fa': (['صبح', 'ق.ظ'], ['عصر', 'ب.ظ']), 'ne': (['पूर्वाह्न'], ['अपराह्न', 'अपराह्न्']),
    'es': (['am'], ['pm']), 'zh': (['上午', '早上', '凌晨'], ['下午', '晚上']), 'mr': (['मपू'], ['मनं', 'मउ']),
    'kok': (['मपू'], ['मनं']), 'pa': (['ਪੂਦੁ'], ['ਬਾਦ', 'ਬਾਦੁ']),
}

RELATIVE = {  # forms besides CLDR's: unit (y m w d h n s), count ("#": stands in the form), form
    'en': 's0:just now|s0:moments ago|s0:a moment ago|s0:a few seconds ago|s0:a few moments ago|s0:seconds ago|h1:an hour ago|'
          'h1:about an hour ago|n1:a minute ago|n1:about a minute ago|s0:less than a minute ago|d1:a day ago|'
          'w1:a week ago|m1:a month ago|y1:a year ago|d2:the day before yesterday|d2:day before yesterday',
    'de': 's0:gerade eben|s0:soeben|s0:eben|s0:vor ein paar Sekunden|s0:vor einigen Sekunden|s0:vor wenigen Sekunden|'
          'n1:vor einer Minute|h1:vor einer Stunde|d1:vor einem Tag|w1:vor einer Woche|m1:vor einem Monat|'
          'y1:vor einem Jahr',
    'fr': 's0:à l’instant|s0:il y a quelques secondes|s0:il y a un instant|n1:il y a une minute|h1:il y a une heure|'
          'd1:il y a un jour|w1:il y a une semaine|m1:il y a un mois|y1:il y a un an|d1:hier|d2:avant-hier',
    'es': 's0:ahora mismo|s0:justo ahora|s0:hace un momento|s0:hace unos segundos|n1:hace un minuto|h1:hace una hora|'
          'd1:hace un día|w1:hace una semana|m1:hace un mes|y1:hace un año|d2:antes de ayer|d2:antier',
    'it': 's0:proprio ora|s0:poco fa|s0:adesso|n1:un minuto fa|h1:un’ora fa|d1:un giorno fa|w1:una settimana fa|'
          'm1:un mese fa|y1:un anno fa|d2:l’altro ieri|d2:altro ieri',
    'pt': 's0:agora mesmo|s0:há poucos segundos|n1:há um minuto|h1:há uma hora|d1:há um dia|w1:há uma semana|'
          'm1:há um mês|y1:há um ano|n1:um minuto atrás|h1:uma hora atrás|d1:um dia atrás|w1:uma semana atrás|'
          'm1:um mês atrás|y1:um ano atrás',
    'nl': 's0:zojuist|s0:net|s0:een paar seconden geleden|n1:een minuut geleden|h1:een uur geleden|d1:een dag geleden|'
          'w1:een week geleden|m1:een maand geleden|y1:een jaar geleden',
    'ru': 's0:только что|n1:минуту назад|h1:час назад|d1:день назад|w1:неделю назад|m1:месяц назад|y1:год назад',
    'uk': 's0:щойно|n1:хвилину тому|h1:годину тому|d1:день тому|w1:тиждень тому|m1:місяць тому|y1:рік тому',
    'pl': 's0:przed chwilą|n1:minutę temu|h1:godzinę temu|d1:dzień temu|w1:tydzień temu|m1:miesiąc temu|y1:rok temu',
    'cs': 's0:právě teď|s0:před chvílí|n1:před minutou|h1:před hodinou|w1:před týdnem|m1:před měsícem|y1:před rokem',
    'sv': 's0:just nu|s0:alldeles nyss|n1:en minut sedan|h1:en timme sedan|d1:en dag sedan|w1:en vecka sedan|'
          'm1:en månad sedan|y1:ett år sedan|d1:igår|d2:i förrgår',
    'da': 's0:lige nu|s0:for et øjeblik siden|n1:et minut siden|h1:en time siden|h1:for en time siden|'
          'd1:for en dag siden|w1:for en uge siden|m1:for en måned siden|y1:for et år siden|d1:igår',
    'nn': 'd#:for # dagar sidan|d#:# dagar sidan|d1:i går',
    'nb': 'd#:for # dager siden|d#:# dager siden|d1:for en dag siden|s0:akkurat nå|s0:nettopp|h1:en time siden|h1:for en time siden|d1:for en dag siden|w1:for en uke siden|'
          'm1:for en måned siden|y1:for et år siden',
    'fi': 's0:juuri nyt|s0:hetki sitten|n1:minuutti sitten|h1:tunti sitten|d1:päivä sitten|w1:viikko sitten|'
          'm1:kuukausi sitten|y1:vuosi sitten|d1:viime yönä',
    'ja': 's0:たった今|s0:たったいま|s0:さっき|s0:先ほど|d1:きのう|d1:昨日|d2:おととい|d2:一昨日|d0:本日|d0:今日|w1:先週|m1:先月|y1:去年|y1:昨年',
    'zh': 's0:刚刚|s0:剛剛|s0:刚才|s0:剛才|d1:昨日|d1:昨晚|d2:前日|d0:今日|d0:今早|d1:昨夜|w1:上周|w1:上週|w1:上星期|m1:上月|m1:上个月|'
          'm1:上個月|y1:去年|d3:大前天|n30:半小时前|n30:半小時前',
    'ko': 'd1:하루 전|d2:이틀 전|d3:사흘 전|w1:일주일 전|w1:한 주 전|m1:한 달 전|h1:한 시간 전|y1:일 년 전|y1:일년 전|s0:방금|s0:방금 전|s0:조금 전|d2:그제|d2:그저께|d1:어제|w1:지난주|m1:지난달|y1:작년|y1:지난해',
    'tr': 's0:az önce|s0:şimdi|s0:demin|n1:bir dakika önce|h1:bir saat önce|d1:bir gün önce|w1:bir hafta önce|'
          'm1:bir ay önce|y1:bir yıl önce',
    'ar': 's0:الآن|s0:قبل قليل|s0:منذ قليل|s0:منذ لحظات|n1:منذ دقيقة|n2:منذ دقيقتين|h1:منذ ساعة|h2:منذ ساعتين|d1:منذ يوم|'
          'd2:منذ يومين|w1:منذ أسبوع|w2:منذ أسبوعين|m1:منذ شهر|m2:منذ شهرين|y1:منذ سنة|y2:منذ سنتين|y1:منذ عام|y2:منذ عامين|'
          'd1:البارحة|d1:امبارح|d2:أول امس',
    'he': 's0:ממש עכשיו|s0:הרגע|s0:לפני רגע|n1:לפני דקה|h1:לפני שעה|h2:לפני שעתיים|d1:לפני יום|d2:לפני יומיים|w1:לפני שבוע|'
          'w2:לפני שבועיים|m1:לפני חודש|m2:לפני חודשיים|y1:לפני שנה|y2:לפני שנתיים|d1:אמש',
    'el': 's0:μόλις τώρα|s0:τώρα|h1:πριν μία ώρα|h1:πριν από μία ώρα|d1:χτες|d1:εχθές|d1:πριν μία μέρα|'
          'd1:πριν μια μέρα|h1:πριν μια ώρα|d#:πριν # μέρες|h#:πριν # ώρες|n#:πριν # λεπτά|w#:πριν # εβδομάδες|m#:πριν # μήνες|'
          'y#:πριν # χρόνια',
    'hu': 's0:most|s0:az imént|s0:épp most|n1:egy perce|n1:egy perccel ezelőtt|h1:egy órája|h1:egy órával ezelőtt|d1:egy napja|d1:egy nappal ezelőtt|w1:egy hete|'
          'm1:egy hónapja|y1:egy éve|d#:# napja|h#:# órája|n#:# perce|w#:# hete|m#:# hónapja|y#:# éve|d2:tegnapelőtt',
    'ro': 's0:chiar acum|s0:adineauri|n1:acum un minut|h1:acum o oră|d1:acum o zi|w1:acum o săptămână|m1:acum o lună|'
          'y1:acum un an|d2:alaltăieri',
    'vi': 's0:vừa xong|s0:mới đây|s0:vừa mới|d1:hôm qua|d2:hôm kia|d0:hôm nay|h#:cách đây # giờ|d#:cách đây # ngày',
    'th': 's0:เมื่อสักครู่|s0:เมื่อกี้|d1:เมื่อวานนี้|y1:ปีที่แล้ว|h#:# ชั่วโมงก่อน|d#:# วันก่อน|n#:# นาทีก่อน|w#:# สัปดาห์ก่อน|'
          'm#:# เดือนก่อน|y#:# ปีก่อน',
    'fa': 's0:همین الان|s0:هم اکنون|s0:لحظاتی پیش|d#:# روز قبل|h#:# ساعت قبل|n#:# دقیقه قبل|w#:# هفته قبل|m#:# ماه قبل|'
          'y#:# سال قبل|d1:دیشب|d2:پریروز',
    'id': 's0:baru saja|s0:barusan|n1:semenit yang lalu|h1:satu jam yang lalu|h1:sejam yang lalu|d1:sehari yang lalu|w1:seminggu yang lalu|'
          'm1:sebulan yang lalu|y1:setahun yang lalu|d#:# hari lalu|h#:# jam lalu|n#:# menit lalu|w#:# minggu lalu|'
          'm#:# bulan lalu|y#:# tahun lalu',
    'ms': 's0:baru sahaja|s0:sebentar tadi|d1:semalam',
    'hi': 's0:अभी अभी|s0:अभी-अभी|d#:# दिन पूर्व|h#:# घंटे पूर्व',
    'bn': 's0:এইমাত্র|d1:গতকাল|d#:# দিন আগে|h#:# ঘন্টা আগে|h#:# ঘণ্টা আগে|n#:# মিনিট আগে|w#:# সপ্তাহ আগে|m#:# মাস আগে|y#:# বছর আগে',
    'ca': 's0:ara mateix|n1:fa un minut|h1:fa una hora|d1:fa un dia|w1:fa una setmana|m1:fa un mes|y1:fa un any',
    'sw': 's0:sasa hivi|s0:hivi punde|h1:saa limoja lililopita',
    'bg': 's0:току що|s0:току-що|h1:преди час|n1:преди минута|d1:преди ден|w1:преди седмица|m1:преди месец|y1:преди година',
    'sk': 's0:práve teraz|s0:pred chvíľou|n1:pred minútou|h1:pred hodinou|w1:pred týždňom|m1:pred mesiacom|y1:pred rokom',
    'hr': 's0:upravo sada|s0:maloprije|h1:prije sat vremena|n1:prije minutu',
    'sr-Latn': 's0:upravo sada|s0:malopre', 'sr': 's0:управо сада|s0:малопре',
}


VARIANTS = {  # other ways to say what CLDR's forms say: (what, by what), on forms with a number
    'en': [(' (min|hr|sec|wk|yr)\\. ago$', r' \1 ago'), (' (min|hr|sec|wk|yr)\\. ago$', r' \1s ago'), ('ago$', 'back')],
    'es': [('^hace (.*)$', r'\1 atrás')], 'pt': [('^há (.*)$', r'\1 atrás'), ('^há', 'faz'), ('^há', 'ha')],
    'sv': [('^för (.*) sedan$', r'\1 sedan')], 'da': [('^for (.*) siden$', r'\1 siden')],
    'nb': [('^for (.*) siden$', r'\1 siden')], 'nn': [('^for (.*) sidan$', r'\1 sidan')],
    'zh': [('前$', '之前'), ('前$', '以前')], 'ar': [('^قبل', 'منذ')], 'fa': [('پیش$', 'قبل')], 'hi': [('पहले$', 'पूर्व')],
    'el': [('^πριν από', 'πριν')], 'ro': [('^acum', 'în urmă cu'), ('^acum (.*)$', r'\1 în urmă')],
    'id': [('yang lalu$', 'lalu')], 'ms': [('lalu$', 'yang lalu')], 'tr': [('önce$', 'evvel')], 'de': [('^vor (.*)en$', r'\1e her')],
    'hr': [('^prije (.*)$', r'\1 prije')], 'vi': [('^(.*) trước$', r'cách đây \1')], 'th': [('ที่แล้ว$|ที่ผ่านมา$', 'ก่อน')],
}


class Icu:
    MONTHS, SHORT_MONTHS, WEEKDAYS, SHORT_WEEKDAYS, AM_PM = 1, 2, 3, 4, 5
    STANDALONE_MONTHS, STANDALONE_SHORT_MONTHS, STANDALONE_WEEKDAYS, STANDALONE_SHORT_WEEKDAYS = 10, 11, 13, 14
    PATTERN = -2

    def __init__(self):
        path = sorted(glob.glob('/usr/lib/*/libicui18n.so.*'))[0]
        self.lib = ctypes.CDLL(path)
        self.suffix = '_' + re.search(r'so\.(\d+)', path).group(1)
        self.version = self.suffix[1:]
        for name in ('udat_open', 'ureldatefmt_open', 'unum_open', 'ucal_open'):
            self.fn(name).restype = ctypes.c_void_p
        self.fn('udat_getAvailable').restype = ctypes.c_char_p
        self.fn('ucal_getMillis').restype = ctypes.c_double

    def fn(self, name):
        return getattr(self.lib, name + self.suffix)

    def locales(self):
        return [self.fn('udat_getAvailable')(i).decode() for i in range(self.fn('udat_countAvailable')())]

    def text(self, name, *arguments):
        status = ctypes.c_int(0)
        buffer = (ctypes.c_uint16 * 4096)()
        n = self.fn(name)(*arguments, buffer, 4096, ctypes.byref(status))
        assert status.value <= 0, status.value
        return bytes(buffer)[:2 * n].decode('utf-16-le')

    def handle(self, name, *arguments):
        status = ctypes.c_int(0)
        handle = self.fn(name)(*arguments, ctypes.byref(status))
        assert status.value <= 0 and handle, (name, status.value)
        return ctypes.c_void_p(handle)

    def open(self, locale, style, calendar='gregorian'):
        return self.handle('udat_open', -1, style, f'{locale}@calendar={calendar}'.encode(), None, -1, None, 0)

    def hours(self, locale, pattern):
        """What `pattern` (a day period) gives for each hour of the day."""
        units = (pattern + '\0').encode('utf-16-le')
        zone = 'UTC\0'.encode('utf-16-le')
        f = self.handle('udat_open', self.PATTERN, self.PATTERN, locale.encode(), zone, -1, units, -1)
        return [self.with_position('udat_format', f, ctypes.c_double(hour * 3600e3 + 60e3)) for hour in range(24)]

    def with_position(self, name, *arguments):
        status = ctypes.c_int(0)
        buffer = (ctypes.c_uint16 * 512)()
        n = self.fn(name)(*arguments, buffer, 512, None, ctypes.byref(status))
        return bytes(buffer)[:2 * n].decode('utf-16-le') if status.value <= 0 else ''

    def symbols(self, f, kind, indexes):
        return [self.text('udat_getSymbols', f, kind, i) for i in indexes]

    def pattern(self, f):
        return self.text('udat_toPattern', f, ctypes.c_int8(0))


class Glibc:
    """LC_TIME of the C library's locales by language."""
    FOLDER = '/usr/share/i18n/locales'

    def __init__(self):
        self.by_language = {}
        for name in sorted(os.listdir(self.FOLDER)):
            match = re.fullmatch(r'([a-z]{2,3})_[A-Z]{2}(@latin)?', name)
            if not match:
                continue
            tag = match[1] + ('-Latn' if match[2] else '')
            with open(f'{self.FOLDER}/{name}', encoding='utf-8', errors='replace') as f:
                text = f.read()
            if 'END LC_TIME' in text:
                self.by_language.setdefault(tag, []).append(self.parse(text))

    @staticmethod
    def parse(text):
        text = text[text.index('LC_TIME'):text.index('END LC_TIME')]
        text = re.sub(r'/\n[ \t]*', '', text)
        text = re.sub(r'<U([0-9A-Fa-f]{4,6})>', lambda m: chr(int(m[1], 16)), text)
        fields = {}
        for match in re.finditer(r'^(mon|abmon|alt_mon|ab_alt_mon|day|abday|am_pm)\s+(.*)', text, re.M):
            fields[match[1]] = re.findall(r'"([^"]*)"', match[2])
        return fields

    def lists(self, tag, names, count):
        for fields in self.by_language.get(tag, []):
            for name in names:
                if len(fields.get(name, ())) == count:
                    yield fields[name]


def plain(name):
    """Without accents, for Latin names: many write "fevrier"."""
    if any(ord(c) > 0x24F and not unicodedata.combining(c) for c in name):
        return name
    return ''.join(c for c in unicodedata.normalize('NFD', name) if not unicodedata.combining(c)).replace('ł', 'l')


def forms(names):
    out = []
    for name in names:
        name = name.strip().strip('.').casefold().replace('|', '').replace(';', '')
        typed = re.sub('[\u02bb\u02bc\u2018\u2019]', "'", name).strip("'")  # as keyboards have them
        for form in (name, plain(name), typed):
            if form and form not in out and not form.isdigit():
                out.append(form)
    return '|'.join(out)


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def add_unless_other(lists, index, name):
    """Adds a form, unless it already names another member of the list."""
    key = forms([name]).split('|')[0]
    if key and not any(key in forms(names).split('|') for i, names in enumerate(lists) if i != index):
        lists[index].append(name)


def named_lists(icu, glibc, tag, locales, kinds, glibc_names, indexes):
    lists = [[] for _ in indexes]
    for locale in locales:
        f = icu.open(locale, 3)
        for kind in kinds:
            for i, name in enumerate(icu.symbols(f, kind, indexes)):
                add_unless_other(lists, i, name)
    for names in glibc.lists(tag, glibc_names, len(lists)):
        for i, name in enumerate(names):
            add_unless_other(lists, i, name)
    return lists


def periods(icu, glibc, tag, locale):
    """Words for parts of the day: form -> the hours (a mask of 24 bits) at which it is used."""
    masks = {}

    def add(form, mask):
        form = forms([form]).split('|')[0]
        if form and not re.search(r'[\d=:]', form):
            masks[form] = masks.get(form, 0) | mask

    for name in icu.symbols(icu.open(locale, 3), Icu.AM_PM, range(2))[:1]:
        add(name, 0x000FFF)
    add(icu.symbols(icu.open(locale, 3), Icu.AM_PM, range(2))[1], 0xFFF000)
    for pattern in ('aaaa', 'a', 'B', 'BBBB'):
        for hour, name in enumerate(icu.hours(locale, pattern)):
            add(name, 1 << hour)
    for am, pm in glibc.lists(tag, ['am_pm'], 2):
        if am != pm:
            add(am, 0x000FFF)
            add(pm, 0xFFF000)
    for mask, names in zip((0x000FFF, 0xFFF000), HALVES.get(tag, ([], []))):
        for name in names:
            add(name, mask)
    return '|'.join(f'{form}={mask:x}' for form, mask in masks.items())


UNITS = 'yqmwdhns'  # ICU's order; q (quarter) is left out
COUNTS = (1, 2, 3, 4, 5, 8, 11, 20, 21, 22, 100)


def relative_forms(icu, locale):
    out, future = [], set()
    for style in range(3):
        r = icu.handle('ureldatefmt_open', locale.encode(), None, style, 256)

        def text(name, offset, unit):
            raw = icu.text(name, r, ctypes.c_double(offset), unit)
            return re.sub(r'\s+', ' ', re.sub(r'\d+', '#', raw)).strip()

        for unit, letter in enumerate(UNITS):
            if letter == 'q':
                continue
            future |= {text('ureldatefmt_formatNumeric', n, unit) for n in COUNTS}
            for n in COUNTS:
                form = text('ureldatefmt_formatNumeric', -n, unit)
                out.append(f'{letter}{"#" if "#" in form else n}:{form}')
            for n in (1, 2, 0):
                if n == 0 and letter not in 'ds':
                    continue
                form = text('ureldatefmt_format', -n, unit)
                if '#' not in form:
                    out.append(f'{letter}{n}:{form}')
        for weekday in range(7):
            form = text('ureldatefmt_format', -1, 8 + weekday)
            if '#' not in form:
                out.append(f'{weekday}1:{form}')
    kept = []
    for entry in out:
        form = entry.split(':', 1)[1]
        letters = [c for c in form if c.isalpha()]
        if form in future or len(letters) < 2 or form[0] in '-\u2212+' or '|' in form or form.count('#') > 1:
            continue  # "-3 d", and where a source has the future for the past
        if '#' in form and form.isascii() and len(form.replace('#', ' ').split()) < 2 and len(letters) < 3:
            continue
        if entry not in kept:
            kept.append(entry)
    return kept


def with_variants(tag, entries):
    out = list(entries)
    for entry in entries:
        unit, form = entry.split(':', 1)
        for what, by in VARIANTS.get(tag, ()):
            other = f'{unit}:{re.sub(what, by, form)}'
            if '#' in form and other not in out:
                out.append(other)
    return out


def number_words(icu, tag, locale):
    """How 1 to 31 are written out, cardinal and ordinal, in all forms that ICU has."""
    f = icu.handle('unum_open', 5, None, 0, locale.encode(), None)
    words = [[] for _ in range(31)]
    for ruleset in icu.text('unum_getTextAttribute', f, 7).split(';'):
        if not ruleset or 'year' in ruleset or 'financial' in ruleset or 'days' in ruleset:
            continue
        name = ctypes.create_string_buffer(ruleset.encode('utf-16-le') + b'\0\0')
        status = ctypes.c_int(0)
        icu.fn('unum_setTextAttribute')(f, 6, name, len(ruleset), ctypes.byref(status))
        for n in range(1, 32):
            word = icu.with_position('unum_format', f, n).replace('\u00ad', '')
            if word and not re.search(r'[\d|;]', word):
                words[n - 1].append(word)
    if tag == 'fa':  # ordinals end in "m"
        for n in range(31):
            word = words[n][0]
            words[n] += [word + 'م', re.sub('سه$', 'سوم', word), re.sub('ی$', 'ی\u200cام', word)]
        words[0].append('اول')
    return words


def write(path, version, header, body):
    with open(path, 'w', encoding='utf-8') as f:
        f.write('// SPDX-License-Identifier: Apache-2.0\n'
                f'// Made by scripts/make_dates_table.py from the CLDR data of ICU {version} and the locales of glibc; do not'
                f' edit.\n#include "text/date/{header}"\n\nnamespace bfa {{\n\n// clang-format off\n{body}'
                '// clang-format on\n\n}  // namespace bfa\n')


LONGEST_LINE = 400  # characters; longer ones hide a change from a reader of diffs


def wrapped(forms):
    """The forms of one name, cut behind a "|" where they are too long for a line."""
    lines = ['']
    for form in re.findall(r'[^|]*\||[^|]+$', forms):
        if lines[-1] and len(lines[-1]) + len(form) > 110:
            lines.append('')
        lines[-1] += form
    return lines


def parts_of(field):
    """The lines of a string literal: one for each number or month (";"), or for each unit of relative dates ("|")."""
    text = field[1:-1]
    if ';' in text:
        return [line for piece in re.findall(r'[^;]*;|[^;]+$', text) for line in wrapped(piece)]
    parts = []
    for piece in re.findall(r'[^|]*\||[^|]+$', text):
        unit = 'weekday' if piece[0].isdigit() else piece[0]
        if parts and parts[-1][0] == unit:
            parts[-1][1] += piece
        else:
            parts.append([unit, piece])
    return [part for _, part in parts]


def row_text(row):
    """A row on one line; a long one with a line for each field, and long fields as several literals."""
    line = '    {' + ', '.join(row) + '},\n'
    if len(line) <= LONGEST_LINE:
        return line
    fields = [field if len(field) <= LONGEST_LINE else '\n     '.join(f'"{part}"' for part in parts_of(field))
              for field in row]
    return '    {' + ',\n     '.join(fields) + '},\n'


def table(kind, name, rows):
    return (f'const {kind} {name}[] = {{\n' + ''.join(row_text(row) for row in rows) +
            f'}};\nconst std::size_t {name}Count = sizeof({name}) / sizeof({name}[0]);\n')


def date_style(icu, tag, locale):
    f = icu.open(locale, 0)
    lists = [icu.symbols(f, kind, indexes) for kind, indexes in
             ((Icu.MONTHS, range(12)), (Icu.SHORT_MONTHS, range(12)), (Icu.STANDALONE_MONTHS, range(12)),
              (Icu.WEEKDAYS, range(1, 8)), (Icu.SHORT_WEEKDAYS, range(1, 8)))]
    patterns = [icu.pattern(icu.open(locale, style)) for style in range(4)]
    return ([quoted(tag)] + ['"' + ';'.join(x.replace('"', '') for x in names) + '"' for names in lists] +
            [quoted('|'.join(patterns))])


def calendar_rows(icu, languages):
    """Months of the Persian, Islamic and Hebrew calendars, each name once."""
    rows = []
    for calendar, kind, count in (('persian', 'kPersian', 12), ('islamic', 'kIslamic', 12), ('hebrew', 'kHebrew', 14)):
        seen = set()
        for tag, locale in languages:
            months = [[] for _ in range(count)]
            f = icu.open(locale, 3, calendar)
            for style in (Icu.MONTHS, Icu.SHORT_MONTHS, Icu.STANDALONE_MONTHS, Icu.STANDALONE_SHORT_MONTHS):
                for i, name in enumerate(icu.symbols(f, style, range(count))):
                    name = re.sub('^Month\\d+$|^M\\d+$|^\\d+$', '', name)
                    if len(name.strip('.')) > 2 or not name.isascii():
                        months[i].append(name)
            for i, extra in CALENDAR_EXTRA.get((calendar, tag), {}).items():
                months[i - 1] += extra
            if tag == 'he':
                months = [names + ['ב' + name for name in names] for names in months]
            joined = ';'.join(forms(m) for m in months)
            if joined not in seen and joined.strip(';'):
                rows.append(['CalendarMonths::' + kind, quoted(tag), quoted(joined)])
            seen.add(joined)
    return rows


CALENDAR_EXTRA = {
    ('islamic', 'ar'): {4: ['ربيع الثاني', 'ربيع ثاني', 'ربيع ثان'], 3: ['ربيع أول', 'ربيع الاول'], 5: ['جمادى الأول', 'جمادى الاولى', 'جماد الأول'],
                        6: ['جمادى الثانية', 'جمادى الثاني', 'جماد الثاني', 'جمادى الاخرة'], 11: ['ذي القعدة', 'ذوالقعدة'],
                        12: ['ذي الحجة', 'ذوالحجة']},
    ('hebrew', 'he'): {2: ['מרחשוון', 'חשון', 'מרחשון'], 3: ['כסליו'], 9: ['אייר', 'איר'], 10: ['סיון'], 14: ['אדר ב'], 6: ['אדר א']},
    ('persian', 'fa'): {5: ['امرداد']},
}


def umm_al_qura(icu, first=1300, last=1600):
    """The day of 1 Muharram `first` (days since 1970), and for each year the months of 30 days as bits."""
    c = icu.handle('ucal_open', None, 0, b'ar@calendar=islamic-umalqura', 0)
    zone = 'UTC\0'.encode('utf-16-le')
    c = icu.handle('ucal_open', zone, -1, b'ar@calendar=islamic-umalqura', 0)

    def day(year, month):
        status = ctypes.c_int(0)
        icu.fn('ucal_clear')(c)
        icu.fn('ucal_setDate')(c, year, month, 1, ctypes.byref(status))
        value = icu.fn('ucal_getMillis')(c, ctypes.byref(status)) / 86400e3
        assert status.value <= 0 and value == int(value)
        return int(value)

    years = []
    for year in range(first, last + 1):
        starts = [day(year, month) for month in range(12)] + [day(year + 1, 0)]
        lengths = [b - a for a, b in zip(starts, starts[1:])]
        assert set(lengths) <= {29, 30}
        years.append(sum(1 << i for i, n in enumerate(lengths) if n == 30))
    return day(first, 0), years


def main():
    folder = sys.argv[1]
    icu, glibc = Icu(), Glibc()
    tags, regions = {}, {}
    for locale in icu.locales():
        match = re.fullmatch(r'([a-z]{2,3}(_[A-Z][a-z]{3})?)(_[A-Z]{2})?', locale)
        if match and not match[3]:
            tags[locale.replace('_', '-')] = locale
        elif match:
            regions.setdefault(match[1].replace('_', '-'), []).append(locale)
    order = [t for t in MAIN if t in tags] + [t for t in RARE if t in tags] + sorted(t for t in tags if t not in MAIN + RARE)
    names, styles, relative, numbers, english = [], [], [], [], ''
    for tag in order:
        locales = [tags[tag]] + [r for r in regions.get(tag, []) if tag not in ('sr',)]
        months = named_lists(icu, glibc, tag, locales,
                             (Icu.MONTHS, Icu.SHORT_MONTHS, Icu.STANDALONE_MONTHS, Icu.STANDALONE_SHORT_MONTHS),
                             ('mon', 'abmon', 'alt_mon', 'ab_alt_mon'), range(12))
        for month, extra in EXTRA.get(tag, {}).items():
            months[month - 1] += extra
        if tag == 'he':  # "in" is written as a part of the name
            months = [names_ + ['ב' + name for name in names_] for names_ in months]
        weekdays = named_lists(icu, glibc, tag, locales,
                               (Icu.WEEKDAYS, Icu.SHORT_WEEKDAYS, Icu.STANDALONE_WEEKDAYS,
                                Icu.STANDALONE_SHORT_WEEKDAYS), (), range(1, 8))
        for field in glibc.by_language.get(tag, []):
            if tag != 'en' and len(field.get('day', ())) == 7:
                for i in range(7):
                    add_unless_other(weekdays, i, field['day'][i])
                    if len(field.get('abday', ())) == 7:
                        add_unless_other(weekdays, i, field['abday'][i])
        joined = ';'.join(forms(m) for m in months)
        english = english or joined
        relative_row = with_variants(tag, relative_forms(icu, tags[tag])) + (RELATIVE[tag].split('|') if tag in RELATIVE else [])
        if tag in MAIN or (joined != english and not re.fullmatch(r'[;m\d]*', joined)):
            names.append([quoted(tag), quoted(joined), quoted(';'.join(forms(w) for w in weekdays)),
                          quoted(periods(icu, glibc, tag, tags[tag]))])
        if tag in MAIN:
            styles.append(date_style(icu, tag, tags[tag]))
            numbers.append([quoted(tag), quoted(';'.join(forms(w) for w in number_words(icu, tag, tags[tag])))])
        if relative_row and (tag in MAIN or relative_row != relative[0][1]):
            relative.append([tag, relative_row])
    first_day, lengths = umm_al_qura(icu)
    write(f'{folder}/month_names_table.cc', icu.version, 'month_names.h',
          table('MonthNames', 'kMonthNames', names) + '\n' + table('DateStyle', 'kDateStyles', styles))
    write(f'{folder}/relative_date_table.cc', icu.version, 'relative_date.h',
          table('RelativeForms', 'kRelativeForms', [[quoted(t), quoted('|'.join(r))] for t, r in relative]))
    write(f'{folder}/number_words_table.cc', icu.version, 'number_words.h', table('NumberWords', 'kNumberWords', numbers))
    languages = [(t, tags[t]) for t in order] + [('fa-AF', 'fa_AF')]
    write(f'{folder}/calendar_table.cc', icu.version, 'calendars.h',
          table('CalendarMonths', 'kCalendarMonths', calendar_rows(icu, languages)) +
          f'\nconst int kUmmAlQuraFirstDay = {first_day};\nconst std::uint16_t kUmmAlQuraLongMonths[] = {{\n' +
          ''.join('    ' + ', '.join(f'0x{y:03x}' for y in lengths[i:i + 14]) + ',\n' for i in range(0, len(lengths), 14)) +
          '};\nconst int kUmmAlQuraYears = sizeof(kUmmAlQuraLongMonths) / sizeof(kUmmAlQuraLongMonths[0]);\n')


main()
