// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/take_out.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/writer.h"
#include "warc/copy/materialiser.h"
#include "warc/read/block_digests.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::string_view kMark = "software: libbfa\r\nredacted-record-id: ";

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

std::string address_key(const std::string& address) {
  const auto url = Url::parse(address);
  return url ? fetch_dedup_key(*url) : address;
}

std::string moment(std::string_view url, std::string_view date) {
  return std::string(url) + "\n" + std::string(date);
}

// A record as far as it has to stay the same.
struct Print {
  WarcHeader header;
  std::string block;  // digest
  bool operator==(const Print& other) const {
    return header.version == other.header.version && header.fields == other.header.fields &&
           block == other.block;
  }
};

Result<Print> print_of(WarcRecord& record) {
  Print print{record.header(), {}};
  Digester digester(DigestAlgorithm::kSha256);
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, record.block().read(buffer));
    if (got == 0) break;
    digester.update(std::span<const std::byte>(buffer.data(), got));
  }
  print.block = hex_encode(digester.finish());
  return print;
}

}  // namespace

void TakenOut::add(const WarcHeader& header) {
  ids_.insert(header.record_id());
  if (!is_main_record(header.type())) return;
  moments_.insert(moment(header.target_uri(), header.field("WARC-Date")));
  addresses_.insert(address_key(header.target_uri()));
  const std::string digest = canonical_digest(header.field("WARC-Payload-Digest"));
  if (!digest.empty() && header.type() != WarcType::kRevisit) digests_.insert(digest);
}

bool TakenOut::is_source_of(const WarcHeader& header) const {
  if (header.type() == WarcType::kRevisit)
    return is_original_of(header) && addresses_.contains(address_key(header.target_uri()));
  for (const char* const field : {"WARC-Refers-To", "WARC-Segment-Origin-ID"}) {
    const std::string id = without_brackets(header.field(field));
    if (!id.empty() && ids_.contains(id)) return true;
  }
  return false;
}

bool TakenOut::is_original_of(const WarcHeader& revisit) const {
  const std::string id = without_brackets(revisit.field("WARC-Refers-To"));
  const std::string url = without_brackets(revisit.field("WARC-Refers-To-Target-URI"));
  const std::string_view date = revisit.field("WARC-Refers-To-Date");
  if ((!id.empty() && ids_.contains(id)) || (!url.empty() && moments_.contains(moment(url, date))))
    return true;
  return id.empty() && url.empty() &&
         digests_.contains(canonical_digest(revisit.field("WARC-Payload-Digest")));
}

Result<bool> is_mark(WarcRecord& record) {
  if (record.header().type() != WarcType::kMetadata) return false;
  const auto bytes = read_all(*make_limit_source(record.block(), kMark.size()), kMark.size());
  if (!bytes && bytes.error().code == Code::kIo) return bytes.error();
  return bytes && *bytes == kMark;
}

TakeOut::TakeOut(FileSystem& fs, const std::vector<std::string>& files, const WarcRedactOptions& options)
    : fs_(fs), files_(files), options_(options), finder_(fs) {
  Clock& clock = options.clock != nullptr ? *options.clock : system_clock();
  date_ = format_rfc3339(clock.now());
}

Status TakeOut::decide(const std::function<Result<bool>(WarcRecord& record)>& selected) {
  for (;;) {
    const std::size_t before = taken_.size();
    BFA_ASSIGN_OR_RETURN(bits_, decide_captures(fs_, files_, [&](WarcRecord& record) -> Result<bool> {
                           if (!taken_.is_source_of(record.header())) return selected(record);
                           BFA_ASSIGN_OR_RETURN(const bool mark, is_mark(record));
                           return !mark;
                         }));
    BFA_RETURN_IF_ERROR(collect());
    if (taken_.size() == before) break;
  }
  return find_originals();
}

Status TakeOut::collect() {
  first_.assign(1, 0);
  touched_.assign(files_.size(), false);
  records_ = 0;
  std::uint64_t number = 0;
  for (std::size_t file = 0; file < files_.size(); ++file) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, files_[file]));
    for (;; ++number) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (number >= bits_.size() || !bits_[number]) continue;
      taken_.add(record->header());
      touched_[file] = true;
      ++records_;
    }
    first_.push_back(number);
  }
  return {};
}

// The revisits that would lose their original, and the files with records that name them.
Status TakeOut::find_originals() {
  if (records_ == 0) return {};
  for (const auto& path : files_) BFA_RETURN_IF_ERROR(finder_.want_all(path));
  if (!finder_.wants_any()) return {};
  std::vector<std::pair<std::string, bool>> revisits;  // id; whether it refers to a record that goes
  std::uint64_t number = 0;
  for (const auto& path : files_) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
    for (;; ++number) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      const WarcHeader& header = record->header();
      if (header.type() == WarcType::kRevisit && !bits_[number])
        revisits.emplace_back(header.record_id(), taken_.is_original_of(header));
      BFA_RETURN_IF_ERROR(finder_.see(*record, path, static_cast<std::int64_t>(number)));
    }
  }
  for (const auto& [id, refers] : revisits) {
    const auto* const original = finder_.find(id);
    if (original == nullptr) continue;
    const bool goes = original->number >= 0 && bits_[static_cast<std::size_t>(original->number)];
    if (goes || refers) whole_.insert(id);
  }
  if (whole_.empty()) return {};
  for (std::size_t file = 0; file < files_.size(); ++file) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, files_[file]));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (is_changed(record->header())) touched_[file] = true;
    }
  }
  return {};
}

