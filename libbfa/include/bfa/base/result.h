// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "bfa/base/export.h"

namespace bfa {

// What the caller may do next. Stored in logs and archives: never renumber.
enum class Code : std::uint8_t {
  kInvalidArgument = 1,  // fix the call
  kNotFound = 2,         // absent; often not an error for the caller
  kCorrupt = 3,          // skip the item, keep the rest
  kTruncated = 4,        // the item ends too early; skip it, keep the rest
  kUnsupported = 5,      // a form that this version cannot read; skip it
  kLimit = 6,            // a size, depth or time cap was reached
  kUnavailable = 7,      // transient: retry with back-off
  kDenied = 8,           // robots.txt or policy: do not retry
  kIo = 9,               // local disk or memory: stop
  kInternal = 10,        // a defect of libbfa: stop and report
};

// The code's stable name for JSON and logs: "invalid_argument", "not_found", ... Thread-safe, cannot fail.
BFA_EXPORT std::string_view code_name(Code code) noexcept;

// Why something failed. `message` is one line in lower case: what was found and what was expected. `where`
// is the file, URL or key; `offset` is in bytes within it, -1 when there is no offset.
struct Error {
  Code code = Code::kInternal;
  std::string message;
  std::string where;
  std::int64_t offset = -1;
};

// "where:offset: message (code)" on one line, for people.
BFA_EXPORT std::string to_string(const Error& error);

// A value or an Error, with the member names of std::expected. As thread-safe as the value that it contains.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  // The value; calling this on an Error is a defect of the caller.
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  template <class U>
  T value_or(U&& other) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }

  // The error; calling this on a value is a defect of the caller.
  Error& error() & { return *std::get_if<1>(&state_); }
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// Nothing, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)), failed_(true) {}  // NOLINT(google-explicit-constructor)

  bool ok() const noexcept { return !failed_; }
  bool has_value() const noexcept { return ok(); }
  explicit operator bool() const noexcept { return ok(); }

  Error& error() & { return error_; }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace bfa
