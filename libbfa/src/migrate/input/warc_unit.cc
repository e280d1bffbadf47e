// SPDX-License-Identifier: Apache-2.0
// WARC input: its records, unchanged.
#include <utility>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/try.h"
#include "migrate/input/readers.h"
#include "migrate/input/warc_block.h"

namespace bfa {
namespace {

MigratedRecord passed_on(const WarcHeader& header, ReadBlock block) {
  MigratedRecord out;
  out.version = header.version;
  for (const auto& field : header.fields) {
    if (!equals_ignoring_case(field.first, "Content-Length")) out.fields.push_back(field);
  }
  if (block.cut && header.field("WARC-Truncated").empty()) {
    out.fields.emplace_back("WARC-Truncated", "unspecified");
  }
  out.block = std::move(block.bytes);
  return out;
}

}  // namespace

Status read_warc_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureVisitor& visitor) {
  const Emitter emit(visitor, unit.path);
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, unit.path));
  std::size_t told = 0;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    for (; told < reader->findings().size(); ++told) {
      const Finding& finding = reader->findings()[told];
      emit.note(MigrationNote::Kind::kDamage, finding.id.c_str(),
                finding.message + " (at byte " + std::to_string(finding.offset) + ")");
    }
    if (record == nullptr) break;
    const WarcHeader header = record->header();
    const std::uint64_t offset = record->position().offset;
    BFA_ASSIGN_OR_RETURN(ReadBlock block, read_block(*record));
    if (block.cut) {
      emit.note(MigrationNote::Kind::kChanged, "record_cut",
                "record at byte " + std::to_string(offset) + ": Content-Length " +
                    std::to_string(header.content_length) + " becomes " + std::to_string(block.bytes.size()) +
                    ", the bytes that are there",
                header.target_uri());
    } else if (block.damaged) {
      emit.note(MigrationNote::Kind::kDamage, "record_damaged",
                "record at byte " + std::to_string(offset) +
                    ": its block has all its bytes, but its packing is damaged: they may differ from what "
                    "was captured",
                header.target_uri());
    }
    BFA_RETURN_IF_ERROR(emit.record(passed_on(header, std::move(block))));
  }
  if (reader->lost_bytes() != 0) {
    emit.note(MigrationNote::Kind::kNotCarried, "bytes_without_record",
              counted(reader->lost_bytes(), "byte", "bytes") + " that no record could be made of");
  }
  return {};
}

}  // namespace bfa
