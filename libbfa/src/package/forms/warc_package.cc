// SPDX-License-Identifier: Apache-2.0
#include "package/forms/warc_package.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "io/name_uuid.h"
#include "package/aip/premis.h"
#include "warc/write/header_edit.h"
#include "warc/write/output_file.h"

namespace bfa {
namespace {

constexpr std::string_view kNameField = "bfa-package";
constexpr std::string_view kEndField = "bfa-package-end";
constexpr std::string_view kNoteField = "bfa-package-note";
constexpr std::string_view kRecordsField = "bfa-package-records";
constexpr std::string_view kBytesField = "bfa-package-bytes";
constexpr std::string_view kDigestField = "bfa-package-sha256";
constexpr std::string_view kFieldsType = "application/warc-fields";
constexpr std::string_view kNoteType = "application/json";
constexpr int kMostAtStart = 8;  // records among which the first two are: others may be damaged
constexpr std::string_view kRecordEnd = "\r\n\r\n";
constexpr std::uint64_t kMaxBlock = 64u << 10;  // of the first and the last record

// The ids of these records depend on the package, its content and its time.
std::string record_id(const WarcPackageName& package, std::string_view which) {
  return "<urn:uuid:" +
         name_uuid(package.name + "\n" + format_rfc3339(package.now) + "\n" + package.content +
                   std::string(which)) +
         ">";
}
std::string start_id(const WarcPackageName& package) {
  return record_id(package, "first record");
}
std::string note_id(const WarcPackageName& package) {
  return record_id(package, "note");
}
std::string end_id(const WarcPackageName& package) {
  return record_id(package, "last record");
}

Status add_record(OutputFile& out, const WarcPackageName& package, WarcFields fields, std::string_view type,
                  std::string_view text) {
  WarcHeader header;
  header.fields = std::move(fields);
  header.fields.emplace_back("WARC-Date", format_rfc3339(package.now));
  header.fields.emplace_back("Content-Type", type);
  header.fields.emplace_back(
      "WARC-Block-Digest", labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, text)));
  header.content_length = text.size();
  BFA_ASSIGN_OR_RETURN(const std::string head, record_header_text(header, false));
  return out.add(head, text);
}

// What a package says of itself in one of its records.
struct Statement {
  std::string name, note, end;  // of the first record: the package, the ids of its note and of the last one
  std::optional<std::uint64_t> records, bytes;
  std::string sha256;
};

Statement read_statement(std::string_view block) {
  Statement statement;
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size());
    const std::string_view line = block.substr(0, end);
    block.remove_prefix(std::min(end + 1, block.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon), value = trim_line_space(line.substr(colon + 1));
    if (name == kNameField) statement.name = value;
    if (name == kNoteField) statement.note = value;
    if (name == kEndField) statement.end = value;
    if (name == kRecordsField) statement.records = parse_number(value);
    if (name == kBytesField) statement.bytes = parse_number(value);
    if (name == kDigestField) statement.sha256 = value;
  }
  return statement;
}

// Counts and digests the records of a package, unpacked: header, block and the two line ends that follow. So
// it is the same however the file is packed.
class Span {
 public:
  Status add(WarcRecord& record, std::string_view read_before) {
    feed(record.raw_header());
    feed(read_before);
    std::array<std::byte, 65536> buffer;
    for (;;) {
      const auto got = record.block().read(buffer);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got || *got == 0) break;
      feed({reinterpret_cast<const char*>(buffer.data()), *got});
    }
    feed(kRecordEnd);
    ++records_;
    return {};
  }
  std::uint64_t records() const { return records_; }
  std::uint64_t bytes() const { return bytes_; }
  std::string sha256() { return hex_encode(digester_.finish()); }

 private:
  void feed(std::string_view bytes) {
    digester_.update(bytes);
    bytes_ += bytes.size();
  }

  Digester digester_{DigestAlgorithm::kSha256};
  std::uint64_t records_ = 0, bytes_ = 0;
};

std::string counted_records(std::uint64_t count) {
  return counted(count, "record", "records");
}

// Follows the packages of a file.
class PackageFollower {
 public:
  using Kind = WarcPackageFault::Kind;
  explicit PackageFollower(const std::function<void(WarcPackageFault)>& tell) : tell_(tell) {}

