// SPDX-License-Identifier: Apache-2.0
#include "rewrite.h"

#include <algorithm>
#include <array>
#include <span>

#include "bfa/html/document.h"
#include "names.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

template <std::size_t n>
bool is_one_of(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Elements that go with all that is in them.
bool is_dropped(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 7>{"script", "style", "applet", "title", "template",
                                                        "frameset", "noembed"});
}

// Elements that go, but not their content.
bool is_unwrapped(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 9>{"html", "head", "body", "meta", "link", "base",
                                                        "form", "input", "noscript"});
}

bool is_void(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 12>{"br", "hr", "img", "wbr", "col", "source", "area",
                                                         "embed", "track", "param", "input", "keygen"});
}

bool is_address(std::string_view name) {
  return is_one_of(name,
                   std::array<std::string_view, 15>{"href", "src", "cite", "poster", "data", "longdesc",
                                                    "background", "action", "usemap", "codebase", "classid",
                                                    "profile", "formaction", "data-src", "data-original"});
}

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

std::string resolve_srcset(std::string_view value, const BaseAddress& base) {
  std::string out;
  while (!value.empty()) {
    value = trimmed_space(value);
    const std::size_t end = std::min(value.find_first_of(" \t\r\n"), value.size());
    const bool ends_with_comma = end > 0 && value[end - 1] == ',';
    const std::string url = base.resolve(value.substr(0, ends_with_comma ? end - 1 : end));
    value.remove_prefix(end);
    std::string_view descriptor;
    if (!ends_with_comma) {
      const std::size_t comma = std::min(value.find(','), value.size());
      descriptor = trimmed_space(value.substr(0, comma));
      value.remove_prefix(std::min(comma + 1, value.size()));
    }
    if (url.empty()) continue;
    if (!out.empty()) out += ", ";
    out += url;
    if (!descriptor.empty()) out += " " + std::string(descriptor);
  }
  return out;
}

class Rewriter {
 public:
  Rewriter(const HtmlDocument& doc, const BaseAddress& base) : doc_(doc), base_(base) {}

  std::string run() {
    for (NodeId n = 0; n < doc_.size();) {
      close_before(n);
      if (doc_.is_text(n)) {
        append_text(n);
      } else if (doc_.is_element(n)) {
        const std::string_view tag = doc_.tag(n);
        if (is_dropped(tag)) {
          n = doc_.end(n);
          continue;
        }
        if (!is_unwrapped(tag)) open(n, tag);
      }
      ++n;
    }
    close_before(static_cast<NodeId>(doc_.size()));
    return std::move(out_);
  }

 private:
  void close_before(NodeId n) {
    while (!open_.empty() && doc_.end(open_.back()) <= n) {
      const std::string_view tag = doc_.tag(open_.back());
      if (!is_void(tag)) out_ += "</" + std::string(tag) + ">";
      open_.pop_back();
    }
  }

  void open(NodeId n, std::string_view tag) {
    out_ += "<" + std::string(tag);
    for (const HtmlAttribute& a : doc_.attributes(n)) {
      if (a.name.starts_with("on") || a.name == "srcdoc" || a.name == "ping") continue;
      std::string value(a.value);
      if (is_address(a.name)) {
        value = base_.resolve(a.value);
        if (value.empty() && !a.value.empty()) continue;
      } else if (a.name == "srcset") {
        value = resolve_srcset(a.value, base_);
      } else if (a.name == "style" && is_unsafe_style(a.value)) {
        continue;
      }
      out_ += " " + std::string(a.name) + "=\"";
      append_escaped(value, out_);
      out_ += "\"";
    }
    out_ += ">";
    open_.push_back(n);
  }

  static bool is_unsafe_style(std::string_view style) {
    const std::string lower = lower_ascii(style);
    return lower.find("expression") != std::string::npos || lower.find("url(") != std::string::npos ||
           lower.find("-moz-binding") != std::string::npos || lower.find('\\') != std::string::npos ||
           lower.find("behavior") != std::string::npos || lower.find("javascript") != std::string::npos;
  }

  void append_text(NodeId n) { append_escaped(doc_.text(n), out_); }

  const HtmlDocument& doc_;
  const BaseAddress& base_;
  std::vector<NodeId> open_;
  std::string out_;
};

}  // namespace

std::string rewrite_html(std::string_view html, const BaseAddress& base) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc) return {};
  return Rewriter(*doc, base).run();
}

}  // namespace bfa
