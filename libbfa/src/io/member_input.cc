// SPDX-License-Identifier: Apache-2.0
#include "io/member_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kWindow = 2u << 20;      // of the file; a member larger than this streams
constexpr std::size_t kEnough = 1u << 18;      // input at hand before a member is tried whole
constexpr std::size_t kFirstRoom = 1u << 19;   // decoded size up to which a member is tried whole, at first
constexpr std::size_t kMostRoom = 8u << 20;    // ... and at most
constexpr std::size_t kStreamRoom = 1u << 17;  // decoded at a time when streaming
constexpr std::size_t kPlainWindow = 1u << 18;
constexpr std::size_t kPlainRead = 1u << 17;
constexpr std::size_t kMaxDictionaryFrame = 64u << 20;
constexpr unsigned char kDictionaryFrame = 0x5d;  // low byte of 0x184D2A5D

}  // namespace

MemberInput::MemberInput(Source& source, std::uint64_t offset, Reopen reopen)
    : source_(&source), reopen_(std::move(reopen)), in_offset_(offset), whole_room_(kFirstRoom) {}
MemberInput::~MemberInput() = default;

Status MemberInput::start() {
  in_ = std::make_unique_for_overwrite<char[]>(kPlainWindow);
  std::size_t got = 0;
  while (got < 16 && !source_done_) {
    BFA_ASSIGN_OR_RETURN(
        const std::size_t more,
        source_->read(std::as_writable_bytes(std::span(in_.get() + got, kPlainWindow - got))));
    source_done_ = more == 0;
    got += more;
  }
  in_end_ = got;
  form_ = member_form(window());
  if (!packed()) {
    // Plain bytes need no second window: the first one becomes the output.
    out_ = std::move(in_);
    out_size_ = kPlainWindow;
    end_ = in_end_;
    marks_.push_back({0, in_offset_});
    return {};
  }
  BFA_ASSIGN_OR_RETURN(codec_, make_member_codec(form_));
  auto wide = std::make_unique_for_overwrite<char[]>(kWindow);
  std::memcpy(wide.get(), in_.get(), in_end_);
  in_ = std::move(wide);
  if (!dictionary_.empty() && !codec_->set_dictionary(dictionary_)) {
    return Error{Code::kCorrupt, "dictionary that zstd does not take", {}, 0};
  }
  return {};
}

std::string_view MemberInput::raw_start() const {
  return (in_ ? window() : buffered()).substr(0, 16);
}

void MemberInput::stop(Code code, const char* id, std::string message, std::uint64_t offset) {
  damage_ = Finding{code, id, std::move(message), static_cast<std::int64_t>(offset), {}};
  streaming_ = false;
}

void MemberInput::note(const char* id, std::string message, std::uint64_t offset) {
  notes_.push_back({Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), {}});
}

// Makes at least `want` bytes of the file stand in the window, or all that are left.
Status MemberInput::read_input(std::size_t want) {
  if (input_size() >= want || source_done_) return {};
  if (in_begin_ != 0) {
    std::memmove(in_.get(), in_.get() + in_begin_, input_size());
    in_offset_ += in_begin_;
    in_end_ -= in_begin_;
    in_begin_ = 0;
  }
  while (input_size() < want) {
    BFA_ASSIGN_OR_RETURN(
        const std::size_t got,
        source_->read(std::as_writable_bytes(std::span(in_.get() + in_end_, kWindow - in_end_))));
    if (got == 0) {
      source_done_ = true;
      break;
    }
    in_end_ += got;
  }
  return {};
}

// Makes `room` bytes free after end_.
Status MemberInput::make_room(std::size_t room) {
  if (begin_ == end_) begin_ = end_ = 0;
  if (out_size_ - end_ >= room) return {};
  const std::size_t used = end_ - begin_;
  if (out_size_ < used + room) {
    const std::size_t size = std::max(used + room, std::min(out_size_ * 2, out_size_ + kMostRoom));
    auto grown = std::make_unique_for_overwrite<char[]>(size);
    if (used != 0) std::memcpy(grown.get(), out_.get() + begin_, used);
    out_ = std::move(grown);
    out_size_ = size;
  } else if (used != 0) {
    std::memmove(out_.get(), out_.get() + begin_, used);
  }
  begin_ = 0;
  end_ = used;
  return {};
}