// A revisit that is made whole, or a record that names one.
bool TakeOut::is_changed(const WarcHeader& header) const {
  if (header.type() == WarcType::kRevisit && is_made_whole(header.record_id())) return true;
  for (const auto& id : concurrent_to(header)) {
    if (is_made_whole(id)) return true;
  }
  return false;
}

Status TakeOut::write(std::size_t first, std::size_t last, OutputFile* out, WarcCopyReport& report) const {
  const std::vector<std::string> files(files_.begin() + static_cast<std::ptrdiff_t>(first),
                                       files_.begin() + static_cast<std::ptrdiff_t>(last));
  RecordFeed feed(fs_, files, report);
  const std::uint64_t read_before = report.records_in;
  Materialiser writer(
      finder_,
      [&](const std::string& revisit, const OriginalFinder::Place&) { return is_made_whole(revisit); },
      report);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
    if (!more) return {};
    const std::uint64_t number = first_[first] + (feed.number() - read_before);
    if (number < bits_.size() && bits_[number]) {
      BFA_RETURN_IF_ERROR(write_mark(feed.header(), out, report));
      continue;
    }
    BFA_RETURN_IF_ERROR(writer.write(feed, out));
  }
}

// Writes the metadata record that replaces one that is taken out.
Status TakeOut::write_mark(const WarcHeader& header, OutputFile* out, WarcCopyReport& report) const {
  ++report.redacted;
  ++report.records;
  if (out == nullptr) return {};
  std::string block = std::string(kMark) + "<" + header.record_id() + ">\r\n";
  block += "redacted-type: " + std::string(header.field("WARC-Type")) + "\r\n";
  block += "redacted-content-length: " + std::to_string(header.content_length) + "\r\n";
  const std::string digest(header.field("WARC-Payload-Digest"));
  if (options_.keep_digests && !digest.empty()) block += "redacted-payload-digest: " + digest + "\r\n";
  block += "redaction-date: " + date_ + "\r\nredaction-reason: " + one_line(options_.reason) + "\r\n";
  HeaderText text;
  text.begin();
  text.field("WARC-Type", "metadata");
  text.id_field("WARC-Record-ID", "urn:uuid:" + seeded_uuids("redacted " + header.record_id())());
  text.field("WARC-Date", header.field("WARC-Date"));
  text.field("WARC-Target-URI", header.target_uri());
  text.field("WARC-Warcinfo-ID", header.field("WARC-Warcinfo-ID"));
  text.id_field("WARC-Refers-To", header.record_id());
  text.field("Content-Type", "application/warc-fields");
  text.end(block.size());
  return out->add(text.text(), block);
}

Status TakeOut::check(std::size_t file, const std::string& written) const {
  const auto differs = [&](const std::string& what, std::uint64_t offset) {
    return Error{Code::kCorrupt, "the rewritten file differs from the old one: " + what, files_[file],
                 static_cast<std::int64_t>(offset)};
  };
  BFA_ASSIGN_OR_RETURN(const auto before, WarcReader::open(fs_, files_[file]));
  BFA_ASSIGN_OR_RETURN(const auto after, WarcReader::open(fs_, written));
  std::uint64_t number = first_[file];
  for (;; ++number) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const old_record, before->next());
    BFA_ASSIGN_OR_RETURN(WarcRecord * new_record, after->next());
    if (old_record == nullptr) {
      if (new_record == nullptr) return {};
      return differs("it has more records", new_record->position().offset);
    }
    const std::uint64_t offset = old_record->position().offset;
    if (new_record == nullptr) return differs("a record is missing", offset);
    const WarcHeader header = old_record->header();
    if (bits_[number]) {
      BFA_ASSIGN_OR_RETURN(const bool mark, is_mark(*new_record));
      if (!mark) return differs("a record that should go is there", offset);
      continue;
    }
    if (header.type() == WarcType::kRevisit && is_made_whole(header.record_id())) {
      if (new_record->header().record_id() != Materialiser::new_id(header.record_id()))
        return differs("a revisit was not made whole", offset);
      BFA_ASSIGN_OR_RETURN(new_record, after->next());  // says how it was made whole
      if (new_record == nullptr) return differs("a record is missing", offset);
      continue;
    }
    const bool relinked = is_changed(header);
    BFA_ASSIGN_OR_RETURN(const Print old_print, print_of(*old_record));
    BFA_ASSIGN_OR_RETURN(const Print new_print, print_of(*new_record));
    if (relinked ? old_print.block != new_print.block : !(old_print == new_print))
      return differs("a record that stays is not the same", offset);
  }
}

}  // namespace bfa
