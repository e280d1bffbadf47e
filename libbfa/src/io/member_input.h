// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/io/source.h"

namespace bfa {

// The decoded bytes of a file that is plain or a row of gzip members, with the place of each member. Members
// that fit are decoded in one go by libdeflate; larger or damaged ones stream through zlib. Memory: two
// windows of about 1 MiB, and what peek() asks for. Not thread-safe.
class MemberInput {
 public:
  // `source` must outlive the input; its first byte stands at `offset` of the file.
  MemberInput(Source& source, std::uint64_t offset);
  ~MemberInput();
  MemberInput(const MemberInput&) = delete;
  MemberInput& operator=(const MemberInput&) = delete;

  // Reads the first bytes and finds out the form. Errors: kIo.
  Status start();
  bool gzip() const noexcept { return gzip_; }
  // The first bytes of the file as they are, undecoded (at most 16); valid after start(), until peek().
  std::string_view raw_start() const;

  // Decodes until `want` bytes are buffered, or the end or damage comes. All that is buffered, from the next
  // byte on; valid until the next call of a non-const member. Errors: kIo.
  Result<std::string_view> peek(std::size_t want);
  std::string_view buffered() const noexcept { return {out_.get() + begin_, end_ - begin_}; }
  // As buffered(), but ends where the next member begins.
  std::string_view in_member() const noexcept;
  void consume(std::size_t n);
  // Takes back the last `n` consumed bytes if they are still there.
  bool rewind(std::size_t n);
  std::size_t rewindable() const noexcept { return begin_; }

  // Where the next byte stands in the file: exactly (plain), or where its member begins (gzip).
  std::uint64_t offset() const noexcept;
  // True when the next byte is the first of a member, or the end of the file is reached. Plain: always.
  bool at_member_start() const noexcept;
  // Reads to the end mark of the current member when all its bytes were consumed, so that at_member_start()
  // is known. Errors: kIo.
  Status settle();
  // Nothing more will come (the end, or damage).
  bool ended() const noexcept { return begin_ == end_ && (eof_ || damage_.has_value()); }

  // What stopped the decoding: a broken or cut member, or bytes that are no member. Set until resume().
  const std::optional<Finding>& damage() const noexcept { return damage_; }
  // Drops what is left of the damaged member and stands on the next one whose content begins with
  // `first_bytes`. False when there is none. Errors: kIo.
  Result<bool> resume(std::string_view first_bytes);
  // Survived oddities (zeros between or after members); the caller takes them.
  Findings& notes() noexcept { return notes_; }

 private:
  struct Codec;
  struct Mark {
    std::uint64_t decoded;  // number of the member's first byte among all decoded ones
    std::uint64_t offset;   // of the member in the file
  };

  Status read_input(std::size_t want);
  Status make_room(std::size_t room);
  Status fill();
  Status fill_plain();
  Status begin_member();
  Status decode_whole(bool& done);
  Status stream_member();
  Status skip_zeros();
  bool probe(std::size_t at, std::string_view first_bytes);
  std::size_t input_size() const noexcept { return in_end_ - in_begin_; }
  std::uint64_t input_offset() const noexcept { return in_offset_ + in_begin_; }
  std::uint64_t decoded_end() const noexcept { return decoded_ + (end_ - begin_); }
  void stop(Code code, const char* id, const char* message, std::uint64_t offset);

  Source& source_;
  std::unique_ptr<Codec> codec_;
  bool gzip_ = false;
  bool source_done_ = false;
  bool eof_ = false;
  bool streaming_ = false;  // inside a member that zlib decodes

  std::unique_ptr<char[]> in_;  // window of the file
  std::size_t in_begin_ = 0, in_end_ = 0;
  std::uint64_t in_offset_;  // of in_[0] in the file

  std::unique_ptr<char[]> out_;  // decoded bytes
  std::size_t out_size_ = 0, begin_ = 0, end_ = 0;
  std::uint64_t decoded_ = 0;  // number of the byte at begin_

  std::vector<Mark> marks_;  // of members with bytes at or after begin_, in order
  std::uint64_t member_offset_ = 0;
  std::optional<Finding> damage_;
  Findings notes_;
};

}  // namespace bfa
