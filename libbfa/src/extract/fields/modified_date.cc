// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/modified_date.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/fields/local_time.h"
#include "extract/rules/article_place.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr auto kClockSkew = std::chrono::hours(24);

std::string by_meta(const PageIndex&, const PageFacts& facts, NodeId) {
  return std::string(facts.modified);
}

// Only the pair is read: JSON-LD is often broken.
std::string by_json_ld(const PageIndex& page, const PageFacts&, NodeId) {
  constexpr std::string_view kKey = "\"dateModified\"";
  const HtmlDocument& doc = page.doc();
  for (const NodeId n : page.telling(0, static_cast<NodeId>(page.size()))) {
    if (page.tag(n) != Tag::kScript || doc.attribute(n, "type") != "application/ld+json") continue;
    for (NodeId child = n + 1; child < doc.end(n); ++child) {
      const std::string_view json =
          doc.is_text(child) ? std::string_view(doc.text(child)) : std::string_view();
      const std::size_t key = json.find(kKey);
      if (key == std::string_view::npos) continue;
      const std::size_t begin = json.find('"', json.find(':', key + kKey.size()));
      const std::size_t end = begin == std::string_view::npos ? begin : json.find('"', begin + 1);
      if (end != std::string_view::npos) return std::string(json.substr(begin + 1, end - begin - 1));
    }
  }
  return {};
}

std::string machine_value(const PageIndex& page, NodeId n) {
  for (const std::string_view name : {"datetime", "content", "title"}) {
    const std::string_view value = page.doc().attribute(n, name);
    if (!value.empty()) return std::string(value);
  }
  return line_of(page, n);
}

// The marked element nearest to the article, and its time.
template <class Marks>
std::string nearest_mark(const PageIndex& page, NodeId article, const Marks& marks) {
  NodeId best = HtmlDocument::kNone;
  std::uint32_t least = 0;
  for (const NodeId n : page.telling(page.body(), page.end(page.body()))) {
    if (!marks(n)) continue;
    if (page.zones(n) && belongs_elsewhere(page, n, article)) continue;
    const std::uint32_t distance = article == HtmlDocument::kNone ? 0 : tree_distance(page.doc(), n, article);
    if (best != HtmlDocument::kNone && distance >= least) continue;
    best = n;
    least = distance;
  }
  return best == HtmlDocument::kNone ? std::string() : machine_value(page, best);
}

std::string by_itemprop(const PageIndex& page, const PageFacts&, NodeId article) {
  return nearest_mark(page, article, [&](NodeId n) {
    return page.holds(n, FlatTree::kHoldsMeaning) && page.attribute(n, "itemprop") == "dateModified";
  });
}

std::string by_class(const PageIndex& page, const PageFacts&, NodeId article) {
  return nearest_mark(page, article, [&](NodeId n) {
    return (page.class_hints(n).flags & ClassNameHints::kMarksChange) != 0;
  });
}

// A short line with such a word near the article's start or end: the text after the word.
std::string by_line(const PageIndex& page, const PageFacts&, NodeId article) {
  constexpr std::uint32_t kNear = 8;  // blocks from the article's borders
  constexpr std::uint32_t kMaxBytes = 120;
  if (article == HtmlDocument::kNone) return {};
  const auto& blocks = page.blocks();
  const auto count = static_cast<std::uint32_t>(blocks.size());
  const std::uint32_t begin = page.first_block(article), end = page.end_block(article);
  for (std::uint32_t i = begin > kNear ? begin - kNear : 0; i < std::min(end + kNear, count); ++i) {
    if (i == begin + kNear && end > begin + 2 * kNear) i = end - kNear;
    const TextBlock& block = blocks[i];
    if (block.bytes > kMaxBytes || (block.zones & (kZoneComments | kZoneRelated | kZoneSide))) continue;
    const std::string line = fold_case(line_of(page, block.container));
    if (line.size() > 2 * kMaxBytes) continue;
    for (const std::string_view word : update_words()) {
      const std::size_t at = line.find(word);
      if (at != std::string::npos) return line.substr(at + word.size());
    }
  }
  return {};
}

constexpr std::array<ModifiedPlace, 5> kPlaces = {{
    {"//meta[@property='article:modified_time']", "content", by_meta},
    {"//script[@type='application/ld+json']", "dateModified", by_json_ld},
    {"//*[@itemprop='dateModified']", "", by_itemprop},
    {"//*[@class='updated']", "", by_class},
    {"//p[@class='updated-on']", "", by_line},
}};

bool is_instant(const Timestamp& time) {
  return time.precision == TimePrecision::kInstant;
}

}  // namespace

std::span<const ModifiedPlace> modified_places() {
  return kPlaces;
}

bool is_later(const Timestamp& time, const Timestamp& published) {
  using std::chrono::days;
  if (is_instant(time) && is_instant(published)) return time.utc > published.utc + std::chrono::minutes(1);
  const days slack(is_instant(time) == is_instant(published) ? 0 : 1);
  return std::chrono::floor<days>(time.civil()) > std::chrono::floor<days>(published.civil()) + slack;
}

std::optional<Timestamp> find_modified(const PageView& view, NodeId article,
                                       const std::optional<Timestamp>& published, Provenance& provenance) {
  const Template& t = view.rules_or_none().source;
  const PageInput& input = view.input;
  if (!published) return std::nullopt;
  for (const FieldRule& rule : t.rules) {
    if (rule.field != "modified") continue;
    std::optional<Timestamp> time;
    if (rule.xpath == kModifiedEntryPath) {
      if (input.entry != nullptr) time = input.entry->updated;
    } else {
      const auto place = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const ModifiedPlace& p) {
        return rule.xpath == p.xpath && rule.attribute == p.attribute;
      });
      if (place == kPlaces.end()) continue;
      time = read_date(place->read(view.page, view.facts, article), t.language, input.captured);
    }
    settle_local_time(view, time, provenance);
    if (!time || !is_later(*time, *published) || time->utc > input.captured + kClockSkew) continue;
    provenance.rules["modified"] = rule.attribute.empty() ? rule.xpath : rule.xpath + "/@" + rule.attribute;
    provenance.methods["modified"] = rule.method;
    return time;
  }
  return std::nullopt;
}

}  // namespace bfa
