// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bfa {

// Keeps values that are computed from texts, for texts that are used repeatedly, like a blog's rules for
// each of its pages. Contains at most kMost values. Not thread-safe.
template <class Value>
class MemoCache {
 public:
  // make(text), computed at the first call for that text.
  template <class Make>
  std::shared_ptr<const Value> of(std::string_view text, const Make& make) {
    const auto found = kept_.find(text);
    if (found != kept_.end()) return found->second;
    auto made = std::make_shared<const Value>(make(text));
    if (text.size() > kMostBytes) return made;
    if (kept_.size() == kMost) kept_.clear();
    return kept_.emplace(text, std::move(made)).first->second;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };
  static constexpr std::size_t kMost = 256, kMostBytes = 1024;

  std::unordered_map<std::string, std::shared_ptr<const Value>, Hash, std::equal_to<>> kept_;
};

}  // namespace bfa
