// SPDX-License-Identifier: Apache-2.0
#include "warc/check/record_checker.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

// Findings of damaged bytes, not of violated rules.
constexpr std::array<std::string_view, 11> kDamage = {
    "gzip_crc", "gzip_data", "not_gzip",  "zstd_checksum",          "zstd_data", "not_zstd", "lz4_checksum",
    "lz4_data", "not_lz4",   "no_record", "content_length_mismatch"};
// Findings that violate no rule and only describe a practice.
constexpr std::array<std::string_view, 2> kRemarks = {"digest_without_algorithm",
                                                      "payload_digest_of_raw_body"};

// The remark for a payload digest of this form.
const char* remark_of(PayloadForm form) {
  switch (form) {
    case PayloadForm::kDecoded:
      return "payload_digest_of_decoded_body";
    case PayloadForm::kDeclaredLength:
      return "payload_digest_of_declared_length";
    case PayloadForm::kBlock:
      return "payload_digest_of_block";
    case PayloadForm::kNone:
    case PayloadForm::kEntity:
    case PayloadForm::kRaw:
      break;
  }
  return "payload_digest_of_raw_body";
}

template <std::size_t n>
bool among(std::string_view id, const std::array<std::string_view, n>& ids) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

bool is_damage(const Finding& finding) {
  return finding.code == Code::kTruncated || among(finding.id, kDamage) ||
         finding.id.ends_with("_digest_mismatch");
}

void RecordChecker::check_repeats(const WarcHeader& header, std::uint64_t offset) {
  const auto& fields = header.fields;
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (equals_ignoring_case(field->first, "WARC-Concurrent-To") ||
        equals_ignoring_case(field->first, "WARC-Protocol"))
      continue;
    const bool repeated = std::any_of(fields.begin(), field, [&](const auto& before) {
      return equals_ignoring_case(before.first, field->first);
    });
    if (repeated) violation("repeated_field", "field " + field->first + " stands there twice", offset);
  }
}

void RecordChecker::check_date(const WarcHeader& header, std::uint64_t offset) {
  const std::string_view date = header.field("WARC-Date");
  if (date.empty()) return;
  if (!header.date()) {
    violation("bad_date", "WARC-Date '" + std::string(date) + "' is no W3C date", offset);
  } else if (header.version == "WARC/1.0" && date.size() != 20) {
    violation("date_precision",
              "WARC-Date '" + std::string(date) + "' is not to the second, as WARC/1.0 has it", offset);
  }
}

void RecordChecker::check_revisit(const WarcHeader& header, std::uint64_t offset) {
  const std::string_view profile = header.field("WARC-Profile");
  if (profile.empty()) {
    violation("missing_profile", "revisit record without WARC-Profile", offset);
  } else if (profile.ends_with("identical-payload-digest") && header.field("WARC-Payload-Digest").empty()) {
    violation("missing_payload_digest", "identical-payload-digest revisit without WARC-Payload-Digest",
              offset);
  }
  if (profile.empty()) return;
  const std::string_view uri = header.field("WARC-Refers-To-Target-URI");
  const std::string_view date = header.field("WARC-Refers-To-Date");
  Revisit revisit;
  revisit.offset = offset;
  revisit.own = fast_hash(header.target_uri() + " " + std::string(header.field("WARC-Date")));
  if (uri.empty() || date.empty()) {
    add("revisit_without_original",
        "revisit without WARC-Refers-To-Target-URI and -Date: replay may not find it", offset);
  } else {
    revisit.original = fast_hash(std::string(uri) + " " + std::string(date));
  }
  revisits_.push_back(revisit);
}

