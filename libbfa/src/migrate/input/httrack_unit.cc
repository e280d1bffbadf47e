// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/httrack_unit.h"

#include <map>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "migrate/input/httrack.h"
#include "migrate/input/payload_type.h"
#include "migrate/input/wget.h"

namespace bfa {
namespace {

using Kind = MigrationNote::Kind;

constexpr std::uint64_t kMaxLogBytes = 256u << 20;
constexpr std::size_t kCommentBytes = 64u << 10;
constexpr std::string_view kLogTime =
    "the time in HTTrack's log, with the day its run began; its zone is unknown and taken as UTC";

// "18:41:48" on the day of `start`.
std::optional<UtcTime> time_of_day(const std::string& time, UtcTime start) {
  const auto day = std::chrono::floor<std::chrono::days>(start);
  const auto parsed = parse_rfc3339(format_rfc3339(day).substr(0, 11) + time + "Z");
  if (!parsed) return std::nullopt;
  // A run that continued after midnight.
  return *parsed + std::chrono::hours(1) < start ? *parsed + std::chrono::days(1) : *parsed;
}

class HttrackMirror {
 public:
  HttrackMirror(FileSystem& fs, FileTree& tree, const CaptureUnit& unit, const CaptureInputOptions& options,
                const CaptureVisitor& visitor, const TreeExclusions& excluded)
      : fs_(fs),
        tree_(tree),
        unit_(unit),
        options_(options),
        excluded_(excluded),
        out_(tree, unit, options, visitor) {}

  Status run() {
    BFA_RETURN_IF_ERROR(read_log());
    BFA_RETURN_IF_ERROR(out_.emit.record(out_.build.warcinfo(unit_.path, unit_.format, {})));
    BFA_RETURN_IF_ERROR(read_cache());
    for (const auto& file : tree_.files()) BFA_RETURN_IF_ERROR(file_alone(file));
    return {};
  }

 private:
  Status read_log() {
    if (const TreeFile* doit = tree_.find("hts-cache/doit.log")) {
      BFA_ASSIGN_OR_RETURN(const std::string text, tree_.beginning(*doit, kCommentBytes));
      start_ = httrack_start(text);
    }
    const TreeFile* file = tree_.find("hts-cache/new.txt");
    if (file == nullptr) return {};
    BFA_ASSIGN_OR_RETURN(const Blob bytes, tree_.read(*file, kMaxLogBytes));
    BFA_ASSIGN_OR_RETURN(const std::string text, bytes.read(kMaxLogBytes));
    for (auto& line : httrack_log(text)) {
      if (const auto url = Url::parse(line.url))
        schemes_.try_emplace(std::string(url->host()), url->scheme());
      by_url_[line.url] = line;
      // Local names are relative to the mirror, or absolute on the machine that made it.
      std::string name = line.file;
      while (!name.empty() && tree_.find(name) == nullptr) {
        const std::size_t slash = name.find('/');
        name = slash == std::string::npos ? std::string() : name.substr(slash + 1);
      }
      if (!name.empty()) by_file_[name] = std::move(line);
    }
    return {};
  }

  Status read_cache() {
    const TreeFile* zip = tree_.find("hts-cache/new.zip");
    if (zip == nullptr) zip = tree_.find("hts-cache/old.zip");
    if (zip == nullptr) return {};
    const std::string path = tree_.location(*zip);
    auto opened = FileTree::open(fs_, path + "!/", options_, {});
    if (!opened) {
      out_.emit.note(Kind::kDamage, "httrack_cache_broken", opened.error().message);
      return {};
    }
    const auto container = Container::open(fs_, path);
    if (!container) return container.error();
    BFA_ASSIGN_OR_RETURN(const auto file, fs_.open(path));
    for (const auto& member : (*container)->entries()) {
      BFA_ASSIGN_OR_RETURN(const std::string fields, local_extra(*file, member));
      auto cached = parse_httrack_fields(member.name, fields);
      if (!cached) continue;
      if (const auto url = Url::parse(cached->url))
        schemes_.insert_or_assign(std::string(url->host()), url->scheme());
      BFA_RETURN_IF_ERROR(cached_exchange(**container, member, *cached));
    }
    return {};
  }

