// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/object/version.h"
#include "serve/data/site_context.h"
#include "serve/pages/addresses.h"
#include "serve/pages/markup.h"

namespace bfa::pages {

// A page of the site, but for what is on all of them.
struct PageParts {
  std::string title;  // of the window; and the heading, when there is no other
  Markup heading;     // the content of the h1
  Markup lead;        // below the heading
  Markup main;
  std::string_view current;  // the entry of the navigation: "/", "/changes", "/live", "/search", "/report"
  std::string search;        // what stands in the box for searches
  std::string search_blog;   // the box searches this blog only; empty: the archive
  Markup links;              // <link> elements for the head
  std::vector<std::string_view> scripts;  // names of assets
  int status = 200;
};

// The whole page, as an answer.
ServeReply page_reply(const SiteContext& context, const ServeRequest& request, const PageParts& page);
// A page that says what is wrong; `after` follows the sentence.
ServeReply error_page(const SiteContext& context, const ServeRequest& request, int status,
                      std::string_view title, std::string_view sentence, const Markup& after = {});
ServeReply error_page(const SiteContext& context, const ServeRequest& request, const Error& error);

// Times: <time datetime>, in UTC.
Markup time_element(UtcTime time);
Markup day_element(UtcTime time);
// As the source wrote it, with what is known of it.
Markup timestamp_element(const Timestamp& time);
// Of a text as Timestamp is written; another text is shown as it is.
Markup timestamp_text_element(std::string_view text);

// A text in a language that is not that of the page.
Markup foreign(std::string_view text, std::string_view language = {});
// A language tag for `lang`; empty when it is not one.
std::string language_tag(std::string_view language);
// A title for a link: never empty, and of a length that fits a list.
Markup title_text(std::string_view title, std::string_view url, std::string_view language = {});
std::string shortened_text(std::string_view text, std::size_t characters);

// "1 post", "2 posts".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});
// "12,345".
std::string grouped(std::uint64_t number);
Markup link(const std::string& address, std::string_view text);
Markup link(const std::string& address, const Markup& content);
// Text of an archive in which parts are marked: pairs of bytes, begin and end. Marks that do not fit the text
// are left out. At most so many characters are shown.
Markup marked_text(std::string_view text, const std::vector<std::pair<std::size_t, std::size_t>>& marks,
                   std::size_t characters);
// "Comment by Ann on The title": what a comment without a title of its own is called. `title`, `post`: of its
// post.
Markup comment_title(std::string_view author, std::string_view title, std::string_view post,
                     std::string_view type);
// A small mark: "edited", "gone". `kind` is a class of the style sheet.
Markup badge(std::string_view kind, std::string_view text);
// What a verdict is called on pages, as a badge.
Markup verdict_badge(Verdict verdict);
Markup notice(std::string_view kind, const Markup& content);
// A sentence that may name times; at most so many characters of it.
Markup sentence_text(std::string_view text, std::size_t characters);
// Says that numbers are of an older step than the page; empty when they are not.
Markup older_notice(const SiteContext& context, std::uint64_t step);
// A heading with its section; the id is for links.
Markup section(const std::string& id, std::string_view heading, const Markup& content);
Markup section(const std::string& id, const Markup& heading, const Markup& content);
// "Show older" and so on: nothing when the address is empty.
Markup pager(const std::string& first, const std::string& next, std::string_view next_text);

// A time that a person wrote: a day, month or year means its end. Nothing for an empty text. Errors:
// kInvalidArgument.
Result<std::optional<UtcTime>> moment_of(std::string_view text);
// The same in a form that moment_of() takes.
std::string moment_text(UtcTime time);

}  // namespace bfa::pages
