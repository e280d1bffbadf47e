// SPDX-License-Identifier: Apache-2.0
// Archived pages as they looked: /web/TIME/URL and /view.
#include <algorithm>
#include <array>
#include <chrono>
#include <span>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/replay/replay.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/programs/memento_links.h"
#include "serve/programs/warc_place.h"
#include "serve/programs/web_address.h"
#include "serve/programs/web_pages.h"

namespace bfa {
namespace {

constexpr std::size_t kMostHeaders = 64, kMostHeaderBytes = 4096;
constexpr UtcTime kNewest{std::chrono::seconds(253'402'300'799)};  // the end of the year 9999

// True for what a browser fetches as a part of a page.
bool is_part(std::string_view modifier) {
  constexpr std::array<std::string_view, 4> kParts = {"im_", "cs_", "js_", "oe_"};
  return std::find(kParts.begin(), kParts.end(), modifier) != kParts.end();
}

bool is_frame(std::string_view modifier) {
  return modifier == "if_" || modifier == "fr_";
}

// A header value without what could end it.
std::string clean_value(std::string_view value) {
  std::string out(value.substr(0, kMostHeaderBytes));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return out;
}

bool is_token(std::string_view name) {
  return !name.empty() && name.size() < 100 &&
         std::all_of(
             name.begin(), name.end(),
             [](char c) {
               return is_letter_or_digit(c) ||
                      std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
             });
}

void add_original_headers(const ReplayedCapture& replayed, ServeReply& reply) {
  std::size_t count = 0;
  for (const auto& [name, value] : replayed.headers) {
    if (!is_token(name) || ++count > kMostHeaders) continue;
    reply.headers.emplace_back("X-Archive-Orig-" + name, clean_value(value));
  }
}

// What a browser may show by itself, and cannot be taken for a document with parts of other hosts.
bool is_passive(std::string_view type) {
  if (type == "image/svg+xml") return false;
  for (const std::string_view kind : {"image/", "audio/", "video/", "font/"}) {
    if (starts_ignoring_case(type, kind)) return true;
  }
  return type == "text/plain" || type == "text/css" || type == "application/json";
}

// A body that is too large for memory. The server cuts ranges out of it.
class BlobStream final : public ReplyStream {
 public:
  explicit BlobStream(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  Result<Piece> next() override {
    Piece piece;
    piece.bytes.resize(std::size_t{64} << 10U);
    BFA_ASSIGN_OR_RETURN(const std::size_t read,
                         source_->read(std::as_writable_bytes(std::span(piece.bytes))));
    piece.bytes.resize(read);
    piece.end = read == 0;
    return piece;
  }

 private:
  std::unique_ptr<Source> source_;
};

// Why a capture cannot be read: 410 when its WARC file is missing.
ServeReply unreadable_reply(const SiteContext& context, const ServeRequest& request,
                            const IndexedCapture& capture, const Error& error) {
  const auto missing = missing_file_of(*context.archive, capture);
  if (missing && *missing) {
    if (!wants_pages(request)) return missing_file_reply(**missing);
    const Error gone{Code::kNotFound, missing_file_text(**missing), {}, -1};
    return html_reply(410, unreadable_page(capture.url, gone));
  }
  if (!wants_pages(request)) return problem_reply(error);
  return html_reply(status_of(error), unreadable_page(capture.url, error));
}

// The redirect that was archived and that no browser should follow; empty when there is none.
std::string_view odd_redirect(const ReplayedCapture& replayed) {
  constexpr std::array<int, 5> kRedirects = {301, 302, 303, 307, 308};
  if (std::find(kRedirects.begin(), kRedirects.end(), replayed.status) == kRedirects.end()) return {};
  if (!replayed.location.empty())
    return archived_url(replayed.location) ? std::string_view() : replayed.location;
  for (const auto& [name, value] : replayed.headers) {
    if (equals_ignoring_case(name, "location")) return trim_blanks(value);
  }
  return {};
}

class WebAnswer {
 public:
  WebAnswer(const SiteContext& context, const ServeRequest& request, WebAddress address)
      : context_(context), request_(request), address_(std::move(address)) {}

  Result<ServeReply> run() {
    UtcTime at = kNewest;
    if (!address_.digits.empty()) {
      BFA_ASSIGN_OR_RETURN(at, time_of_digits(address_.digits));
    }
    BFA_ASSIGN_OR_RETURN(const auto capture, find(at));
    if (!capture) return not_archived(at);
    const std::string exact = format_cdx_time(capture->time);
    // Parts come at once: each would cost a further request.
    const bool at_once = is_part(address_.modifier) || is_frame(address_.modifier);
    if (address_.digits.empty() || (address_.digits != exact && !at_once))
      return guarded_reply(
          redirect_reply(request_.mount + web_address(capture->time, address_.modifier, capture->url)));
    return shown(*capture);
  }

 private:
  // Parts: what has content first.
  Result<std::optional<IndexedCapture>> find(UtcTime at) const {
    if (is_part(address_.modifier)) {
      BFA_ASSIGN_OR_RETURN(auto found,
                           nearest_capture(*context_.index, address_.url, at, CaptureWish::kContent));
      if (found) return found;
    }
    return nearest_capture(*context_.index, address_.url, at);
  }

  static ServeReply guarded_reply(ServeReply reply) {
    reply.set("Content-Security-Policy", kReplayPolicy);
    reply.set("Access-Control-Allow-Origin", "*");
    return reply;
  }

  ServeReply not_archived(UtcTime at) const {
    if (auto removed = removed_reply(*context_.archive, request_, address_.url))
      return guarded_reply(std::move(*removed));
    if (!wants_pages(request_) || is_part(address_.modifier))
      return guarded_reply(text_reply(404, "the archive has no capture of " + address_.url + "\n"));
    const UtcTime wanted = at == kNewest ? context_.now : at;
    return guarded_reply(
        html_reply(404, not_archived_page(address_.url, known_of(context_, address_.url), wanted)));
  }

  Result<ServeReply> shown(const IndexedCapture& capture) {
    ReplayOptions options;
    options.prefix = request_.mount + "/web/";
    options.raw = address_.modifier == "id_";
    options.sheet = address_.modifier == "cs_";
    if (address_.modifier == "mp_" || is_frame(address_.modifier))
      options.links = is_frame(address_.modifier) ? "if_" : "mp_";
    auto replayed = replay_capture(*context_.archive, *context_.index, capture, options);
    if (!replayed) return guarded_reply(unreadable_reply(context_, request_, capture, replayed.error()));
    ServeReply reply;
    if (const std::string_view odd = odd_redirect(*replayed); !odd.empty() && !options.raw) {
      // A part of a page cannot be a page.
      reply = is_part(address_.modifier)
                  ? problem_reply(404, "it led to what is no http or https address", clean_value(odd))
                  : html_reply(200, odd_redirect_page(address_.url, clean_value(odd)));
    } else if (!replayed->location.empty()) {
      const auto target = archived_url(replayed->location);
      if (!target) return guarded_reply(problem_reply(404, "it led to what is no http or https address"));
      reply = redirect_reply(request_.mount + web_address(capture.time, address_.modifier, *target));
    } else {
      BFA_RETURN_IF_ERROR(fill(capture, *replayed, reply));
    }
    add_original_headers(*replayed, reply);
    add_memento_headers(context_, request_, address_.url, capture, reply);
    reply = guarded_reply(std::move(reply));
    reply.set("Referrer-Policy", "no-referrer");
    reply.set("X-Content-Type-Options", "nosniff");
    answer_conditionally(request_, reply);
    return reply;
  }

  Status fill(const IndexedCapture& capture, ReplayedCapture& replayed, ServeReply& reply) const {
    const bool whole = replayed.status >= 200 && replayed.status < 600 && replayed.status != 304;
    reply.status = whole ? replayed.status : (replayed.status == 0 ? 200 : 404);
    if (reply.status == 206) reply.status = 200;  // what is there is all there is
    const std::string type = parse_media_type(replayed.content_type).essence;
    const bool picture_page = type == "image/svg+xml" && !is_part(address_.modifier) &&
                              address_.modifier != "id_" && wants_pages(request_);
    if (picture_page) {  // a document of this type could ask for parts of other hosts
      replayed.page = true;
      replayed.body =
          picture_of(request_.mount + web_address(capture.time, "im_", capture.url), address_.url);
      replayed.content_type = "text/html; charset=utf-8";
    }
    if (replayed.page && address_.modifier.empty() && !request_.replay_origin && replayed.start != 0) {
      BFA_ASSIGN_OR_RETURN(const std::string banner,
                           replay_banner(context_, address_.url, capture, replayed));
      replayed.body.insert(replayed.start, banner);
    }
    reply.body = std::move(replayed.body);
    if (replayed.large.size() > replayed.large_begin) {
      BFA_ASSIGN_OR_RETURN(auto source, replayed.large.open());
      reply.length = replayed.large.size() - replayed.large_begin;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t skipped, source->skip(replayed.large_begin));
      (void)skipped;  // fewer bytes are fewer in the stream too
      reply.stream = std::make_unique<BlobStream>(std::move(source));
    }
    if (!replayed.content_type.empty()) reply.set("Content-Type", clean_value(replayed.content_type));
    if (!replayed.page && !is_passive(type)) reply.set("Content-Disposition", "attachment");
    if (address_.modifier != "id_") return {};
    for (const auto& [name, value] : replayed.headers) {
      if (equals_ignoring_case(name, "content-encoding")) reply.set("Content-Encoding", clean_value(value));
    }
    return {};
  }

  const SiteContext& context_;
  const ServeRequest& request_;
  const WebAddress address_;
};

Result<ServeReply> answer_view(const SiteContext& context, const ServeRequest& request) {
  const QueryString query(request.query());
  const auto wanted = archived_url(query.value("url"));
  if (!wanted) return problem_reply(400, "the address of a page is expected: url=");
  const std::string& url = *wanted;
  UtcTime at = kNewest;
  if (query.has("ts")) {
    BFA_ASSIGN_OR_RETURN(at, time_of_digits(query.value("ts")));
  }
  BFA_ASSIGN_OR_RETURN(const auto capture, nearest_capture(*context.index, url, at));
  if (!capture) {
    if (auto removed = removed_reply(*context.archive, request, url)) return std::move(*removed);
    return html_reply(404, not_archived_page(url, known_of(context, url), context.now));
  }
  auto page = view_page(context, request, url, *capture);
  return page ? std::move(page) : unreadable_reply(context, request, *capture, page.error());
}

}  // namespace

std::optional<ServeReply> answer_web(const SiteContext& context, const ServeRequest& request) {
  constexpr std::string_view kWeb = "/web/";
  const std::string_view target = request.target;
  if (target.starts_with(kWeb)) {
    auto address = parse_web_address(target.substr(kWeb.size()));
    if (!address) return problem_reply(address.error());
    if (address->list) return std::nullopt;
    auto reply = WebAnswer(context, request, std::move(*address)).run();
    return reply ? std::move(*reply) : problem_reply(reply.error());
  }
  constexpr std::string_view kRebuilt = "/rebuilt/";
  if (target.starts_with(kRebuilt)) return answer_rebuilt(context, request, target.substr(kRebuilt.size()));
  if (request.path() == "/view.css") return page_style();
  if (request.path() == "/view" && !request.replay_origin) {
    auto reply = answer_view(context, request);
    return reply ? std::move(*reply) : problem_reply(reply.error());
  }
  return std::nullopt;
}

}  // namespace bfa
