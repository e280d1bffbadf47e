# SPDX-License-Identifier: Apache-2.0
"""Comments as programs for blogs and for comments write them.

A platform is three strings: what begins the list, one comment, what ends the list. Fields: {n} name, {x} text, {i} number,
{d} day, {s} short day, {t} time, {iso}, {line} "Posted by NAME at DAY", {says} "NAME said:", {on} "On DAY, NAME said:",
{by}, {reply}, {first} the first words, {ln} {ld} {lx} the labels of a guest book.
"""
from html import escape

from . import words

PLATFORMS = {
    "movable_type": ("<div class='comments-body'>", "<p>{x}</p>\n<span class='comments-post'>{line}</span>", "</div>"),
    "movable_type_3": ("", "<div id='c{i}7'><p>{x}</p></div><p class='posted'>{line}</p>\n", ""),
    "typepad": ("", "<a id='c{i}41'></a><p>{x}</p>\n<p class='comment-footer'>{by} <a href='http://x.example/'>{n}</a> | "
                "<a href='#c{i}41'>{d}, {t}</a></p>\n", ""),
    "textpattern": ("<ol>", "<li id='c00{i}2'><p>{x}</p>\n<p class='small'>&#8212; {n} &#183; {d}, {t} &#183; <a href='#c00{i}2'>#</a></p></li>\n", "</ol>"),
    "b2evolution": ("", "<a name='c{i}31'></a><div class='bComment'><div class='bCommentTitle'>{by} {n} [x.example]</div>"
                    "<div class='bCommentText'><p>{x}</p></div><div class='bCommentSmallPrint'><a href='#c{i}31'>{d} @ {t}</a></div></div>\n", ""),
    "livejournal": ("", "<table><tr><td><img src='/x.gif' width=1 height=1></td><td><table width='100%' id='ljcmt{i}3'><tr><td bgcolor='#eee'>"
                    "<a name='t{i}3'></a><b>(no subject)</b> - <span class='ljuser'><a href='http://{i}.x.example/'><b>{n}</b></a></span> - "
                    "{s} {t} (<a href='?thread={i}3#t{i}3'>Link</a>)</td></tr><tr><td>{x}<br>(<a href='?replyto={i}3'>{reply}</a>)</td></tr></table></td></tr></table>\n", ""),
    "dreamwidth": ("", "<div class='dwexpcomment' id='cmt{i}3'><div class='header'><span class='poster'>{by} <span class='ljuser'><a href='/u'><b>{n}</b></a></span></span>"
                   "<span class='datetime'>{s} {t}</span></div><div class='contents'><div class='comment-content'>{x}</div></div>"
                   "<div class='footer'><ul><li><a href='?replyto={i}3'>{reply}</a></li></ul></div></div>\n", ""),
    "blogger_list": ("<dl>", "<dt id='c{i}55'><a name='c{i}55'></a><a href='http://x.example/' rel='nofollow'>{n}</a> {saying}</dt>"
                     "<dd><p>{x}</p></dd><dd><span><a href='#c{i}55'>{d} {t}</a></span></dd>\n", "</dl>"),
    "blogger_2003": ("", "<div class='blogComment'><a name='{i}10'></a>{x}<br><div class='byline'><a href='#{i}10'>#</a> {by} <b>{n}</b> : {t}, {d}</div></div>\n", ""),
    "drupal_4": ("", "<a id='comment-{i}'></a><div class='comment'><h3 class='title'><a href='#comment-{i}'>{first}</a></h3>"
                 "<div class='submitted'>{line}</div><div class='content'><p>{x}</p></div></div>\n", ""),
    "drupal_6": ("", "<a id='comment-{i}'></a><div class='comment odd clear-block'><div class='submitted'>{d} - {t} &mdash; {n}</div>"
                 "<div class='content'><p>{x}</p></div><ul class='links'><li><a href='/comment/reply/{i}'>{reply}</a></li></ul></div>\n", ""),
    "drupal_6_linked": ("", "<a id='comment-{i}'></a><div class='comment clear-block'><div class='submitted'>{d} - {t} {by} <a href='/user/{i}'>{n}</a>.</div>"
                        "<div class='author-data'><strong>Joined:</strong> 2008</div><div class='content'><p>{x}</p></div></div>\n", ""),
    "drupal_7": ("", "<a id='comment-{i}'></a><div class='comment clearfix'><div class='attribution'><div class='submitted'><p class='commenter-name'>"
                 "<span class='username'>{n}</span></p><p class='comment-time'>{d} - {t}</p><p class='comment-permalink'><a href='/comment/{i}#comment-{i}'>Permalink</a></p>"
                 "</div></div><div class='comment-text'><h3><a href='/comment/{i}#comment-{i}'>{first}</a></h3><div class='content'><p>{x}</p></div></div></div>\n", ""),
    "dokuwiki": ("<div class='comment_wrapper'>", "<div class='hentry'><div class='comment_head'><a id='comment__{i}f'></a><span class='vcard author'><span class='fn'>{n}</span></span>, "
                 "<abbr class='published' title='{iso}'>{s} {t}</abbr></div><div class='comment_body entry-content'><p>{x}</p></div></div>\n", "</div>"),
    "board": ("<table>", "<tr><td class='row1'><span class='name'><a name='{i}2'></a><b>{n}</b></span><br><span>Posts: {i}8</span></td>"
              "<td class='row1'><table><tr><td><span>{d} {t}</span></td></tr><tr><td><span class='postbody'>{x}</span></td></tr></table></td></tr>\n", "</table>"),
    "terms": ("<dl>", "<dt><b>{n}</b> ({d})</dt><dd>{x}</dd>\n", "</dl>"),
    "terms_below": ("<dl>", "<dt>{n}</dt><dd>{x}</dd><dd><small>{d}, {t}</small></dd>\n", "</dl>"),
    "says_quote": ("", "<p><b>{says}</b></p><blockquote>{x}</blockquote>\n", ""),
    "on_day_said": ("", "<p>{on}</p><blockquote>{x}</blockquote>\n", ""),
    "isso": ("<div id='isso-root'>", "<div class='isso-comment' id='isso-{i}'><div class='isso-avatar'></div><div class='isso-text-wrapper'><div class='isso-comment-header'>"
             "<span class='isso-author'>{n}</span><span class='isso-spacer'>&bull;</span><a class='isso-permalink' href='#isso-{i}'><time title='{d} {t}' datetime='{iso}'>{d}</time></a></div>"
             "<div class='isso-text'><p>{x}</p></div><div class='isso-comment-footer'><span class='isso-votes'>2</span><a class='isso-reply' href='#'>{reply}</a></div></div></div>\n", "</div>"),
    "remark": ("<div class='remark42'>", "<article class='comment comment_level_0' id='remark42__comment-{i}ab'><div class='comment__info'><img class='comment__avatar' src='/a.png'>"
               "<span class='comment__username'>{n}</span><a class='comment__time' href='#remark42__comment-{i}ab'>{d}, {t}</a><span class='comment__score'>+1</span></div>"
               "<div class='comment__body'><div class='comment__text'><p>{x}</p></div><div class='comment__actions'><button>{reply}</button></div></div></article>\n", "</div>"),
    "giscus": ("<div class='gsc-timeline'>", "<div class='gsc-comment'><div class='color-border-primary'><div class='gsc-comment-header'><a href='https://x.example/u' class='gsc-comment-author'>"
               "<img class='gsc-comment-author-avatar' src='/a.png' width=30 height=30><span class='link-primary'>{n}</span></a>"
               "<a href='https://x.example/d#c-{i}'><time datetime='{iso}' title='{d}'>{d}</time></a></div>"
               "<div class='markdown gsc-comment-content'><p>{x}</p></div></div></div>\n", "</div>"),
    "staticman": ("<section class='js-comments'>", "<article id='comment{i}' class='js-comment comment' itemprop='comment' itemscope itemtype='http://schema.org/Comment'>"
                  "<div class='comment__avatar-wrapper'><img class='comment__avatar' src='/a.png'></div><div class='comment__content-wrapper'>"
                  "<h3 class='comment__author' itemprop='author'><span itemprop='name'>{n}</span></h3><p class='comment__date'><a href='#comment{i}'><time datetime='{iso}'>{d} {t}</time></a></p>"
                  "<div itemprop='text'><p>{x}</p></div></div></article>\n", "</section>"),
    "disqus": ("<div id='disqus_thread'><ul id='post-list' class='post-list'>", "<li class='post' id='post-{i}9'><div class='post-content'><div class='avatar'><img src='/a.png'></div><div class='post-body'>"
               "<header class='comment__header'><span class='post-byline'><span class='author'><a href='https://x.example/by/u'>{n}</a></span></span>"
               "<span class='post-meta'><a href='#comment-{i}9' class='time-ago' title='{d} {t}'>{d}</a></span></header>"
               "<div class='post-body-inner'><div class='post-message'><p>{x}</p></div></div><div class='comment__footer'><menu><li><a href='#'>{reply}</a></li></menu></div></div></div></li>\n", "</ul></div>"),
    "dotclear": ("<dl>", "<dt id='c{i}6'><a href='#c{i}6'>{i}.</a> {d}, {t} {by} {n}</dt><dd><p>{x}</p></dd>\n", "</dl>"),
    "serendipity": ("", "<div id='c{i}4' class='serendipity_comment'><div class='serendipity_commentBody'>{x}</div><div class='serendipity_comment_source'>"
                    "<a class='comment_source_trace' href='#c{i}4'>#{i}</a> <span class='comment_source_author'><b>{n}</b></span> <span class='comment_source_date'>{s} {t}</span> "
                    "(<a class='comment_reply' href='#form'>{reply}</a>)</div></div>\n", ""),
    "nucleus": ("", "<div class='itemcomment id{i}2'><h3><a href='http://x.example/'>{n}</a> {saying}</h3><div class='commentbody'>{x}</div><div class='commentinfo'>{s} {t}</div></div>\n", ""),
    "greymatter": ("", "{x}<br><i>{by} <b>{n}</b> @ {s} {t}</i><p>\n", ""),
    "writeback": ("", "<p><b>{ln}:</b> {n}<br><b>{ld}:</b> {d}<br><b>{lx}:</b> {x}</p>\n", ""),
    "pivot": ("", "<div><a name='u-{i}05'></a>{x}<br><div><b>{n}</b> (<a href='http://x.example/'>URL</a>) - {s} - {t}</div></div>\n", ""),
    "numbers": ("", "<p><span id='cmt_{i}'>{i}</span>. <strong>{n}</strong>\n<br>\n{x}\n</p>\n", ""),
    "numbers_linked": ("", "<p><a name='k{i}'></a>[{i}] <b>{n}</b> (<a href='http://x.example/{i}'>www</a>)<br>{x}</p>\n", ""),
    "haloscan": ("<table>", "<tr><td class='MessageCell'><div>{x}</div><div class='byline'><a href='http://x.example/'>{n}</a> | {s} - {t} | <a href='#{i}81'>#</a></div></td></tr>\n", "</table>"),
    "tdiary": ("<div class='commentlist'>", "<div class='commentator'><span class='canchor'><a href='#c0{i}'>#</a></span> <span class='commentator'>{n}</span> "
               "<span class='commenttime'>({s} {t})</span></div><p>{x}</p>\n", "</div>"),
    "webmention": ("<ul>", "<li class='h-cite'><a class='p-author h-card' href='https://x.example/'><img class='u-photo' src='/a.png'>{n}</a> <a class='u-url' href='https://x.example/{i}'>"
                   "<time class='dt-published' datetime='{iso}'>{d}</time></a><div class='e-content'>{x}</div></li>\n", "</ul>"),
    "valine": ("<div class='vcards'>", "<div class='vcard' id='5c0{i}'><img class='vimg' src='/a.png'><div class='vh'><div class='vhead'><a class='vnick' href='http://x.example/'>{n}</a></div>"
               "<div class='vmeta'><span class='vtime'>{s}</span><span class='vat'>{reply}</span></div><div class='vcontent'><p>{x}</p></div></div></div>\n", "</div>"),
    "kubrick": ("<ol class='commentlist'>", "<li class='alt' id='comment-{i}2'><cite><a href='http://x.example/' rel='external nofollow'>{n}</a></cite> {saying}<br>"
                "<small class='commentmetadata'><a href='#comment-{i}2'>{d}, {t}</a></small><p>{x}</p></li>\n", "</ol>"),
    "diary": ("", "<table width='100%'><tr><td>{x}<br><i>{s} {t} {by} <a href='/home.aspx?u={i}'>{n}</a> - <a href='/reply?{i}'>{reply}</a></i></td></tr></table>\n", ""),
}


def layout(name):
    begin, each, end = PLATFORMS[name]

    def write(blog, comments):
        lang = blog.lang
        out = []
        for i, c in enumerate(comments, 1):
            day, time, text = words.long_day(c.date, lang), f"{c.date:%H:%M}", escape(c.text, quote=False)
            says = words.SAYS[lang].format(n=c.author)
            label = dict(zip(("ln", "ld", "lx"), words.FIELDS[lang]))
            out.append(each.format(
                n=c.author, x=text, i=i, d=day, s=words.short_day(c.date, lang), t=time, iso=f"{c.date:%Y-%m-%dT%H:%M:00Z}",
                line=words.TALK[lang][1].format(n=c.author, d=day, t=time), says=says, saying=says[len(c.author):].strip(),
                on=words.ON[lang].format(d=day, n=c.author), by=words.BY[lang], reply=words.REPLY[lang],
                first=" ".join(text.split()[:4]), **label))
        return begin + "".join(out) + end
    write.__name__ = name
    return write
