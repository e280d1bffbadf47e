// SPDX-License-Identifier: Apache-2.0
#include "io/member_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <libdeflate.h>
#include <zlib.h>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kWindow = 1u << 20;      // of the file; a member larger than this streams
constexpr std::size_t kEnough = 1u << 17;      // input at hand before a member is tried whole
constexpr std::size_t kWholeRoom = 1u << 19;   // decoded size up to which a member is tried whole
constexpr std::size_t kStreamRoom = 1u << 16;  // decoded at a time when streaming
constexpr std::size_t kPlainRead = 1u << 18;

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

}  // namespace

struct MemberInput::Codec {
  libdeflate_decompressor* whole = libdeflate_alloc_decompressor();
  z_stream stream{};
  bool ready = false;
  Codec() { ready = whole != nullptr && inflateInit2(&stream, 15 + 16) == Z_OK; }
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() {
    libdeflate_free_decompressor(whole);
    inflateEnd(&stream);
  }
};

MemberInput::MemberInput(Source& source, std::uint64_t offset) : source_(source), in_offset_(offset) {}
MemberInput::~MemberInput() = default;

Status MemberInput::start() {
  in_ = std::make_unique_for_overwrite<char[]>(kWindow);
  BFA_RETURN_IF_ERROR(read_input(16));
  gzip_ = is_gzip(raw_start());
  if (!gzip_) {
    // Plain bytes need no second window: the first one becomes the output.
    out_ = std::move(in_);
    out_size_ = kWindow;
    end_ = in_end_;
    marks_.push_back({0, in_offset_});
    return {};
  }
  codec_ = std::make_unique<Codec>();
  if (!codec_->ready) return Error{Code::kIo, "out of memory", {}, -1};
  return {};
}

std::string_view MemberInput::raw_start() const {
  const std::string_view bytes = in_ ? std::string_view(in_.get() + in_begin_, input_size()) : buffered();
  return bytes.substr(0, 16);
}

void MemberInput::stop(Code code, const char* id, const char* message, std::uint64_t offset) {
  damage_ = Finding{code, id, message, static_cast<std::int64_t>(offset), {}};
  streaming_ = false;
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
        source_.read(std::as_writable_bytes(std::span(in_.get() + in_end_, kWindow - in_end_))));
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
    const std::size_t size = std::max(used + room, out_size_ * 2);
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
                       source_.read(std::as_writable_bytes(std::span(out_.get() + end_, out_size_ - end_))));
  end_ += got;
  if (got == 0) eof_ = true;
  return {};
}

Status MemberInput::fill() {
  if (!gzip_) return fill_plain();
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
  notes_.push_back({Code::kCorrupt,
                    "zero_padding",
                    std::to_string(input_offset() - from) + " zero bytes where a gzip member was to begin",
                    static_cast<std::int64_t>(from),
                    {}});
  return {};
}

Status MemberInput::begin_member() {
  BFA_RETURN_IF_ERROR(read_input(kEnough));
  if (input_size() != 0 && in_[in_begin_] == '\0') {
    BFA_RETURN_IF_ERROR(skip_zeros());
    BFA_RETURN_IF_ERROR(read_input(kEnough));
  }
  if (input_size() == 0) {
    eof_ = true;
    return {};
  }
  member_offset_ = input_offset();
  if (!is_gzip({in_.get() + in_begin_, input_size()})) {
    const bool cut = input_size() == 1 && in_[in_begin_] == '\x1f';
    stop(cut ? Code::kTruncated : Code::kCorrupt, cut ? "gzip_member_truncated" : "not_gzip",
         cut ? "the file ends within a gzip member" : "bytes that are no gzip member", member_offset_);
    return {};
  }
  if (begin_ == end_) marks_.clear();
  marks_.push_back({decoded_end(), member_offset_});
  bool done = false;
  BFA_RETURN_IF_ERROR(decode_whole(done));
  if (done) return {};
  inflateReset2(&codec_->stream, 15 + 16);
  streaming_ = true;
  return stream_member();
}

// Tries the member in one go; not done when it is too large for that, or damaged.
Status MemberInput::decode_whole(bool& done) {
  BFA_RETURN_IF_ERROR(make_room(kWholeRoom));
  for (;;) {
    std::size_t used = 0;
    std::size_t made = 0;
    const auto code = libdeflate_gzip_decompress_ex(codec_->whole, in_.get() + in_begin_, input_size(),
                                                    out_.get() + end_, out_size_ - end_, &used, &made);
    if (code == LIBDEFLATE_SUCCESS) {
      in_begin_ += used;
      end_ += made;
      done = true;
      return {};
    }
    if (code != LIBDEFLATE_BAD_DATA || source_done_ || input_size() == kWindow) return {};
    BFA_RETURN_IF_ERROR(read_input(kWindow));
  }
}

