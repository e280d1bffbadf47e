// SPDX-License-Identifier: Apache-2.0
#include "crawlmodel/address_worth.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

enum Kind : std::uint8_t {
  kNone = 0,
  kDigits1,  // one digit, two, four, another number of digits
  kDigits2,
  kDigits4,
  kDigitsMany,
  kMixed,     // letters and digits without a separator: an id
  kNumbered,  // letters, then digits: "page2"
  kWord1,     // one word, two or three, more
  kWord3,
  kWordMany
};

constexpr double kMemory = 8;            // examples of one form over which its means go
constexpr double kEqualDistance = 0.05;  // added to each: an example of the same form has this one
// What is expected of a form without examples, and how many examples that weighs as much as. It is hopeful:
// a form that nothing is known of goes before one that has disappointed.
constexpr double kPostPrior = 1, kPostPriorWeight = 4;
constexpr double kOtherPrior = 0.1, kOtherLinksPrior = 0.6, kOtherPriorWeight = 0.1;

std::uint32_t short_hash(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(fast_hash(text));
  return hash == 0 ? 1 : hash;
}

// The kind of a segment. `letters`: its leading letters, for those with a number at the end.
Kind kind_of(std::string_view segment, std::string_view& letters) {
  std::size_t digits = 0, words = 0, tail = 0;
  bool in_word = false;
  for (const char c : segment) {
    const bool separates = c == '-' || c == '_' || c == '+' || c == '.' || c == ' ';
    if (!separates && !in_word) ++words;
    in_word = !separates;
    if (is_digit(c)) ++digits;
  }
  if (digits == segment.size()) {
    if (digits == 1) return kDigits1;
    return digits == 2 ? kDigits2 : digits == 4 ? kDigits4 : kDigitsMany;
  }
  while (tail < segment.size() && is_digit(segment[segment.size() - 1 - tail])) ++tail;
  if (tail > 0 && tail == digits && words <= 2 && tail <= 4) {
    letters = segment.substr(0, segment.size() - tail);
    return kNumbered;
  }
  if (digits >= 2 && words == 1 && segment.find('%') == std::string_view::npos) return kMixed;
  if (words <= 1) return kWord1;
  return words <= 3 ? kWord3 : kWordMany;
}

std::uint32_t names_in(std::string_view query) {
  std::uint32_t sum = 0;  // in any order
  for (std::size_t begin = 0; begin < query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view pair = query.substr(begin, end - begin);
    if (!pair.empty()) sum += short_hash(pair.substr(0, std::min(pair.find('='), pair.size())));
    begin = end + 1;
  }
  return sum;
}

double square(double value) {
  return value * value;
}

}  // namespace

AddressShape AddressShape::of(const Url& url, bool post) {
  AddressShape shape;
  shape.post = post;
  const std::string_view path = url.path();
  for (std::size_t begin = 0; begin < path.size() && shape.segments < kSegments;) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string_view segment = path.substr(begin, end - begin);
    const bool last = path.find_first_not_of('/', end) == std::string_view::npos;
    begin = end + 1;
    if (segment.empty()) continue;
    std::uint32_t& name = shape.names[shape.segments];
    if (const auto dot = segment.rfind('.');
        last && dot != std::string_view::npos && dot > 0 && segment.size() - dot <= 6) {
      name = short_hash(segment.substr(dot));
      segment = segment.substr(0, dot);
    }
    std::string_view letters;
    const Kind kind = kind_of(segment, letters);
    if (kind == kNumbered) {
      name ^= short_hash(letters);
    } else if (!last && kind == kWord1) {
      name = short_hash(segment);
    }
    shape.kinds[shape.segments++] = kind;
  }
  if (url.has_query()) shape.query = names_in(url.query());
  return shape;
}

std::uint64_t AddressShape::hash() const noexcept {
  std::uint64_t value = (post ? 3 : 2) * 0x9E3779B97F4A7C15U + query;
  for (std::size_t i = 0; i < segments; ++i) {
    value = (value ^ names[i]) * 0x9E3779B97F4A7C15U;
    value = (value ^ (value >> 29) ^ kinds[i]) * 0xBF58476D1CE4E5B9U;
  }
  value ^= value >> 32;
  return value == 0 ? 1 : value;
}

