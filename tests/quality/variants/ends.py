# SPDX-License-Identifier: Apache-2.0
"""What ends an article and is not its text, in containers that no name tells from the article's paragraphs."""
import datetime
from html import escape
from urllib.parse import quote

from . import words


def own(post):
    return escape(post.title, quote=False)


def near(blog, post):
    return [p for p in blog.posts if abs(p.number - post.number) == 1]


def others(blog, post):
    """Three other posts, another choice for each."""
    rest = [p for p in blog.posts if p is not post]
    return [rest[(post.number * step) % len(rest)] for step in (2, 5, 7)]


def signed(blog, post):
    say = words.ENDS[blog.lang]
    return [say["posted"].format(n=post.author, d=blog.day_line(post), t=f"{post.date:%H:%M}")]


def signed_linked(blog, post):
    return [f"{words.BY[blog.lang]} {post.author} | <a href='{post.path}'>{post.date:%H:%M}</a> | <a href='{post.path}#talk'>#</a>"]


def shares(blog, post):
    """Links whose addresses hold the page's."""
    page = quote(f"http://{blog.host()}{post.path}", safe="")
    places = (("Facebook", "https://www.facebook.example/sharer.php?u="), ("Twitter", "https://twitter.example/share?url="),
              ("E-Mail", f"mailto:?subject={quote(post.title)}&body="))
    links = " ".join(f"<a href='{href}{page}'>{name}</a>" for name, href in places)
    return [f"{words.ENDS[blog.lang]['share']}: {links}"]


def buttons(blog, post):
    """Buttons without addresses."""
    say = words.ENDS[blog.lang]
    return [say["share"], " ".join(f"<a href='#' onclick='go(1)'>{name}</a>" for name in ("Facebook", "Twitter", "Pinterest", say["print"]))]


def related(blog, post):
    return [f"<b>{words.ENDS[blog.lang]['related']}</b>"] + [f"<a href='{p.path}'>{own(p)}</a>" for p in others(blog, post)]


def steps(blog, post):
    before, after = words.ENDS[blog.lang]["steps"]
    return [" | ".join(f"<a href='{p.path}'>{before if p.number < post.number else after} {own(p)}</a>" for p in near(blog, post))]


def bare_steps(blog, post):
    """Each link in its line, labelled outside of it."""
    before, after = words.ENDS[blog.lang]["steps"]
    return [f"{before if p.number < post.number else after} <a href='{p.path}'>{own(p)}</a>" for p in near(blog, post)]


def call(blog, _):
    return [words.ENDS[blog.lang]["call"]]


def some_call(blog, post):
    """On a third of the posts, one of them in the feed."""
    return [words.ENDS[blog.lang]["call"]] if post.number % 3 == 0 else []


def filed(blog, post):
    links = ", ".join(f"<a href='/cgi/list?w={quote(t)}'>{escape(t)}</a>" for t in post.tags)
    return [f"{words.ENDS[blog.lang]['filed']} {links}"]


def filed_on(blog, post):
    """Words without links, and the day."""
    return [f"{words.ENDS[blog.lang]['filed']} {', '.join(post.tags)} ({words.short_day(post.date, blog.lang)})"]


def bio(blog, post):
    return [f"<b>{post.author}</b>", words.ENDS[blog.lang]["bio"].format(n=post.author)]


def bios(blog, post):
    """Two authors, each with a text of their own."""
    say = words.ENDS[blog.lang]
    name = words.NAMES[blog.lang][1 + 4 * (post.number % 2)]
    return [f"<b>{name}</b>", say[("bio", "bio2")[post.number % 2]].format(n=name)]


def donate(blog, _):
    say = words.ENDS[blog.lang]["donate"]
    return [say[0], f"<a href='https://pay.example/{blog.host()}'>{say[1]}</a>"]


def talks(blog, post):
    count = (0, 3, 1, 12, 2)[post.number % 5]
    text = words.TALK[blog.lang][0].format(c=count) if count else words.ADD[blog.lang]
    return [f"<a href='/talk.cgi?id={post.number}'>{text}</a>"]


def licence(blog, post):
    return [words.ENDS[blog.lang]["licence"].format(t=f"<a href='{post.path}'>{own(post)}</a>")]


def updated(blog, post):
    day = words.long_day(post.date + datetime.timedelta(days=3 * post.number), blog.lang)
    return [f"<i>{words.ENDS[blog.lang]['updated'].format(d=day)}</i>"]


def counted(blog, post):
    return [words.ENDS[blog.lang]["counted"].format(c=17 + 131 * post.number)]


def permanent(blog, post):
    return [f"<a href='{post.path}'>{words.ENDS[blog.lang]['permanent']}</a>"]


def several(blog, post):
    return signed(blog, post) + filed(blog, post) + shares(blog, post) + related(blog, post) + steps(blog, post)


KINDS = [signed, signed_linked, shares, buttons, related, steps, bare_steps, call, some_call, filed, filed_on, bio, bios, donate,
         talks, licence, updated, counted, permanent, several]


def in_paragraphs(lines):
    return "\n" + "\n".join(f"<p>{x}</p>" for x in lines)


def in_lines(lines):
    return "<br>\n" + "<br>\n".join(lines) + "<br>"


def in_table(lines):
    return "\n<table width='100%'>" + "".join(f"<tr><td><font size='1'>{x}</font></td></tr>\n" for x in lines) + "</table>"


def in_divisions(lines):
    return "\n<div class='flex mt-4'>" + "".join(f"<div class='text-sm'>{x}</div>\n" for x in lines) + "</div>"


def in_list(lines):
    return "\n<ul>" + "".join(f"<li>{x}</li>\n" for x in lines) + "</ul>"


HOLDERS = [in_paragraphs, in_lines, in_table, in_divisions, in_list]


def foot(kind, holder):
    def write(blog, post):
        lines = kind(blog, post)
        return holder(lines) if lines else ""
    return write