  // HTTrack's lines are there instead of zip's own fields.
  static Result<std::string> local_extra(const ReadableFile& file, const ContainerEntry& member) {
    std::array<std::byte, 30> head{};
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file.read_at(member.offset, head));
    if (got < head.size()) return std::string();
    const auto number = [&](std::size_t at) {
      return static_cast<std::size_t>(head[at]) | static_cast<std::size_t>(head[at + 1]) << 8U;
    };
    std::string extra(number(28), '\0');
    BFA_ASSIGN_OR_RETURN(const std::size_t bytes, file.read_at(member.offset + head.size() + number(26),
                                                               std::as_writable_bytes(std::span(extra))));
    extra.resize(bytes);
    return extra;
  }

  Status cached_exchange(const Container& container, const ContainerEntry& member,
                         const HttrackCached& cached) {
    const TreeFile* file = cached.file.empty() ? nullptr : tree_.find(cached.file);
    const bool page = file != nullptr && is_page(*file);
    std::optional<Blob> body;
    std::string body_from;
    if (cached.in_cache) {
      BFA_ASSIGN_OR_RETURN(body, member_bytes(container, member, cached.url));
      body_from = "HTTrack's cache, as received";
    } else if (file != nullptr && !page) {
      BFA_ASSIGN_OR_RETURN(body, out_.bytes_of(*file));
      body_from = "the mirror's file " + file->name;
    }
    if (!body && cached.status < 300) {
      if (page) return {};  // the mirror's page becomes a resource
      out_.emit.note(Kind::kNotCarried, "httrack_body_missing",
                     "neither the cache nor the mirror holds its body", cached.url);
      return {};
    }
    std::string id;
    BFA_RETURN_IF_ERROR(response(member, cached, body.value_or(Blob()), body_from, id));
    if (file == nullptr) return {};
    told_.insert(file->name);
    if (!page || !cached.in_cache) return {};
    BFA_ASSIGN_OR_RETURN(const bool same, same_bytes(*file, *body));
    if (same) return {};
    return record(
        *file, {cached.url, {}, {{"conversion", "links changed by HTTrack, for reading from disk"}}, id, {}});
  }

  Result<std::optional<Blob>> member_bytes(const Container& container, const ContainerEntry& member,
                                           const std::string& url) {
    const auto opened = container.open_entry(member);
    if (!opened) {
      out_.emit.note(Kind::kDamage, "httrack_cache_broken", opened.error().message, url);
      return std::optional<Blob>();
    }
    BlobWriter writer;
    std::array<std::byte, 65536> buffer;
    for (;;) {
      const auto got = (*opened)->read_at(writer.size(), buffer);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) out_.emit.note(Kind::kDamage, "httrack_cache_broken", got.error().message, url);
      if (!got || *got == 0) break;
      if (writer.size() + *got > options_.max_file_bytes) {
        out_.emit.note(Kind::kNotCarried, "file_too_large", "a body beyond the limit", url);
        return std::optional<Blob>();
      }
      BFA_RETURN_IF_ERROR(writer.write({reinterpret_cast<const char*>(buffer.data()), *got}));
    }
    BFA_ASSIGN_OR_RETURN(Blob bytes, writer.finish());
    return std::optional(std::move(bytes));
  }

