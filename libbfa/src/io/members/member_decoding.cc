// SPDX-License-Identifier: Apache-2.0
// How MemberInput decodes the members of a packed file.
#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "base/try.h"
#include "io/members/member_input.h"

namespace bfa {
namespace {

constexpr std::size_t kStreamRoom = 1u << 17;  // decoded at a time when streaming
constexpr std::size_t kMaxDictionaryFrame = 64u << 20;
constexpr unsigned char kDictionaryFrame = 0x5d;  // low byte of 0x184D2A5D

}  // namespace

Status MemberInput::skip_zeros() {
  const std::uint64_t from = window_.offset();
  for (;;) {
    const std::string_view bytes = window_.view();
    window_.advance(std::min(bytes.find_first_not_of('\0'), bytes.size()));
    if (window_.size() != 0) break;
    BFA_RETURN_IF_ERROR(window_.read(1));
    if (window_.size() == 0) break;
  }
  note("zero_padding",
       std::to_string(window_.offset() - from) + " zero bytes where a " + names().what +
           " was to begin; passed over",
       from);
  return {};
}

// Reads a skippable frame: the first of a file can contain the dictionary of all others.
Status MemberInput::pass_skippable() {
  const std::uint64_t offset = window_.offset();
  BFA_RETURN_IF_ERROR(window_.read(8));
  if (window_.size() < 8) {
    member_offset_ = offset;
    stop(Code::kTruncated, names().cut, "the file ends within a skippable frame", offset);
    return {};
  }
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(window_.view()[i])};
  };
  std::uint64_t left = byte(4) | (byte(5) << 8U) | (byte(6) << 16U) | (byte(7) << 24U);
  const bool dictionary =
      first_frame_ && form_ == MemberForm::kZstd && byte(0) == kDictionaryFrame && offset == 0;
  if (dictionary && left > kMaxDictionaryFrame) {
    return Error{Code::kLimit, "dictionary frame of " + std::to_string(left) + " bytes", {}, 0};
  }
  window_.advance(8);
  std::string content;
  while (left != 0) {
    BFA_RETURN_IF_ERROR(window_.read(1));
    if (window_.size() == 0) {
      member_offset_ = offset;
      stop(Code::kTruncated, names().cut, "the file ends within a skippable frame", offset);
      return {};
    }
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, window_.size()));
    if (dictionary) content.append(window_.view().substr(0, part));
    window_.advance(part);
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
    BFA_RETURN_IF_ERROR(window_.read(MemberWindow::kEnough));
    if (window_.size() == 0) return {};
    if (window_.view().front() == '\0') {
      BFA_RETURN_IF_ERROR(skip_zeros());
    } else if (form_ != MemberForm::kGzip && begins_skippable(window_.view())) {
      BFA_RETURN_IF_ERROR(pass_skippable());
      if (damage_) return {};
    } else {
      return {};
    }
    first_frame_ = false;
  }
}

// A codec for another thread; null: none. It may be called in one while members are read ahead.
std::unique_ptr<MemberCodec> MemberInput::make_ahead_codec() const {
  auto made = make_member_codec(form_);
  if (!made || (!dictionary_.empty() && !(*made)->set_dictionary(dictionary_))) return nullptr;
  return *std::move(made);
}

// Lets the thread decode the members that follow, when those before were such that it can. False: it is not
// to run now.
bool MemberInput::begin_ahead() {
  if (!ahead_wanted_ || alone_ < alone_wanted_ || (window_.done() && window_.size() == 0)) return false;
  alone_ = 0;
  if (!ahead_codec_) ahead_codec_ = make_ahead_codec();
  if (!ahead_codec_) return false;
  ran_ = 0;
  block_.next = window_.offset();
  // With a single processor a second thread would only wait for the first one.
  MemberAhead::MakeCodec another;
  if (form_ != MemberForm::kLz4 && std::thread::hardware_concurrency() > 1)
    another = [this] { return make_ahead_codec(); };
  ahead_ = MemberAhead::start(window_, ahead_codec_, form_, std::move(another));
  ahead_wanted_ = ahead_ != nullptr;
  return ahead_wanted_;
}

