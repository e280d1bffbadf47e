// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace bfa {

// How many words of a text (UTF-8) are function words of the languages whose words are known here (all
// written in Latin letters): cheap compared with a detector. Languages are BCP 47 tags; only the first part
// is used. For an unknown language each function returns false. Thread-safe, linear.
class FunctionWords {
 public:
  static constexpr std::size_t kLanguages = 7;

  explicit FunctionWords(std::string_view text) noexcept;

  // Enough function words for the text to be in the language: one word in eight, of thirty or more.
  bool tell(std::string_view language) const noexcept;
  // Fewer: one in twelve, but three times as many as of any other language.
  bool tell_before_others(std::string_view language) const noexcept;
  // Two or more, and fewer of each other language.
  bool lean_to(std::string_view language) const noexcept;

 private:
  std::size_t most_of_others(std::size_t index) const noexcept;

  std::size_t words_ = 0;
  std::array<std::size_t, kLanguages + 1> found_{};  // the last: words that several languages share
};

}  // namespace bfa
