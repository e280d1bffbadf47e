// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kFirstRoom = 1u << 19;  // decoded size up to which a member is tried whole, at first
constexpr std::size_t kPlainWindow = 1u << 18;
constexpr std::size_t kPlainRead = 1u << 17;

}  // namespace

MemberInput::MemberInput(Source& source, std::uint64_t offset, Reopen reopen)
    : source_(&source), reopen_(std::move(reopen)), first_offset_(offset), whole_room_(kFirstRoom) {}
MemberInput::~MemberInput() = default;

Status MemberInput::start() {
  // Plain bytes need no second window: what is read here is the output.
  out_ = std::make_unique_for_overwrite<char[]>(kPlainWindow);
  out_size_ = kPlainWindow;
  bool done = false;
  while (end_ < 16 && !done) {
    BFA_ASSIGN_OR_RETURN(
        const std::size_t more,
        source_->read(std::as_writable_bytes(std::span(out_.get() + end_, out_size_ - end_))));
    done = more == 0;
    end_ += more;
  }
  form_ = member_form(buffered());
  if (!packed()) {
    marks_.push_back({0, first_offset_});
    return {};
  }
  BFA_ASSIGN_OR_RETURN(codec_, make_member_codec(form_));
  window_ = MemberWindow(*source_, buffered(), first_offset_, done);
  end_ = 0;
  if (!dictionary_.empty() && !codec_->set_dictionary(dictionary_)) {
    return Error{Code::kCorrupt, "dictionary that zstd does not take", {}, 0};
  }
  return {};
}

std::string_view MemberInput::raw_start() const {
  return (window_ ? window_.view() : buffered()).substr(0, 16);
}

void MemberInput::stop(Code code, const char* id, std::string message, std::uint64_t offset) {
  damage_ = Finding{code, id, std::move(message), static_cast<std::int64_t>(offset), {}};
  streaming_ = false;
}

void MemberInput::note(const char* id, std::string message, std::uint64_t offset) {
  notes_.push_back({Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), {}});
}

// Makes room for `room` bytes after end_.
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
  if (streaming_) return stream_member();
  if (ahead_ || begin_ahead()) return fill_ahead();
  return begin_member();
}

Result<std::string_view> MemberInput::peek(std::size_t want) {
  while (end_ - begin_ < want && !eof_ && !damage_) BFA_RETURN_IF_ERROR(fill());
  // Members without bytes end where the next byte's begins.
  while (begin_ != end_ && marks_.size() > 1 && marks_[1].decoded <= decoded_) marks_.pop_front();
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
  while (marks_.size() > 1 && marks_[1].decoded <= decoded_ && marks_[0].decoded < decoded_)
    marks_.pop_front();
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
  end_ahead();
  BFA_ASSIGN_OR_RETURN(reopened_, reopen_(offset));
  source_ = reopened_.get();
  eof_ = streaming_ = first_frame_ = false;
  damage_.reset();
  if (packed()) window_.reset(*source_, offset);
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
  if (begin_ == end_ && !streaming_ && !damage_) return next_offset();
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

// True if a member that begins with the window can be decoded, and `probe` accepts its first bytes.
bool MemberInput::probe_here(Probe probe) {
  std::array<char, 4096> head{};
  std::string_view in = window_.view();
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
  // The start of a small damaged member is still in the window.
  if (from >= window_.start() && from < window_.offset()) {
    window_.rewind(from + 1);
  } else if (from == window_.offset() && window_.size() != 0) {
    window_.advance(1);
  } else if (from < window_.start() && reopen_) {
    BFA_RETURN_IF_ERROR(restart(from + 1));
  }
  const std::string_view magic = codec_->magic();
  for (;;) {
    BFA_RETURN_IF_ERROR(window_.read(MemberWindow::kEnough));
    const std::size_t found = window_.view().find(magic);
    if (found == std::string_view::npos) {
      const std::size_t kept = window_.done() ? 0 : magic.size() - 1;
      window_.advance(window_.size() - std::min(window_.size(), kept));
      if (window_.done()) break;
      BFA_RETURN_IF_ERROR(window_.read(window_.size() + 1));
      continue;
    }
    window_.advance(found);
    BFA_RETURN_IF_ERROR(window_.read(MemberWindow::kEnough));
    if (probe_here(probe)) {
      damage_.reset();
      lost = window_.offset() - from;
      return true;
    }
    window_.advance(1);
  }
  damage_.reset();
  eof_ = true;
  lost = window_.offset() - from;
  return false;
}

}  // namespace bfa
