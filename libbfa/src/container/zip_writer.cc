// SPDX-License-Identifier: Apache-2.0
#include "container/zip_writer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "io/crc32.h"
#include "io/gzip_encoder.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMax16 = 0xffff;
constexpr std::uint64_t kMax32 = 0xffffffff;
// From this size on a member is written with 64-bit fields: deflate may expand a little less to 4 GiB.
constexpr std::uint64_t kLarge = 0xff000000;
constexpr unsigned kVersion = 20, kVersion64 = 45;
constexpr unsigned kFlags = 8U | 0x800U;  // sizes after the member; names in UTF-8
constexpr std::size_t kGzipHeader = 10, kGzipTrailer = 8;

void put(std::string& out, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i, value >>= 8U) out.push_back(static_cast<char>(value & 0xffU));
}

struct Member {
  std::string name;
  ZipWriter::Method method = ZipWriter::Method::kStored;
  std::uint32_t dos_time = 0, crc = 0;
  std::uint64_t size = 0, stored_size = 0, offset = 0;
  bool large = false;

  unsigned version() const { return large || offset >= kMax32 ? kVersion64 : kVersion; }
  unsigned method_number() const { return method == ZipWriter::Method::kDeflate ? 8 : 0; }
};

// Date in the upper half, time in the lower.
std::uint32_t dos_time_of(UtcTime time) {
  namespace c = std::chrono;
  const auto day = c::floor<c::days>(time);
  const c::year_month_day date{day};
  const c::hh_mm_ss<c::seconds> clock{c::floor<c::seconds>(time - day)};
  const int year = static_cast<int>(date.year());
  if (year < 1980) return (1U << 21U) | (1U << 16U);
  const auto years = static_cast<unsigned>(std::min(year - 1980, 127));
  const auto hours = static_cast<unsigned>(clock.hours().count());
  const auto minutes = static_cast<unsigned>(clock.minutes().count());
  const auto seconds = static_cast<unsigned>(clock.seconds().count());
  return (years << 25U) | (static_cast<unsigned>(date.month()) << 21U) |
         (static_cast<unsigned>(date.day()) << 16U) | (hours << 11U) | (minutes << 5U) | (seconds / 2);
}

std::string local_header(const Member& member) {
  std::string out = "PK\x03\x04";
  put(out, member.version(), 2);
  put(out, kFlags, 2);
  put(out, member.method_number(), 2);
  put(out, member.dos_time, 4);
  put(out, 0, 4);
  put(out, member.large ? kMax32 : 0, 4);
  put(out, member.large ? kMax32 : 0, 4);
  put(out, member.name.size(), 2);
  put(out, member.large ? 20 : 0, 2);
  out += member.name;
  if (member.large) {
    put(out, 1, 2);
    put(out, 16, 2);
    put(out, 0, 8);
    put(out, 0, 8);
  }
  return out;
}

std::string descriptor_of(const Member& member) {
  std::string out = "PK\x07\x08";
  const unsigned width = member.large ? 8 : 4;
  put(out, member.crc, 4);
  put(out, member.stored_size, width);
  put(out, member.size, width);
  return out;
}

std::string central_header(const Member& member) {
  const bool far = member.offset >= kMax32;
  std::string extra;
  if (member.large) {
    put(extra, member.size, 8);
    put(extra, member.stored_size, 8);
  }
  if (far) put(extra, member.offset, 8);
  std::string out = "PK\x01\x02";
  put(out, (3U << 8U) | kVersion64, 2);  // made on Unix
  put(out, member.version(), 2);
  put(out, kFlags, 2);
  put(out, member.method_number(), 2);
  put(out, member.dos_time, 4);
  put(out, member.crc, 4);
  put(out, member.large ? kMax32 : member.stored_size, 4);
  put(out, member.large ? kMax32 : member.size, 4);
  put(out, member.name.size(), 2);
  put(out, extra.empty() ? 0 : extra.size() + 4, 2);
  put(out, 0, 2);                // comment
  put(out, 0, 2);                // disk
  put(out, 0, 2);                // internal attributes
  put(out, 0100644U << 16U, 4);  // a plain file that all may read
  put(out, far ? kMax32 : member.offset, 4);
  out += member.name;
  if (!extra.empty()) {
    put(out, 1, 2);
    put(out, extra.size(), 2);
    out += extra;
  }
  return out;
}

std::string end_records(std::uint64_t count, std::uint64_t offset, std::uint64_t size) {
  std::string out;
  if (count >= kMax16 || offset >= kMax32 || size >= kMax32) {
    out += "PK\x06\x06";
    put(out, 44, 8);
    put(out, (3U << 8U) | kVersion64, 2);
    put(out, kVersion64, 2);
    put(out, 0, 8);  // disks
    put(out, count, 8);
    put(out, count, 8);
    put(out, size, 8);
    put(out, offset, 8);
    out += "PK\x06\x07";
    put(out, 0, 4);
    put(out, offset + size, 8);
    put(out, 1, 4);
  }
  out += "PK\x05\x06";
  put(out, 0, 4);
  put(out, std::min(count, kMax16), 2);
  put(out, std::min(count, kMax16), 2);
  put(out, std::min(size, kMax32), 4);
  put(out, std::min(offset, kMax32), 4);
  put(out, 0, 2);
  return out;
}