  Status response(const ContainerEntry& member, const HttrackCached& cached, const Blob& body,
                  const std::string& body_from, std::string& id) {
    std::string head = "HTTP/1.1 " + std::to_string(cached.status) + " " + one_line(cached.reason) + "\r\n";
    for (const auto& [name, value] : cached.kept) {
      const bool type =
          name == "Content-Type" && !cached.charset.empty() && value.find("charset=") == std::string::npos;
      head += name + ": " + one_line(value) + (type ? "; charset=" + one_line(cached.charset) : "") + "\r\n";
    }
    head += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    const CaptureTime time = time_of_member(member, cached, body);
    RecordBuilder::Capture capture;
    capture.type = "response";
    capture.url = cached.url;
    capture.date = time.time;
    capture.content_type = "application/http; msgtype=response";
    Findings ignored;
    if (auto parsed = parse_response_head(head, ignored)) capture.head = std::move(*parsed);
    BFA_ASSIGN_OR_RETURN(capture.block, joined(head, body));
    BFA_ASSIGN_OR_RETURN(MigratedRecord made, out_.build.capture(std::move(capture), id));
    BFA_RETURN_IF_ERROR(out_.emit.record(std::move(made)));
    out_.emit.note(Kind::kChanged, "httrack_head",
                   "the head is put together of the fields that HTTrack's cache kept", cached.url);
    if (time.unknown) out_.emit.note(Kind::kUnknownTime, "no_capture_time", "nothing tells when", cached.url);
    WarcFields facts = {{"http-head",
                         "of the fields that HTTrack's cache kept; version and Content-Length are the "
                         "migration's"},
                        {"capture-time", time.from}};
    if (!body_from.empty()) facts.emplace_back("body-from", body_from);
    if (!cached.file.empty()) facts.emplace_back("source-path", cached.file);
    return out_.emit.record(out_.build.metadata(cached.url, id, facts));
  }

  static std::string one_line(std::string text) {
    for (char& c : text) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return text;
  }