Status MemberInput::stream_member() {
  BFA_RETURN_IF_ERROR(make_room(kStreamRoom));
  BFA_RETURN_IF_ERROR(read_input(1));
  z_stream& z = codec_->stream;
  z.next_in = reinterpret_cast<unsigned char*>(in_.get() + in_begin_);
  z.avail_in = static_cast<unsigned>(input_size());
  z.next_out = reinterpret_cast<unsigned char*>(out_.get() + end_);
  z.avail_out = static_cast<unsigned>(kStreamRoom);
  const int code = inflate(&z, Z_NO_FLUSH);
  in_begin_ = in_end_ - z.avail_in;
  end_ += kStreamRoom - z.avail_out;
  if (code == Z_STREAM_END) {
    streaming_ = false;
  } else if (code == Z_MEM_ERROR) {
    return Error{Code::kIo, "out of memory", {}, -1};
  } else if (code != Z_OK && code != Z_BUF_ERROR) {
    const bool crc = z.msg != nullptr && std::string_view(z.msg).find("check") != std::string_view::npos;
    stop(Code::kCorrupt, crc ? "gzip_crc" : "gzip_data",
         crc ? "gzip member whose check sum is wrong" : "gzip member that cannot be decoded", member_offset_);
  } else if (input_size() == 0 && source_done_ && z.avail_out != 0) {
    stop(Code::kTruncated, "gzip_member_truncated", "the file ends within a gzip member", member_offset_);
  }
  return {};
}

Result<std::string_view> MemberInput::peek(std::size_t want) {
  while (end_ - begin_ < want && !eof_ && !damage_) BFA_RETURN_IF_ERROR(fill());
  return buffered();
}

std::string_view MemberInput::in_member() const noexcept {
  if (!gzip_) return buffered();
  for (const Mark& mark : marks_) {
    if (mark.decoded > decoded_)
      return buffered().substr(0, static_cast<std::size_t>(mark.decoded - decoded_));
  }
  return buffered();
}

void MemberInput::consume(std::size_t n) {
  begin_ += n;
  decoded_ += n;
  if (!gzip_) return;
  std::size_t passed = 0;
  while (passed + 1 < marks_.size() && marks_[passed + 1].decoded <= decoded_) ++passed;
  marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(passed));
}

bool MemberInput::rewind(std::size_t n) {
  if (gzip_ || n > begin_) return false;  // the marks of passed members are gone
  begin_ -= n;
  decoded_ -= n;
  return true;
}

std::uint64_t MemberInput::offset() const noexcept {
  if (!gzip_) return marks_.front().offset + decoded_;
  if (begin_ == end_ && !streaming_ && !damage_) return input_offset();
  return marks_.empty() ? member_offset_ : marks_.front().offset;
}

bool MemberInput::at_member_start() const noexcept {
  if (!gzip_) return true;
  if (begin_ == end_) return !streaming_ && !damage_;
  return !marks_.empty() && marks_.front().decoded == decoded_;
}

Status MemberInput::settle() {
  while (begin_ == end_ && streaming_ && !damage_) BFA_RETURN_IF_ERROR(fill());
  return {};
}

// True when a member that begins at `at` of the window decodes to `first_bytes` at its beginning.
bool MemberInput::probe(std::size_t at, std::string_view first_bytes) {
  std::array<char, 64> head{};
  z_stream& z = codec_->stream;
  inflateReset2(&z, 15 + 16);
  z.next_in = reinterpret_cast<unsigned char*>(in_.get() + at);
  z.avail_in = static_cast<unsigned>(in_end_ - at);
  z.next_out = reinterpret_cast<unsigned char*>(head.data());
  z.avail_out = static_cast<unsigned>(std::min(head.size(), first_bytes.size()));
  inflate(&z, Z_SYNC_FLUSH);
  const std::string_view made(head.data(), first_bytes.size() - z.avail_out);
  return made == first_bytes;
}

Result<bool> MemberInput::resume(std::string_view first_bytes) {
  if (!gzip_ || !damage_) return false;
  begin_ = end_ = 0;
  marks_.clear();
  streaming_ = false;
  // The damaged member's own start is still in the window when it is a small one.
  const bool near_start = member_offset_ >= in_offset_ && member_offset_ + 1 <= input_offset();
  if (near_start) in_begin_ = static_cast<std::size_t>(member_offset_ + 1 - in_offset_);
  if (!near_start && input_offset() == member_offset_ && input_size() != 0) ++in_begin_;
  for (;;) {
    BFA_RETURN_IF_ERROR(read_input(1024));
    const std::string_view window(in_.get() + in_begin_, input_size());
    const std::size_t found = window.find("\x1f\x8b\x08");
    if (found == std::string_view::npos) {
      if (source_done_) break;
      in_begin_ = in_end_ - std::min<std::size_t>(input_size(), 2);
      BFA_RETURN_IF_ERROR(read_input(input_size() + 1));
      continue;
    }
    in_begin_ += found;
    BFA_RETURN_IF_ERROR(read_input(1024));
    if (probe(in_begin_, first_bytes)) {
      damage_.reset();
      return true;
    }
    ++in_begin_;
  }
  damage_.reset();
  eof_ = true;
  return false;
}

}  // namespace bfa
