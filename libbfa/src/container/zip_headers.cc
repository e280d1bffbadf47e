// SPDX-License-Identifier: Apache-2.0
#include "container/zip_headers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/try.h"
#include "container/zip_directory.h"
#include "io/read_range.h"

namespace bfa {
namespace {

constexpr std::size_t kLocalSize = 30;
constexpr std::uint64_t kSizesFollow = 8;  // flag
constexpr std::uint64_t kMax32 = 0xffffffff;

// The values of a descriptor, with sizes of four or eight bytes.
std::string descriptor_of(const ContainerEntry& entry, unsigned width) {
  std::string out;
  const auto put = [&](std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i, value >>= 8U) out += static_cast<char>(value & 0xffU);
  };
  put(entry.crc.value_or(0), 4);
  put(entry.stored_size, width);
  put(entry.size, width);
  return out;
}

// The descriptor behind a member's data, with or without its signature. One of a file that is cut is not
// compared.
Result<bool> descriptor_fits(const ReadableFile& file, const ContainerEntry& entry, std::uint64_t at) {
  BFA_ASSIGN_OR_RETURN(const std::string bytes, read_range(file, at, 24));
  if (bytes.size() < 12) return true;
  std::string_view values = bytes;
  if (values.starts_with("PK\x07\x08")) values.remove_prefix(4);
  return std::ranges::any_of(std::array{4U, 8U},
                             [&](unsigned width) { return values.starts_with(descriptor_of(entry, width)); });
}

Result<bool> headers_fit(const ReadableFile& file, const ContainerEntry& entry) {
  BFA_ASSIGN_OR_RETURN(const std::string head,
                       read_range(file, entry.offset, kLocalSize + entry.name.size()));
  if (head.size() < kLocalSize || !head.starts_with("PK\x03\x04")) return true;  // the reader reports it
  const std::uint64_t flags = zip_number(head, 6, 2), name = zip_number(head, 26, 2);
  if (name != entry.name.size() || std::string_view(head).substr(kLocalSize) != entry.name) return false;
  if (zip_method(zip_number(head, 8, 2), flags) != entry.method) return false;
  if ((flags & kSizesFollow) != 0)
    return descriptor_fits(file, entry,
                           entry.offset + kLocalSize + name + zip_number(head, 28, 2) + entry.stored_size);
  const auto same = [&](std::size_t at, std::uint64_t value) {
    const std::uint64_t said = zip_number(head, at, 4);
    return said == value || said == kMax32;  // the value is in the extra field
  };
  return same(14, entry.crc.value_or(0)) && same(18, entry.stored_size) && same(22, entry.size);
}

}  // namespace

Status compare_zip_headers(const ReadableFile& file, const std::vector<ContainerEntry>& entries,
                           Findings& findings) {
  std::uint64_t count = 0;
  const ContainerEntry* first = nullptr;
  for (const ContainerEntry& entry : entries) {
    if (entry.encrypted || entry.overlaps || entry.offset > file.size()) continue;
    BFA_ASSIGN_OR_RETURN(const bool fit, headers_fit(file, entry));
    if (!fit && ++count == 1) first = &entry;
  }
  if (first == nullptr) return {};
  findings.push_back({Code::kCorrupt,
                      "zip_headers_differ",
                      "the directory of the zip file and the headers of " +
                          counted(count, "member", "members") + " say different things; the first is '" +
                          printable_name(first->name) + "'",
                      static_cast<std::int64_t>(first->offset),
                      {}});
  return {};
}

}  // namespace bfa
