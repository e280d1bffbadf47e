// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// Reads JSON that JsonText wrote, without a tree in between: members in a known order, without blanks. It
// accepts less than JSON has. After anything else ok() is false, and the caller reads the text in the usual
// way, which also finds the error. The text must be UTF-8 and outlive the scan.
class JsonScan {
 public:
  explicit JsonScan(std::string_view text) : text_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && pos_ == text_.size(); }
  bool begin_object() { return take('{'); }
  void end_object() {
    if (!take('}')) fail();
  }

  // True when the next member of the object has this name; its value comes next.
  bool member(std::string_view name);
  // The value when the next member has this name; otherwise nothing changes.
  void text(std::string_view name, std::string& out);
  void number(std::string_view name, std::uint64_t& out);
  void real(std::string_view name, double& out);
  void timestamp(std::string_view name, std::optional<Timestamp>& out);
  void list(std::string_view name, std::vector<std::string>& out);
  void map(std::string_view name, std::map<std::string, std::string>& out);

  std::string text_value();
  std::uint64_t number_value();
  bool take(char c);  // true when it was next
  void fail() { ok_ = false; }

 private:
  void unescape(std::string& out);

  std::string_view text_;
  std::size_t pos_ = 0;
  bool ok_ = true;
};

}  // namespace bfa