// Takes what the thread goes on from back. After few members the next run comes later: each costs a thread.
void MemberInput::end_ahead() {
  if (!ahead_) return;
  constexpr std::uint64_t kFew = 16;
  constexpr std::uint32_t kLatest = 1024;
  window_ = ahead_->take_window();
  ahead_codec_ = ahead_->take_codec();
  ahead_.reset();
  alone_wanted_ = ran_ < kFew ? std::min(alone_wanted_ * 2, kLatest) : 1;
}

// Takes the members that the thread decoded next, or goes on without it.
Status MemberInput::fill_ahead() {
  const bool empty = begin_ == end_;
  auto more = ahead_->next(block_);
  if (!more || !*more) {
    end_ahead();
    if (!more) return std::move(more).error();
    return begin_member();
  }
  if (empty) {  // the buffer that is in use up to now is the next one to be filled
    std::swap(block_.bytes, out_);
    std::swap(block_.room, out_size_);
    begin_ = end_ = 0;
    marks_.clear();
  } else {
    BFA_RETURN_IF_ERROR(make_room(block_.size));
    if (block_.size != 0) std::memcpy(out_.get() + end_, block_.bytes.get(), block_.size);
  }
  for (const auto& member : block_.members) marks_.push_back({decoded_end() + member.begin, member.offset});
  member_offset_ = block_.members.back().offset;
  ran_ += block_.members.size();
  end_ += block_.size;
  return {};
}

Status MemberInput::begin_member() {
  BFA_RETURN_IF_ERROR(pass_fillers());
  if (damage_) return {};
  if (window_.size() == 0) {
    eof_ = true;
    return {};
  }
  first_frame_ = false;
  ++alone_;
  member_offset_ = window_.offset();
  const std::string_view magic = codec_->magic().substr(0, form_ == MemberForm::kGzip ? 2 : 4);
  if (!window_.view().starts_with(magic)) {
    const bool cut = magic.starts_with(window_.view());
    stop(cut ? Code::kTruncated : Code::kCorrupt, cut ? names().cut : names().none,
         cut ? std::string("the file ends within a ") + names().what
             : std::string("bytes that are no ") + names().what,
         member_offset_);
    return {};
  }
  if (const char* lacking = said_lacking_ ? nullptr : codec_->lacks(window_.view()); lacking != nullptr) {
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
  const std::uint64_t size = codec_->decoded_size(window_.view());
  if (size > kMostRoom) return {};
  std::size_t room = size != 0 ? static_cast<std::size_t>(size) : whole_room_;
  for (;;) {
    BFA_RETURN_IF_ERROR(make_room(room));
    BFA_ASSIGN_OR_RETURN(const auto step,
                         decode_member(*codec_, window_, std::span(out_.get() + end_, out_size_ - end_)));
    if (step.outcome == MemberCodec::Outcome::kDone || step.outcome == MemberCodec::Outcome::kBadSum) {
      window_.advance(step.used);
      end_ += step.made;
      done = true;
      if (step.outcome == MemberCodec::Outcome::kBadSum) {
        stop(Code::kCorrupt, names().bad_sum, std::string(names().what) + " whose check sum is wrong",
             member_offset_);
      }
      return {};
    }
    if (step.outcome != MemberCodec::Outcome::kNoRoom || room >= kMostRoom || form_ == MemberForm::kLz4)
      return {};
    room = whole_room_ = std::min(kMostRoom, room * 4);
  }
}

Status MemberInput::stream_member() {
  BFA_RETURN_IF_ERROR(make_room(kStreamRoom));
  BFA_RETURN_IF_ERROR(window_.read(1));
  const bool at_end = window_.size() == 0;
  const auto step = codec_->step(window_.view(), std::span(out_.get() + end_, kStreamRoom));
  window_.advance(step.used);
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