Status MemberInput::fill_plain() {
  BFA_RETURN_IF_ERROR(make_room(kPlainRead));
  BFA_ASSIGN_OR_RETURN(const std::size_t got,
                       source_->read(std::as_writable_bytes(std::span(out_.get() + end_, out_size_ - end_))));
  end_ += got;
  if (got == 0) eof_ = true;
  return {};
}

Status MemberInput::fill() {
  if (!packed()) return fill_plain();
  return streaming_ ? stream_member() : begin_member();
}

Status MemberInput::skip_zeros() {
  const std::uint64_t from = input_offset();
  for (;;) {
    while (in_begin_ < in_end_ && in_[in_begin_] == '\0') ++in_begin_;
    if (in_begin_ < in_end_) break;
    BFA_RETURN_IF_ERROR(read_input(1));
    if (in_begin_ == in_end_) break;
  }
  note("zero_padding",
       std::to_string(input_offset() - from) + " zero bytes where a " + names().what +
           " was to begin; passed over",
       from);
  return {};
}

// A skippable frame: the first of a file may hold the dictionary of all others.
Status MemberInput::pass_skippable() {
  const std::uint64_t offset = input_offset();
  BFA_RETURN_IF_ERROR(read_input(8));
  if (input_size() < 8) {
    member_offset_ = offset;
    stop(Code::kTruncated, names().cut, "the file ends within a skippable frame", offset);
    return {};
  }
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(in_[in_begin_ + i])};
  };
  std::uint64_t left = byte(4) | (byte(5) << 8U) | (byte(6) << 16U) | (byte(7) << 24U);
  const bool dictionary =
      first_frame_ && form_ == MemberForm::kZstd && byte(0) == kDictionaryFrame && offset == 0;
  if (dictionary && left > kMaxDictionaryFrame) {
    return Error{Code::kLimit, "dictionary frame of " + std::to_string(left) + " bytes", {}, 0};
  }
  in_begin_ += 8;
  std::string content;
  while (left != 0) {
    BFA_RETURN_IF_ERROR(read_input(1));
    if (input_size() == 0) {
      member_offset_ = offset;
      stop(Code::kTruncated, names().cut, "the file ends within a skippable frame", offset);
      return {};
    }
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, input_size()));
    if (dictionary) content.append(in_.get() + in_begin_, part);
    in_begin_ += part;
    left -= part;
  }
  if (!dictionary) return {};
  BFA_ASSIGN_OR_RETURN(dictionary_, unpack_dictionary(content));
  if (!codec_->set_dictionary(dictionary_)) {
    return Error{Code::kCorrupt, "dictionary that zstd does not take", {}, 0};
  }
  return {};
}

// Passes over what may stand between members and is none.
Status MemberInput::pass_fillers() {
  for (;;) {
    BFA_RETURN_IF_ERROR(read_input(kEnough));
    if (input_size() == 0) return {};
    if (in_[in_begin_] == '\0') {
      BFA_RETURN_IF_ERROR(skip_zeros());
    } else if (form_ != MemberForm::kGzip && begins_skippable(window())) {
      BFA_RETURN_IF_ERROR(pass_skippable());
      if (damage_) return {};
    } else {
      return {};
    }
    first_frame_ = false;
  }
}

Status MemberInput::begin_member() {
  BFA_RETURN_IF_ERROR(pass_fillers());
  if (damage_) return {};
  if (input_size() == 0) {
    eof_ = true;
    return {};
  }
  first_frame_ = false;
  member_offset_ = input_offset();
  const std::string_view magic = codec_->magic().substr(0, form_ == MemberForm::kGzip ? 2 : 4);
  if (!window().starts_with(magic)) {
    const bool cut = magic.starts_with(window());
    stop(cut ? Code::kTruncated : Code::kCorrupt, cut ? names().cut : names().none,
         cut ? std::string("the file ends within a ") + names().what
             : std::string("bytes that are no ") + names().what,
         member_offset_);
    return {};
  }
  if (const char* lacking = said_lacking_ ? nullptr : codec_->lacks(window()); lacking != nullptr) {
    said_lacking_ = true;
    note("zstd_frame_header", std::string("zstd frame without ") + lacking + "; read all the same",
         member_offset_);
  }
  if (begin_ == end_) marks_.clear();
  marks_.push_back({decoded_end(), member_offset_});
  bool done = false;
  BFA_RETURN_IF_ERROR(decode_whole(done));
  if (done) return {};
  if (!codec_->begin()) return Error{Code::kIo, "out of memory", {}, -1};
  streaming_ = true;
  return stream_member();
}

