// SPDX-License-Identifier: Apache-2.0
#include "crawl/warc_index.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/exchange.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlockBytes = 256u << 20;  // larger records stay in their file
constexpr std::uint64_t kHeadBytes = 64u << 10;

std::string at_date(const std::string& url, UtcTime date) {
  return format_rfc3339(date) + " " + url;
}

void read_head(WarcRecord& record, WarcEntry& entry) {
  auto limited = make_limit_source(record.block(), kHeadBytes);
  const auto bytes = read_all(*limited, kHeadBytes);
  if (!bytes) return;
  Findings ignored;
  const auto head = parse_response_head(*bytes, ignored);
  if (!head) return;
  entry.status = head->status;
  entry.content_type = parse_media_type(head->header("content-type")).essence;
}

}  // namespace

Status WarcIndex::scan(std::uint32_t file, Findings& findings) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*fs_, files_[file]));
  std::map<std::string, std::uint64_t> requests;  // by date and URL, waiting for their response
  std::map<std::string, WarcEntry*> responses;    // the other way round
  for (;;) {
    auto next = reader->next();
    if (!next) {
      findings.push_back(
          Finding{next.error().code, "warc", next.error().message, next.error().offset, files_[file]});
      break;
    }
    WarcRecord* record = *next;
    if (record == nullptr) break;
    const WarcHeader& header = record->header();
    const WarcType type = header.type();
    const auto date = header.date();
    if (!date || header.target_uri().empty()) continue;
    const std::string key = at_date(header.target_uri(), *date);
    if (type == WarcType::kRequest) {
      if (const auto at = responses.find(key); at != responses.end()) {
        at->second->request_offset = record->position().offset;
      } else {
        requests[key] = record->position().offset;
      }
      continue;
    }
    if (type != WarcType::kResponse && type != WarcType::kRevisit && type != WarcType::kResource) continue;
    const auto url = Url::parse(header.target_uri());
    if (!url || !url->is_http()) continue;
    WarcEntry entry;
    entry.url = url->without_fragment().href();
    entry.date = *date;
    entry.file = file;
    entry.offset = record->position().offset;
    entry.revisit = type == WarcType::kRevisit;
    entry.refers_to_url = std::string(header.field("WARC-Refers-To-Target-URI"));
    entry.refers_to_date = std::string(header.field("WARC-Refers-To-Date"));
    if (type == WarcType::kResource) {
      entry.status = 200;
      entry.content_type = parse_media_type(header.content_type()).essence;
    } else {
      read_head(*record, entry);
    }
    if (const auto at = requests.find(key); at != requests.end()) {
      entry.request_offset = at->second;
      requests.erase(at);
    }
    auto& list = entries_[entry.url];
    list.push_back(std::move(entry));
    responses.clear();  // a request matches only the response right before it: later entries move the lists
    responses[key] = &list.back();
    twins_.emplace(fetch_dedup_key(*url), list.back().url);
  }
  findings.insert(findings.end(), reader->findings().begin(), reader->findings().end());
  return {};
}

Result<WarcIndex> WarcIndex::build(FileSystem& fs, const std::vector<std::string>& files,
                                   Findings& findings) {
  WarcIndex index;
  index.fs_ = &fs;
  index.files_ = files;
  for (std::uint32_t i = 0; i < files.size(); ++i) BFA_RETURN_IF_ERROR(index.scan(i, findings));
  for (auto& [url, list] : index.entries_) {
    std::stable_sort(list.begin(), list.end(),
                     [](const WarcEntry& a, const WarcEntry& b) { return a.date < b.date; });
  }
  return index;
}

const std::vector<WarcEntry>* WarcIndex::find(const std::string& url) const {
  if (const auto at = entries_.find(url); at != entries_.end()) return &at->second;
  const auto parsed = Url::parse(url);
  if (!parsed) return nullptr;
  const auto twin = twins_.find(fetch_dedup_key(*parsed));
  if (twin == twins_.end()) return nullptr;
  const auto at = entries_.find(twin->second);
  return at == entries_.end() ? nullptr : &at->second;
}

Result<Exchange> WarcIndex::read(std::uint32_t file, std::uint64_t offset) const {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*fs_, files_[file], {}, offset));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr)
    return Error{Code::kNotFound, "no record here", files_[file], static_cast<std::int64_t>(offset)};
  return read_exchange(*record, kMaxBlockBytes);
}

Result<Exchange> WarcIndex::load(const WarcEntry& entry) const {
  BFA_ASSIGN_OR_RETURN(Exchange exchange, read(entry.file, entry.offset));
  if (entry.revisit && entry.status != 304) {
    const auto* originals = find(entry.refers_to_url.empty() ? entry.url : entry.refers_to_url);
    const auto date = parse_rfc3339(entry.refers_to_date);
    const WarcEntry* original = nullptr;
    for (std::size_t i = 0; originals != nullptr && i < originals->size(); ++i) {
      const WarcEntry& candidate = (*originals)[i];
      if (candidate.revisit || (date ? candidate.date != *date : candidate.date > entry.date)) continue;
      original = &candidate;
    }
    if (original == nullptr)
      return Error{Code::kNotFound, "the original of a revisit record is not in these files", entry.url};
    BFA_ASSIGN_OR_RETURN(Exchange first, read(original->file, original->offset));
    BFA_ASSIGN_OR_RETURN(exchange, resolve_revisit(exchange, first));
  }
  if (entry.request_offset) {
    BFA_ASSIGN_OR_RETURN(const auto reader,
                         WarcReader::open(*fs_, files_[entry.file], {}, *entry.request_offset));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record != nullptr) {
      BFA_ASSIGN_OR_RETURN(std::string bytes, read_all(record->block(), kMaxBlockBytes));
      exchange.request = Blob(std::move(bytes));
    }
  }
  return exchange;
}

}  // namespace bfa
