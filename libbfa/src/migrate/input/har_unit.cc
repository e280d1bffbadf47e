// SPDX-License-Identifier: Apache-2.0
// HAR input: request, response and metadata records for each exchange (docs/formats/migrate.md).
#include <map>
#include <optional>
#include <utility>

#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/url/url.h"
#include "migrate/input/har_message.h"
#include "migrate/input/readers.h"

namespace bfa {
namespace {

using Kind = MigrationNote::Kind;

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string head_text(std::string first_line, const WarcFields& headers) {
  std::string text = std::move(first_line) + "\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  return text + "\r\n";
}

bool has_header(const WarcFields& headers, std::string_view name) {
  HttpHead head;
  head.headers = headers;
  return !head.header(name).empty();
}

// "[2001:db8::1]" and "192.0.2.1" without brackets; empty when it is not an address.
std::string ip_address(std::string text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return text.find_first_not_of("0123456789abcdefABCDEF.:") == std::string::npos ? text : std::string();
}

class HarConverter {
 public:
  HarConverter(const CaptureUnit& unit, const CaptureInputOptions& options, const CaptureVisitor& visitor)
      : emit_(visitor, unit.path), build_(options), max_part_(options.max_har_entry_bytes) {}

  Status run(FileSystem& fs) {
    BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, emit_.source()));
    HarVisitor visitor;
    visitor.about = [&](const std::string& name, const HarJson& value) { about(name, value); };
    visitor.page = [&](const HarJson& page) { pages_.push_back(page); };
    visitor.entry = [&](const HarJson& json) { return entry(json); };
    Status read = read_har(*source, max_part_, visitor);
    if (!read && read.error().code == Code::kCorrupt && entries_ > 0) {
      emit_.note(Kind::kDamage, "har_broken", read.error().message + "; what comes before it is kept");
      read = {};
    }
    if (!read && read.error().where.empty()) read.error().where = emit_.source();
    BFA_RETURN_IF_ERROR(read);
    BFA_RETURN_IF_ERROR(begin());
    return tell_pages();
  }

 private:
  struct FirstEntry {
    std::string url;
    UtcTime time{};
  };
  // One exchange on its way.
  struct Exchanged {
    std::string url, method, protocol, http_version;
    UtcTime time{};
    int status = 0;
    WarcFields facts;
  };

  void about(const std::string& name, const HarJson& value) {
    if (name == "version") {
      about_.emplace_back("source-version", value.is_string() ? "HAR " + value.get<std::string>() : "HAR");
    } else {
      about_.emplace_back("har-" + name, har_text(value, "name") + " " + har_text(value, "version"));
    }
  }

  // Writes the warcinfo record before the first entry, when the file's data about its creator were read.
  Status begin() {
    if (std::exchange(begun_, true)) return {};
    return emit_.record(build_.warcinfo(emit_.source(), CaptureFormat::kHar, about_));
  }

  Status entry(const HarJson& json) {
    BFA_RETURN_IF_ERROR(begin());
    ++entries_;
    const HarJson& request = har_object(json, "request");
    const HarJson& response = har_object(json, "response");
    Exchanged exchanged;
    exchanged.url = har_text(request, "url");
    if (!worth_keeping(json, response, exchanged)) return {};
    const auto time = parse_rfc3339(har_text(json, "startedDateTime"));
    exchanged.time = time ? *time : build_.now();
    if (!time) {
      exchanged.facts.emplace_back("capture-time", "unknown; WARC-Date is the time of the migration");
      emit_.note(Kind::kUnknownTime, "har_time_unreadable",
                 "startedDateTime '" + har_text(json, "startedDateTime") + "' is no time", exchanged.url);
    }
    const std::string page = har_text(json, "pageref");
    if (!page.empty()) {
      exchanged.facts.emplace_back("har-pageref", page);
      first_entries_.try_emplace(page, FirstEntry{exchanged.url, exchanged.time});
    }
    exchanged.method = har_text(request, "method");
    exchanged.http_version = har_text(response, "httpVersion");
    if (exchanged.http_version.empty()) exchanged.http_version = har_text(request, "httpVersion");
    exchanged.protocol = har_protocol(exchanged.http_version);
    return exchange(json, request, response, exchanged);
  }

  bool worth_keeping(const HarJson& json, const HarJson& response, Exchanged& exchanged) const {
    const auto url = Url::parse(exchanged.url);
    if (!url || !url->is_http()) {
      emit_.note(Kind::kNotCarried, "har_not_http", "address is not of the web",
                 exchanged.url.substr(0, 200));
      return false;
    }
    const auto status = response.find("status");
    if (status != response.end() && status->is_number_integer()) {
      const auto number = status->get<std::int64_t>();
      exchanged.status = number >= 100 && number <= 999 ? static_cast<int>(number) : 0;
    }
    if (exchanged.status == 0) {
      const std::string why = har_text(response, "_error") + har_text(json, "_error");
      emit_.note(Kind::kNotCarried, "har_no_response",
                 "no response was received" + (why.empty() ? "" : ": " + why), exchanged.url);
      return false;
    }
    if (exchanged.status == 307 && har_text(response, "statusText") == "Internal Redirect") {
      emit_.note(Kind::kNotCarried, "har_internal_redirect", "redirect of the browser's own, not of a server",
                 exchanged.url);
      return false;
    }
    if (json.contains("_webSocketMessages")) {
      emit_.note(Kind::kNotCarried, "har_websocket_messages",
                 "messages of a web socket; its handshake is kept", exchanged.url);
    }
    return true;
  }