// Tries the member in one go; not done when it is too large for that, or damaged.
Status MemberInput::decode_whole(bool& done) {
  const std::uint64_t size = codec_->decoded_size(window());
  if (size > kMostRoom) return {};
  std::size_t room = size != 0 ? static_cast<std::size_t>(size) : whole_room_;
  for (;;) {
    BFA_RETURN_IF_ERROR(make_room(room));
    const auto step = codec_->whole(window(), std::span(out_.get() + end_, out_size_ - end_));
    if (step.outcome == MemberCodec::Outcome::kDone || step.outcome == MemberCodec::Outcome::kBadSum) {
      in_begin_ += step.used;
      end_ += step.made;
      done = true;
      if (step.outcome == MemberCodec::Outcome::kBadSum) {
        stop(Code::kCorrupt, names().bad_sum, std::string(names().what) + " whose check sum is wrong",
             member_offset_);
      }
      return {};
    }
    if (step.outcome == MemberCodec::Outcome::kNoRoom) {
      if (room >= kMostRoom || form_ == MemberForm::kLz4) return {};
      room = whole_room_ = std::min(kMostRoom, room * 4);
    } else if (source_done_ || input_size() == kWindow) {
      return {};
    } else {
      BFA_RETURN_IF_ERROR(read_input(kWindow));
    }
  }
}

Status MemberInput::stream_member() {
  BFA_RETURN_IF_ERROR(make_room(kStreamRoom));
  BFA_RETURN_IF_ERROR(read_input(1));
  const bool at_end = input_size() == 0;
  const auto step = codec_->step(window(), std::span(out_.get() + end_, kStreamRoom));
  in_begin_ += step.used;
  end_ += step.made;
  switch (step.outcome) {
    case MemberCodec::Outcome::kDone:
      streaming_ = false;
      break;
    case MemberCodec::Outcome::kNoMemory:
      return Error{Code::kIo, "out of memory", {}, -1};
    case MemberCodec::Outcome::kBadSum:
      stop(Code::kCorrupt, names().bad_sum, std::string(names().what) + " whose check sum is wrong",
           member_offset_);
      break;
    case MemberCodec::Outcome::kMore:
      if (at_end && step.made == 0) {
        stop(Code::kTruncated, names().cut, std::string("the file ends within a ") + names().what,
             member_offset_);
      }
      break;
    case MemberCodec::Outcome::kNoRoom:
    case MemberCodec::Outcome::kBadData:
      stop(Code::kCorrupt, names().bad_data, std::string(names().what) + " that cannot be decoded",
           member_offset_);
  }
  return {};
}

Result<std::string_view> MemberInput::peek(std::size_t want) {
  while (end_ - begin_ < want && !eof_ && !damage_) BFA_RETURN_IF_ERROR(fill());
  return buffered();
}

std::string_view MemberInput::in_member() const noexcept {
  if (!packed()) return buffered();
  for (const Mark& mark : marks_) {
    if (mark.decoded > decoded_)
      return buffered().substr(0, static_cast<std::size_t>(mark.decoded - decoded_));
  }
  return buffered();
}

void MemberInput::consume(std::size_t n) {
  begin_ += n;
  decoded_ += n;
  if (!packed()) return;
  std::size_t passed = 0;
  while (passed + 1 < marks_.size() && marks_[passed + 1].decoded <= decoded_) ++passed;
  if (passed != 0) marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(passed));
}

Result<std::uint64_t> MemberInput::skip_plain(std::uint64_t n) {
  const auto here = std::min<std::uint64_t>(n, buffered().size());
  consume(static_cast<std::size_t>(here));
  if (here == n) return n;
  begin_ = end_ = 0;
  BFA_ASSIGN_OR_RETURN(const std::uint64_t far, source_->skip(n - here));
  decoded_ += far;
  if (far != n - here) eof_ = true;
  return here + far;
}

MemberInput::Place MemberInput::place() const noexcept {
  if (!packed()) return {offset(), 0};
  if (marks_.empty() || marks_.back().decoded > decoded_end()) return {offset(), 0};
  return {marks_.front().offset, decoded_ - marks_.front().decoded};
}

