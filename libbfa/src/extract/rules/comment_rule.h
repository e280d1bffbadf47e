// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "bfa/html/document.h"

namespace bfa {

// How the elements of comments are recognised: by one word of their class (classes of comments differ,
// "comment even depth-1"), by the text of their ids before the number, by their type, by their tag alone, or
// by the tags of all elements around them if nothing better identifies them.
struct CommentRule {
  enum class By : std::uint8_t { kClass, kId, kType, kTag, kPath };
  std::string tag;
  By by = By::kTag;
  std::string value;  // kPath: "/html/body/div/ol", the path of the parent

  bool operator==(const CommentRule&) const = default;

  bool matches(const HtmlDocument& doc, HtmlDocument::NodeId n) const;
  // The rule as XPath 1.0, and back; nothing when the XPath is not of these forms.
  std::string xpath() const;
  static std::optional<CommentRule> parse(std::string_view xpath);
};

// How clearly the name in a rule means one comment: from kNamedRank on it means a comment, from kHintedRank
// on it is related to comments, 0 is the name of a list of comments or of a part of one.
inline constexpr int kHintedRank = 4;
inline constexpr int kNamedRank = 6;
int name_rank(const CommentRule& rule);
// True for a rule whose name is related to comments.
inline bool is_named_rule(const CommentRule& rule) {
  return name_rank(rule) >= kHintedRank;
}

// The rule for elements in the place of `n`: its tag, and those of the elements around it.
CommentRule path_rule_of(const HtmlDocument& doc, HtmlDocument::NodeId n);

// The part of an id before its digits: "comment-12" gives "comment-". Nothing for an id without digits.
std::optional<std::string_view> numbered_id_stem(std::string_view id) noexcept;

// Calls visit(by, value) for each form in which a rule could identify `n`.
template <class Visit>
void for_each_rule_of(const HtmlDocument& doc, HtmlDocument::NodeId n, Visit&& visit) {
  bool named = false;
  for (const HtmlAttribute& attribute : doc.attributes(n)) {
    if (attribute.name == "id") {
      if (const auto stem = numbered_id_stem(attribute.value)) visit(CommentRule::By::kId, *stem);
    } else if (attribute.name == "itemtype") {
      visit(CommentRule::By::kType, attribute.value);
    } else if (attribute.name == "class") {
      const std::string_view names = attribute.value;
      int tokens = 0;
      for (std::size_t pos = 0; pos < names.size() && tokens < 8;) {
        std::size_t end = pos;
        bool digit = false;
        while (end < names.size() && static_cast<unsigned char>(names[end]) > 0x20) {
          digit = digit || is_digit(names[end]);
          ++end;
        }
        if (end > pos && !digit) {
          visit(CommentRule::By::kClass, names.substr(pos, end - pos));
          named = true;
          ++tokens;
        }
        pos = end + 1;
      }
    }
  }
  // Items of lists are similar with any classes.
  if (!named || doc.tag(n) == "li") visit(CommentRule::By::kTag, std::string_view());
}

}  // namespace bfa
