// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bfa {

// What was made of texts that are asked for again and again, as rules are for each page of a blog: the last
// few hundred. Not for several threads at once.
template <class Value>
class MemoCache {
 public:
  // What `make` makes of the text, or made of it before.
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