Status MemberInput::restart(std::uint64_t offset) {
  BFA_ASSIGN_OR_RETURN(reopened_, reopen_(offset));
  source_ = reopened_.get();
  source_done_ = eof_ = streaming_ = first_frame_ = false;
  damage_.reset();
  in_begin_ = in_end_ = 0;
  in_offset_ = offset;
  begin_ = end_ = 0;
  return {};
}

Result<bool> MemberInput::go_back(const Place& place) {
  if (!packed()) {
    const std::uint64_t back = offset() - place.member;
    if (back > begin_ && !reopen_) return false;
    decoded_ -= back;
    if (back <= begin_) {
      begin_ -= static_cast<std::size_t>(back);
      return true;
    }
    BFA_RETURN_IF_ERROR(restart(place.member));
    return true;
  }
  if (!marks_.empty() && marks_.front().offset == place.member) {
    const std::uint64_t number = marks_.front().decoded + place.within;
    if (number <= decoded_ && decoded_ - number <= begin_) {
      begin_ -= static_cast<std::size_t>(decoded_ - number);
      decoded_ = number;
      return true;
    }
  }
  if (!reopen_) return false;
  BFA_RETURN_IF_ERROR(restart(place.member));
  marks_.clear();
  for (std::uint64_t left = place.within; left != 0;) {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, peek(1));
    if (bytes.empty()) break;
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
    consume(part);
    left -= part;
  }
  return true;
}

std::uint64_t MemberInput::offset() const noexcept {
  if (!packed()) return marks_.front().offset + decoded_;
  if (begin_ == end_ && !streaming_ && !damage_) return input_offset();
  return marks_.empty() ? member_offset_ : marks_.front().offset;
}

bool MemberInput::at_member_start() const noexcept {
  if (!packed()) return true;
  if (begin_ == end_) return !streaming_ && !damage_;
  return !marks_.empty() && marks_.front().decoded == decoded_;
}

Status MemberInput::settle() {
  while (begin_ == end_ && streaming_ && !damage_) BFA_RETURN_IF_ERROR(fill());
  return {};
}

// True when a member that begins at `at` of the window decodes, and `probe` likes its beginning.
bool MemberInput::probe_at(std::size_t at, Probe probe) {
  std::array<char, 4096> head{};
  std::string_view in(in_.get() + at, in_end_ - at);
  std::size_t made = 0;
  if (!codec_->begin()) return false;
  while (made < head.size()) {
    const auto step = codec_->step(in, std::span(head).subspan(made));
    made += step.made;
    in.remove_prefix(step.used);
    if (step.outcome != MemberCodec::Outcome::kMore || (step.made == 0 && step.used == 0)) break;
  }
  return probe({head.data(), made});
}

Result<bool> MemberInput::resume(Probe probe, std::uint64_t& lost) {
  const std::uint64_t from = member_offset_;
  lost = 0;
  if (!packed() || !damage_) return false;
  begin_ = end_ = 0;
  marks_.clear();
  streaming_ = false;
  // The damaged member's own start is still in the window when it is a small one.
  if (from >= in_offset_ && from < input_offset()) {
    in_begin_ = static_cast<std::size_t>(from + 1 - in_offset_);
  } else if (from == input_offset() && input_size() != 0) {
    ++in_begin_;
  } else if (from < in_offset_ && reopen_) {
    BFA_RETURN_IF_ERROR(restart(from + 1));
  }
  const std::string_view magic = codec_->magic();
  for (;;) {
    BFA_RETURN_IF_ERROR(read_input(kEnough));
    const std::size_t found = window().find(magic);
    if (found == std::string_view::npos) {
      in_begin_ = in_end_ - std::min(input_size(), source_done_ ? 0 : magic.size() - 1);
      if (source_done_) break;
      BFA_RETURN_IF_ERROR(read_input(input_size() + 1));
      continue;
    }
    in_begin_ += found;
    BFA_RETURN_IF_ERROR(read_input(kEnough));
    if (probe_at(in_begin_, probe)) {
      damage_.reset();
      lost = input_offset() - from;
      return true;
    }
    ++in_begin_;
  }
  damage_.reset();
  eof_ = true;
  lost = input_offset() - from;
  return false;
}

}  // namespace bfa
