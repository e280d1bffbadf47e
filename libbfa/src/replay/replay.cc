// SPDX-License-Identifier: Apache-2.0
#include "bfa/replay/replay.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/html/document.h"
#include "bfa/text/charset.h"
#include "replay/part_finder.h"
#include "replay/rewrite/served_page.h"
#include "replay/rewrite/xhtml_source.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxPageBytes = 16u << 20;

bool is_page_type(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml" || type == "application/vnd.wap.xhtml+xml";
}

bool is_xml_type(std::string_view type) {
  return type != "image/svg+xml" && (type.ends_with("/xml") || type.ends_with("+xml") || type == "text/xsl" ||
                                     type.ends_with("xml-dtd"));
}

// What browsers take apart themselves, or do not know how to show.
bool is_compound_type(std::string_view type) {
  return type.starts_with("multipart/") || type.starts_with("message/") ||
         type.find('/') == std::string_view::npos;
}

// A page that came without a type.
bool looks_like_page(std::string_view body) {
  body = trim_html_space(body.substr(0, 4096));
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  return starts_ignoring_case(trim_html_space(body), "<!doctype html") ||
         starts_ignoring_case(body, "<html") || starts_ignoring_case(body, "<head");
}

class Replaying {
 public:
  Replaying(const SearchIndex& index, const IndexedCapture& capture, const ReplayOptions& options)
      : capture_(capture), options_(options), finder_(index, capture.time, options.max_parts) {}

  Result<ReplayedCapture> run(const Archive& archive) {
    if (!capture_.redirect.empty()) {
      out_.status = 302;
      out_.location = capture_.redirect;
      return std::move(out_);
    }
    BFA_ASSIGN_OR_RETURN(const Exchange exchange, archive.view().load(capture_.sequence));
    BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(capture_.url));
    out_.status = exchange.head.status;
    for (const auto& header : exchange.head.headers) {
      if (!equals_ignoring_case(header.first, "set-cookie") &&
          !equals_ignoring_case(header.first, "set-cookie2"))
        out_.headers.push_back(header);
    }
    if (out_.status >= 300 && out_.status < 400) {
      const auto target = Url::parse(exchange.head.header("location"), &url);
      if (target && target->is_http() && !exchange.head.header("location").empty())
        out_.location = target->href();
      if (!out_.location.empty()) return std::move(out_);
    }
    BFA_RETURN_IF_ERROR(options_.raw ? take_raw(exchange) : take(exchange, url));
    return std::move(out_);
  }

 private:
  Status take_raw(const Exchange& exchange) {
    out_.content_type = exchange.head.header("content-type");
    BFA_ASSIGN_OR_RETURN(out_.body, entity_body(exchange, options_.max_body_bytes, findings_));
    return {};
  }

  // Media that need no change are not read into memory.
  bool take_large(const Exchange& exchange, std::string_view type) {
    const bool media = type.starts_with("audio/") || type.starts_with("video/") ||
                       type == "application/octet-stream" || type == "application/pdf" ||
                       type == "application/zip";
    const bool as_is = exchange.head.combined("transfer-encoding").empty() &&
                       exchange.head.combined("content-encoding").empty();
    if (!media || !as_is || exchange.response.in_memory()) return false;
    out_.large = exchange.response;
    out_.large_begin = exchange.head.size;
    out_.content_type = exchange.head.header("content-type");
    return true;
  }

  Status take(const Exchange& exchange, const Url& url) {
    const std::string as_sent(exchange.head.header("content-type"));
    MediaType type = parse_media_type(as_sent);
    if (take_large(exchange, type.essence)) return {};
    BFA_ASSIGN_OR_RETURN(out_.body, is_page_type(type.essence)
                                        ? decoded_prefix(exchange, kMaxPageBytes, findings_)
                                        : decoded_body(exchange, options_.max_body_bytes, findings_));
    if (type.essence.empty() && looks_like_page(out_.body)) type.essence = "text/html";
    const bool untyped = type.essence.empty() || type.essence == "text/plain";
    if (is_page_type(type.essence)) return take_page(url, type);
    if (type.essence == "text/css" || (options_.sheet && untyped)) {
      const auto text = decode_text(out_.body, type.charset, CharsetContext::kText, findings_);
      std::uint64_t missing = 0;
      out_.body = "@charset \"utf-8\";\n" + write_served_css(text.text, url, places(), missing);
      out_.content_type = "text/css; charset=utf-8";
      return take_parts();
    }
    if (is_xml_type(type.essence)) {
      out_.body = decode_text(out_.body, type.charset, CharsetContext::kXml, findings_).text;
      out_.content_type = "text/plain; charset=utf-8";
      return {};
    }
    out_.content_type = is_compound_type(type.essence) ? "application/octet-stream" : as_sent;
    return {};
  }

  Status take_page(const Url& url, const MediaType& type) {
    const bool xhtml = type.essence != "text/html";
    auto text =
        decode_text(out_.body, type.charset, xhtml ? CharsetContext::kXml : CharsetContext::kHtml, findings_);
    if (xhtml) text.text = xhtml_as_html(text.text);
    BFA_ASSIGN_OR_RETURN(const HtmlDocument doc,
                         HtmlDocument::parse(text.text, findings_, {}, text.encoding));
    ServedPage page = write_served_page(doc, text.text, url, places());
    out_.page = true;
    out_.content_type = "text/html; charset=utf-8";
    out_.body = std::move(page.html);
    out_.title = std::move(page.title);
    out_.start = page.start;
    out_.left_out = std::move(page.left_out);
    const bool over = std::any_of(findings_.begin(), findings_.end(),
                                  [](const Finding& finding) { return finding.code == Code::kLimit; });
    if (over)
      out_.left_out +=
          std::string(out_.left_out.empty() ? "" : ", ") + "what is beyond the limits of the parser";
    return take_parts();
  }

  Status take_parts() {
    BFA_RETURN_IF_ERROR(finder_.status());
    finder_.move_to(out_);
    return {};
  }

  ServedPlaces places() {
    return {options_.prefix, format_cdx_time(capture_.time), options_.links,
            [this](const Url& url) { return finder_.has(url); }};
  }

  const IndexedCapture& capture_;
  const ReplayOptions& options_;
  PartFinder finder_;
  ReplayedCapture out_;
  Findings findings_;
};

}  // namespace

Result<ReplayedCapture> replay_capture(const Archive& archive, const SearchIndex& index,
                                       const IndexedCapture& capture, const ReplayOptions& options) {
  return guarded([&] { return Replaying(index, capture, options).run(archive); });
}

}  // namespace bfa