  bool multiplexed(const Exchanged& exchanged) const {
    return exchanged.protocol == "h2" || exchanged.protocol == "h3" || exchanged.http_version == "spdy";
  }

  void note_headers(const HarHeaders& headers, Exchanged& exchanged) const {
    for (const auto& name : headers.refused)
      emit_.note(Kind::kNotCarried, "har_bad_header", "'" + name + "' is no header name", exchanged.url);
  }

  Status exchange(const HarJson& json, const HarJson& request, const HarJson& response,
                  Exchanged& exchanged) {
    HarHeaders headers = har_headers(response, multiplexed(exchanged));
    note_headers(headers, exchanged);
    HarBody body = har_response_body(response);
    const bool bodiless = exchanged.method == "HEAD" || exchanged.status < 200 || exchanged.status == 204 ||
                          exchanged.status == 304;
    std::optional<HarBody> cached;
    if (exchanged.status == 304 && body.bytes && !body.bytes->empty()) cached = std::exchange(body, {});
    if (bodiless) body = {};
    if (!bodiless && !body.bytes && body_was_lost(response, headers, exchanged, body)) {
      return keep_head_alone(headers, exchanged);
    }
    std::vector<std::string> changed;
    fit_headers(headers.lines, body, !bodiless, changed);
    if (headers.pseudo) exchanged.facts.emplace_back("pseudo-headers", "dropped: HTTP/1.1 has none");
    if (!changed.empty()) {
      exchanged.facts.emplace_back("headers-renamed", joined(changed));
      exchanged.facts.emplace_back("body", "as the browser decoded it");
      emit_.note(Kind::kChanged, "har_body_decoded",
                 "the body is as the browser decoded it; under X-Archive-Orig- now: " + joined(changed),
                 exchanged.url);
    }
    BFA_RETURN_IF_ERROR(write(json, request, response, headers, body, exchanged));
    return cached ? write_cached(response, *cached, exchanged) : Status();
  }

  // True when the answer had a body with the page's content, and the file does not contain it.
  bool body_was_lost(const HarJson& response, const HarHeaders& headers, Exchanged& exchanged,
                     const HarBody& body) const {
    const HarJson& content = har_object(response, "content");
    const auto size = content.find("size");
    const bool sized = size != content.end() && size->is_number();
    const bool empty =
        !body.damaged && (sized ? size->get<double>() <= 0 : !has_header(headers.lines, "content-type"));
    if (empty) return false;
    if (exchanged.status < 300) return true;
    exchanged.facts.emplace_back("body", "not in the source");
    emit_.note(
        Kind::kNotCarried, "har_body_missing",
        "the body of an answer with status " + std::to_string(exchanged.status) + " is not in the file",
        exchanged.url);
    return false;
  }

  // A response record without its body would look like an empty page.
  Status keep_head_alone(const HarHeaders& headers, const Exchanged& exchanged) {
    emit_.note(Kind::kNotCarried, "har_body_missing",
               "the body is not in the file: no response record; a metadata record keeps its head",
               exchanged.url);
    return emit_.record(build_.metadata_block(exchanged.url, {}, "application/http; msgtype=response",
                                              head_text(status_line(exchanged, {}), headers.lines)));
  }

  static std::string status_line(const Exchanged& exchanged, const std::string& reason) {
    const char* version = exchanged.protocol == "http/1.0" ? "HTTP/1.0 " : "HTTP/1.1 ";
    std::string line = version + std::to_string(exchanged.status) + " " + reason;
    for (char& c : line) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return line;
  }

  Status write(const HarJson& json, const HarJson& request, const HarJson& response,
               const HarHeaders& headers, const HarBody& body, Exchanged& exchanged) {
    RecordBuilder::Capture capture;
    capture.type = "response";
    capture.url = exchanged.url;
    capture.date = exchanged.time;
    capture.content_type = "application/http; msgtype=response";
    std::string block = head_text(status_line(exchanged, har_text(response, "statusText")), headers.lines);
    Findings ignored;
    if (auto head = parse_response_head(block, ignored)) capture.head = std::move(*head);
    if (body.bytes) block += *body.bytes;
    capture.block = Blob(std::move(block));
    capture.more = {{"WARC-IP-Address", ip_address(har_text(json, "serverIPAddress"))},
                    {"WARC-Protocol", exchanged.protocol}};
    const auto shared = capture.more;
    std::string id;
    BFA_ASSIGN_OR_RETURN(MigratedRecord answer, build_.capture(std::move(capture), id));
    BFA_RETURN_IF_ERROR(write_request(request, shared, id, exchanged));
    BFA_RETURN_IF_ERROR(emit_.record(std::move(answer)));
    add_facts(json, exchanged);
    return emit_.record(build_.metadata(exchanged.url, id, exchanged.facts));
  }

