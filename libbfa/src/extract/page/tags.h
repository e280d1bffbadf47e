// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace bfa {

// HTML elements that extraction distinguishes; all others are kOther, text nodes kText.
enum class Tag : std::uint8_t {
  kOther,
  kText,
  kDocument,
  kHtml,
  kHead,
  kBody,
  kTitle,
  kMeta,
  kScript,
  kStyle,
  kTemplate,
  kNoscript,
  kSvg,
  kMain,
  kArticle,
  kSection,
  kDiv,
  kNav,
  kAside,
  kHeader,
  kFooter,
  kMenu,
  kDialog,
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kP,
  kPre,
  kBlockquote,
  kFigure,
  kUl,
  kOl,
  kLi,
  kDl,
  kDt,
  kDd,
  kTable,
  kTbody,
  kTr,
  kTd,
  kTh,
  kForm,
  kFieldset,
  kButton,
  kInput,
  kSelect,
  kTextarea,
  kA,
  kImg,
  kIframe,
  kVideo,
  kAudio,
  kObject,
  kEmbed,
  kTime,
  kAbbr,
  kAddress,
  kHr,
  kBr,
  kCenter,
  kDetails,
  kSummary,
  kHgroup,
  kFont,
  kSpan,
};

Tag tag_of(std::string_view name) noexcept;

constexpr bool is_heading(Tag tag) noexcept {
  return tag >= Tag::kH1 && tag <= Tag::kH6;
}
constexpr bool is_media(Tag tag) noexcept {
  return tag >= Tag::kImg && tag <= Tag::kEmbed;
}

// A set of tags, for questions that are asked of every node.
class TagSet {
 public:
  constexpr TagSet() = default;
  constexpr TagSet(Tag first, Tag last) {
    for (auto tag = static_cast<unsigned>(first); tag <= static_cast<unsigned>(last); ++tag) add(tag);
  }
  constexpr TagSet(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) add(static_cast<unsigned>(tag));
  }
  constexpr TagSet operator|(const TagSet& other) const {
    TagSet both = *this;
    both.low_ |= other.low_;
    both.high_ |= other.high_;
    return both;
  }
  constexpr bool has(Tag tag) const noexcept {
    const auto bit = static_cast<unsigned>(tag);
    return ((bit < 64 ? low_ : high_) >> (bit % 64) & 1) != 0;
  }

 private:
  constexpr void add(unsigned bit) { (bit < 64 ? low_ : high_) |= std::uint64_t{1} << (bit % 64); }

  std::uint64_t low_ = 0, high_ = 0;
};

inline constexpr TagSet kBlockTags =
    TagSet(Tag::kMain, Tag::kFieldset) | TagSet{Tag::kDocument, Tag::kHtml,   Tag::kHead,   Tag::kBody,
                                                Tag::kTitle,    Tag::kHr,     Tag::kCenter, Tag::kDetails,
                                                Tag::kSummary,  Tag::kHgroup, Tag::kAddress};
inline constexpr TagSet kIgnoredTags = {Tag::kHead,     Tag::kScript,   Tag::kStyle,  Tag::kTemplate,
                                        Tag::kNoscript, Tag::kSvg,      Tag::kButton, Tag::kInput,
                                        Tag::kSelect,   Tag::kTextarea, Tag::kDialog};
inline constexpr TagSet kContainerTags = {Tag::kBody, Tag::kMain,   Tag::kArticle, Tag::kSection, Tag::kDiv,
                                          Tag::kTd,   Tag::kCenter, Tag::kTable,   Tag::kTbody,   Tag::kTr};

// Begins and ends a block of text, as browsers' default style sheets have it.
constexpr bool is_block(Tag tag) noexcept {
  return kBlockTags.has(tag);
}
// Its content is never text of the page: script, style, template, svg, form controls.
constexpr bool is_ignored(Tag tag) noexcept {
  return kIgnoredTags.has(tag);
}
// May hold a whole article: not a paragraph, heading, list item or inline element.
constexpr bool is_container(Tag tag) noexcept {
  return kContainerTags.has(tag);
}

}  // namespace bfa
