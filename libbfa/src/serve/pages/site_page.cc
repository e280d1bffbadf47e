// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/site_page.h"

#include <algorithm>
#include <chrono>

#include "base/markup_escape.h"
#include "bfa/base/version.h"
#include "bfa/object/filters.h"
#include "bfa/text/utf8.h"
#include "serve/data/replies.h"
#include "serve/pages/assets.h"

namespace bfa::pages {
namespace {

std::string archive_title(const SiteContext& context) {
  const ArchiveSiteOptions& options = *context.options;
  if (!options.title.empty()) return options.title;
  std::string folder = options.archive;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const std::string name = folder.substr(folder.rfind('/') + 1);
  return name.empty() || name == "." ? "Blog archive" : name;
}

Markup head_of(const SiteContext& context, const PageParts& page) {
  Markup out = element("meta", {{"charset", "utf-8"}});
  out += element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  out += element("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  const std::string site = archive_title(context);
  out += element("title", {}, page.title.empty() ? site : shortened_text(page.title, 120) + " - " + site);
  out += element("link", {{"rel", "icon"}, {"href", asset_address("icon.svg")}, {"type", "image/svg+xml"}});
  out += element("link", {{"rel", "stylesheet"}, {"href", asset_address("site.css")}});
  out += page.links;
  for (const std::string_view script : page.scripts)
    out += element("script", {{"src", asset_address(script)}, MarkupAttribute("defer")});
  return out;
}

Markup header_of(const SiteContext& context, const PageParts& page) {
  struct Entry {
    std::string_view address, name;
  };
  constexpr Entry kEntries[] = {{"/", "Blogs"},
                                {"/changes", "Changes"},
                                {"/live", "Live"},
                                {"/search", "Search"},
                                {"/report", "Figures"}};
  Markup entries;
  for (const Entry& entry : kEntries) {
    const bool here = page.current == entry.address;
    entries += element(
        "li", {},
        element("a", {{"href", std::string(entry.address)}, if_set("aria-current", here ? "page" : "")},
                entry.name));
  }
  const Markup box = element(
      "form", {{"class", "search"}, {"action", "/search"}, {"role", "search"}, {"aria-label", "The archive"}},
      page.search_blog.empty()
          ? Markup()
          : element("input", {{"type", "hidden"}, {"name", "blog"}, {"value", page.search_blog}}),
      element("label", {{"for", "site-search"}, {"class", "hidden"}},
              page.search_blog.empty() ? "Search the archive" : "Search this blog"),
      element("input",
              {{"id", "site-search"},
               {"name", "q"},
               {"type", "search"},
               {"value", page.search},
               {"placeholder", page.search_blog.empty() ? "Search all versions" : "Search this blog"},
               {"maxlength", "4096"}}),
      element("button", {}, "Search"));
  return element("header", {{"class", "site"}},
                 element("div", {{"class", "bar"}},
                         element("a", {{"class", "name"}, {"href", "/"}, {"dir", "auto"}},
                                 shortened_text(archive_title(context), 60)),
                         element("nav", {{"aria-label", "Archive"}}, element("ul", {}, entries)),
                         page.current == "/search" ? Markup() : box));
}

Markup footer_of(const SiteContext& context) {
  return element(
      "footer", {{"class", "site"}},
      element("p", {}, "Times are UTC unless the text names another zone. Shown: the archive as of step ",
              grouped(context.step), ". ", link("/api/v1/openapi.json", "Interface for programs"),
              ". libbfa ", version(), "."));
}

std::string moment_part(const std::string& text, std::size_t from, std::size_t length) {
  return text.size() > from ? text.substr(from, length) : std::string();
}

// HTML wants years of four digits in `datetime`.
bool is_valid_datetime(std::string_view text) {
  return text.size() >= 4 && text.find_first_not_of("0123456789") >= 4 &&
         (text.size() == 4 || text[4] == '-') && text.substr(0, 4) != "0000";
}

Markup time_with(const std::string& datetime, std::string_view shown) {
  if (!is_valid_datetime(datetime)) return element("span", {}, shown);
  return element("time", {{"datetime", datetime}}, shown);
}

}  // namespace

ServeReply page_reply(const SiteContext& context, const ServeRequest& request, const PageParts& page) {
  const Markup heading = page.heading.empty() ? foreign(page.title) : page.heading;
  const Markup body =
      element("body", {}, element("a", {{"class", "skip"}, {"href", "#content"}}, "Skip to the content"),
              header_of(context, page),
              element("main", {{"id", "content"}, {"tabindex", "-1"}},
                      element("div", {{"class", "head"}}, element("h1", {}, heading), page.lead), page.main),
              footer_of(context));
  const Markup html = element("html", {{"lang", "en"}}, element("head", {}, head_of(context, page)), body);
  ServeReply reply = html_reply(page.status, "<!DOCTYPE html>\n" + html.html() + "\n");
  reply.set("Cache-Control", "no-cache");
  answer_conditionally(request, reply);
  return reply;
}

ServeReply error_page(const SiteContext& context, const ServeRequest& request, int status,
                      std::string_view title, std::string_view sentence, const Markup& after) {
  PageParts page;
  page.status = status;
  page.title = title;
  page.main = markup_of(
      element("p", {{"class", "sentence"}, {"dir", "auto"}}, sentence_text(sentence, 400)), after,
      element("p", {}, link("/", "All blogs of the archive"), " or ", link("/search", "search in it"), "."));
  ServeReply reply = page_reply(context, request, page);
  if (status == 503) reply.set("Retry-After", "2");
  return reply;
}

ServeReply error_page(const SiteContext& context, const ServeRequest& request, const Error& error) {
  const int status = status_of(error);
  std::string sentence = error.message;
  if (!error.where.empty()) sentence += ": " + error.where;
  const char* title = "Something went wrong";
  if (status == 400) title = "This cannot be answered";
  if (status == 404) title = "Not in the archive";
  if (status == 503) title = "Not just now";
  return error_page(context, request, status, title, sentence);
}

Markup sentence_text(std::string_view text, std::size_t characters) {
  return Markup::trusted(escaped_with_times(shortened_text(text, characters)));
}

Markup older_notice(const SiteContext& context, std::uint64_t step) {
  if (step >= context.step) return {};
  return notice(
      "plain",
      markup_of("The numbers are of step ", grouped(step), ". ", counted(context.step - step, "step"),
                " came since, and are counted now: load the page again for the newest numbers."));
}

Markup time_element(UtcTime time) {
  const std::string text = format_rfc3339(std::chrono::floor<std::chrono::seconds>(time));
  const std::size_t mark = text.find('T');
  return time_with(text, moment_part(text, 0, mark) + " " + moment_part(text, mark + 1, 5));
}

Markup day_element(UtcTime time) {
  const std::string text = format_rfc3339(std::chrono::floor<std::chrono::seconds>(time));
  return time_with(text, moment_part(text, 0, text.find('T')));
}

Markup timestamp_element(const Timestamp& time) {
  const std::string text = format_timestamp(time);
  const std::size_t mark = text.find('T');
  if (mark == std::string::npos) return time_with(text, text);
  std::string shown = text.substr(0, mark) + " " + moment_part(text, mark + 1, 5);
  if (time.offset.count() != 0 && text.size() > 6) shown += " (UTC" + text.substr(text.size() - 6) + ")";
  if (time.precision == TimePrecision::kLocalTime) shown += " (local time)";
  return time_with(text, shown);
}

Markup timestamp_text_element(std::string_view text) {
  if (text.empty()) return {};
  const auto time = parse_timestamp(text);
  return time ? timestamp_element(*time) : element("span", {}, shortened_text(text, 40));
}

std::string language_tag(std::string_view language) {
  const bool letters = language.size() >= 2 && language.size() <= 35 &&
                       language.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789-") == std::string_view::npos;
  const std::size_t first = std::min(language.find('-'), language.size());
  return letters && (first == 2 || first == 3) ? std::string(language) : std::string();
}

Markup foreign(std::string_view text, std::string_view language) {
  return element("bdi", {{"dir", "auto"}, if_set("lang", language_tag(language))}, text);
}

std::string shortened_text(std::string_view text, std::size_t characters) {
  std::string out;
  std::size_t count = 0, at = 0;
  const std::string shown = shown_text(text);
  while (at < shown.size()) {
    if (++count > characters) return out + "\xe2\x80\xa6";
    const std::size_t from = at;
    (void)next_code_point(shown, at);
    out.append(shown, from, at - from);
  }
  return out;
}

Markup title_text(std::string_view title, std::string_view url, std::string_view language) {
  constexpr std::size_t kMost = 160;
  const std::string clean = collapse_space(shown_text(title));
  if (!clean.empty()) return foreign(shortened_text(clean, kMost), language);
  return element("bdi", {{"class", "address"}},
                 shortened_text(url.empty() ? "(without a title)" : url, kMost));
}

Markup marked_text(std::string_view text, const std::vector<std::pair<std::size_t, std::size_t>>& marks,
                   std::size_t characters) {
  Markup out;
  std::size_t left = characters;
  const auto part = [&](std::string_view piece) {
    const std::string shown = shortened_text(piece, left);
    left -= std::min(left, count_code_points(piece));
    return shown;
  };
  std::size_t at = 0;
  for (const auto& [begin, end] : marks) {
    if (begin < at || end <= begin || end > text.size()) continue;
    if (left == 0) break;
    out.add(part(text.substr(at, begin - at)));
    if (left > 0) out += element("mark", {}, part(text.substr(begin, end - begin)));
    at = end;
  }
  if (left > 0) out.add(part(text.substr(at)));
  return out;
}

Markup comment_title(std::string_view author, std::string_view title, std::string_view post,
                     std::string_view type) {
  const Markup on = title_text(title, post);
  const std::string words = comment_words(type, !author.empty());
  if (author.empty()) return markup_of(words, on);
  return markup_of(words, foreign(shortened_text(author, 60)), " on ", on);
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  const std::string plural = many.empty() ? std::string(one) + "s" : std::string(many);
  return grouped(count) + " " + (count == 1 ? std::string(one) : plural);
}

Markup link(const std::string& address, std::string_view text) {
  return element("a", {{"href", address}}, text);
}

Markup link(const std::string& address, const Markup& content) {
  return element("a", {{"href", address}}, content);
}

Markup badge(std::string_view kind, std::string_view text) {
  return element("span", {{"class", "badge " + std::string(kind)}}, text);
}

Markup verdict_badge(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNew:
      return badge("new", "new");
    case Verdict::kContent:
      return badge("edited", "edited");
    case Verdict::kGone:
      return badge("gone", "gone");
    case Verdict::kBack:
      return badge("new", "back");
    case Verdict::kMoved:
      return badge("moved", "moved");
    case Verdict::kReread:
      return badge("plain", "read anew");
    case Verdict::kBoilerplate:
      return badge("plain", "page around it");
    case Verdict::kNone:
      break;
  }
  return badge("plain", "unchanged");
}

Markup notice(std::string_view kind, const Markup& content) {
  return element("p", {{"class", "notice " + std::string(kind)}}, content);
}

Markup section(const std::string& id, std::string_view heading, const Markup& content) {
  return section(id, Markup::text(heading), content);
}

Markup section(const std::string& id, const Markup& heading, const Markup& content) {
  return element("section", {{"aria-labelledby", id}}, element("h2", {{"id", id}}, heading), content);
}

Markup pager(const std::string& first, const std::string& next, std::string_view next_text) {
  if (first.empty() && next.empty()) return {};
  Markup out;
  if (!first.empty()) out += element("a", {{"href", first}, {"class", "button"}}, "Back to the first");
  if (!next.empty()) out += element("a", {{"href", next}, {"class", "button"}, {"rel", "next"}}, next_text);
  return element("nav", {{"class", "pager"}, {"aria-label", "More of this list"}}, out);
}

Result<std::optional<UtcTime>> moment_of(std::string_view text) {
  if (text.empty()) return std::optional<UtcTime>();
  const auto time = parse_timestamp(text);
  if (!time) {
    return Error{Code::kInvalidArgument,
                 "not a time: '" + shortened_text(text, 60) +
                     "' (wanted: 2026-01-31T10:00:00Z, 2026-01-31, 2026-01 or 2026)",
                 {},
                 -1};
  }
  return std::optional(last_instant_of(*time));
}

std::string moment_text(UtcTime time) {
  return format_rfc3339(std::chrono::floor<std::chrono::seconds>(time));
}

}  // namespace bfa::pages