  static Result<Blob> joined(const std::string& head, const Blob& body) {
    BlobWriter writer;
    BFA_RETURN_IF_ERROR(writer.write(head));
    BFA_ASSIGN_OR_RETURN(const auto source, body.open());
    std::array<std::byte, 65536> buffer;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
      if (got == 0) return writer.finish();
      BFA_RETURN_IF_ERROR(writer.write({reinterpret_cast<const char*>(buffer.data()), got}));
    }
  }

  // The best known time, in this order: the comment in the mirror's page, the log, the cache's own time.
  CaptureTime time_of_member(const ContainerEntry& member, const HttrackCached& cached,
                             const Blob& /*body*/) const {
    if (const TreeFile* file = tree_.find(cached.file)) {
      const auto comment = comment_of(*file);
      if (comment && comment->time) return {*comment->time, "HTTrack's comment in the mirror's page", false};
    }
    if (const auto line = by_url_.find(cached.url); line != by_url_.end() && start_) {
      if (const auto time = time_of_day(line->second.time, *start_))
        return {*time, std::string(kLogTime), false};
    }
    constexpr auto kFirst =
        std::chrono::sys_days(std::chrono::year(1997) / 1 / 1);  // HTTrack did not exist before
    if (member.modified && *member.modified > kFirst) {
      return {*member.modified, "the time of HTTrack's cache; its zone is unknown and taken as UTC", false};
    }
    return {out_.build.now(), "unknown; WARC-Date is the time of the migration", true};
  }

  bool is_page(const TreeFile& file) const {
    const auto begin = tree_.beginning(file, 4096);
    return begin && inspect_payload_type(*begin) == "text/html";
  }

  std::optional<HttrackComment> comment_of(const TreeFile& file) const {
    const auto begin = tree_.beginning(file, kCommentBytes);
    return begin ? httrack_comment(*begin) : std::nullopt;
  }

  Result<bool> same_bytes(const TreeFile& file, const Blob& body) {
    if (file.size != body.size()) return false;
    BFA_ASSIGN_OR_RETURN(const auto bytes, out_.bytes_of(file));
    if (!bytes) return true;
    BFA_ASSIGN_OR_RETURN(const std::string a, bytes->read(options_.max_file_bytes));
    BFA_ASSIGN_OR_RETURN(const std::string b, body.read(options_.max_file_bytes));
    return a == b;
  }

  // A file that is not in the cache.
  Status file_alone(const TreeFile& file) {
    if (told_.contains(file.name) || file.name.starts_with("hts-cache/") ||
        excluded_.files.contains(tree_.location(file))) {
      return {};
    }
    BFA_ASSIGN_OR_RETURN(const std::string begin, tree_.beginning(file, kCommentBytes));
    const bool page = inspect_payload_type(begin) == "text/html";
    const auto comment = httrack_comment(begin);
    if (file.name.find('/') == std::string::npos || (page && !comment && is_httrack_own_page(begin))) {
      out_.emit.note(Kind::kNotCarried, "httrack_own_file", file.name + ": made by HTTrack, not captured");
      return {};
    }
    WarcFields facts;
    CaptureTime time = out_.time_of_file(file);
    const auto line = by_file_.find(file.name);
    std::string url;
    if (line != by_file_.end()) {
      url = line->second.url;
      facts.emplace_back("url-from", "HTTrack's log");
      if (const auto logged = start_ ? time_of_day(line->second.time, *start_) : std::nullopt)
        time = {*logged, std::string(kLogTime), false};
    } else if (comment) {
      url = scheme_of(comment->address, facts) + "://" + comment->address;
      facts.emplace_back("url-from", "HTTrack's comment in the page");
    } else {
      const auto address = wget_address(file.name, "http", false);
      if (!address) {
        out_.emit.note(Kind::kNotCarried, "no_address", file.name + ": nothing tells its address");
        return {};
      }
      url = address->url;
      if (const auto parsed = Url::parse(url))
        url = scheme_of(url.substr(url.find("//") + 2), facts) + url.substr(url.find("://"));
      facts.emplace_back("url-from", "the file's path");
    }
    if (comment && comment->time) time = {*comment->time, "HTTrack's comment in the page", false};
    if (page) facts.emplace_back("content", "links changed by HTTrack; the bytes received were not kept");
    const auto parsed = Url::parse(url);
    if (!parsed) {
      out_.emit.note(Kind::kNotCarried, "no_address", file.name + ": '" + url + "' is no address");
      return {};
    }
    if (excluded_.addresses.contains(fetch_dedup_key(*parsed))) {
      out_.emit.note(Kind::kNotCarried, "held_by_warc",
                     "a WARC file beside the mirror holds it with its headers", url);
      return {};
    }
    return record(file, {parsed->href(), time, std::move(facts), {}, {}});
  }

  // Comments and folders do not distinguish http and https: other addresses of the host in log or cache do.
  std::string scheme_of(const std::string& address, WarcFields& facts) const {
    const auto url = Url::parse("http://" + address);
    const auto known = url ? schemes_.find(std::string(url->host())) : schemes_.end();
    facts.emplace_back("url-scheme-from", known != schemes_.end() ? "HTTrack's log and cache" : "assumed");
    return known != schemes_.end() ? known->second : "http";
  }

  Status record(const TreeFile& file, TreeEmitter::FileRecord what) {
    BFA_ASSIGN_OR_RETURN(const std::string id, out_.file_record(file, std::move(what)));
    (void)id;
    return {};
  }

  FileSystem& fs_;
  FileTree& tree_;
  const CaptureUnit& unit_;
  const CaptureInputOptions& options_;
  const TreeExclusions& excluded_;
  TreeEmitter out_;
  std::optional<UtcTime> start_;
  std::map<std::string, std::string> schemes_;  // by host
  std::map<std::string, HttrackLogLine> by_url_, by_file_;
  std::set<std::string> told_;  // files that a cached exchange covers
};

}  // namespace

Status read_httrack_tree(FileSystem& fs, FileTree& tree, const CaptureUnit& unit,
                         const CaptureInputOptions& options, const CaptureVisitor& visitor,
                         const TreeExclusions& excluded) {
  return HttrackMirror(fs, tree, unit, options, visitor, excluded).run();
}

}  // namespace bfa
