# SPDX-License-Identifier: Apache-2.0
"""Comments as old programs wrote them: in tables, in cells, as lines in one cell; without names of elements."""
from html import escape

from . import words


def said(c):
    return escape(c.text, quote=False)


def line(blog, c, day=words.long_day):
    return words.TALK[blog.lang][1].format(n=c.author, d=day(c.date, blog.lang), t=f"{c.date:%H:%M}")


def stamp(blog, c):
    return f"{words.short_day(c.date, blog.lang)} {c.date:%H:%M}"


def text_then_line(b, cs):
    return "<table width='100%'>" + "".join(
        f"<tr><td><font size=2>{said(c)}</font></td></tr><tr><td align=right><font size=1>{line(b, c)}</font></td></tr>\n" for c in cs) + "</table>"


def line_then_text(b, cs):
    return "<table width='100%'>" + "".join(
        f"<tr><td bgcolor='#ddd'><b>{c.author}</b>, {words.long_day(c.date, b.lang)} {c.date:%H:%M}</td></tr><tr><td>{said(c)}</td></tr>\n" for c in cs) + "</table>"


def two_cells(b, cs):
    return "<table border=1>" + "".join(
        f"<tr><td width=120 valign=top><b>{c.author}</b><br><font size=1>{stamp(b, c)}</font></td><td>{said(c)}</td></tr>\n" for c in cs) + "</table>"


def table_each(b, cs):
    return "".join(
        f"<table width='100%' border=0><tr><td bgcolor='#cce'>{line(b, c)}</td></tr><tr><td>{said(c)}</td></tr></table><br>\n" for c in cs)


def table_in_cell(b, cs):
    return "<table width='100%'>" + "".join(
        f"<tr><td><table width='100%'><tr><td bgcolor='#eef'><font size=1>{b_by(b, c)}</font></td></tr><tr><td>{said(c)}</td></tr></table></td></tr>\n" for c in cs) + "</table>"


def b_by(b, c):
    return f"{words.BY[b.lang]} <b>{c.author}</b> ({stamp(b, c)})"


def one_cell_each(b, cs):
    return "<table>" + "".join(
        f"<tr><td><b>{c.author}</b><br><font size=1>{words.long_day(c.date, b.lang)}, {c.date:%H:%M}</font><br><br>{said(c)}</td></tr>\n" for c in cs) + "</table>"


def lines_in_cell(b, cs):
    return "<table><tr><td>" + "<hr>".join(f"{said(c)}<br>{line(b, c)}" for c in cs) + "</td></tr></table>"


def paragraphs(b, cs):
    return "".join(f"<p>{said(c)}</p>\n<p><font size=1>{line(b, c)}</font></p>\n" for c in cs)


def numbered(b, cs):
    return "<table width='100%' cellspacing=0>" + "".join(
        f"<tr bgcolor='#eee'><td width=30>#{i}</td><td><a href='mailto:x@y.example'>{c.author}</a></td><td align=right>{stamp(b, c)}</td></tr>"
        f"<tr><td colspan=3>{said(c)}</td></tr>\n" for i, c in enumerate(cs, 1)) + "</table>"


def three_rows(b, cs):
    return "<table width='100%'>" + "".join(
        f"<tr><td><b>{c.author}</b></td></tr><tr><td><font size=1>{stamp(b, c)}</font></td></tr><tr><td>{said(c)}<hr></td></tr>\n" for c in cs) + "</table>"


def guest_book(b, cs):
    n, d, t = words.FIELDS[b.lang]
    return "<table border=1>" + "".join(
        f"<tr><td>{n}:</td><td>{c.author}</td></tr><tr><td>{d}:</td><td>{stamp(b, c)}</td></tr><tr><td>{t}:</td><td>{said(c)}</td></tr>\n" for c in cs) + "</table>"


def at_sign(b, cs):
    return "<table><tr><td>" + "".join(f"<p>{said(c)}<br><b>{c.author}</b> @ {stamp(b, c)}</p>\n" for c in cs) + "</td></tr></table>"


def spacer(b, cs):
    return "<table width='100%'>" + "".join(
        f"<tr><td width={20 * (i % 3)}><img src='/x.gif' width={20 * (i % 3)} height=1></td><td><b>{c.author}</b> <font size=1>{stamp(b, c)}</font><br>{said(c)}</td></tr>\n"
        for i, c in enumerate(cs)) + "</table>"


def says(b, cs):
    return "<table>" + "".join(
        f"<tr><td><i>{words.SAYS[b.lang].format(n=c.author)}</i></td></tr><tr><td>{said(c)}</td></tr><tr><td><font size=1>{stamp(b, c)}</font></td></tr>\n" for c in cs) + "</table>"


def divisions(b, cs):
    return "<div>" + "".join(f"<div><div>{line(b, c)}</div><div>{said(c)}</div></div>\n" for c in cs) + "</div>"


LAYOUTS = [text_then_line, line_then_text, two_cells, table_each, table_in_cell, one_cell_each, lines_in_cell, paragraphs, numbered,
           three_rows, guest_book, at_sign, spacer, says, divisions]


def steps(blog, post):
    """Links to the posts before and after."""
    near = [p for p in blog.posts if abs(p.number - post.number) == 1]
    return "<p>" + " | ".join(f'<a href="{p.path}">{escape(p.title, quote=False)}</a>' for p in near) + "</p>"


def signed(blog, post):
    """The line that ends a post."""
    count = words.TALK[blog.lang][0].format(c=len(post.comments))
    return f"<br><font size=1>{words.BY[blog.lang]} {post.author} | <a href='{post.path}'>{post.date:%H:%M}</a> | <a href='{post.path}#talk'>{count}</a></font><br>"


def bold(b, text):
    return f"<p><b>{text}</b></p>"


def in_row(b, text):
    return f"<table width='100%'><tr><td bgcolor='#cdb'>{text}</td></tr></table>"


def heading(b, text):
    return f"<h3>{text}</h3>"


def talk(layout, head, numbered_head, form):
    """The whole discussion of a page: a heading, the comments, a form or a link to one."""
    def write(blog, post):
        words_of = words.TALK[blog.lang]
        if not post.comments:
            top = bold(blog, words.NONE_YET[blog.lang]) if head else ""
        else:
            top = head(blog, (words_of[0] if numbered_head else words_of[2]).format(c=len(post.comments))) if head else "<hr>"
        add = words.ADD[blog.lang]
        end = (f"<form action='/say.cgi' method=post><b>{add}</b><br><input name=n><br><textarea name=t></textarea><input type=submit></form>"
               if form else f"<p><a href='/say.cgi?id={post.number}'>{add}</a></p>")
        return top + (layout(blog, post.comments) if post.comments else "") + end
    return write