  Status write_request(const HarJson& request, const WarcFields& shared, const std::string& response_id,
                       Exchanged& exchanged) {
    HarHeaders headers = har_headers(request, multiplexed(exchanged));
    note_headers(headers, exchanged);
    const auto url = Url::parse(exchanged.url);
    if (!headers.authority.empty() && !has_header(headers.lines, "host"))
      headers.lines.insert(headers.lines.begin(), {"Host", headers.authority});
    const HarRequestBody body = har_request_body(request);
    if (body.rebuilt) exchanged.facts.emplace_back("request-body", "put together again from its form fields");
    if (body.lost) {
      emit_.note(Kind::kNotCarried, "har_request_body_missing",
                 "the body of a request cannot be told from the file", exchanged.url);
    }
    if (body.bytes) {
      std::vector<std::string> changed;
      fit_headers(headers.lines, {body.bytes, false, false}, true, changed);
      if (!changed.empty()) exchanged.facts.emplace_back("request-headers-renamed", joined(changed));
    }
    std::string target(url ? url->path() : "/");
    if (url && url->has_query()) target += "?" + std::string(url->query());
    const char* version = exchanged.protocol == "http/1.0" ? " HTTP/1.0" : " HTTP/1.1";
    const std::string method = exchanged.method.empty() ? "GET" : exchanged.method;
    if (exchanged.method.empty())
      exchanged.facts.emplace_back("request-method", "not in the source; GET taken");
    RecordBuilder::Capture capture;
    capture.type = "request";
    capture.url = exchanged.url;
    capture.date = exchanged.time;
    capture.content_type = "application/http; msgtype=request";
    capture.more = shared;
    capture.more.emplace_back("WARC-Concurrent-To", "<" + response_id + ">");
    capture.block = Blob(head_text(warc_line(method) + " " + target + version, headers.lines) +
                         body.bytes.value_or(std::string()));
    std::string id;
    BFA_ASSIGN_OR_RETURN(MigratedRecord record, build_.capture(std::move(capture), id));
    return emit_.record(std::move(record));
  }

  static std::string warc_line(std::string text) {
    for (char& c : text) c = static_cast<unsigned char>(c) <= 0x20 ? '_' : c;
    return text;
  }

  void add_facts(const HarJson& json, Exchanged& exchanged) const {
    const auto time = json.find("time");
    if (time != json.end() && time->is_number() && time->get<double>() >= 0 && time->get<double>() < 1e12)
      exchanged.facts.emplace_back("fetchTimeMs",
                                   std::to_string(static_cast<std::int64_t>(time->get<double>())));
    const std::string type = har_text(json, "_resourceType");
    if (!type.empty()) exchanged.facts.emplace_back("har-resource-type", type);
    const std::string cache = har_text(json, "_fromCache");
    if (!cache.empty()) exchanged.facts.emplace_back("har-from-cache", cache);
    if (exchanged.protocol.empty() && !exchanged.http_version.empty())
      exchanged.facts.emplace_back("har-http-version", exchanged.http_version);
  }

  // Writes the cached copy that the browser showed for a 304. The file contains no head of it, so that it is
  // a resource.
  Status write_cached(const HarJson& response, const HarBody& body, const Exchanged& exchanged) {
    RecordBuilder::Capture capture;
    capture.type = "resource";
    capture.url = exchanged.url;
    capture.date = exchanged.time;
    capture.content_type = parse_media_type(har_text(har_object(response, "content"), "mimeType")).essence;
    if (body.text && capture.content_type.starts_with("text/")) capture.content_type += "; charset=utf-8";
    capture.block = Blob(*body.bytes);
    std::string id;
    BFA_ASSIGN_OR_RETURN(MigratedRecord record, build_.capture(std::move(capture), id));
    BFA_RETURN_IF_ERROR(emit_.record(std::move(record)));
    return emit_.record(build_.metadata(
        exchanged.url, id, {{"source", "the browser's cache, called current by the server (304)"}}));
  }

  // Titles belong to the pages, which can follow the entries.
  Status tell_pages() {
    for (const auto& json : pages_) {
      const std::string page_id = har_text(json, "id");
      const auto first = first_entries_.find(page_id);
      if (first == first_entries_.end()) continue;
      CapturePage page{first->second.url, har_text(json, "title"), first->second.time};
      BFA_RETURN_IF_ERROR(emit_.record(build_.metadata(
          page.url, {},
          {{"har-page", page_id}, {"title", page.title}, {"started", har_text(json, "startedDateTime")}})));
      emit_.page(std::move(page));
    }
    return {};
  }

  Emitter emit_;
  RecordBuilder build_;
  std::uint64_t max_part_;
  WarcFields about_;
  std::vector<HarJson> pages_;
  std::map<std::string, FirstEntry> first_entries_;
  std::uint64_t entries_ = 0;
  bool begun_ = false;
};

}  // namespace

Status read_har_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                     const CaptureVisitor& visitor) {
  return HarConverter(unit, options, visitor).run(fs);
}

}  // namespace bfa
