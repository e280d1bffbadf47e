// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/guard.h"
#include "bfa/warc/reader.h"
#include "io/members/member_input.h"
#include "warc/read/block_digests.h"

namespace bfa {

// True when a WARC record may begin with these bytes.
bool begins_warc_record(std::string_view bytes);
// True when `bytes` begin with a whole, plausible WARC record header or ARC record line: the search for the
// next record accepts it.
bool is_record_start(std::string_view bytes);

// The implementation of WarcReader. The same object is also the record and its block.
class Reader final : public WarcReader, private WarcRecord, private Source {
 public:
  Reader(Source& source, std::string name, const WarcReadOptions& options, std::uint64_t offset,
         MemberInput::Reopen reopen)
      : options_(options), input_(source, offset, std::move(reopen)) {
    position_.file = std::move(name);
    if (options_.read_ahead) input_.read_ahead();
  }
  // `source_damage`: why the source ends before its end; made for a SalvagingSource.
  Reader(std::unique_ptr<Source> source, std::string name, const WarcReadOptions& options,
         std::uint64_t offset, MemberInput::Reopen reopen,
         std::shared_ptr<const std::optional<Error>> source_damage)
      : Reader(*source, std::move(name), options, offset, std::move(reopen)) {
    owned_ = std::move(source);
    source_damage_ = std::move(source_damage);
  }

  void set_dictionary(std::string dictionary) { input_.set_dictionary(std::move(dictionary)); }
  Status start();
  Result<WarcRecord*> next() override {
    return guarded([&]() -> Result<WarcRecord*> { return read_next(); });
  }
  const Findings& findings() const override { return findings_; }
  std::uint64_t lost_bytes() const override { return lost_bytes_; }

 private:
  // WarcRecord
  const WarcHeader& header() const override { return header_; }
  std::string_view raw_header() const override { return raw_header_; }
  const WarcRef& position() const override { return position_; }
  Source& block() override { return *this; }
  // Source: the block
  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> { return read_block(dst); });
  }

  // reader.cc: records
  Result<WarcRecord*> read_next();
  Result<bool> read_header();
  Result<bool> read_warc_header();
  Result<std::optional<std::size_t>> find_header_end(std::string_view bytes, std::uint64_t offset);
  Status skip_long_header(std::uint64_t offset);
  Status begin_block(std::uint64_t offset);
  Status note_several_members(std::uint64_t offset);
  void begin_record(std::uint64_t offset, std::size_t header_bytes);
  Result<std::size_t> read_block(std::span<std::byte> dst);
  Result<std::string_view> block_part();
  Status pass_block();
  Status end_record();
  Status end_mark();
  Status check_digests();
  Status pass_zeros();

  // reader_arc.cc
  Result<bool> read_arc_header();
  Status sniff_arc_block();
  Status arc_end_mark();

  // reader_resync.cc: after damage
  Status end_block_early(Code code, const char* id, std::string message);
  Status short_block();
  Status wrong_length(const char* seen);
  Status no_record(const char* seen);
  Result<bool> after_damage();
  Result<bool> search_start();
  // Continues at the next place where a record begins; `passed`: bytes skipped. False: none up to the end.
  Result<bool> find_record(std::uint64_t& passed);
  Result<bool> find_in_part(std::string_view part, std::uint64_t& passed);

  Status note(Code code, const char* id, std::string message, std::uint64_t offset);
  Status take_notes();
  Status note_source_damage();
  Status pass(Finding finding);

  WarcReadOptions options_;
  std::shared_ptr<const std::optional<Error>> source_damage_;
  std::unique_ptr<Source> owned_;
  MemberInput input_;
  Findings findings_;
  Findings header_findings_;
  std::uint64_t lost_bytes_ = 0;

  bool arc_ = false;
  int arc_version_ = 1;
  bool seen_several_records_ = false, seen_several_members_ = false;  // noted once per file
  bool done_ = false;
  std::optional<Error> failed_;  // the finding that ended the reading, by policy

  bool active_ = false;  // a record is open
  WarcHeader header_;
  std::string raw_header_;
  WarcRef position_;
  std::uint64_t block_size_ = 0, block_left_ = 0;
  MemberInput::Place block_place_;
  bool has_block_place_ = false;  // of the last record: a search may begin there
  bool ended_ = false;            // the record's end mark was read
  bool at_line_start_ = false;    // the next byte follows a line end
  std::optional<Error> block_error_;
  BlockDigests digests_;
};

}  // namespace bfa
