// SPDX-License-Identifier: Apache-2.0
#include "extract/page/tags.h"

#include <array>
#include <cstddef>

namespace bfa {
namespace {

struct Name {
  std::string_view name;
  Tag tag = Tag::kOther;
};

constexpr std::array<Name, 65> kNames{{
    {"html", Tag::kHtml},
    {"head", Tag::kHead},
    {"body", Tag::kBody},
    {"title", Tag::kTitle},
    {"meta", Tag::kMeta},
    {"script", Tag::kScript},
    {"style", Tag::kStyle},
    {"template", Tag::kTemplate},
    {"noscript", Tag::kNoscript},
    {"svg", Tag::kSvg},
    {"main", Tag::kMain},
    {"article", Tag::kArticle},
    {"section", Tag::kSection},
    {"div", Tag::kDiv},
    {"nav", Tag::kNav},
    {"aside", Tag::kAside},
    {"header", Tag::kHeader},
    {"footer", Tag::kFooter},
    {"menu", Tag::kMenu},
    {"dialog", Tag::kDialog},
    {"h1", Tag::kH1},
    {"h2", Tag::kH2},
    {"h3", Tag::kH3},
    {"h4", Tag::kH4},
    {"h5", Tag::kH5},
    {"h6", Tag::kH6},
    {"p", Tag::kP},
    {"pre", Tag::kPre},
    {"blockquote", Tag::kBlockquote},
    {"figure", Tag::kFigure},
    {"ul", Tag::kUl},
    {"ol", Tag::kOl},
    {"li", Tag::kLi},
    {"dl", Tag::kDl},
    {"dt", Tag::kDt},
    {"dd", Tag::kDd},
    {"table", Tag::kTable},
    {"tbody", Tag::kTbody},
    {"tr", Tag::kTr},
    {"td", Tag::kTd},
    {"th", Tag::kTh},
    {"form", Tag::kForm},
    {"fieldset", Tag::kFieldset},
    {"button", Tag::kButton},
    {"input", Tag::kInput},
    {"select", Tag::kSelect},
    {"textarea", Tag::kTextarea},
    {"a", Tag::kA},
    {"img", Tag::kImg},
    {"iframe", Tag::kIframe},
    {"video", Tag::kVideo},
    {"audio", Tag::kAudio},
    {"object", Tag::kObject},
    {"embed", Tag::kEmbed},
    {"time", Tag::kTime},
    {"abbr", Tag::kAbbr},
    {"address", Tag::kAddress},
    {"hr", Tag::kHr},
    {"br", Tag::kBr},
    {"center", Tag::kCenter},
    {"details", Tag::kDetails},
    {"summary", Tag::kSummary},
    {"hgroup", Tag::kHgroup},
    {"font", Tag::kFont},
    {"span", Tag::kSpan},
}};

constexpr std::size_t kSlots = 256;

constexpr std::size_t slot_of(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return (hash ^ (hash >> 15)) % kSlots;
}

constexpr std::array<Name, kSlots> make_table() {
  std::array<Name, kSlots> table{};
  for (const Name& entry : kNames) {
    std::size_t slot = slot_of(entry.name);
    while (!table[slot].name.empty()) slot = (slot + 1) % kSlots;
    table[slot] = entry;
  }
  return table;
}

constexpr std::array<Name, kSlots> kTable = make_table();

}  // namespace

Tag tag_of(std::string_view name) noexcept {
  if (name.empty()) return Tag::kOther;
  for (std::size_t slot = slot_of(name); !kTable[slot].name.empty(); slot = (slot + 1) % kSlots) {
    if (kTable[slot].name == name) return kTable[slot].tag;
  }
  return Tag::kOther;
}

}  // namespace bfa