// WARC 1.1 sections 5 and 6: which fields belong on which types.
void RecordChecker::check_placement(const WarcHeader& header, std::uint64_t offset) {
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
  refuse(type != WarcType::kMetadata && type != WarcType::kRevisit && type != WarcType::kConversion &&
             type != WarcType::kUnknown,
         "WARC-Refers-To");
  refuse(type != WarcType::kRevisit && type != WarcType::kUnknown, "WARC-Refers-To-Target-URI");
  refuse(type != WarcType::kRevisit && type != WarcType::kUnknown, "WARC-Refers-To-Date");
  refuse(type == WarcType::kWarcinfo || type == WarcType::kMetadata, "WARC-Payload-Digest");
  if (header.version == "WARC/1.1" && header.field("WARC-Target-URI").starts_with('<')) {
    violation("bracketed_uri", "WARC-Target-URI in < >, which WARC/1.1 does not have", offset);
  }
  if (header.record_id().find_first_of(" \t") != std::string::npos) {
    violation("bad_record_id", "WARC-Record-ID with white space in it", offset);
  }
  if (type == WarcType::kContinuation &&
      (header.field("WARC-Segment-Number").empty() || header.field("WARC-Segment-Origin-ID").empty())) {
    violation("missing_field", "continuation record without its segment number or origin", offset);
  }
  const bool wants_uri =
      type != WarcType::kWarcinfo && type != WarcType::kMetadata && type != WarcType::kUnknown;
  if (wants_uri && header.field("WARC-Target-URI").empty()) {
    violation("missing_field", std::string(warc_type_name(type)) + " record without WARC-Target-URI", offset);
  }
}

void RecordChecker::check_header(const WarcHeader& header, std::uint64_t offset) {
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

Status RecordChecker::check(WarcRecord& record) {
  const std::uint64_t offset = record.position().offset;
  const WarcHeader& header = record.header();
  ++report_.records;
  const WarcType type = header.type();
  ++report_.by_type[type == WarcType::kUnknown ? std::string(header.field("WARC-Type"))
                                               : std::string(warc_type_name(type))];
  check_header(header, offset);
  digests_.begin(header);
  for (;;) {
    const auto got = record.block().read(buffer_);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return {};  // the reader has noted it
    if (*got == 0) break;
    digests_.update({reinterpret_cast<const char*>(buffer_.data()), *got});
  }
  return take_digests(record.position(), std::string(header.field("WARC-Payload-Digest")));
}

// Reads the record again, with its payload in every known form.
Result<PayloadForm> RecordChecker::look_again(const WarcRef& place, const std::string& declared_payload) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, report_.file, {}, place.offset));
  for (;;) {  // members may hold several records
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr || record->position().offset != place.offset) return PayloadForm::kNone;
    if (record->position().record_id != place.record_id) continue;
    return find_payload_form(*record, declared_payload);
  }
}

Status RecordChecker::take_digests(const WarcRef& place, const std::string& declared_payload) {
  DigestReport digests = digests_.finish();
  if (digests.payload_good) ++report_.payload_forms[digests.payload_raw ? "raw body" : "entity"];
  if (digests.payload_bad) {
    const auto form = look_again(place, declared_payload);
    if (!form && form.error().code == Code::kIo) return form.error();
    if (form && *form != PayloadForm::kNone) {
      const std::string name(payload_form_name(*form));
      ++report_.payload_forms[name];
      --digests.bad;
      ++digests.good;
      std::erase_if(digests.mismatches, [](const auto& one) { return one.id[0] == 'p'; });
      digests.remarks.push_back({remark_of(*form), "payload digest is of the " + name +
                                                       ", not of the entity as the standard says"});
    }
  }
  report_.digests_ok += digests.good;
  report_.digests_bad += digests.bad;
  for (const auto& [id, message] : digests.mismatches) add(id, message, place.offset);
  for (const auto& [id, message] : digests.remarks) add(id, message, place.offset);
  return {};
}

void RecordChecker::take(const WarcReader& reader, std::optional<std::uint64_t> end) {
  report_.lost_bytes = reader.lost_bytes();
  for (const auto& finding : reader.findings()) {
    if (end && finding.offset >= static_cast<std::int64_t>(*end)) continue;
    if (finding.code == Code::kTruncated) {
      report_.truncated = true;
    } else if (among(finding.id, kDamage)) {
      report_.corrupt = true;
    } else if (!among(finding.id, kRemarks)) {
      report_.spec_violation = true;
    }
    report_.findings.push_back(finding);
  }
}

}  // namespace bfa
