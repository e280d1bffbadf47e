// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// Removes the endings of words by the Snowball rules of a language. Not thread-safe: use one for each thread.
class BFA_EXPORT Stemmer {
 public:
  // `language`: a BCP 47 tag; only its primary subtag is used. Words of a language without rules are returned
  // case folded.
  explicit Stemmer(std::string_view language);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  bool has_rules() const noexcept { return rules_ != nullptr; }
  // The stem of a word (UTF-8), case folded. Lives as long as the stemmer. Each word is computed once, and
  // equal stems are the same string object: comparing addresses is enough.
  const std::string& stem(std::string_view word) const;

 private:
  struct Rules;
  struct Known;
  std::string make_stem(std::string_view word) const;

  std::unique_ptr<Rules> rules_;
  std::unique_ptr<Known> known_;
};

}  // namespace bfa
