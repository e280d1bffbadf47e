// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/judge/not_page.h"

namespace bfa {

// Case folded; a run of what is no word character is one space; it begins and ends with a space.
std::string phrase_text(std::string_view text);

// The phrases of each kind that are in `text`, which phrase_text() made. Linear in it. Thread-safe.
class PhraseHits {
 public:
  explicit PhraseHits(std::string_view text);
  // Different phrases of this kind.
  std::size_t count(NotPageKind kind) const { return hits_[static_cast<std::size_t>(kind)].size(); }
  // The longest of them; empty: none.
  std::string_view best(NotPageKind kind) const;
  // True when a phrase of this kind is a good part of `text`, which it was made of.
  bool covers(NotPageKind kind, std::string_view text) const;

 private:
  std::vector<std::string_view> hits_[kNotPageKinds];
};

// True for a text of a button that agrees to something.
bool agrees(std::string_view buttons);

struct NotPagePhrase {
  NotPageKind kind;
  std::string_view words;  // a space at the end: its last word ends there
};
std::span<const NotPagePhrase> not_page_phrases() noexcept;
std::span<const std::string_view> agreeing_phrases() noexcept;

}  // namespace bfa