double AddressShape::distance(const AddressShape& a, const AddressShape& b) noexcept {
  double sum = a.post == b.post ? 0 : 0.3;
  if (a.query != b.query) sum += 0.4;
  const std::size_t common = std::min(a.segments, b.segments), longer = std::max(a.segments, b.segments);
  sum += 0.15 * static_cast<double>(std::min<std::size_t>(longer - common, 2));
  double differ = 0;
  for (std::size_t i = 0; i < common; ++i) {
    if (a.kinds[i] != b.kinds[i]) {
      differ += 1;
    } else if (a.names[i] != b.names[i]) {
      differ += 0.5;
    }
  }
  if (common > 0) sum += 0.6 * differ / static_cast<double>(longer);
  return std::min(sum, 1.0);
}

std::size_t AddressWorth::index_of(const AddressShape& shape) {
  const std::uint64_t name = shape.hash();
  if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
  std::vector<std::pair<float, std::uint8_t>> near;
  near.reserve(forms_.size());
  for (std::size_t i = 0; i < forms_.size(); ++i)
    near.emplace_back(static_cast<float>(AddressShape::distance(shape, forms_[i].shape)),
                      static_cast<std::uint8_t>(i));
  std::sort(near.begin(), near.end());
  if (forms_.size() >= kForms) return near.front().second;
  const auto index = static_cast<std::uint8_t>(forms_.size());
  for (const auto& [distance, other] : near) {
    auto& list = forms_[other].near;
    const std::pair entry(distance, index);
    list.insert(std::upper_bound(list.begin(), list.end(), entry), entry);
  }
  Form form;
  form.shape = shape;
  form.name = name;
  form.near = std::move(near);
  forms_.push_back(std::move(form));
  by_name_.emplace(name, index);
  note_change();
  return index;
}

void AddressWorth::note_change() noexcept {
  stale_ = true;
  ++changes_;
}

std::uint64_t AddressWorth::form_of(const AddressShape& shape) {
  return forms_[index_of(shape)].name;
}

void AddressWorth::learn(const AddressShape& shape, bool is_post, double new_posts) {
  Form& form = forms_[index_of(shape)];
  const double share = 1 / std::min(form.examples + 1, kMemory);
  form.is_post += ((is_post ? 1 : 0) - form.is_post) * share;
  form.new_posts += (new_posts - form.new_posts) * share;
  form.examples += 1;
  note_change();
}

void AddressWorth::credit(const AddressShape& shape) {
  const auto known = by_name_.find(shape.hash());
  if (known == by_name_.end() || forms_[known->second].examples == 0) return;
  Form& form = forms_[known->second];
  form.new_posts += 1 / std::min(form.examples, kMemory);
  note_change();
}

double AddressWorth::score_of(const Form& form) const {
  double left = kNeighbours, weights = 0, is_post = 0, new_posts = 0;
  const auto take = [&](const Form& other, double distance) {
    const double taken = std::min({other.examples, left, kMemory});
    if (taken <= 0) return;
    left -= taken;
    const double weight = taken / square(distance + kEqualDistance);
    weights += weight;
    is_post += weight * other.is_post;
    new_posts += weight * other.new_posts;
  };
  take(form, 0);
  for (auto each = form.near.begin(); each != form.near.end() && left > 0; ++each)
    take(forms_[each->second], each->first);
  const double own = 1 / square(kEqualDistance);
  const double prior = own * (form.shape.post ? kPostPriorWeight : kOtherPriorWeight);
  is_post += prior * (form.shape.post ? kPostPrior : kOtherPrior);
  if (!form.shape.post) new_posts += prior * kOtherLinksPrior;
  weights += prior;
  const double posts = (is_post + new_posts) / weights;
  return posts / (1 + new_posts / weights);
}

void AddressWorth::update_scores() {
  if (!std::exchange(stale_, false)) return;
  for (Form& form : forms_) form.score = score_of(form);
}

double AddressWorth::score(std::uint64_t form) {
  update_scores();
  const auto known = by_name_.find(form);
  return known == by_name_.end() ? 0 : forms_[known->second].score;
}

}  // namespace bfa
