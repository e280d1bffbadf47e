# SPDX-License-Identifier: Apache-2.0
"""Places that say the day of a post, beside other days that are not its own. Each gives the lines above and below the text."""
import datetime

from . import words


def later(post):
    return post.date + datetime.timedelta(days=40 + post.number)


def weekday(when, lang):
    return words.WEEKDAYS[lang][when.weekday()]


def above(text):
    return text, ""


def long(b, p):
    return above(f"<div>{words.long_day(p.date, b.lang)}</div>")


def short(b, p):
    return above(f"<div>{words.short_day(p.date, b.lang)}</div>")


def time_text(b, p):
    return above(f"<time>{words.long_day(p.date, b.lang)}</time>")


def published(b, p):
    return above(f"<div>{words.ENDS[b.lang]['posted'].format(n=p.author, d=words.long_day(p.date, b.lang), t=f'{p.date:%H:%M}')}</div>")


def weekdays(b, p):
    return above(f"<div>{weekday(p.date, b.lang)}, {words.long_day(p.date, b.lang)}, {p.date:%H:%M}</div>")


def dashed(b, p):
    return above(f"<div>{words.short_day(p.date, b.lang)} - {p.date:%H:%M}</div>")


def piped(b, p):
    return above(f"<div>{p.author} | {words.long_day(p.date, b.lang)} | 4 | 12 min</div>")


def below(b, p):
    return "", f"<div>{words.ENDS[b.lang]['posted'].format(n=p.author, d=words.long_day(p.date, b.lang), t=f'{p.date:%H:%M}')}</div>"


def updated_too(b, p):
    own, other = words.long_day(p.date, b.lang), words.long_day(later(p), b.lang)
    return f"<div>{own}</div>", f"<div>{words.ENDS[b.lang]['updated'].format(d=other)}</div>"


def updated_first(b, p):
    own, other = words.long_day(p.date, b.lang), words.long_day(later(p), b.lang)
    return above(f"<div>{words.ENDS[b.lang]['updated'].format(d=other)}</div><div>{own}</div>")


def spans(b, p):
    return above(f"<div><span>{p.date.day}</span> <span>{words.MONTHS[b.lang][p.date.month - 1]}</span> <span>{p.date.year}</span></div>")


def data(b, p):
    return above(f"<span data-time='{p.date:%Y-%m-%dT%H:%M:00}'></span>")


def structured(b, p):
    return above("<script type='application/ld+json'>" f'{{"@type": "BlogPosting", "datePublished": "{p.date.isoformat()}"}}</script>')


def microdata(b, p):
    return above(f"<meta itemprop='datePublished' content='{p.date:%Y-%m-%d}'>")


PLACES = [long, short, time_text, published, weekdays, dashed, piped, below, updated_too, updated_first, spans, data, structured, microdata]
