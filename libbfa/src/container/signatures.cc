// SPDX-License-Identifier: Apache-2.0
#include "container/signatures.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/try.h"
#include "io/read_range.h"

namespace bfa {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::uint64_t kIsoMark = 32769;  // in the first descriptor, after 16 sectors

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// An lzma file begins with its properties (nearly always 0x5d), the size of its dictionary, a power of two or
// one and a half, and the size that it unpacks to, or -1.
bool begins_lzma(std::string_view first) {
  if (first.size() < 18 || !first.starts_with("\x5d\x00\x00"sv)) return false;
  const std::string_view size = first.substr(5, 8);
  return size == "\xff\xff\xff\xff\xff\xff\xff\xff"sv || size.substr(5) == "\0\0\0"sv;
}

bool begins_bzip2(std::string_view first) {
  if (first.size() < 10 || !first.starts_with("BZh") || first[3] < '1' || first[3] > '9') return false;
  const std::string_view mark = first.substr(4, 6);
  return mark == "1AY&SY"sv || mark == "\x17\x72\x45\x38\x50\x90"sv;
}

// The binary header has a weak mark: the name has to end where its length says.
bool begins_binary_cpio(std::string_view first) {
  constexpr std::size_t kHead = 26;
  if (first.size() < kHead) return false;
  const bool little = first.starts_with("\xc7\x71");
  if (!little && !first.starts_with("\x71\xc7")) return false;
  const unsigned low = byte_at(first, little ? 20 : 21);
  const std::size_t length = low + 256 * byte_at(first, little ? 21 : 20);
  if (length < 2 || kHead + length > first.size()) return false;
  return first.substr(kHead, length).find('\0') == length - 1;
}

bool begins_cpio(std::string_view first) {
  const bool text = first.starts_with("070701") || first.starts_with("070702") || first.starts_with("070707");
  if (!text) return begins_binary_cpio(first);
  const auto hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return first.size() >= 76 && std::all_of(first.begin(), first.begin() + 76, hex);
}

// "-lh5-" at byte 2, and the level of the header at byte 20.
bool begins_lha(std::string_view first) {
  if (first.size() < 22 || first[2] != '-' || first[3] != 'l' || first[6] != '-') return false;
  if (first[4] != 'h' && first[4] != 'z') return false;
  const bool method = (first[5] >= '0' && first[5] <= '9') || first[5] == 'd' || first[5] == 's';
  return method && byte_at(first, 20) <= 3;
}

}  // namespace

Packing packing_of(std::string_view first) {
  if (first.starts_with("\x1f\x8b\x08")) return Packing::kGzip;
  if (first.starts_with("\x28\xb5\x2f\xfd")) return Packing::kZstd;
  if (first.starts_with("\xfd"
                        "7zXZ\0"sv))
    return Packing::kXz;
  if (begins_bzip2(first)) return Packing::kBzip2;
  if (first.starts_with("LZIP\x01")) return Packing::kLzip;
  if (first.starts_with("\x1f\x9d")) return Packing::kCompress;
  if (first.starts_with("\x04\x22\x4d\x18")) return Packing::kLz4;
  return begins_lzma(first) ? Packing::kLzma : Packing::kNone;
}

Result<std::optional<ContainerKind>> unpacked_kind(const ReadableFile& file, std::string_view first) {
  const auto is = [](ContainerKind kind) { return std::optional(kind); };
  if (first.starts_with("7z\xbc\xaf\x27\x1c")) return is(ContainerKind::k7z);
  if (first.starts_with("Rar!\x1a\x07\0"sv) || first.starts_with("Rar!\x1a\x07\x01\0"sv))
    return is(ContainerKind::kRar);
  if (first.starts_with("MSCF\0\0\0\0"sv)) return is(ContainerKind::kCab);
  if (first.starts_with("xar!\0"sv)) return is(ContainerKind::kXar);
  if (begins_cpio(first)) return is(ContainerKind::kCpio);
  if (begins_lha(first)) return is(ContainerKind::kLha);
  if (file.size() > kIsoMark) {
    BFA_ASSIGN_OR_RETURN(const std::string mark, read_range(file, kIsoMark, 5));
    if (mark == "CD001") return is(ContainerKind::kIso);
  }
  return std::optional<ContainerKind>();
}

std::string packed_member_name(std::string_view path, bool arc) {
  std::string name(path.substr(path.find_last_of('/') + 1));
  const std::string lower = ascii_lower_case(name);
  for (const std::string_view packing : {".xz", ".bz2", ".lzma", ".lz", ".z"}) {
    if (!lower.ends_with(packing)) continue;
    name.resize(name.size() - packing.size());
    break;
  }
  const std::string stem = ascii_lower_case(name);
  if (!stem.ends_with(".warc") && !stem.ends_with(".arc")) name += arc ? ".arc" : ".warc";
  return name;
}

}  // namespace bfa