  Status add(WarcRecord& record) {
    const WarcHeader& header = record.header();
    const WarcType type = header.type();
    const auto at = static_cast<std::int64_t>(record.position().offset);
    const bool info = type == WarcType::kWarcinfo;
    std::string block;
    Statement said;
    if ((info || type == WarcType::kMetadata) && header.content_type() == kFieldsType &&
        header.content_length <= kMaxBlock) {
      auto read = read_all(record.block(), kMaxBlock);
      if (!read && read.error().code == Code::kIo) return read.error();
      if (read) block = std::move(*read);
      said = read_statement(block);
    }
    // Another one within a package is that of a former package, which came with the archive's records.
    if (info && !said.end.empty() && (!span_ || said.end == end_)) begin(said.end, at);
    const bool ends = !info && said.records && (!span_ || end_ == "<" + header.record_id() + ">");
    if (ends) {
      end(said, at);
      return {};
    }
    if (span_) return span_->add(record, block);
    if (ends_ == 0 && info) return {};
    if (foreign_++ == 0) foreign_at_ = at;
    return {};
  }

  void finish() {
    if (span_) lose_end(-1);
    if (ends_ > 0) tell_foreign("behind the end of the package");
  }
  std::uint64_t begun() const { return begun_; }

 private:
  void begin(const std::string& end, std::int64_t at) {
    ++begun_;
    if (span_) lose_end(at);
    tell_foreign(ends_ > 0 ? "between two packages" : "before the beginning of the package");
    span_.emplace();
    end_ = end;
  }

  void lose_end(std::int64_t at) {
    tell_({Kind::kNoEnd,
           "the package was cut after " + counted_records(span_->records()) + ": its last record is lost",
           at});
    span_.reset();
    ++ends_;
  }

  void end(const Statement& said, std::int64_t at) {
    ++ends_;
    if (!span_) {
      foreign_ = 0;  // they are what is left of it
      tell_({Kind::kNoStart,
             "the package has lost its beginning: its last record tells of " + counted_records(*said.records),
             at});
      return;
    }
    const bool same = said.records == span_->records() && said.bytes == span_->bytes();
    if (!same)
      tell_({Kind::kDiffers,
             "the package has " + counted_records(span_->records()) + " of " +
                 std::to_string(span_->bytes()) + " bytes, and by its last record " +
                 std::to_string(*said.records) + " of " + std::to_string(said.bytes.value_or(0)),
             at});
    if (same && said.sha256 != span_->sha256())
      tell_({Kind::kDiffers, "the records of the package have another digest than its last record says", at});
    span_.reset();
  }

  void tell_foreign(const char* where) {
    if (foreign_ > 0) tell_({Kind::kForeign, counted_records(foreign_) + " " + where, foreign_at_});
    foreign_ = 0;
  }

  const std::function<void(WarcPackageFault)>& tell_;
  std::optional<Span> span_;  // of the package that is being read
  std::string end_;           // the id of its last record
  std::uint64_t begun_ = 0, ends_ = 0, foreign_ = 0;
  std::int64_t foreign_at_ = -1;
};

// The statement of a record; empty for another one.
Result<Statement> statement_of(WarcRecord& record) {
  const WarcHeader& header = record.header();
  if (header.content_type() != kFieldsType || header.content_length > kMaxBlock) return Statement();
  const auto block = read_all(record.block(), kMaxBlock);
  if (!block && block.error().code == Code::kIo) return block.error();
  return block ? read_statement(*block) : Statement();
}

Status follow(FileSystem& files, const std::string& path, PackageFollower& packages) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(files, path));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) break;
    BFA_RETURN_IF_ERROR(packages.add(*record));
  }
  packages.finish();
  return {};
}

Result<Span> measure_records(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
  Span span;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) return span;
    BFA_RETURN_IF_ERROR(span.add(*record, {}));
  }
}

}  // namespace

