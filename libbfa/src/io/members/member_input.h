// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/finding.h"
#include "bfa/io/source.h"
#include "io/members/member_ahead.h"
#include "io/members/member_block.h"
#include "io/members/member_codec.h"
#include "io/members/member_window.h"

namespace bfa {

// The decoded bytes of a file that is plain or a sequence of members (gzip members, zstd or lz4 frames), with
// the offset of each member. Members that fit are decoded whole; larger or damaged ones are streamed. Memory:
// a window of 2 MiB of the file, one of at most 8 MiB of decoded bytes, and what peek() asks for; that of
// MemberAhead if it reads ahead. Not thread-safe.
class MemberInput {
 public:
  // Opens the same file again at a place.
  using Reopen = std::function<Result<std::unique_ptr<Source>>(std::uint64_t offset)>;
  // Decides whether the first decoded bytes of a member (at most 4 KiB) begin what the caller looks for.
  using Probe = bool (*)(std::string_view bytes);

  // A place to which go_back() can return.
  struct Place {
    std::uint64_t member = 0;  // offset of the member in the file; of the byte itself in a plain file
    std::uint64_t within = 0;  // decoded bytes from there
  };

  // `source` must outlive the input; its first byte is at `offset` of the file. Without `reopen` going back
  // is limited to the bytes that are still in memory.
  MemberInput(Source& source, std::uint64_t offset, Reopen reopen = {});
  ~MemberInput();
  MemberInput(const MemberInput&) = delete;
  MemberInput& operator=(const MemberInput&) = delete;

  // Reads the first bytes and detects the form. Errors: kIo, kUnsupported, kCorrupt (a dictionary that cannot
  // be read).
  Status start();
  // For a file that is read from the middle: the dictionary at its beginning. Call it before start().
  void set_dictionary(std::string dictionary) { dictionary_ = std::move(dictionary); }
  // Decodes the members of a packed file in a thread of its own, ahead of peek(): see MemberAhead. The source
  // is then read by that thread. Call it before start().
  void read_ahead() { ahead_wanted_ = true; }
  MemberForm form() const noexcept { return form_; }
  bool packed() const noexcept { return form_ != MemberForm::kPlain; }
  // True when going back has no limit.
  bool reopens() const noexcept { return reopen_ != nullptr; }
  // Names for findings; of a packed file, after start().
  const MemberNames& names() const { return codec_->names(); }
  // The first bytes of the file as they are, undecoded (at most 16); valid after start(), until peek().
  std::string_view raw_start() const;

  // Decodes until `want` bytes are buffered, or the end or damage comes. All that is buffered, from the next
  // byte on; valid until the next call of a non-const member. Errors: kIo.
  Result<std::string_view> peek(std::size_t want);
  std::string_view buffered() const noexcept { return {out_.get() + begin_, end_ - begin_}; }
  // As buffered(), but ends where the next member begins.
  std::string_view in_member() const noexcept;
  void consume(std::size_t n);
  // Skips `n` bytes of a plain file, by seeking if the source can; returns how many were skipped.
  Result<std::uint64_t> skip_plain(std::uint64_t n);

  // The place of the next byte, and going back to such a place. go_back() returns false if it cannot; nothing
  // has then changed. Errors: kIo.
  Place place() const noexcept;
  Result<bool> go_back(const Place& place);

  // The offset of the next byte in the file (plain), or that of its member.
  std::uint64_t offset() const noexcept;
  // True when the next byte is the first of a member, or the end of the file is reached. Plain: always.
  bool at_member_start() const noexcept;
  // Reads to the end mark of the current member when all its bytes were consumed, so that at_member_start()
  // is known. Errors: kIo.
  Status settle();

  // The reason that decoding stopped: a damaged or truncated member, or other bytes. Set until resume().
  const std::optional<Finding>& damage() const noexcept { return damage_; }
  // Skips the rest of the damaged member and continues at the next one that `probe` accepts; `lost`: bytes
  // of the file that were skipped. False if no member follows. Errors: kIo.
  Result<bool> resume(Probe probe, std::uint64_t& lost);
  // Survived defects (zeros between or after members, incomplete frame headers); the caller removes them.
  Findings& notes() noexcept { return notes_; }

 private:
  // Decoded size up to which a member is tried whole.
  static constexpr std::size_t kMostRoom = MemberBlock::kMostRoom;

  struct Mark {
    std::uint64_t decoded;  // number of the member's first byte among all decoded ones
    std::uint64_t offset;   // of the member in the file
  };

  Status make_room(std::size_t room);
  Status fill();
  Status fill_plain();
  Status fill_ahead();
  std::unique_ptr<MemberCodec> make_ahead_codec() const;
  bool begin_ahead();
  void end_ahead();
  Status begin_member();
  Status pass_fillers();
  Status pass_skippable();
  Status decode_whole(bool& done);
  Status stream_member();
  Status skip_zeros();
  Status restart(std::uint64_t offset);
  bool probe_here(Probe probe);
  std::uint64_t decoded_end() const noexcept { return decoded_ + (end_ - begin_); }
  void stop(Code code, const char* id, std::string message, std::uint64_t offset);
  void note(const char* id, std::string message, std::uint64_t offset);

  Source* source_;
  Reopen reopen_;
  std::unique_ptr<Source> reopened_;
  std::unique_ptr<MemberCodec> codec_;
  MemberForm form_ = MemberForm::kPlain;
  std::string dictionary_;
  bool first_frame_ = true;
  bool said_lacking_ = false;
  bool eof_ = false;
  bool streaming_ = false;  // inside a member that is decoded in parts

  std::uint64_t next_offset() const noexcept { return ahead_ ? block_.next : window_.offset(); }

  std::uint64_t first_offset_;  // of the first byte in the file
  MemberWindow window_;         // of a packed file

  std::unique_ptr<char[]> out_;  // decoded bytes
  std::size_t out_size_ = 0, begin_ = 0, end_ = 0;
  std::size_t whole_room_;     // what members decoded in one go get
  std::uint64_t decoded_ = 0;  // number of the byte at begin_

  std::deque<Mark> marks_;  // of members with bytes at or after begin_, in order
  std::uint64_t member_offset_ = 0;
  std::optional<Finding> damage_;
  Findings notes_;

  bool ahead_wanted_ = false;
  std::uint32_t alone_ = 0;         // members decoded here since the last run of the thread
  std::uint32_t alone_wanted_ = 1;  // as many are, before the thread runs again
  std::uint64_t ran_ = 0;           // members that the thread decoded in this run
  MemberBlock block_;               // the last one that it gave
  std::unique_ptr<MemberCodec> ahead_codec_;
  std::unique_ptr<MemberAhead> ahead_;  // reads the source: ends before it
};

}  // namespace bfa
