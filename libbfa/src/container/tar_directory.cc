// SPDX-License-Identifier: Apache-2.0
// Tar headers: ustar and pax (POSIX.1-2017, pax), GNU long names and binary sizes.
#include "container/tar_directory.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/try.h"
#include "container/directory_budget.h"
#include "io/read_range.h"

namespace bfa {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::uint64_t kMaxHeaderData = 1u << 20;  // of a long name or a pax header

// An octal number, or GNU's binary one.
std::optional<std::uint64_t> number(std::string_view field) {
  std::uint64_t value = 0;
  if (!field.empty() && (static_cast<unsigned char>(field[0]) & 0x80U) != 0) {
    for (const char c : field.substr(1)) {
      if (value >> 55U != 0) return std::nullopt;
      value = (value << 8U) | static_cast<unsigned char>(c);
    }
    return value;
  }
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\0')) field.remove_suffix(1);
  if (field.empty()) return value;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value, 8);
  if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
  return value;
}

std::string_view text(std::string_view field) {
  return field.substr(0, std::min(field.find('\0'), field.size()));
}

// The properties of the next member from a pax header or a long name.
struct Extra {
  std::optional<std::string> name;
  std::optional<std::uint64_t> size;
};

void read_pax(std::string_view data, Extra& extra) {
  while (!data.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(data.data(), data.data() + data.size(), length);
    const auto digits = static_cast<std::size_t>(end - data.data());
    if (error != std::errc() || length > data.size() || length < digits + 2) return;
    std::string_view line = data.substr(digits + 1, length - digits - 1);
    if (line.ends_with('\n')) line.remove_suffix(1);
    data.remove_prefix(length);
    if (line.starts_with("path=")) extra.name = line.substr(5);
    if (line.starts_with("size=")) {
      std::uint64_t size = 0;
      const auto parsed = std::from_chars(line.data() + 5, line.data() + line.size(), size);
      if (parsed.ec == std::errc()) extra.size = size;
    }
  }
}

std::string member_name(std::string_view block, const Extra& extra) {
  if (extra.name) return *extra.name;
  std::string name(text(block.substr(0, 100)));
  const bool ustar = block.substr(257, 6) == std::string_view("ustar\0", 6);
  const std::string_view prefix = ustar ? text(block.substr(345, 155)) : std::string_view();
  return prefix.empty() ? name : std::string(prefix) + "/" + name;
}

// POSIX.1-2017, pax, "ustar Interchange Format": two blocks of zeros end the file, and writers fill up to a
// record with more of them. `at`: the first one. Any number of zeros is right, because no member is lost;
// other bytes are a fault.
Status compare_end(const ReadableFile& file, std::uint64_t at, Findings& findings) {
  constexpr std::uint64_t kWindow = 256u << 10;
  const std::uint64_t end = file.size();
  for (std::uint64_t window = at; window < end;) {
    BFA_ASSIGN_OR_RETURN(const std::string bytes, read_range(file, window, std::min(kWindow, end - window)));
    if (bytes.empty()) return {};
    const std::size_t other = bytes.find_first_not_of('\0');
    if (other != std::string::npos) {
      findings.push_back({Code::kCorrupt,
                          "tar_trailing_bytes",
                          std::to_string(end - window - other) +
                              " bytes behind the end of the tar file, which belong to no member",
                          static_cast<std::int64_t>(window + other),
                          {}});
      return {};
    }
    window += bytes.size();
  }
  return {};
}

}  // namespace

bool is_tar_header(std::string_view block) {
  if (block.size() < kBlock || block[0] == '\0') return false;
  const auto wanted = number(block.substr(148, 8));
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(block[i]);
  }
  return wanted && *wanted == sum;
}

Status read_tar(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings) {
  const auto note = [&](const char* id, std::string message, std::uint64_t at) {
    findings.push_back({Code::kTruncated, id, std::move(message), static_cast<std::int64_t>(at), {}});
  };
  Extra extra;
  const std::uint64_t end = file.size();
  DirectoryBudget budget(limits);
  for (std::uint64_t at = 0; at < end;) {
    BFA_ASSIGN_OR_RETURN(const std::string bytes, read_range(file, at, kBlock));
    const std::string_view block = bytes;
    if (block.find_first_not_of('\0') == std::string_view::npos) return compare_end(file, at, findings);
    const auto size_field = is_tar_header(block) ? number(block.substr(124, 12)) : std::nullopt;
    if (!size_field) {
      note("tar_header_broken", "bytes that are no tar header; what follows is not read", at);
      return {};
    }
    const char type = block[156];
    const bool header_data = type == 'L' || type == 'K' || type == 'x' || type == 'g';
    const std::uint64_t data = at + kBlock;
    const std::uint64_t left = end - std::min(end, data);
    const std::uint64_t wanted = header_data ? *size_field : extra.size.value_or(*size_field);
    const std::uint64_t size = std::min(wanted, left);
    if (wanted > left) note("tar_member_truncated", "the file ends within a tar member", at);
    if (header_data) {
      BFA_ASSIGN_OR_RETURN(const std::string value, read_range(file, data, std::min(size, kMaxHeaderData)));
      if (type == 'L') extra.name = text(value);
      if (type == 'x') read_pax(value, extra);
    } else {
      ContainerEntry entry;
      entry.name = member_name(block, extra);
      entry.size = entry.stored_size = size;
      entry.offset = data;
      entry.folder = type == '5' || entry.name.ends_with('/');
      const bool regular = type == '0' || type == '\0' || type == '7' || entry.folder;
      if (!regular) entry.method = ContainerMethod::kOther;
      entry.link = type == '1' || type == '2';
      entry.special = type == '3' || type == '4' || type == '6';
      constexpr std::uint64_t kLastSecond = 253402300799;  // of the year 9999
      const auto modified = number(block.substr(136, 12));
      if (modified && *modified <= kLastSecond) entry.modified = UtcTime(std::chrono::seconds(*modified));
      entries.push_back(std::move(entry));
      BFA_RETURN_IF_ERROR(budget.add(entries.back(), at));
      extra = {};
    }
    at = data + (size + kBlock - 1) / kBlock * kBlock;
  }
  // POSIX.1-2017, pax, "ustar Interchange Format": two blocks of zeros end the file.
  if (findings.empty()) note("tar_end_missing", "the file ends without the blocks that end a tar file", end);
  return {};
}

}  // namespace bfa
