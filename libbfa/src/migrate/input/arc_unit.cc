// SPDX-License-Identifier: Apache-2.0
// ARC input: a response or resource record for each ARC record, and a metadata record with its ARC line.
#include <utility>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/http/message.h"
#include "http/head_limit.h"
#include "migrate/input/payload_type.h"
#include "migrate/input/readers.h"
#include "migrate/input/record_builder.h"
#include "migrate/input/warc_block.h"

namespace bfa {
namespace {

class ArcConverter {
 public:
  ArcConverter(const CaptureUnit& unit, const CaptureInputOptions& options, const CaptureVisitor& visitor)
      : unit_(unit), emit_(visitor, unit.path), build_(options) {}

  Status run(FileSystem& fs) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, unit_.path));
    std::size_t told = 0;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      for (; told < reader->findings().size(); ++told) {
        emit_.note(MigrationNote::Kind::kDamage, reader->findings()[told].id.c_str(),
                   reader->findings()[told].message);
      }
      if (record == nullptr) break;
      const WarcHeader header = record->header();
      BFA_ASSIGN_OR_RETURN(ReadBlock block, read_block(*record));
      BFA_RETURN_IF_ERROR(convert(header, std::move(block)));
    }
    if (reader->lost_bytes() != 0) {
      emit_.note(MigrationNote::Kind::kNotCarried, "bytes_without_record",
                 counted(reader->lost_bytes(), "byte", "bytes") + " that no record could be made of");
    }
    return {};
  }

 private:
  Status convert(const WarcHeader& header, ReadBlock block) {
    if (std::exchange(first_, false)) {
      BFA_RETURN_IF_ERROR(emit_.record(
          build_.warcinfo(unit_.path, CaptureFormat::kArc, {{"source-version", header.version}})));
    }
    if (header.type() == WarcType::kWarcinfo) return version_block(header, block);
    return capture(header, std::move(block));
  }

  // The file's description of itself, kept unchanged: it does not fit into a warcinfo block.
  Status version_block(const WarcHeader& header, const ReadBlock& block) {
    BFA_ASSIGN_OR_RETURN(std::string bytes, block.bytes.read(1u << 24));
    std::string text = std::string(header.field("ARC-Header-Line")) + "\n" + std::move(bytes);
    return emit_.record(build_.metadata_block(header.target_uri(), {}, "text/plain", std::move(text)));
  }

  Status capture(const WarcHeader& header, ReadBlock block) {
    RecordBuilder::Capture capture;
    WarcFields facts = {{"arc-header-line", std::string(header.field("ARC-Header-Line"))}};
    capture.url = header.target_uri();
    if (target_uri_of(capture.url) != capture.url) {
      emit_.note(MigrationNote::Kind::kChanged, "uri_escaped",
                 "blanks and bytes beyond ASCII in the address are escaped", capture.url);
    }
    if (const auto date = header.date()) {
      capture.date = *date;
    } else {
      capture.date = build_.now();
      facts.emplace_back("capture-time", "unknown; WARC-Date is the time of the migration");
      emit_.note(MigrationNote::Kind::kUnknownTime, "arc_date_unreadable",
                 "date '" + std::string(header.field("WARC-Date")) + "' of an ARC record is none",
                 capture.url);
    }
    const std::string address(header.field("WARC-IP-Address"));
    if (address != "0.0.0.0" && address != "-") capture.more.emplace_back("WARC-IP-Address", address);
    if (block.cut) {
      capture.more.emplace_back("WARC-Truncated", "unspecified");
      emit_.note(MigrationNote::Kind::kChanged, "record_cut",
                 "Content-Length " + std::to_string(header.content_length) + " becomes " +
                     std::to_string(block.bytes.size()) + ", the bytes that are there",
                 capture.url);
    } else if (block.damaged) {
      emit_.note(
          MigrationNote::Kind::kDamage, "record_damaged",
          "the block has all its bytes, but its packing is damaged: they may differ from what was captured",
          capture.url);
    }
    BFA_RETURN_IF_ERROR(type_of(header, block.bytes, capture, facts));
    capture.block = std::move(block.bytes);
    std::string id;
    const std::string url = capture.url;
    BFA_ASSIGN_OR_RETURN(MigratedRecord record, build_.capture(std::move(capture), id));
    BFA_RETURN_IF_ERROR(emit_.record(std::move(record)));
    return emit_.record(build_.metadata(url, id, facts));
  }

  // A record that contains HTTP becomes a response; all others, such as DNS or a crawler's report, become
  // resources.
  Status type_of(const WarcHeader& header, const Blob& block, RecordBuilder::Capture& capture,
                 WarcFields& facts) {
    BFA_ASSIGN_OR_RETURN(const auto source, block.open());
    BFA_ASSIGN_OR_RETURN(const std::string begin,
                         read_all(*make_limit_source(*source, kMaxHeadBytes), kMaxHeadBytes));
    if (header.type() == WarcType::kResponse) {
      capture.type = "response";
      capture.content_type = "application/http; msgtype=response";
      Findings ignored;
      if (auto head = parse_response_head(begin, ignored)) capture.head = std::move(*head);
      return {};
    }
    capture.type = "resource";
    capture.content_type = header.content_type();
    if (capture.content_type.find('/') == std::string::npos) {
      const auto seen = inspect_payload_type(begin);
      facts.emplace_back("content-type-from",
                         seen.empty() ? "nothing: the ARC record names none" : "inspection");
      capture.content_type = seen.empty() ? "application/octet-stream" : std::string(seen);
    }
    return {};
  }

  const CaptureUnit& unit_;
  Emitter emit_;
  RecordBuilder build_;
  bool first_ = true;
};

}  // namespace

Status read_arc_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                     const CaptureVisitor& visitor) {
  return ArcConverter(unit, options, visitor).run(fs);
}

}  // namespace bfa
