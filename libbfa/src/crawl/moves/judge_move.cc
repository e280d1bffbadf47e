// SPDX-License-Identifier: Apache-2.0
#include "crawl/moves/judge_move.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/ascii.h"
#include "bfa/url/url.h"
#include "object/date_span.h"
#include "object/folded_text.h"

namespace bfa {
namespace {

constexpr std::size_t kShort = 80;  // code points: such a text is no evidence by itself
// Two pages that were seen within that time stood there at one time.
constexpr std::chrono::minutes kOneVisit{30};
constexpr std::size_t kLong = 400;  // such a text is seldom written twice

// The last segment of a path, in lower case, without extension: what an author calls a post in its address.
// Empty when it has fewer than three letters: numbers and dates are given again.
std::string slug_of(const std::string& address) {
  const auto url = Url::parse(address);
  if (!url) return {};
  std::string_view path = url->path();
  while (path.ends_with('/')) path.remove_suffix(1);
  path.remove_prefix(std::min(path.rfind('/') + 1, path.size()));
  for (const std::string_view extension : {".html", ".htm", ".php", ".aspx", ".asp", ".xhtml"}) {
    if (path.ends_with(extension)) path.remove_suffix(extension.size());
  }
  const auto letters = std::count_if(path.begin(), path.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80 ||
           c == '%';
  });
  return letters < 3 ? std::string() : ascii_lower_case(path);
}

struct Facts {
  double alike = 0;
  std::size_t length = 0;  // of the shorter text
  bool same_title = false, same_slug = false;
  bool dates_known = false, same_day = false;

  bool dates_differ() const { return dates_known && !same_day; }
};

Facts facts_of(const MoveSide& old, const MoveSide& now) {
  Facts facts;
  facts.alike = similarity(old.text, now.text);
  facts.length = std::min(old.text.length(), now.text.length());
  facts.same_title = !old.title.empty() && old.title == now.title;
  facts.same_slug = !old.slug.empty() && old.slug == now.slug;
  facts.same_day = same_day(old.object, now.object, facts.dates_known);
  return facts;
}

double strength_of(const Facts& facts) {
  return facts.alike + (facts.same_title ? 0.5 : 0) + (facts.dates_known && facts.same_day ? 0.5 : 0) +
         (facts.same_slug ? 0.5 : 0);
}

// The server says where the object stands. It says the same of a deleted post that it sends to the home page,
// or to a newer post on the matter: so the content has to be the same too.
std::string_view judge_sent_on(const Facts& facts) {
  const bool says_little = facts.length < kShort;
  if (facts.same_title && says_little && facts.alike >= 0.5 && !facts.dates_differ())
    return "sent on, same title and short text";
  if (facts.same_title && !says_little && facts.alike >= 0.3 && !facts.dates_differ())
    return "sent on, same title and text";
  if (facts.alike >= 0.5 && !says_little) return "sent on, same text";
  return {};
}

// A copy names its original too: the text has to be the same.
std::string_view judge_canonical(const Facts& facts) {
  if (facts.length < kShort && !facts.same_title) return {};
  if (facts.dates_differ() || facts.alike < 0.8) return {};
  return "canonical link, same text";
}

// Nothing leads from the old address to the new one. A series has equal titles and texts that differ little:
// its dates differ. A copied text has another title or another date.
std::string_view judge_left(const Facts& facts) {
  if (facts.dates_differ()) return {};
  if (facts.length < kShort) {
    const bool all = facts.same_title && facts.dates_known && facts.same_slug && facts.alike >= 0.9;
    return all ? "old address left, same title, date and name" : std::string_view();
  }
  if (facts.same_title && facts.dates_known && facts.alike >= 0.5)
    return "old address left, same title, date and text";
  if (facts.same_title && facts.dates_known && facts.same_slug && facts.alike >= 0.33)
    return "old address left, same title, date and name";
  if (facts.same_title && facts.alike >= (facts.same_slug ? 0.7 : 0.9))
    return "old address left, same title and text";
  if (facts.dates_known && facts.alike >= 0.85) return "old address left, same date and text";
  if (facts.alike >= 0.95 && (facts.same_slug || facts.length >= kLong)) return "old address left, same text";
  return {};
}

// The instants that a date may mean. Two addresses can give one instant with the offset of another place.
DateSpan lenient_span_of(const Timestamp& time) {
  DateSpan span = span_of(time);
  if (time.precision != TimePrecision::kInstant) return span;
  constexpr std::chrono::hours kOffset{6};
  return {span.from - kOffset, span.to + kOffset};
}

}  // namespace

bool same_day(const DataObject& a, const DataObject& b, bool& known) {
  known = a.published && b.published && !a.attributes.contains("relative_date") &&
          !b.attributes.contains("relative_date");
  if (!known) return false;
  return lenient_span_of(*a.published).meets(lenient_span_of(*b.published));
}

MoveSide::MoveSide(DataObject stored)
    : object(std::move(stored)),
      text(object.text),
      title(folded_key(object.title)),
      slug(slug_of(object.url)) {}

MoveJudgement judge_move(const MoveSide& old, const MoveSide& now, MoveEvidence evidence) {
  MoveJudgement judgement;
  if (old.object.url == now.object.url) return judgement;
  const UtcTime shown = evidence == MoveEvidence::kSentOn ? old.last_changed : old.last_seen + kOneVisit;
  if (now.first_seen <= shown) {
    judgement.reason = "both addresses showed it at one time";
    return judgement;
  }
  const Facts facts = facts_of(old, now);
  switch (evidence) {
    case MoveEvidence::kSentOn:
      judgement.reason = judge_sent_on(facts);
      break;
    case MoveEvidence::kCanonical:
      judgement.reason = judge_canonical(facts);
      break;
    case MoveEvidence::kLeft:
      judgement.reason = judge_left(facts);
      break;
  }
  judgement.moved = !judgement.reason.empty();
  judgement.strength = judgement.moved ? strength_of(facts) : 0;
  if (!judgement.moved) judgement.reason = "not the same content";
  return judgement;
}

}  // namespace bfa
