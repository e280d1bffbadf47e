// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/timemap.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kPieceBytes = 48u << 10;

// All addresses are header_safe_url's: they have no quotes, backslashes or controls, which JSON would escape.
std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string rel_of(const TimeMapHead& head, const TimeMapEntry& entry) {
  std::string rel;
  if (entry.address == head.first.address) rel += "first ";
  if (entry.address == head.last.address) rel += "last ";
  return rel + "memento";
}

std::string json_entry(const TimeMapEntry& entry) {
  return "{\"datetime\": " + in_quotes(format_rfc3339(std::chrono::floor<std::chrono::seconds>(entry.time))) +
         ", \"uri\": " + in_quotes(entry.address) + "}";
}

std::string json_addresses(const TimeMapHead& head) {
  return "{\"link_format\": " + in_quotes(head.link) + ", \"json_format\": " + in_quotes(head.json) +
         ", \"cdxj_format\": " + in_quotes(head.cdxj) + "}";
}

std::string begin_of(TimeMapForm form, const TimeMapHead& head) {
  if (form == TimeMapForm::kLink) {
    return "<" + head.link + ">; rel=\"self\"; type=\"application/link-format\"; from=\"" +
           format_http_date(head.first.time) + "\"; until=\"" + format_http_date(head.last.time) + "\",\n<" +
           head.timegate + ">; rel=\"timegate\",\n<" + head.original + ">; rel=\"original\"";
  }
  if (form == TimeMapForm::kJson) {
    return "{\"original_uri\": " + in_quotes(head.original) + ", \"self\": " + in_quotes(head.json) +
           ", \"timegate_uri\": " + in_quotes(head.timegate) + ", \"timemap_uri\": " + json_addresses(head) +
           ",\n\"mementos\": {\"first\": " + json_entry(head.first) + ", \"last\": " + json_entry(head.last) +
           ", \"list\": [";
  }
  return "!context [\"http://tools.ietf.org/html/rfc7089\"]\n!id {\"uri\": " + in_quotes(head.cdxj) +
         "}\n!keys [\"memento_datetime_YYYYMMDDhhmmss\"]\n!meta {\"original_uri\": " +
         in_quotes(head.original) + "}\n!meta {\"timegate_uri\": " + in_quotes(head.timegate) +
         "}\n!meta {\"timemap_uri\": " + json_addresses(head) + "}\n";
}

std::string entry_of(TimeMapForm form, const TimeMapHead& head, const TimeMapEntry& entry, bool first) {
  if (form == TimeMapForm::kLink) {
    return ",\n<" + entry.address + ">; rel=\"" + rel_of(head, entry) + "\"; datetime=\"" +
           format_http_date(entry.time) + "\"";
  }
  if (form == TimeMapForm::kJson) return (first ? "\n" : ",\n") + json_entry(entry);
  return format_cdx_time(entry.time) + " {\"uri\": " + in_quotes(entry.address) +
         ", \"rel\": " + in_quotes(rel_of(head, entry)) +
         ", \"datetime\": " + in_quotes(format_http_date(entry.time)) + "}\n";
}

std::string_view end_of(TimeMapForm form) {
  return form == TimeMapForm::kJson ? "]}}\n" : form == TimeMapForm::kLink ? "\n" : "";
}

class TimeMapStream final : public ReplyStream {
 public:
  TimeMapStream(TimeMapForm form, TimeMapHead head, TimeMapSource source)
      : form_(form), head_(std::move(head)), source_(std::move(source)) {}

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      if (!begun_) piece.bytes = begin_of(form_, head_);
      begun_ = true;
      while (piece.bytes.size() < kPieceBytes) {
        BFA_ASSIGN_OR_RETURN(const auto entries, source_());
        if (entries.empty()) {
          piece.bytes += end_of(form_);
          piece.end = true;
          break;
        }
        for (const TimeMapEntry& entry : entries) add(piece.bytes, entry);
      }
      return piece;
    });
  }

 private:
  // Captures of one address within a second are one memento.
  void add(std::string& out, const TimeMapEntry& entry) {
    if (format_cdx_time(entry.time) != second_) {
      second_ = format_cdx_time(entry.time);
      in_second_.clear();
    }
    if (std::find(in_second_.begin(), in_second_.end(), entry.address) != in_second_.end()) return;
    in_second_.push_back(entry.address);
    out += entry_of(form_, head_, entry, first_);
    first_ = false;
  }

  const TimeMapForm form_;
  const TimeMapHead head_;
  const TimeMapSource source_;
  bool begun_ = false, first_ = true;
  std::string second_;
  std::vector<std::string> in_second_;
};

}  // namespace

std::optional<TimeMapForm> parse_timemap_form(std::string_view name) {
  if (name == "link") return TimeMapForm::kLink;
  if (name == "json") return TimeMapForm::kJson;
  if (name == "cdxj") return TimeMapForm::kCdxj;
  return {};
}

ServeReply timemap_reply(TimeMapForm form, TimeMapHead head, TimeMapSource source) {
  ServeReply reply;
  reply.set("Content-Type", form == TimeMapForm::kLink   ? "application/link-format"
                            : form == TimeMapForm::kJson ? "application/json"
                                                         : "application/cdxj+ors");
  reply.set("X-Content-Type-Options", "nosniff");
  reply.stream = std::make_unique<TimeMapStream>(form, std::move(head), std::move(source));
  return reply;
}

}  // namespace bfa
