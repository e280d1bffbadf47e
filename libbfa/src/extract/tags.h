// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// HTML elements that extraction tells apart; all others are kOther, text nodes kText.
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

// Begins and ends a block of text, as browsers' default style sheets have it.
bool is_block(Tag tag) noexcept;
// Its content is never text of the page: script, style, template, svg, form controls.
bool is_ignored(Tag tag) noexcept;
// May hold a whole article: no paragraph, heading, list item or inline element does.
bool is_container(Tag tag) noexcept;
bool is_heading(Tag tag) noexcept;
bool is_media(Tag tag) noexcept;

}  // namespace bfa
