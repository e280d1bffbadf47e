// SPDX-License-Identifier: Apache-2.0
// How MemberInput decodes the members of a packed file.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "io/member_input.h"

namespace bfa {
namespace {

constexpr std::size_t kStreamRoom = 1u << 17;  // decoded at a time when streaming
constexpr std::size_t kMaxDictionaryFrame = 64u << 20;
constexpr unsigned char kDictionaryFrame = 0x5d;  // low byte of 0x184D2A5D

}  // namespace

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

// Reads a skippable frame: the first of a file can contain the dictionary of all others.
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

// Skips what can be between members: zeros and skippable frames.
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

// Tries to decode the whole member; not done if it is too large for that, or damaged.
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

}  // namespace bfa
