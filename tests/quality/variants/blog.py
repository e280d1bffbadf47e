# SPDX-License-Identifier: Apache-2.0
"""A small blog of ten posts in one of the class's forms: the texts are those of tests/data/corpus/source."""
import dataclasses
import datetime
import pathlib
import random
import re
import sys
from html import escape

from . import words

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "data" / "corpus"
sys.path.insert(0, str(CORPUS))
from maker import feeds, source  # noqa: E402

SOURCES = {"en": "salt-and-rope", "de": "kleinbahn", "es": "cuaderno", "fr": "potager", "ru": "dacha"}
IN_FEED = 5


@dataclasses.dataclass
class Form:
    """How a blog looks. `talk(blog, post)` gives the comments' HTML, `head` and `foot` what stands around the text,
    ``shell` is the page around the article."""
    name: str
    lang: str
    talk: object = None
    head: object = None
    foot: object = None
    shell: str = "tables"
    feed: str = "full"  # the text in it: "full", "summary" of its words, "cut" after some paragraphs
    days: bool = True
    feed_days: bool = True


def read(lang):
    posts = source.read_posts(CORPUS / "source" / f"{SOURCES[lang]}.txt")
    return [p for p in posts if len(source.text_of(p.blocks)) > 250][:10]


def sentences(posts):
    out = []
    for post in posts:
        for kind, value in post.blocks:
            if kind == "p":
                out += [s for s in re.split(r"(?<=[.!?])\s+", source.plain(value)) if 20 < len(s) < 160]
    return out


