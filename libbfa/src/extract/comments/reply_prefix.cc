// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/reply_prefix.h"

#include <algorithm>
#include <array>

#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "bfa/url/canonical.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxLine = 1000;  // bytes of markup
constexpr std::size_t kMaxWords = 64;   // bytes around the link

std::string address_of(const Url& url, bool with_fragment) {
  CanonicalOptions options;
  options.drop_fragment = !with_fragment;
  return canonical_url(url, options).href();
}

}  // namespace

std::optional<ReplyPrefix> reply_prefix_of(std::string_view markup, const Url& comment) {
  const std::size_t begin = markup.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || !markup.substr(begin).starts_with("<p")) return std::nullopt;
  if (begin + 2 < markup.size() && markup[begin + 2] != '>' && markup[begin + 2] > ' ') return std::nullopt;
  constexpr std::string_view kEnd = "</p>";
  const std::size_t end = markup.substr(0, begin + kMaxLine).find(kEnd);
  if (end == std::string_view::npos) return std::nullopt;
  ReplyPrefix line;
  line.end = end + kEnd.size();
  if (markup.find_first_not_of(" \t\r\n", line.end) == std::string_view::npos) return std::nullopt;
  const std::string_view paragraph = markup.substr(begin, line.end - begin);
  if (paragraph.find('#') == std::string_view::npos) return std::nullopt;
  Findings ignored;
  const auto doc = HtmlDocument::parse(paragraph, ignored);
  if (!doc) return std::nullopt;
  const NodeId link = doc->find_first("a");
  if (link == HtmlDocument::kNone) return std::nullopt;
  for (NodeId n = 0; n < doc->size(); ++n) {
    if (n == link) line.words += "%s";
    if (doc->is_text(n) && !doc->contains(link, n)) line.words += doc->text(n);
    if (n != link && doc->tag(n) == "a") return std::nullopt;
  }
  line.words = collapse_space(line.words);
  if (line.words.size() > kMaxWords) return std::nullopt;
  const auto target = Url::parse(doc->attribute(link, "href"), &comment);
  if (!target || target->fragment().empty() || target->fragment() == comment.fragment()) return std::nullopt;
  if (address_of(*target, false) != address_of(comment, false)) return std::nullopt;
  line.address = address_of(*target, true);
  const auto known = reply_prefixes();
  line.is_known = std::find(known.begin(), known.end(), line.words) != known.end();
  return line;
}

}  // namespace bfa
