// SPDX-License-Identifier: Apache-2.0
#include "url/bidi.h"

#include <lexbor/punycode/punycode.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace bfa {
namespace {

using Label = std::vector<BidiClass>;

BidiClass class_of(char32_t c) {
  const BidiRun* end = kBidiRuns + kBidiRunCount;
  const auto next = std::upper_bound(kBidiRuns, end, c,
                                     [](char32_t value, const BidiRun& run) { return value < run.first; });
  return std::prev(next)->type;
}

lxb_status_t take_code_points(const lxb_codepoint_t* points, std::size_t count, void* out) {
  auto& label = *static_cast<Label*>(out);
  for (std::size_t i = 0; i < count; ++i) label.push_back(class_of(points[i]));
  return LXB_STATUS_OK;
}

Label classes_of(std::string_view text) {
  Label label;
  if (text.starts_with("xn--")) {
    std::vector<lxb_codepoint_t> ascii(text.begin() + 4, text.end());
    if (lxb_punycode_decode_cp(ascii.data(), ascii.size(), take_code_points, &label) == LXB_STATUS_OK)
      return label;
    label.clear();
  }
  for (const char c : text) label.push_back(class_of(static_cast<unsigned char>(c)));
  return label;
}

bool has(const Label& label, BidiClass type) {
  return std::find(label.begin(), label.end(), type) != label.end();
}

bool obeys(const Label& label) {
  if (label.empty()) return true;
  const bool right_to_left = label.front() == BidiClass::kR;
  if (!right_to_left && label.front() != BidiClass::kL) return false;  // rule 1
  auto last = label.rbegin();
  while (*last == BidiClass::kNsm && std::next(last) != label.rend()) ++last;
  const bool ends_in_number = *last == BidiClass::kEn || (right_to_left && *last == BidiClass::kAn);
  const bool ends_well = *last == label.front() || ends_in_number;  // rules 3, 6
  const BidiClass foreign = right_to_left ? BidiClass::kL : BidiClass::kR;
  const bool mixed = has(label, foreign) || has(label, BidiClass::kOther) ||  // rules 2, 5
                     (!right_to_left && has(label, BidiClass::kAn)) ||
                     (right_to_left && has(label, BidiClass::kAn) && has(label, BidiClass::kEn));  // rule 4
  return ends_well && !mixed;
}

}  // namespace

bool obeys_bidi_rule(std::string_view host) {
  std::vector<Label> labels;
  for (std::size_t begin = 0; begin <= host.size();) {
    const auto end = std::min(host.find('.', begin), host.size());
    labels.push_back(classes_of(host.substr(begin, end - begin)));
    begin = end + 1;
  }
  const bool bidi = std::any_of(labels.begin(), labels.end(), [](const Label& label) {
    return has(label, BidiClass::kR) || has(label, BidiClass::kAn);
  });
  return !bidi || std::all_of(labels.begin(), labels.end(), obeys);
}

}  // namespace bfa
