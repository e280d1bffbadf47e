// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/validate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "io/guard.h"
#include "warc/ascii.h"
#include "warc/block_digests.h"

namespace bfa {
namespace {

// Findings that tell of broken bytes rather than of rules not kept.
constexpr std::array<std::string_view, 6> kDamage = {"gzip_crc",  "gzip_data",     "not_gzip",
                                                     "no_record", "block_damaged", "content_length_mismatch"};
// ... and those that break no rule: they only tell how something was done.
constexpr std::array<std::string_view, 2> kRemarks = {"payload_digest_of_raw_body",
                                                      "digest_without_algorithm"};

template <std::size_t n>
bool among(std::string_view id, const std::array<std::string_view, n>& ids) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

class Checker {
 public:
  explicit Checker(const std::string& path) { report_.file = path; }

  Status check_record(WarcRecord& record);
  void take(const Findings& findings);
  WarcReport finish() { return std::move(report_); }

 private:
  void check_header(const WarcHeader& header, std::uint64_t offset);
  void check_revisit(const WarcHeader& header, std::uint64_t offset);
  void check_placement(const WarcHeader& header, std::uint64_t offset);
  void check_repeats(const WarcHeader& header, std::uint64_t offset);
  void check_date(const WarcHeader& header, std::uint64_t offset);
  void add(const char* id, std::string message, std::uint64_t offset) {
    report_.findings.push_back(
        {Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), report_.file});
  }
  void violation(const char* id, std::string message, std::uint64_t offset) {
    report_.spec_violation = true;
    add(id, std::move(message), offset);
  }

  WarcReport report_;
  BlockDigests digests_;
};

void Checker::check_repeats(const WarcHeader& header, std::uint64_t offset) {
  const auto& fields = header.fields;
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (same_ascii(field->first, "WARC-Concurrent-To") || same_ascii(field->first, "WARC-Protocol")) continue;
    const bool repeated = std::any_of(
        fields.begin(), field, [&](const auto& before) { return same_ascii(before.first, field->first); });
    if (repeated) violation("repeated_field", "field " + field->first + " stands there twice", offset);
  }
}

void Checker::check_date(const WarcHeader& header, std::uint64_t offset) {
  const std::string_view date = header.field("WARC-Date");
  if (date.empty()) return;
  if (!header.date()) {
    violation("bad_date", "WARC-Date '" + std::string(date) + "' is no W3C date", offset);
  } else if (header.version == "WARC/1.0" && date.size() != 20) {
    violation("date_precision",
              "WARC-Date '" + std::string(date) + "' is not to the second, as WARC/1.0 has it", offset);
  }
}

void Checker::check_revisit(const WarcHeader& header, std::uint64_t offset) {
  const std::string_view profile = header.field("WARC-Profile");
  if (profile.empty()) {
    violation("missing_profile", "revisit record without WARC-Profile", offset);
  } else if (profile.ends_with("identical-payload-digest") && header.field("WARC-Payload-Digest").empty()) {
    violation("missing_payload_digest", "identical-payload-digest revisit without WARC-Payload-Digest",
              offset);
  }
}

// WARC 1.1 sections 5 and 6: which fields belong on which types.
void Checker::check_placement(const WarcHeader& header, std::uint64_t offset) {
  const WarcType type = header.type();
  const bool apart =
      type == WarcType::kWarcinfo || type == WarcType::kConversion || type == WarcType::kContinuation;
  const auto refuse = [&](bool wrong, const char* name) {
    if (wrong && !header.field(name).empty()) {
      violation("misplaced_field",
                std::string(name) + " on a " + std::string(warc_type_name(type)) + " record", offset);
    }
  };
  refuse(type == WarcType::kWarcinfo, "WARC-Target-URI");
  refuse(type == WarcType::kWarcinfo, "WARC-Warcinfo-ID");
  refuse(apart, "WARC-Concurrent-To");
  refuse(apart, "WARC-IP-Address");
  refuse(type != WarcType::kWarcinfo && type != WarcType::kUnknown, "WARC-Filename");
  const bool wants_uri =
      type != WarcType::kWarcinfo && type != WarcType::kMetadata && type != WarcType::kUnknown;
  if (wants_uri && header.field("WARC-Target-URI").empty()) {
    violation("missing_field", std::string(warc_type_name(type)) + " record without WARC-Target-URI", offset);
  }
}

void Checker::check_header(const WarcHeader& header, std::uint64_t offset) {
  if (header.version.starts_with("ARC/")) return;
  constexpr std::array<const char*, 3> kMandatory = {"WARC-Record-ID", "WARC-Type", "WARC-Date"};
  for (const char* name : kMandatory) {
    if (header.field(name).empty()) violation("missing_field", std::string("record without ") + name, offset);
  }
  if (header.content_length != 0 && header.content_type().empty() &&
      header.type() != WarcType::kContinuation) {
    add("no_content_type", "block without Content-Type", offset);
  }
  check_date(header, offset);
  check_repeats(header, offset);
  check_placement(header, offset);
  if (header.type() == WarcType::kRevisit) check_revisit(header, offset);
}

Status Checker::check_record(WarcRecord& record) {
  const std::uint64_t offset = record.position().offset;
  const WarcHeader& header = record.header();
  ++report_.records;
  const WarcType type = header.type();
  ++report_.by_type[type == WarcType::kUnknown ? std::string(header.field("WARC-Type"))
                                               : std::string(warc_type_name(type))];
  check_header(header, offset);
  digests_.begin(header);
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return {};  // the reader has noted it
    if (*got == 0) break;
    digests_.update({reinterpret_cast<const char*>(buffer.data()), *got});
  }
  const DigestReport digests = digests_.finish();
  report_.digests_ok += digests.good;
  report_.digests_bad += digests.bad;
  for (const auto& [id, message] : digests.mismatches) add(id, message, offset);
  for (const auto& [id, message] : digests.remarks) add(id, message, offset);
  return {};
}

void Checker::take(const Findings& findings) {
  for (const auto& finding : findings) {
    if (finding.code == Code::kTruncated) {
      report_.truncated = true;
    } else if (among(finding.id, kDamage)) {
      report_.corrupt = true;
    } else if (!among(finding.id, kRemarks)) {
      report_.spec_violation = true;
    }
    report_.findings.push_back(finding);
  }
  std::stable_sort(report_.findings.begin(), report_.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.offset < b.offset; });
}

}  // namespace

Result<WarcReport> validate_warc(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<WarcReport> {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    Checker checker(path);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      BFA_RETURN_IF_ERROR(checker.check_record(*record));
    }
    checker.take(reader->findings());
    return checker.finish();
  });
}

}  // namespace bfa