Status write_warc_package_start(FileSystem& fs, const std::string& path, const WarcPackageName& package,
                                std::string_view note) {
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, path, {}));
  BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs, path, form));
  BFA_RETURN_IF_ERROR(add_record(*out, package,
                                 {{"WARC-Type", "warcinfo"},
                                  {"WARC-Record-ID", start_id(package)},
                                  {"WARC-Filename", package.name + ".warc.gz"}},
                                 kFieldsType,
                                 format_warc_fields({{"software", software_name() + " " + software_version()},
                                                     {"format", "WARC File Format 1.1"},
                                                     {"title", package.title},
                                                     {"source", package.url},
                                                     {"description",
                                                      "A package: whole only if it ends with "
                                                      "the record that " +
                                                          std::string(kEndField) + " names"},
                                                     {std::string(kNameField), package.name},
                                                     {std::string(kNoteField), note_id(package)},
                                                     {std::string(kEndField), end_id(package)}})));
  BFA_RETURN_IF_ERROR(add_record(*out, package,
                                 {{"WARC-Type", "metadata"},
                                  {"WARC-Record-ID", note_id(package)},
                                  {"WARC-Refers-To", start_id(package)},
                                  {"WARC-Warcinfo-ID", start_id(package)}},
                                 kNoteType, note));
  return out->finish();
}

Result<std::optional<WarcPackageStart>> read_warc_package_start(FileSystem& files, const std::string& path) {
  const auto reader = WarcReader::open(files, path);
  if (!reader && reader.error().code == Code::kIo) return reader.error();
  std::optional<WarcPackageStart> start;
  std::string note_id;
  for (int i = 0; reader && i < kMostAtStart; ++i) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) break;
    const WarcHeader& header = record->header();
    const WarcType type = header.type();
    if (type == WarcType::kWarcinfo && !start) {
      BFA_ASSIGN_OR_RETURN(const Statement said, statement_of(*record));
      if (said.end.empty()) continue;
      start.emplace();
      start->name = said.name;
      start->names_note = !said.note.empty();
      note_id = said.note;
    } else if (type == WarcType::kMetadata && header.content_type() == kNoteType) {
      if (!note_id.empty() && note_id != "<" + header.record_id() + ">") continue;
      if (!start) start.emplace();
      start->names_note = true;
      if (header.content_length > kMostNoteBytes) break;  // damaged
      auto note = read_source_note(record->block());
      if (!note && note.error().code != Code::kCorrupt && note.error().code != Code::kTruncated)
        return std::move(note).error();
      if (note) start->note = std::move(*note);
      break;
    } else if (start) {
      break;  // it is the second record, or lost
    }
  }
  return start;
}

Result<std::uint64_t> close_warc_package(FileSystem& fs, const std::string& from, const std::string& to,
                                         const WarcPackageName& package) {
  BFA_ASSIGN_OR_RETURN(Span span, measure_records(fs, from));
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, to, from));
  BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs, to, form));
  BFA_ASSIGN_OR_RETURN(const auto raw, fs.open(from));
  BFA_RETURN_IF_ERROR(out->add_member(*raw, 0, raw->size()));
  BFA_RETURN_IF_ERROR(
      add_record(*out, package,
                 {{"WARC-Type", "metadata"},
                  {"WARC-Record-ID", end_id(package)},
                  {"WARC-Refers-To", start_id(package)},
                  {"WARC-Warcinfo-ID", start_id(package)}},
                 kFieldsType,
                 format_warc_fields({{std::string(kNameField), package.name},
                                     {std::string(kRecordsField), std::to_string(span.records())},
                                     {std::string(kBytesField), std::to_string(span.bytes())},
                                     {std::string(kDigestField), span.sha256()}})));
  const std::uint64_t records = span.records() + 1;
  BFA_RETURN_IF_ERROR(out->finish());
  return records;
}

Status check_warc_packages(FileSystem& files, const std::string& path,
                           const std::function<void(WarcPackageFault)>& tell) {
  PackageFollower packages(tell);
  return follow(files, path, packages);
}

Result<std::uint64_t> count_warc_packages(FileSystem& files, const std::string& path) {
  // check_warc_packages() reports faults.
  const std::function<void(WarcPackageFault)> tell = [](const WarcPackageFault&) {};
  PackageFollower packages(tell);
  BFA_RETURN_IF_ERROR(follow(files, path, packages));
  return packages.begun();
}

}  // namespace bfa
