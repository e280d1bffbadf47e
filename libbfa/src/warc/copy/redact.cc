// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/select.h"
#include "bfa/warc/writer.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/record_feed.h"
#include "warc/copy/selector.h"
#include "warc/read/capture_groups.h"
#include "warc/read/originals.h"

namespace bfa {
namespace {

bool selects_all(const WarcSelection& s) {
  return s.urls.empty() && s.url_prefixes.empty() && s.url_patterns.empty() && s.surt_prefixes.empty() &&
         s.hosts.empty() && s.statuses.empty() && s.mimes.empty() && s.types.empty() && !s.from && !s.until &&
         !s.invert;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

// By what revisits can refer to a redacted record.
struct Redacted {
  std::unordered_set<std::string> ids, moments, digests;

  void add(const WarcHeader& header) {
    ids.insert(header.record_id());
    if (!is_main_record(header.type())) return;
    moments.insert(moment(header.target_uri(), header.field("WARC-Date")));
    const std::string digest = canonical_digest(header.field("WARC-Payload-Digest"));
    if (!digest.empty() && header.type() != WarcType::kRevisit) digests.insert(digest);
  }
  // True for records that hold content of a redacted one: revisits of it, what was converted from it, said of
  // it, and its further segments.
  bool is_source_of(const WarcHeader& header) const {
    if (header.type() == WarcType::kRevisit) return is_original_of(header);
    for (const char* const field : {"WARC-Refers-To", "WARC-Segment-Origin-ID"}) {
      const std::string id = without_brackets(header.field(field));
      if (!id.empty() && ids.contains(id)) return true;
    }
    return false;
  }

 private:
  static std::string moment(std::string_view url, std::string_view date) {
    return std::string(url) + "\n" + std::string(date);
  }
  bool is_original_of(const WarcHeader& revisit) const {
    const std::string id = without_brackets(revisit.field("WARC-Refers-To"));
    const std::string url = without_brackets(revisit.field("WARC-Refers-To-Target-URI"));
    const std::string_view date = revisit.field("WARC-Refers-To-Date");
    if ((!id.empty() && ids.contains(id)) || (!url.empty() && moments.contains(moment(url, date))))
      return true;
    return id.empty() && url.empty() &&
           digests.contains(canonical_digest(revisit.field("WARC-Payload-Digest")));
  }
};

class Redactor {
 public:
  Redactor(FileSystem& fs, const std::vector<std::string>& from, const WarcRedactOptions& options)
      : fs_(fs), from_(from), options_(options) {
    Clock& clock = options.clock != nullptr ? *options.clock : system_clock();
    date_ = format_rfc3339(clock.now());
  }

  Result<WarcCopyReport> run(const std::string& to, const WarcSelection& selection) {
    if (from_.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
    if (selects_all(selection))
      return Error{Code::kInvalidArgument, "nothing is selected; an empty selection would be all", {}, -1};
    if (options_.reason.empty()) return Error{Code::kInvalidArgument, "a redaction needs a reason", {}, -1};
    BFA_ASSIGN_OR_RETURN(const auto selector, Selector::make(selection, Spellings::kAll));
    BFA_ASSIGN_OR_RETURN(CopyOutput out, CopyOutput::open(fs_, from_, to, options_.dry_run));
    BFA_RETURN_IF_ERROR(decide(*selector));
    BFA_RETURN_IF_ERROR(copy(out.file()));
    return out.finish(std::move(report_));
  }

 private:
  // Revisits of redacted records lose their original and are redacted too, as is what was made of them, and
  // so on until none is added.
  Status decide(const Selector& selector) {
    for (;;) {
      const std::size_t before = redacted_.ids.size();
      BFA_ASSIGN_OR_RETURN(bits_, decide_captures(fs_, from_, [&](WarcRecord& record) -> Result<bool> {
                             const WarcHeader& header = record.header();
                             if (redacted_.is_source_of(header)) return true;
                             std::optional<HttpHead> head;
                             if (selector.wants_head()) {
                               BFA_ASSIGN_OR_RETURN(head, answer_head(record));
                             }
                             return selector.matches(header, head ? &*head : nullptr);
                           }));
      BFA_RETURN_IF_ERROR(collect());
      if (redacted_.ids.size() == before) return {};
    }
  }

  Status collect() {
    std::size_t number = 0;
    for (const auto& path : from_) {
      BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
      for (;; ++number) {
        BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
        if (record == nullptr) break;
        if (bits_[number]) redacted_.add(record->header());
      }
    }
    return {};
  }

  Status copy(OutputFile* out) {
    RecordFeed feed(fs_, from_, report_);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
      if (!more) return {};
      if (feed.number() < bits_.size() && bits_[feed.number()]) {
        BFA_RETURN_IF_ERROR(write_mark(feed.header(), out));
        continue;
      }
      BFA_ASSIGN_OR_RETURN(const bool copied, feed.copy(out));
      (void)copied;
    }
  }

  // Writes the metadata record that replaces a redacted one.
  Status write_mark(const WarcHeader& header, OutputFile* out) {
    ++report_.redacted;
    ++report_.records;
    if (out == nullptr) return {};
    std::string block = "software: libbfa\r\nredacted-record-id: <" + header.record_id() + ">\r\n";
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

  FileSystem& fs_;
  const std::vector<std::string>& from_;
  const WarcRedactOptions& options_;
  std::string date_;
  RecordBits bits_;
  Redacted redacted_;
  WarcCopyReport report_;
};

}  // namespace

Result<WarcCopyReport> redact_warcs(FileSystem& fs, const std::vector<std::string>& from, std::string_view to,
                                    const WarcSelection& selection, const WarcRedactOptions& options) {
  return guarded([&] { return Redactor(fs, from, options).run(std::string(to), selection); });
}

}  // namespace bfa
