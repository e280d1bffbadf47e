// SPDX-License-Identifier: Apache-2.0
#include "extract/words/prefix_filter.h"

#include <map>
#include <string>
#include <vector>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr char32_t kLastCased = 0x5FF;  // of the alphabets that dates and headings are read in

std::map<char32_t, std::vector<char32_t>> capitals() {
  std::map<char32_t, std::vector<char32_t>> out;
  for (char32_t c = 0x80; c <= kLastCased; ++c) {
    if (fold_case(c) != c) out[fold_case(c)].push_back(c);
  }
  return out;
}

}  // namespace

void PrefixFilter::add(std::span<const std::string_view> stems, int group) {
  static const std::map<char32_t, std::vector<char32_t>> kCapitals = capitals();
  for (const std::string_view stem : stems) {
    std::uint32_t own = 0;
    for (std::size_t i = 0; i < kBytes; ++i) own = own << 8 | static_cast<unsigned char>(stem[i]);
    std::uint16_t& first = first_[slot_of(own)];
    stems_.push_back({stem, group, first});
    first = static_cast<std::uint16_t>(stems_.size());
    std::vector<std::string> begins = {""};
    for (std::size_t at = 0; at < stem.size() && begins.front().size() < kBytes;) {
      std::vector<char32_t> forms = {next_code_point(stem, at)};
      const auto found = kCapitals.find(forms.front());
      if (found != kCapitals.end()) forms.insert(forms.end(), found->second.begin(), found->second.end());
      std::vector<std::string> longer;
      for (const std::string& begin : begins) {
        for (const char32_t form : forms) append_code_point(longer.emplace_back(begin), form);
      }
      begins = std::move(longer);
    }
    for (const std::string& begin : begins) {
      std::uint32_t three = 0;
      for (std::size_t i = 0; i < kBytes && i < begin.size(); ++i) three = three << 8 | lower(begin[i]);
      begins_.set(slot_of(three));
    }
  }
}

}  // namespace bfa
