// SPDX-License-Identifier: Apache-2.0
#include "http/chunked.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"

namespace bfa::http {
namespace {

// A line longer than this is not a size line: extensions are rare and short.
constexpr std::size_t kMaxSizeLine = 4096;

// "1a;name=value", "1A  ", "0". Nothing when it is not a size, or an implausible one.
std::optional<std::uint64_t> parse_size(std::string_view line) {
  line = trim_line_space(line);
  std::uint64_t size = 0;
  std::size_t digits = 0;
  while (digits < line.size() && is_hex_digit(line[digits])) {
    if (size > (UINT64_MAX >> 8)) return std::nullopt;
    size = size * 16 + static_cast<std::uint64_t>(hex_value(line[digits]));
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  const std::string_view rest = trim_line_space(line.substr(digits));
  if (!rest.empty() && rest.front() != ';') return std::nullopt;
  return size;
}

}  // namespace

std::size_t Dechunker::take_size_line(std::string_view bytes, std::string& out) {
  const std::size_t end = bytes.find('\n');
  const std::size_t taken = end == std::string_view::npos ? bytes.size() : end + 1;
  line_.append(bytes.substr(0, taken));
  if (end == std::string_view::npos && line_.size() <= kMaxSizeLine) return taken;
  const auto size = end == std::string_view::npos ? std::nullopt : parse_size(line_);
  if (!size) {
    state_ = State::kNotChunks;
    out.append(line_);
  } else if (*size == 0) {
    state_ = State::kTrailer;
  } else {
    state_ = State::kData;
    left_ = *size;
    ++chunks_;
  }
  line_.clear();
  return taken;
}

std::size_t Dechunker::take_data(std::string_view bytes, std::string& out) {
  const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
  out.append(bytes.substr(0, taken));
  left_ -= taken;
  if (left_ == 0) state_ = State::kDataEnd;
  return taken;
}

std::size_t Dechunker::take_data_end(std::string_view bytes) {
  if (bytes.front() == '\r' && line_.empty()) {
    line_.push_back('\r');
    return 1;
  }
  line_.clear();
  state_ = State::kSize;
  return bytes.front() == '\n' ? 1 : 0;
}

std::size_t Dechunker::take_trailer(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const std::size_t taken = end == std::string_view::npos ? bytes.size() : end + 1;
  if (line_.size() < kMaxSizeLine) line_.append(bytes.substr(0, taken));
  if (end != std::string_view::npos) {
    if (trim_line_space(line_).empty()) state_ = State::kDone;
    line_.clear();
  }
  return taken;
}

void Dechunker::feed(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    std::size_t taken = bytes.size();
    switch (state_) {
      case State::kSize:
        taken = take_size_line(bytes, out);
        break;
      case State::kData:
        taken = take_data(bytes, out);
        break;
      case State::kDataEnd:
        taken = take_data_end(bytes);
        break;
      case State::kTrailer:
        taken = take_trailer(bytes);
        break;
      case State::kDone:
        excess_ += bytes.size();
        break;
      case State::kNotChunks:
        out.append(bytes);
        break;
    }
    bytes.remove_prefix(taken);
  }
}

void Dechunker::end(std::string& out) {
  if (state_ != State::kSize || line_.empty()) return;
  // The line lacks its end. Only "0" is a last chunk that was cut; other digits may be text of the body.
  const auto size = parse_size(line_);
  if (!size || (*size != 0 && chunks_ == 0)) {
    out.append(line_);
    state_ = State::kNotChunks;
  } else if (*size == 0) {
    state_ = State::kTrailer;
  }
  line_.clear();
}

}  // namespace bfa::http
