// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/warc_index.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/exchange.h"
#include "crawl/captures/cut_of.h"
#include "http/head_limit.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlockBytes = 256u << 20;  // larger records stay in their file
constexpr std::size_t kMaxTypes = 4096;               // content types that are told apart

std::uint64_t pair_key(std::string_view url, UtcTime date) {
  return fast_hash(format_rfc3339(date) + " " + std::string(url));
}

std::uint64_t twin_hash(const Url& url) {
  return fast_hash(fetch_dedup_key(url));
}

bool is_whole_page(const WarcEntry& entry) {
  return !entry.cut && entry.status >= 200 && entry.status < 300 && entry.status != 206;
}

}  // namespace

// Reads the files one after the other.
class WarcIndexBuilder {
 public:
  WarcIndexBuilder(WarcIndex& index, Findings& findings) : index_(index), findings_(findings) {
    index_.types_.emplace_back();
    types_.emplace(std::string(), std::uint16_t{0});
  }

  Status scan(std::uint32_t file) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*index_.fs_, index_.files_[file]));
    requests_.clear();
    last_response_.reset();
    for (;;) {
      auto next = reader->next();
      if (!next) {
        const Error& error = next.error();
        findings_.push_back(Finding{error.code, "warc", error.message, error.offset, index_.files_[file]});
        break;
      }
      if (*next == nullptr) break;
      BFA_RETURN_IF_ERROR(take(**next, file));
    }
    findings_.insert(findings_.end(), reader->findings().begin(), reader->findings().end());
    return {};
  }

  void finish() {
    const auto url_of = [this](const Scanned& row) {
      return std::string_view(text_).substr(row.url_at, row.url_size);
    };
    std::stable_sort(rows_.begin(), rows_.end(), [&](const Scanned& a, const Scanned& b) {
      const int order = url_of(a).compare(url_of(b));
      return order != 0 ? order < 0 : a.entry.date < b.entry.date;
    });
    index_.entries_.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size();) {
      const std::string_view url = url_of(rows_[i]);
      index_.groups_.push_back({index_.text_.size(), i});
      index_.text_ += url;
      const std::size_t begin = i;
      for (; i < rows_.size() && url_of(rows_[i]) == url; ++i) index_.entries_.push_back(rows_[i].entry);
      put_cut_ones_last(begin);
    }
    index_.groups_.push_back({index_.text_.size(), rows_.size()});
    rows_ = {};
    text_ = {};
    index_twins();
  }

 private:
  struct Scanned {
    std::uint64_t url_at = 0;
    std::uint32_t url_size = 0;
    WarcEntry entry;
  };

  Status take(WarcRecord& record, std::uint32_t file) {
    const WarcHeader& header = record.header();
    const WarcType type = header.type();
    if (type != WarcType::kRequest && type != WarcType::kResponse && type != WarcType::kRevisit &&
        type != WarcType::kResource)
      return {};
    const auto date = header.date();
    if (!date || header.target_uri().empty()) return {};
    const std::uint64_t key = pair_key(header.target_uri(), *date);
    if (type == WarcType::kRequest) {
      if (last_response_ && last_response_->first == key) {
        rows_[last_response_->second].entry.request_offset = record.position().offset;
      } else {
        requests_[key] = record.position().offset;
      }
      return {};
    }
    const auto url = Url::parse(header.target_uri());
    if (!url || !url->is_http()) return {};
    if (header.content_length == 0 && type != WarcType::kRevisit) {
      findings_.push_back({Code::kCorrupt, "empty_record", "a capture without any byte is left out",
                           static_cast<std::int64_t>(record.position().offset), index_.files_[file]});
      return {};
    }
    WarcEntry entry;
    entry.date = *date;
    entry.file = file;
    entry.offset = record.position().offset;
    entry.revisit = type == WarcType::kRevisit;
    if (const auto at = requests_.find(key); at != requests_.end()) {
      entry.request_offset = at->second;
      requests_.erase(at);
    }
    BFA_RETURN_IF_ERROR(read_head(record, entry));
    last_response_ = {key, rows_.size()};
    const std::string address = url->without_fragment().href();
    rows_.push_back({text_.size(), static_cast<std::uint32_t>(address.size()), entry});
    text_ += address;
    return {};
  }

  std::uint16_t type_number(const std::string& essence) {
    if (const auto at = types_.find(essence); at != types_.end()) return at->second;
    if (types_.size() >= kMaxTypes) return 0;
    const auto number = static_cast<std::uint16_t>(index_.types_.size());
    index_.types_.push_back(essence);
    types_.emplace(essence, number);
    return number;
  }

  Status read_head(WarcRecord& record, WarcEntry& entry) {
    const WarcHeader& header = record.header();
    entry.cut = !entry.revisit && !header.field("WARC-Truncated").empty();
    if (header.type() == WarcType::kResource) {
      entry.status = 200;
      entry.type = type_number(parse_media_type(header.content_type()).essence);
      return {};
    }
    const auto bytes = read_all(*make_limit_source(record.block(), kMaxHeadBytes), kMaxHeadBytes);
    if (!bytes) return bytes.error().code == Code::kIo ? Status(bytes.error()) : Status();
    Findings ignored;
    const auto head = parse_response_head(*bytes, ignored);
    if (!head) return {};
    entry.status = static_cast<std::uint16_t>(std::clamp(head->status, 0, 999));
    entry.type = type_number(parse_media_type(head->header("content-type")).essence);
    if (entry.revisit || entry.cut || entry.status < 200 || entry.status >= 300) return {};
    BFA_ASSIGN_OR_RETURN(const bool suspicious, may_be_cut(*head, *bytes, record));
    if (!suspicious) return {};
    // Rare: only now is the record read whole.
    const auto exchange = read(*index_.fs_, index_.files_[entry.file], entry.offset);
    if (!exchange) return {};
    BFA_ASSIGN_OR_RETURN(const auto cut, cut_of(*exchange));
    entry.cut = cut.has_value();
    return {};
  }

  // False when the record's length or last bytes show that the body is whole.
  static Result<bool> may_be_cut(const HttpHead& head, const std::string& begin, WarcRecord& record) {
    const std::string_view length = head.header("content-length");
    if (head.header("transfer-encoding").empty())
      return !length.empty() && length != std::to_string(record.header().content_length - head.size);
    std::string tail = begin.substr(begin.size() - std::min<std::size_t>(begin.size(), 5));
    std::array<std::byte, 65536> buffer;
    for (;;) {
      const auto got = record.block().read(buffer);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) return true;
      if (*got == 0) return tail != "0\r\n\r\n";
      const std::string_view more(reinterpret_cast<const char*>(buffer.data()), *got);
      tail += more.substr(more.size() - std::min<std::size_t>(more.size(), 5));
      if (tail.size() > 5) tail.erase(0, tail.size() - 5);
    }
  }

  static Result<Exchange> read(FileSystem& fs, const std::string& file, std::uint64_t offset) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, file, {}, offset));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr)
      return Error{Code::kNotFound, "no record here", file, static_cast<std::int64_t>(offset)};
    return read_exchange(*record, kMaxBlockBytes);
  }

  // A whole capture of the same page wins against cut ones of any date.
  void put_cut_ones_last(std::size_t begin) {
    const auto first = index_.entries_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::any_of(first, index_.entries_.end(), is_whole_page))
      std::stable_partition(first, index_.entries_.end(), [](const WarcEntry& entry) { return !entry.cut; });
  }

  void index_twins() {
    index_.twins_.reserve(index_.urls());
    for (std::size_t i = 0; i < index_.urls(); ++i) {
      const auto url = Url::parse(index_.at(i).url);
      if (url) index_.twins_.emplace_back(twin_hash(*url), static_cast<std::uint32_t>(i));
    }
    std::stable_sort(index_.twins_.begin(), index_.twins_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  WarcIndex& index_;
  Findings& findings_;
  std::vector<Scanned> rows_;
  std::string text_;                                           // the URLs of rows_
  std::unordered_map<std::uint64_t, std::uint64_t> requests_;  // that wait for their response: key, offset
  std::optional<std::pair<std::uint64_t, std::size_t>> last_response_;  // key, row
  std::unordered_map<std::string, std::uint16_t> types_;
};

Result<WarcIndex> WarcIndex::build(FileSystem& fs, const std::vector<std::string>& files,
                                   Findings& findings) {
  WarcIndex index;
  index.fs_ = &fs;
  index.files_ = files;
  WarcIndexBuilder builder(index, findings);
  for (std::uint32_t i = 0; i < files.size(); ++i) BFA_RETURN_IF_ERROR(builder.scan(i));
  builder.finish();
  return index;
}

WarcIndex::Captures WarcIndex::at(std::size_t i) const {
  const Group& group = groups_[i];
  const Group& next = groups_[i + 1];
  return {std::string_view(text_).substr(group.url_at, next.url_at - group.url_at),
          std::span(entries_).subspan(group.first, next.first - group.first)};
}

Status WarcIndex::rewrite(
    const std::function<Status(std::string_view url, std::vector<WarcEntry>& entries)>& change) {
  std::vector<WarcEntry> all, some;
  std::vector<std::uint64_t> firsts;
  all.reserve(entries_.size());
  firsts.reserve(groups_.size());
  for (std::size_t i = 0; i < urls(); ++i) {
    const Captures captures = at(i);
    some.assign(captures.entries.begin(), captures.entries.end());
    BFA_RETURN_IF_ERROR(change(captures.url, some));
    firsts.push_back(all.size());
    all.insert(all.end(), some.begin(), some.end());
  }
  firsts.push_back(all.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i].first = firsts[i];
  entries_ = std::move(all);
  return {};
}

WarcIndex::Captures WarcIndex::find(std::string_view url) const {
  std::size_t low = 0;
  for (std::size_t high = urls(); low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    if (at(middle).url < url) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < urls() && at(low).url == url) return at(low);
  const auto parsed = Url::parse(url);
  if (!parsed) return {};
  const std::string key = fetch_dedup_key(*parsed);
  const auto from = std::lower_bound(twins_.begin(), twins_.end(), fast_hash(key),
                                     [](const auto& row, std::uint64_t hash) { return row.first < hash; });
  for (auto twin = from; twin != twins_.end() && twin->first == from->first; ++twin) {
    const auto other = Url::parse(at(twin->second).url);
    if (other && fetch_dedup_key(*other) == key) return at(twin->second);
  }
  return {};
}

Result<Exchange> WarcIndex::load_original(std::string_view url, const WarcEntry& revisit,
                                          const WarcHeader& header) const {
  const std::string_view refers_to = header.field("WARC-Refers-To-Target-URI");
  const auto date = parse_rfc3339(header.field("WARC-Refers-To-Date"));
  const WarcEntry* original = nullptr;
  // What was a response elsewhere can be a revisit here. Each is older than the one before: this ends.
  const WarcEntry* other_revisit = nullptr;
  const Captures originals = find(refers_to.empty() ? url : refers_to);
  for (const WarcEntry& candidate : originals.entries) {
    if (date ? candidate.date != *date : candidate.date > revisit.date) continue;
    if (candidate.revisit) {
      if (date && candidate.date < revisit.date && candidate.status != 304) other_revisit = &candidate;
      continue;
    }
    if (original == nullptr || original->date <= candidate.date) original = &candidate;
  }
  if (original == nullptr && other_revisit != nullptr) return load(originals.url, *other_revisit);
  if (original == nullptr && elsewhere_) {
    BFA_ASSIGN_OR_RETURN(const WarcIndex* const others, elsewhere_());
    if (others != nullptr) return others->load_original(url, revisit, header);
  }
  if (original == nullptr) {
    return Error{Code::kNotFound, "the original of a revisit record is not in these files", std::string(url)};
  }
  return load(originals.url, *original);
}

Result<Exchange> WarcIndex::load(std::string_view url, const WarcEntry& entry) const {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*fs_, files_[entry.file], {}, entry.offset));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr)
    return Error{Code::kNotFound, "no record here", files_[entry.file],
                 static_cast<std::int64_t>(entry.offset)};
  BFA_ASSIGN_OR_RETURN(Exchange exchange, read_exchange(*record, kMaxBlockBytes));
  if (entry.revisit && entry.status != 304) {
    BFA_ASSIGN_OR_RETURN(const Exchange first, load_original(url, entry, record->header()));
    BFA_ASSIGN_OR_RETURN(exchange, resolve_revisit(exchange, first));
  }
  if (exchange.response.size() == 0) {
    return Error{Code::kCorrupt, "a capture without any byte", files_[entry.file],
                 static_cast<std::int64_t>(entry.offset)};
  }
  if (entry.request_offset != WarcEntry::kNoRequest) {
    BFA_ASSIGN_OR_RETURN(const auto before,
                         WarcReader::open(*fs_, files_[entry.file], {}, entry.request_offset));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const request, before->next());
    if (request != nullptr) {
      BFA_ASSIGN_OR_RETURN(std::string bytes, read_all(request->block(), kMaxBlockBytes));
      exchange.request = Blob(std::move(bytes));
    }
  }
  return exchange;
}

}  // namespace bfa