class Blog:
    def __init__(self, form, seed=1):
        self.form, self.lang = form, form.lang
        self.random = random.Random(f"{form.name} {seed}")
        self.posts = read(form.lang)
        pool = sentences(self.posts)
        for i, post in enumerate(self.posts):
            post.number, post.path = i + 1, f"/notes/{i + 1:04}.html"
            count = (3, 0, 5, 1, 2, 4, 2, 6, 0, 3)[i % 10] if form.talk else 0
            post.comments = [self.comment(post, n, pool) for n in range(count)]
        self.markup = source.Html(lambda a: "/notes/0001.html" if a.startswith("post:") else a)
        self.by_slug = {}

    def comment(self, post, number, pool):
        when = post.date.replace(tzinfo=None) + datetime.timedelta(hours=5 + 9 * number, minutes=self.random.randrange(60))
        text = " ".join(self.random.sample(pool, self.random.choice((1, 1, 2, 2, 3))))
        return source.Comment(self.random.choice(words.NAMES[self.lang]), when, 0, text)

    def entry(self, post):
        form = self.form
        head = form.head(self, post) if form.head else ""
        foot = form.foot(self, post) if form.foot else ""
        return SHELLS[form.shell](self, post, self.markup.article(post.blocks), head, foot)

    def page(self, post):
        return self.frame(post.title, self.entry(post), self.talk_of(post))

    def talk_of(self, post):
        return self.form.talk(self, post) if self.form.talk else ""

    def frame(self, title, middle, talk=""):
        links = "".join(f'<a href="{p.path}">{escape(p.title, quote=False)}</a><br>\n' for p in self.posts[-4:])
        name = f"{words.NAMES[self.lang][4]} &amp; Co"
        beside = (f'<b>{words.NAMES[self.lang][5]}</b><br>\n{links}<form action="/find"><input name="q"></form>'
                  '<a href="/index.rss">RSS</a>')
        head = (f'<html><head><meta charset="utf-8"><title>{escape(title, quote=False)} - {name}</title>\n'
                '<link rel="alternate" type="application/rss+xml" href="/index.rss"></head>\n<body>\n')
        if self.form.shell != "divisions":
            return (f'{head}<table width="800"><tr><td colspan="2"><a href="/"><font size="6">{name}</font></a></td></tr>\n'
                    f'<tr valign="top"><td width="150">{beside}</td><td width="650">\n{middle}\n{talk}\n</td></tr>\n'
                    '<tr><td colspan="2"><font size="1">(c) 2003-2011. 800 x 600.</font></td></tr></table>\n</body></html>\n')
        return (f'{head}<div><a href="/">{name}</a></div>\n<div><div>\n{middle}\n{talk}\n</div>\n<div>{beside}</div></div>\n'
                '<div>(c) 2003-2011. 800 x 600.</div>\n</body></html>\n')

    def day_line(self, post):
        return f"{words.long_day(post.date, self.lang)}"

    def files(self):
        out = {p.path: self.page(p) for p in self.posts}
        listed = "\n".join(self.entry(p) for p in reversed(self.posts[-4:]))
        out["/index.html"] = self.frame("Home", listed)
        out["/about.html"] = self.frame("About", "<p>" + " ".join(sentences(self.posts)[:4]) + "</p>")
        fed = list(reversed(self.posts))[:IN_FEED]
        origin = f"http://{self.host()}"
        items = "".join(self.item(origin, p) for p in fed)
        out["/index.rss"] = feeds.rss(origin, "/", "/index.rss", "Notes", "Notes", items)
        return {k: v.encode() for k, v in out.items()}

    def item(self, origin, post):
        full, day = self.markup.article(post.blocks), feeds.rfc822(feeds.utc(post.date))
        if self.form.feed == "summary":
            full = "<p>" + escape(source.excerpt_of(post, 200)) + "</p>"
        if self.form.feed == "cut":
            full = self.markup.article(post.blocks[:max(1, len(post.blocks) // 2)]) + "<p>[...]</p>"
        stamp = f"<pubDate>{day}</pubDate>" if self.form.feed_days else ""
        return (f"<item><title>{escape(post.title)}</title><link>{origin}{post.path}</link>{stamp}"
                f"<description>{escape(full)}</description></item>\n")

    def host(self):
        return re.sub(r"[^a-z0-9]+", "-", self.form.name.lower()).strip("-") + ".example"

    def truth(self):
        fed = {p.slug for p in list(reversed(self.posts))[:IN_FEED]}
        return [source.truth_of(p, p.slug in fed) for p in self.posts]

    def manifest(self):
        return {"host": self.host(), "blog": self.host(), "start": f"http://{self.host()}/", "feed_path": "/index.rss",
                "all_feeds": [{"path": "/index.rss", "file": "/index.rss", "type": "rss"}], "language": self.lang,
                "post_url_regex": r"^/notes/\d+\.html$"}


def in_tables(blog, post, text, head, foot):
    title = escape(post.title, quote=False)
    day = f"<br><font size=1>{blog.day_line(post)}</font>" if blog.form.days else ""
    return (f'<table width="100%"><tr><td bgcolor="#eee"><font size="4"><b>{title}</b></font>{day}</td></tr>\n'
            f'<tr><td>{head}{text}{foot}</td></tr></table>')


def in_divisions(blog, post, text, head, foot):
    day = f"<div>{blog.day_line(post)}</div>" if blog.form.days else ""
    return f"<div><h2>{escape(post.title, quote=False)}</h2>{day}<div>{head}{text}{foot}</div></div>"


def bare(blog, post, text, head, foot):
    """No element of its own: the text stands beside its title, its day and its comments."""
    day = f"<i>{blog.day_line(post)}</i><br>" if blog.form.days else ""
    return f"<b>{escape(post.title, quote=False)}</b><br>{day}<br>\n{head}{text}{foot}\n"


def as_lines(text):
    """Paragraphs as lines that <br> ends."""
    return re.sub(r"</p>\s*", "<br><br>\n", text.replace("<p>", ""))


def bare_lines(blog, post, text, head, foot):
    return bare(blog, post, as_lines(text), head, foot)


def lines(blog, post, text, head, foot):
    return in_tables(blog, post, as_lines(text), head, foot)


SHELLS = {"tables": in_tables, "divisions": in_divisions, "lines": lines, "bare": bare, "bare_lines": bare_lines}
