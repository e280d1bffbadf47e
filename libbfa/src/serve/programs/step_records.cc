// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/step_records.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "bfa/url/url.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "serve/programs/warc_place.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::uint64_t kStepsBack = 256;       // how many steps before are asked for their place
constexpr std::uint64_t kMostBytes = 8u << 20;  // of the file, before the response
constexpr std::size_t kMostRecords = 400;
constexpr std::uint64_t kMostMetadata = 256u << 10;
constexpr std::string_view kStepField = "bfa-sequence:";

// Where an earlier capture in the same file stands: nothing of the step is before it. The response itself
// when none is near.
Result<std::uint64_t> start_of(const Archive& archive, const IndexedCapture& capture) {
  const std::uint64_t end = capture.warc.offset;
  for (std::uint64_t back = 1; back <= kStepsBack && back < capture.sequence; ++back) {
    BFA_ASSIGN_OR_RETURN(const auto before, archive.view().capture(capture.sequence - back));
    if (!before || before->warc.file != capture.warc.file || before->warc.offset >= end) continue;
    return end - before->warc.offset > kMostBytes ? end : before->warc.offset;
  }
  return end > kMostBytes ? end : 0;
}

class StepReader {
 public:
  StepReader(WarcReader& reader, const IndexedCapture& capture) : reader_(reader), capture_(capture) {}

  Result<std::vector<StepRecord>> read() {
    for (std::size_t i = 0; i < kMostRecords; ++i) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader_.next());
      if (record == nullptr) break;
      if (groups_.begins(record->header()) && !take_group()) return std::move(step_);
      BFA_RETURN_IF_ERROR(add(*record));
    }
    (void)take_group();
    return std::move(step_);
  }

 private:
  // The group is complete: it belongs to the step when its metadata say so, or when it is that of the
  // capture. False behind the latter.
  bool take_group() {
    const bool last = std::any_of(group_.begin(), group_.end(), [&](const StepRecord& record) {
      return record.offset == capture_.warc.offset;
    });
    if (last || (group_step_ != 0 && group_step_ == capture_.sequence))
      step_.insert(step_.end(), std::make_move_iterator(group_.begin()),
                   std::make_move_iterator(group_.end()));
    group_.clear();
    group_step_ = 0;
    return !last;
  }

  Status add(WarcRecord& record) {
    StepRecord out;
    out.type = record.header().type();
    out.url = record.header().target_uri();
    out.digest = record.header().field("WARC-Payload-Digest");
    out.offset = record.position().offset;
    if (out.offset == capture_.warc.offset) {
      out.length = capture_.warc.length;
      out.status = capture_.status;
      group_.push_back(std::move(out));
      return {};
    }
    if (out.type == WarcType::kMetadata && record.header().content_length <= kMostMetadata) {
      BFA_RETURN_IF_ERROR(read_step(record));
    } else if (is_main_record(out.type) && out.offset < capture_.warc.offset) {
      BFA_RETURN_IF_ERROR(read_head(record, out));
    }
    BFA_RETURN_IF_ERROR(read_rest(record));
    out.length = record.position().length;
    group_.push_back(std::move(out));
    return {};
  }

  // The length is known once a record has been read.
  Status read_rest(WarcRecord& record) {
    for (;;) {
      const auto got = record.block().read(buffer_);
      if (!got) return got.error().code == Code::kIo ? Status(got.error()) : Status();
      if (*got == 0) return {};
    }
  }

  Status read_step(WarcRecord& record) {
    std::string text(static_cast<std::size_t>(record.header().content_length), '\0');
    std::size_t got = 0;
    while (got < text.size()) {
      const auto more = record.block().read(std::as_writable_bytes(std::span(text)).subspan(got));
      if (!more && more.error().code == Code::kIo) return more.error();
      if (!more || *more == 0) break;
      got += *more;
    }
    const std::size_t at = text.find(kStepField);
    if (at == std::string::npos) return {};
    const std::string_view rest = std::string_view(text).substr(at + kStepField.size());
    group_step_ = parse_number(trim_line_space(rest.substr(0, rest.find('\r')))).value_or(0);
    return {};
  }

  Status read_head(WarcRecord& record, StepRecord& out) {
    const auto exchange = read_exchange(record, kMostBytes);
    if (!exchange) return exchange.error().code == Code::kIo ? Status(exchange.error()) : Status();
    out.status = exchange->head.status;
    out.mime = parse_media_type(exchange->head.header("Content-Type")).essence;
    return {};
  }

  WarcReader& reader_;
  const IndexedCapture& capture_;
  CaptureGroups groups_;
  std::vector<StepRecord> group_, step_;
  std::uint64_t group_step_ = 0;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(16u << 10);
};

bool has_record(const StepRecords& step, std::uint64_t offset) {
  return std::any_of(step.records.begin(), step.records.end(),
                     [&](const StepRecord& record) { return record.offset == offset; });
}

}  // namespace

Result<StepRecords> records_of_step(const Archive& archive, const IndexedCapture& capture) {
  StepRecords out;
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(archive, capture.warc));
  if (file.missing) return out;
  BFA_ASSIGN_OR_RETURN(const std::uint64_t start, start_of(archive, capture));
  // Where too many records are between, that of the capture is read alone.
  for (const std::uint64_t from : {start, capture.warc.offset}) {
    const auto reader = WarcReader::open(posix_file_system(), file.path, {}, from);
    if (!reader) return reader.error().code == Code::kIo ? Result<StepRecords>(reader.error()) : out;
    BFA_ASSIGN_OR_RETURN(out.records, StepReader(**reader, capture).read());
    out.path = file.path;
    if (has_record(out, capture.warc.offset)) break;
  }
  return out;
}

Result<std::string> redirect_target(const Archive& archive, const IndexedCapture& capture) {
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(archive, capture.warc));
  if (file.missing) return std::string();
  const auto failed = [](const Error& error) {
    return error.code == Code::kIo ? Result<std::string>(error) : Result<std::string>(std::string());
  };
  const auto reader = WarcReader::open(posix_file_system(), file.path, {}, capture.warc.offset);
  if (!reader) return failed(reader.error());
  const auto record = (*reader)->next();
  if (!record) return failed(record.error());
  if (*record == nullptr || (*record)->position().offset != capture.warc.offset) return std::string();
  const auto exchange = read_exchange(**record, kMostBytes);
  if (!exchange) return failed(exchange.error());
  const std::string_view location = exchange->head.header("Location");
  const auto base = Url::parse(capture.url);
  const auto target = Url::parse(location, base ? &*base : nullptr);
  return target && target->is_http() && !location.empty() ? target->href() : std::string();
}

}  // namespace bfa
