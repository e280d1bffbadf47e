// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/web_pages.h"

#include <chrono>

#include "base/counted.h"
#include "base/markup_escape.h"
#include "base/try.h"
#include "serve/data/query_string.h"
#include "serve/data/replies.h"
#include "serve/programs/web_address.h"

namespace bfa {
namespace {

// Of the banner: what the archived page's style sheets say of such elements does not count.
constexpr std::string_view kBox =
    "all:initial!important;display:block!important;position:relative!important;z-index:2147483647!important;"
    "box-sizing:border-box!important;width:100%!important;padding:.5em 1em!important;background:#fff8dc"
    "!important;color:#222!important;border-bottom:2px solid #b8860b!important;font:14px/1.5 sans-serif"
    "!important;text-align:left!important";
constexpr std::string_view kLink =
    "all:initial!important;font:inherit!important;color:#00498c!important;text-decoration:underline!"
    "important;"
    "cursor:pointer!important";

constexpr std::string_view kPageStyle =
    "html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font:15px/1.5 sans-serif;"
    "color:#222;background:#fff}header,main{padding:.5em 1em}header{background:#fff8dc;border-bottom:2px "
    "solid "
    "#b8860b}h1{font-size:1.1em;margin:0}p{margin:.2em 0}.url{overflow-wrap:anywhere}a{color:#00498c}"
    "iframe{flex:1;border:0;width:100%;min-height:20em;background:#fff}@media(prefers-color-scheme:dark){"
    "body{background:#111;color:#ddd}header{background:#2b2410}a{color:#8ec5ff}}@media "
    "print{iframe{min-height:"
    "90vh}}";

std::string readable(UtcTime time) {
  std::string text = format_rfc3339(std::chrono::floor<std::chrono::seconds>(time));
  std::string shown = text.substr(0, text.find('T')) + " " + text.substr(text.find('T') + 1);
  shown.replace(shown.find('Z'), 1, " UTC");
  return "<time datetime=\"" + text + "\">" + shown + "</time>";
}

std::string link(std::string_view address, std::string_view text, std::string_view style) {
  std::string out = "<a href=\"" + escaped_markup(address) + "\"";
  if (!style.empty()) out += " style=\"" + std::string(style) + "\"";
  return out + ">" + std::string(text) + "</a>";
}

std::string span_text(std::chrono::microseconds span) {
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(span).count();
  if (hours >= 48) return std::to_string(hours / 24) + " days";
  if (hours >= 2) return std::to_string(hours) + " hours";
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(span).count();
  return seconds >= 120 ? std::to_string(seconds / 60) + " minutes"
                        : counted(static_cast<std::uint64_t>(seconds), "second", "seconds");
}

// How far apart in time the page and its parts lie.
std::string parts_text(const IndexedCapture& capture, const ReplayedCapture& replayed) {
  if (replayed.parts.empty()) return "It names no parts of its own.";
  std::string text = counted(replayed.parts.size(), "part", "parts");
  if (replayed.earliest) {
    const UtcTime first = std::min(*replayed.earliest, capture.time);
    const UtcTime last = std::max(*replayed.latest, capture.time);
    text += ", captured from " + readable(*replayed.earliest) + " to " + readable(*replayed.latest);
    text += "; with the page they lie " + span_text(last - first) + " apart";
  }
  if (replayed.missing != 0)
    text += "; <strong>" + std::to_string(replayed.missing) + " not archived</strong>";
  return text + ".";
}

// Links to the captures around this one.
std::string neighbours_text(const CaptureNeighbours& around, const std::string& url, std::string_view style,
                            const auto& address) {
  std::string text;
  const auto add = [&](const std::optional<IndexedCapture>& capture, std::string_view name) {
    if (!capture) return;
    text += (text.empty() ? "" : " | ") + link(address(*capture), name, style);
  };
  if (around.count > 1) add(around.first, "first");
  add(around.previous, "previous");
  add(around.next, "next");
  if (around.count > 1) add(around.last, "last");
  text += (text.empty() ? "" : " | ") +
          link("/web/*/" + url,
               (around.count == 1 ? "" : "all ") + counted(around.count, "capture", "captures"), style);
  return text;
}

std::string page_of(std::string_view title, std::string_view body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\"><title>" +
         escaped_markup(title) + "</title><link rel=\"stylesheet\" href=\"/view.css\"></head><body>" +
         std::string(body) + "</body></html>\n";
}

}  // namespace

Result<std::string> replay_banner(const SiteContext& context, const std::string& url,
                                  const IndexedCapture& capture, const ReplayedCapture& replayed) {
  BFA_ASSIGN_OR_RETURN(const auto around, neighbours_of(*context.index, capture));
  const auto address = [](const IndexedCapture& other) { return web_address(other.time, {}, other.url); };
  std::string text =
      "<div lang=\"en\" dir=\"ltr\" role=\"region\" aria-label=\"About this capture\" style=\"" +
      std::string(kBox) + "\">Archived page, captured " + readable(capture.time) + ": " +
      escaped_markup(url) + "<br>" + neighbours_text(around, url, kLink, address);
  text += " | " + link("/view?ts=" + format_cdx_time(capture.time) + "&url=" + query_escaped(url),
                       "in a frame, with downloads", kLink);
  if (context.archive->find_object(url))
    text += " | " + link("/post?url=" + query_escaped(url), "the post and its versions", kLink);
  text += "<br>" + parts_text(capture, replayed);
  if (!replayed.left_out.empty()) text += " Left out: " + replayed.left_out + ".";
  return text + "</div>";
}

std::string rebuilt_banner(const std::string& url, UtcTime at, const RebuiltPage& rebuilt) {
  std::string text = "<div lang=\"en\" dir=\"ltr\" role=\"region\" aria-label=\"About this page\" style=\"" +
                     std::string(kBox) + "\"><strong>Put together, not captured:</strong> " +
                     escaped_markup(url) + " as it may have looked at " + readable(at) + ".<br>Content: ";
  switch (rebuilt.source) {
    case RebuiltPage::Source::kVersion:
      text += "version " + std::to_string(rebuilt.version) + " of the object, seen " +
              readable(rebuilt.source_time);
      break;
    case RebuiltPage::Source::kEntry:
      text += "an entry of the feed " + escaped_markup(rebuilt.source_url) + ", fetched " +
              readable(rebuilt.source_time);
      break;
    case RebuiltPage::Source::kList:
      text += "the entries of the feed " + escaped_markup(rebuilt.source_url) + ", fetched " +
              readable(rebuilt.source_time);
      break;
  }
  if (rebuilt.later) text += " (<strong>later</strong> than the time that was asked for)";
  if (rebuilt.unreadable) {
    const std::string& where = rebuilt.unreadable->where;
    text += ". <strong>The captured page " + escaped_markup(rebuilt.unreadable_url) +
            " cannot be read</strong>: " + escaped_markup(rebuilt.unreadable->message) +
            (where.empty() ? "" : " (" + escaped_markup(where.substr(where.rfind('/') + 1)) + ")");
  }
  if (rebuilt.frame_time) {
    text +=
        ". Around it: " + escaped_markup(rebuilt.frame_url) + ", captured " +
        link(web_address(*rebuilt.frame_time, {}, rebuilt.frame_url), readable(*rebuilt.frame_time), kLink);
  } else {
    text += std::string(". No ") + (rebuilt.unreadable ? "other " : "") + "captured page has a place for it";
  }
  text += ". ";
  if (rebuilt.source == RebuiltPage::Source::kVersion)
    text += link("/post?url=" + query_escaped(url), "the post and its versions", kLink) + " | ";
  text += link("/web/*/" + url, "all captures", kLink);
  return text + "</div>";
}

Result<ServeReply> view_page(const SiteContext& context, const ServeRequest& request, const std::string& url,
                             const IndexedCapture& capture) {
  BFA_ASSIGN_OR_RETURN(const auto replayed, replay_capture(*context.archive, *context.index, capture));
  BFA_ASSIGN_OR_RETURN(const auto around, neighbours_of(*context.index, capture));
  const auto address = [](const IndexedCapture& other) {
    return "/view?ts=" + format_cdx_time(other.time) + "&url=" + query_escaped(other.url);
  };
  const std::string title = replayed.title.empty() ? url : replayed.title;
  std::string body = "<header><h1 dir=\"auto\">" + escaped_markup(title) + "</h1><p class=\"url\">" +
                     escaped_markup(url) + ", captured " + readable(capture.time) + "</p><p>" +
                     neighbours_text(around, url, {}, address);
  body += " | " + link(web_address(capture.time, {}, capture.url), "without the frame", {});
  if (context.archive->find_object(url))
    body += " | " + link("/post?url=" + query_escaped(url), "the post and its versions", {});
  body += " | " + link("/wacz?url=" + query_escaped(url),
                       around.count == 1
                           ? std::string("download with its capture (WACZ)")
                           : "download with all " + std::to_string(around.count) + " captures (WACZ)",
                       {});
  body += "</p><p>" + (replayed.page ? parts_text(capture, replayed) : std::string()) + "</p></header>";
  body += "<iframe sandbox=\"\" title=\"the archived page\" src=\"" +
          escaped_markup(replay_origin_of(request, context.options->replay_port) + request.mount +
                         web_address(capture.time, "mp_", capture.url)) +
          "\"></iframe>";
  ServeReply reply = html_reply(200, page_of(title, body));
  reply.set("Content-Security-Policy",
            "default-src 'none'; style-src 'self'; frame-src 'self' http: https:; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'");
  return reply;
}

ServeReply page_style() {
  ServeReply reply = text_reply(200, std::string(kPageStyle) + "\n");
  reply.set("Content-Type", "text/css; charset=utf-8");
  reply.set("Access-Control-Allow-Origin", "*");
  return reply;
}

KnownOf known_of(const SiteContext& context, const std::string& url) {
  if (context.archive->find_object(url)) return KnownOf::kObject;
  const auto overview = context.overview();
  return overview && (*overview)->owner_of(url) != nullptr ? KnownOf::kBlog : KnownOf::kNothing;
}

std::string not_archived_page(std::string_view url, KnownOf known, UtcTime at) {
  std::string body = "<main><h1>Not in this archive</h1><p class=\"url\">" + escaped_markup(url) +
                     "</p><p>No capture of this address was made. " +
                     link("/", "The archive's start page", {}) + "</p>";
  if (known == KnownOf::kBlog) {
    body += "<p>If a feed of the blog named it, " +
            link("/rebuilt/" + format_cdx_time(at) + "/" + std::string(url),
                 "a page is put together from that entry", {}) +
            ".</p>";
  }
  if (known == KnownOf::kObject) {
    body +=
        "<p>The archive has its content from a feed or another page: " +
        link("/rebuilt/" + format_cdx_time(at) + "/" + std::string(url), "a page put together from it", {}) +
        ", or " + link("/post?url=" + query_escaped(url), "the post and its versions", {}) + ".</p>";
  }
  return page_of("Not in this archive", body + "</main>");
}

std::string nothing_to_rebuild_page(const std::string& url, const IndexedCapture& capture) {
  const std::string type = capture.mime.empty() ? "no stated type" : "the type " + capture.mime;
  return page_of(
      "Nothing to put together",
      "<main><h1>Nothing to put together</h1><p class=\"url\">" + escaped_markup(url) +
          "</p><p>Pages are put together from posts and from entries of feeds, and the archive has "
          "none at this address. It has captures of it, with " +
          escaped_markup(type) + ": " +
          link(web_address(capture.time, {}, capture.url), "that of " + readable(capture.time), {}) +
          ", or " + link("/web/*/" + url, "all of them", {}) + ".</p></main>");
}

std::string unreadable_page(std::string_view url, const Error& error) {
  return page_of("This capture cannot be read",
                 "<main><h1>This capture cannot be read</h1><p class=\"url\">" + escaped_markup(url) +
                     "</p><p>" + escaped_markup(error.message) + "</p><p class=\"url\">" +
                     escaped_markup(error.where) + "</p></main>");
}

std::string incomplete_wacz_page(std::string_view url, std::string_view sentence, std::string_view rest) {
  return page_of("The file would not be complete",
                 "<main><h1>The file would not be complete</h1><p class=\"url\">" + escaped_markup(url) +
                     "</p><p>" + escaped_markup(sentence) + ".</p><p>" +
                     link(rest, "Download the others (WACZ). The file says what it lacks", {}) +
                     ".</p></main>");
}

std::string odd_redirect_page(std::string_view url, std::string_view target) {
  return page_of("This address led elsewhere",
                 "<main><h1>This address led elsewhere</h1><p class=\"url\">" + escaped_markup(url) +
                     "</p><p>When it was captured, it led to what is no http or https address. It is not "
                     "followed:</p><p class=\"url\">" +
                     escaped_markup(target) + "</p></main>");
}

std::string picture_of(std::string_view address, std::string_view title) {
  return page_of(title, "<main><img src=\"" + escaped_markup(address) + "\" alt=\"" + escaped_markup(title) +
                            "\"></main>");
}

}  // namespace bfa
