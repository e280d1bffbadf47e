// SPDX-License-Identifier: Apache-2.0
// Tells whether a whole answer is something else than the page that was asked for: docs/crawl.md, "Something
// else is not a version".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/html/content.h"
#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

enum class NotPageKind : std::uint8_t {
  kParked,         // a parked or sold domain
  kHostingNotice,  // the hoster's own page: suspended account, page of a fresh server
  kChallenge,      // a check for bots
  kLogin,          // a login wall, a private blog
  kConsent,        // a consent wall, an age gate
  kMaintenance,    // maintenance, "coming soon", a broken database, with status 200
  kSoft404,        // "not found" with status 200
  kHomeInstead,    // the home page in place of the page
};
constexpr std::size_t kNotPageKinds = 8;
// "parked_domain", "hosting_notice", "bot_challenge", "login_wall", "consent_wall", "maintenance",
// "soft_404", "redirect_to_home".
std::string_view not_page_name(NotPageKind kind);
std::optional<NotPageKind> parse_not_page(std::string_view name);
// The same for people: "a parked or sold domain".
std::string_view not_page_words(NotPageKind kind);

// What a page shows, as far as the judge reads it.
struct PageSigns {
  std::string host;                   // without "www."
  std::string title;                  // normalised by phrase_text()
  std::vector<std::string> segments;  // of the title, and the first headings: normalised
  std::vector<bool> heading;          // of `segments`: true for a heading
  std::string text;                   // of the body, its first part: normalised
  std::string buttons;                // texts of buttons and of links that act: normalised
  std::size_t words = 0;              // of the body
  std::size_t inner_links = 0;        // addresses of the same host, without the home page and the page itself
  std::size_t outer_links = 0;        // addresses of other hosts
  bool password = false, form = false, search = false, frame = false, script = false;
  bool captcha = false;      // an element is named after one
  bool asks_script = false;  // <noscript> has text
  bool refresh = false;      // reloads or leads on by itself
  bool noindex = false;
  bool named_404 = false;    // the page's own address says so: "/404.html"
  bool error_class = false;  // <body class="error404">
  std::string post_mark;     // what marks it as a post; empty: nothing
};

// Of the answer.
struct AnswerSigns {
  bool mitigated = false;  // Cf-Mitigated: challenge
  bool guarded = false;    // the server names itself after a guard against bots
  bool retry_after = false;
};

// The words of a text; two characters of a script without spaces count as one. Linear.
std::size_t count_page_words(std::string_view text);

// A login or consent wall links to no more pages of its blog.
constexpr std::size_t kMostLinksOfWall = 4;

// What marks the page as a post; empty: nothing. Views into `doc` or of static text. Linear. Thread-safe.
std::string_view post_mark_of(const HtmlDocument& doc);

// Adds title and segments to `signs`, which has neither. Linear. Thread-safe.
void add_titles(PageSigns& signs, const HtmlDocument& doc);

// `links`: of the whole page. `home`: the blog's home page. Linear in the page. Thread-safe.
PageSigns signs_of(const HtmlDocument& doc, const Url& page, const Url& home,
                   const std::vector<HtmlLink>& links);

// Titles, and the links that are needed to recognise a wall: `inner_links` and `outer_links` are exact up to
// kMostLinksOfWall inner ones. Thread-safe.
PageSigns first_signs_of(const HtmlDocument& doc, const Url& page, const Url& home,
                         const std::vector<HtmlLink>& links);

// True for a page that links to several pages of its blog, and that neither its title nor a heading calls
// "not found": judge_page() finds nothing in it, whatever else it shows, where nothing is known of the page
// (KnownPage::present and absent are false). It costs a fraction of signs_of(). Thread-safe.
bool is_one_of_many(const HtmlDocument& doc, const Url& page, const Url& home,
                    const std::vector<HtmlLink>& links, const AnswerSigns& answer);

// What is known of the page that was asked for.
struct KnownPage {
  bool expected = false;    // a post: it has a version, a feed's entry, or the address of a post
  bool present = false;     // its known text or title is on the page
  bool absent = false;      // it has enough known text, and neither text nor title is on the page
  bool text_lost = false;   // hardly any of its known text is on the page
  bool home = false;        // the page is the blog's home page
  bool other_host = false;  // the answer came from another registrable domain
  bool other_path = false;  // the answer came from another address
  std::optional<std::size_t> main_words = std::nullopt;  // of the extracted text
};

struct NotPage {
  NotPageKind kind = NotPageKind::kSoft404;
  std::string evidence;  // for people
};

// Nothing when the page may well be what was asked for, and always when it is marked as a post. Pure.
// Thread-safe.
std::optional<NotPage> judge_page(const PageSigns& signs, const AnswerSigns& answer, const KnownPage& known);

}  // namespace bfa
