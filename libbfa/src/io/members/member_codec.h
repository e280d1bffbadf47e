// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

enum class MemberForm : std::uint8_t { kPlain, kGzip, kZstd, kLz4 };

// The form of a file that begins with these bytes; skippable frames count as zstd.
MemberForm member_form(std::string_view first_bytes);

// True if `bytes` begin with the magic of a skippable frame (RFC 8878, section 3.1.2), which lz4 shares.
bool begins_skippable(std::string_view bytes);

// The ids of findings about a form's members.
struct MemberNames {
  const char* what;  // "gzip member"
  const char* bad_sum;
  const char* bad_data;
  const char* cut;
  const char* none;
};

// Decodes the members of one form: gzip members, zstd or lz4 frames. Not thread-safe.
class MemberCodec {
 public:
  enum class Outcome : std::uint8_t {
    kMore,    // needs more input, or more room for output
    kDone,    // the member is complete, and its checksums are correct
    kNoRoom,  // whole(): does not fit in `out`
    kBadData,
    kBadSum,
    kNoMemory
  };
  struct Step {
    Outcome outcome = Outcome::kMore;
    std::size_t used = 0, made = 0;
  };

  virtual ~MemberCodec() = default;
  virtual std::string_view magic() const = 0;
  virtual const MemberNames& names() const = 0;
  // The size that the member at the beginning of `in` will decode to; 0 if it is unknown.
  virtual std::uint64_t decoded_size(std::string_view in) const = 0;
  // Decodes the member at the beginning of `in` at once. kMore: it is incomplete in `in`, or damaged.
  // kBadSum: its bytes are decoded.
  virtual Step whole(std::string_view in, std::span<char> out) = 0;
  // Begins a member that is decoded in parts by step(). False without memory.
  virtual bool begin() = 0;
  virtual Step step(std::string_view in, std::span<char> out) = 0;
  // The field required in WARC files that the header of the member at the beginning of `in` lacks; null if
  // it lacks none.
  virtual const char* lacks(std::string_view in) const = 0;
  // Sets the dictionary of the following members. False if it is not a dictionary.
  virtual bool set_dictionary(std::string_view dictionary) = 0;
};

// Errors: kIo (memory), kUnsupported (a form without support in this build).
Result<std::unique_ptr<MemberCodec>> make_gzip_codec();
Result<std::unique_ptr<MemberCodec>> make_zstd_codec();
Result<std::unique_ptr<MemberCodec>> make_lz4_codec();
Result<std::unique_ptr<MemberCodec>> make_member_codec(MemberForm form);

// The dictionary in the frame that a .warc.zst file begins with: raw, or itself one zstd frame. Errors:
// kCorrupt, kLimit.
Result<std::string> unpack_dictionary(std::string_view content);

}  // namespace bfa
