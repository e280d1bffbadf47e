// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/comment_rule.h"

#include <algorithm>

#include "base/ascii.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

constexpr std::string_view kTextTag = "text()";
constexpr std::string_view kHasClass = "contains(concat(' ',normalize-space(@class),' '),' ";
constexpr std::string_view kClassEnd = " ')";
constexpr std::string_view kHasId = "starts-with(@id,'";
constexpr std::string_view kIdEnd = "')";
constexpr std::string_view kHasType = "@itemtype='";

bool has_class(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const bool starts = at == 0 || static_cast<unsigned char>(list[at - 1]) <= 0x20;
    const std::size_t after = at + word.size();
    if (starts && (after == list.size() || static_cast<unsigned char>(list[after]) <= 0x20)) return true;
  }
  return false;
}

// The text between two ends, when it has no quote.
std::optional<std::string> between(std::string_view text, std::string_view begin, std::string_view end) {
  if (!text.starts_with(begin) || !text.ends_with(end) || text.size() < begin.size() + end.size()) {
    return std::nullopt;
  }
  const std::string_view inner = text.substr(begin.size(), text.size() - begin.size() - end.size());
  if (inner.find('\'') != std::string_view::npos) return std::nullopt;
  return std::string(inner);
}

// True when the path of `n` is this one, "/html/body/div".
bool stands_below(const HtmlDocument& doc, HtmlDocument::NodeId n, std::string_view path) {
  for (; n != HtmlDocument::kNone && n != 0; n = doc.parent(n)) {
    const std::string_view tag = doc.tag(n);
    if (!path.ends_with(tag) || path.size() == tag.size() || path[path.size() - tag.size() - 1] != '/')
      return false;
    path.remove_suffix(tag.size() + 1);
  }
  return path.empty();
}

}  // namespace

std::optional<std::string_view> numbered_id_stem(std::string_view id) noexcept {
  // The last run of hexadecimal digits that begins with a digit, or all after the last dash.
  const auto first = std::find_if(id.begin(), id.end(), is_digit);
  if (first == id.end() || id.size() > 128) return std::nullopt;
  std::size_t at = static_cast<std::size_t>(first - id.begin());
  const std::size_t dash = id.find_last_of("-_", at);
  if (dash != std::string_view::npos && dash + 1 < at) at = dash + 1;
  return id.substr(0, at);
}

bool CommentRule::matches(const HtmlDocument& doc, HtmlDocument::NodeId n) const {
  if (tag == kTextTag ? !doc.is_text(n) : doc.tag(n) != tag) return false;
  switch (by) {
    case By::kClass:
      return has_class(doc.attribute(n, "class"), value);
    case By::kId: {
      const auto stem = numbered_id_stem(doc.attribute(n, "id"));
      return stem && *stem == value;
    }
    case By::kType:
      return doc.attribute(n, "itemtype") == value;
    case By::kTag:
      return true;
    case By::kPath:
      return stands_below(doc, doc.parent(n), value);
  }
  return false;
}

std::string CommentRule::xpath() const {
  std::string out = "//" + tag;
  switch (by) {
    case By::kClass:
      out += '[';
      out += kHasClass;
      out += value;
      out += kClassEnd;
      return out + ']';
    case By::kId:
      out += '[';
      out += kHasId;
      out += value;
      out += kIdEnd;
      return out + ']';
    case By::kType:
      out += '[';
      out += kHasType;
      return out + value + "']";
    case By::kTag:
      return out;
    case By::kPath:
      return value + '/' + tag;
  }
  return out;
}

int name_rank(const CommentRule& rule) {
  switch (rule.by) {
    case CommentRule::By::kType:
      return rule.value.ends_with("Comment") || rule.value.ends_with("UserComments") ? 8 : 2;
    case CommentRule::By::kPath:
      return 1;
    case CommentRule::By::kTag:
      return rule.tag == "li" || rule.tag == "article" || rule.tag == "details" ? 2 : 1;
    case CommentRule::By::kId:
    case CommentRule::By::kClass:
      break;
  }
  const std::uint32_t marks = marks_of_name(rule.value);
  if ((marks & kMarkList) && (marks & kMarkText)) return 1;
  if (marks & (kMarkList | kMarkPart | kMarkAuthor | kMarkDate | kMarkAction)) return 0;
  if (rule.by == CommentRule::By::kId) {
    if (rule.value == "c" || (marks & (kMarkComment | kMarkPing))) return (marks & kMarkText) ? 1 : 7;
    return 2;
  }
  if (rule.value == "h-cite" || rule.value == "h-entry") return 5;
  if (!(marks & kMarkComment)) return (marks & kMarkText) ? 1 : 2;
  return (marks & (kMarkOther | kMarkText)) ? 4 : 6;
}

CommentRule path_rule_of(const HtmlDocument& doc, HtmlDocument::NodeId n) {
  CommentRule rule{std::string(doc.is_text(n) ? kTextTag : doc.tag(n)), CommentRule::By::kPath, {}};
  for (HtmlDocument::NodeId at = doc.parent(n); at != HtmlDocument::kNone && at != 0; at = doc.parent(at))
    rule.value.insert(0, "/" + std::string(doc.tag(at)));
  return rule;
}

std::optional<CommentRule> CommentRule::parse(std::string_view xpath) {
  CommentRule rule;
  if (xpath.starts_with("/html/")) {
    const std::size_t slash = xpath.rfind('/');
    if (xpath.find_first_of("*@'[") != std::string::npos || slash + 1 == xpath.size()) return std::nullopt;
    return CommentRule{std::string(xpath.substr(slash + 1)), By::kPath, std::string(xpath.substr(0, slash))};
  }
  if (!xpath.starts_with("//")) return std::nullopt;
  xpath.remove_prefix(2);
  const std::size_t bracket = xpath.find('[');
  rule.tag = std::string(xpath.substr(0, bracket));
  if (rule.tag.empty() || rule.tag.find_first_of("/*@'") != std::string::npos) return std::nullopt;
  if (bracket == std::string_view::npos) return rule;
  if (!xpath.ends_with(']')) return std::nullopt;
  const std::string_view test = xpath.substr(bracket + 1, xpath.size() - bracket - 2);
  const struct {
    By by;
    std::string_view begin, end;
  } forms[] = {{By::kClass, kHasClass, kClassEnd}, {By::kId, kHasId, kIdEnd}, {By::kType, kHasType, "'"}};
  for (const auto& form : forms) {
    if (std::optional<std::string> value = between(test, form.begin, form.end)) {
      rule.by = form.by;
      rule.value = std::move(*value);
      return rule;
    }
  }
  return std::nullopt;
}

}  // namespace bfa