Error misuse(std::string message, std::string where) {
  return {Code::kInvalidArgument, std::move(message), std::move(where), -1};
}

}  // namespace

struct ZipWriter::Impl {
  explicit Impl(Sink& s) : sink(s) {}

  Status put_out(std::string_view bytes) {
    BFA_RETURN_IF_ERROR(write_text(sink, bytes));
    written += bytes.size();
    return {};
  }

  Status begin(const std::string& name, std::uint64_t size, Method method, UtcTime time) {
    if (open) return misuse("a member is still open", name);
    if (name.empty() || name.size() > kMax16) return misuse("a member's name has 1 to 65,535 bytes", name);
    if (!names.insert(name).second) return misuse("a member of that name is there", name);
    Member member;
    member.name = name;
    member.method = method;
    member.dos_time = dos_time_of(time);
    member.offset = written;
    member.large = size >= kLarge;
    BFA_RETURN_IF_ERROR(put_out(local_header(member)));
    if (method == Method::kDeflate) {
      if (!encoder) {
        BFA_ASSIGN_OR_RETURN(encoder, GzipEncoder::make(6));
      }
      BFA_RETURN_IF_ERROR(encoder->begin(size));
      header_left = kGzipHeader;
    }
    members.push_back(std::move(member));
    wanted = size;
    data_offset = written;
    open = true;
    return {};
  }

  // The output of the gzip encoder, without the member's header; its last eight bytes are kept back in
  // `coded`.
  Status put_coded(bool last) {
    const std::size_t skip = std::min(header_left, coded.size());
    coded.erase(0, skip);
    header_left -= skip;
    const std::size_t ready = coded.size() - std::min(coded.size(), kGzipTrailer);
    BFA_RETURN_IF_ERROR(put_out(std::string_view(coded).substr(0, ready)));
    members.back().stored_size += ready;
    coded.erase(0, ready);
    if (last) coded.clear();
    return {};
  }

  Status write(std::string_view bytes) {
    if (!open) return misuse("no member is open", {});
    Member& member = members.back();
    member.crc = crc32_of(bytes, member.crc);
    member.size += bytes.size();
    if (member.method == Method::kDeflate) {
      BFA_RETURN_IF_ERROR(encoder->update(bytes, coded));
      return put_coded(false);
    }
    member.stored_size += bytes.size();
    return put_out(bytes);
  }

  Result<std::uint64_t> end() {
    if (!open) return misuse("no member is open", {});
    open = false;
    const Member& member = members.back();
    if (member.method == Method::kDeflate) {
      BFA_RETURN_IF_ERROR(encoder->finish(coded));
      BFA_RETURN_IF_ERROR(put_coded(true));
    }
    if (member.size != wanted) {
      return misuse("a member of " + std::to_string(wanted) + " bytes got " + std::to_string(member.size),
                    member.name);
    }
    BFA_RETURN_IF_ERROR(put_out(descriptor_of(member)));
    return data_offset;
  }

  Status finish() {
    if (open) return misuse("a member is still open", members.back().name);
    const std::uint64_t offset = written;
    for (const Member& member : members) BFA_RETURN_IF_ERROR(put_out(central_header(member)));
    return put_out(end_records(members.size(), offset, written - offset));
  }

  Sink& sink;
  std::uint64_t written = 0, wanted = 0, data_offset = 0;
  bool open = false;
  std::vector<Member> members;
  std::set<std::string> names;
  std::unique_ptr<GzipEncoder> encoder;
  std::string coded;
  std::size_t header_left = 0;
};

ZipWriter::ZipWriter(Sink& sink) : impl_(std::make_unique<Impl>(sink)) {}
ZipWriter::~ZipWriter() = default;

Status ZipWriter::begin(const std::string& name, std::uint64_t size, Method method, UtcTime time) {
  return guarded([&]() -> Status { return impl_->begin(name, size, method, time); });
}

Status ZipWriter::write(std::string_view bytes) {
  return guarded([&]() -> Status { return impl_->write(bytes); });
}

Result<std::uint64_t> ZipWriter::end() {
  return guarded([&]() -> Result<std::uint64_t> { return impl_->end(); });
}

Status ZipWriter::add(const std::string& name, std::string_view content, Method method, UtcTime time) {
  BFA_RETURN_IF_ERROR(begin(name, content.size(), method, time));
  BFA_RETURN_IF_ERROR(write(content));
  const auto ended = end();
  return ended ? Status() : Status(ended.error());
}

Status ZipWriter::finish() {
  return guarded([&]() -> Status { return impl_->finish(); });
}

std::uint64_t ZipWriter::bytes() const noexcept {
  return impl_->written;
}

}  // namespace bfa
