# SPDX-License-Identifier: Apache-2.0
"""What the variants say in each language (words.json): names, headings, ways to write a day.

TALK: a heading of the comments with its number ({c}), the line of a comment ({n} name, {d} day, {t} time), a heading
without a number.
"""
import json
import pathlib

_ALL = json.loads((pathlib.Path(__file__).parent / "words.json").read_text(encoding="utf-8"))
MONTHS, NAMES, TALK, SAYS, NONE_YET, ADD, FIELDS, BY, LONG_DAY, SHORT_DAY, ENDS, WEEKDAYS, ON, REPLY = (
    _ALL[k] for k in ("months", "names", "talk", "says", "none_yet", "add", "fields", "by", "long_day", "short_day", "ends", "weekdays", "on", "reply"))


def long_day(when, lang):
    return LONG_DAY[lang].format(m=MONTHS[lang][when.month - 1], d=when.day, y=when.year)


def short_day(when, lang):
    return when.strftime(SHORT_DAY[lang])
