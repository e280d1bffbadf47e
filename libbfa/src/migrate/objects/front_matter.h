// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bfa {

// The YAML block at the beginning of a Markdown file. All texts are in double quotes, so that no value is
// taken for a number, a date or a word of YAML ("no"). Characters that YAML does not allow, and line ends of
// YAML 1.1, are escaped (YAML 1.2.2, 5.1 and 5.7). Bytes that are not UTF-8 become U+FFFD.
class FrontMatter {
 public:
  void text(std::string_view name, std::string_view value);                  // left out when empty
  void list(std::string_view name, const std::vector<std::string>& values);  // left out when empty
  void number(std::string_view name, std::uint64_t value);
  std::string take() { return "---\n" + std::move(out_) + "---\n"; }

 private:
  std::string out_;
};

}  // namespace bfa
