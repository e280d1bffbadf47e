// SPDX-License-Identifier: Apache-2.0
#include "bfa/websub/subscriber.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/url/url.h"
#include "websub/limits.h"

namespace bfa {
namespace {

constexpr std::size_t kMostLinks = 64;
constexpr std::size_t kMostHubs = 4;

// The words of a rel value, in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  while (!(text = trim_html_space(text)).empty()) {
    const auto end = std::find_if(text.begin(), text.end(), is_html_space);
    const auto size = static_cast<std::size_t>(end - text.begin());
    if (out.size() < kMostLinks) out.push_back(ascii_lower_case(text.substr(0, size)));
    text.remove_prefix(size);
  }
  return out;
}

// Reads "name=value" or "name="value"" from the front of `text`, up to the next semicolon or comma.
struct Parameter {
  std::string name, value;
};
Parameter take_parameter(std::string_view& text) {
  Parameter out;
  const std::size_t name_end = std::min(text.find_first_of("=;,"), text.size());
  out.name = ascii_lower_case(trim_line_space(text.substr(0, name_end)));
  text.remove_prefix(name_end);
  if (!text.starts_with('=')) return out;
  text.remove_prefix(1);
  text = trim_if(text, is_line_space);
  if (!text.starts_with('"')) {
    const std::size_t end = std::min(text.find_first_of(";,"), text.size());
    out.value = trim_line_space(text.substr(0, end));
    text.remove_prefix(end);
    return out;
  }
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    out.value += text.front();
    text.remove_prefix(1);
  }
  text.remove_prefix(std::min(text.find_first_of(";,"), text.size()));
  return out;
}

// The rest of a link after its target; false when it has an anchor.
bool take_parameters(std::string_view& text, HeaderLink& link) {
  bool own = true;
  while (text.starts_with(';')) {
    text.remove_prefix(1);
    const Parameter parameter = take_parameter(text);
    if (parameter.name == "rel" && link.rels.empty()) link.rels = words_of(parameter.value);
    if (parameter.name == "anchor") own = false;
  }
  return own;
}

std::vector<HeaderLink> parse_links(std::string_view value) {
  std::vector<HeaderLink> out;
  while (out.size() < kMostLinks) {
    const std::size_t begin = value.find('<');
    const std::size_t end = begin == std::string_view::npos ? begin : value.find('>', begin);
    if (end == std::string_view::npos) break;
    HeaderLink link;
    link.target = trim_line_space(value.substr(begin + 1, end - begin - 1));
    value = trim_if(value.substr(end + 1), is_line_space);
    if (take_parameters(value, link) && !link.rels.empty()) out.push_back(std::move(link));
    value.remove_prefix(std::min(value.find(','), value.size()));
    if (value.empty()) break;
    value.remove_prefix(1);
  }
  return out;
}

// Collects links; the first topic wins.
class Collector {
 public:
  explicit Collector(const Url& base) : base_(base) {}

  void add(std::string_view rel, std::string_view target) {
    if (rel == "hub") add_hub(target);
    if (rel == "self" && links_.topic.empty()) links_.topic = absolute(target);
  }
  bool has_hub() const { return !links_.hubs.empty(); }
  HubLinks take() {
    if (links_.hubs.empty()) return {};
    if (links_.topic.empty()) links_.topic = absolute(base_.href());
    if (links_.topic.empty()) return {};
    return std::move(links_);
  }

 private:
  std::string absolute(std::string_view target) const {
    if (target.empty() || target.size() > websub::kMostUrlBytes) return {};
    const auto url = Url::parse(target, &base_);
    if (!url || !url->is_http() || url->host().empty()) return {};
    std::string href = url->without_fragment().href();
    return href.size() > websub::kMostUrlBytes ? std::string() : href;
  }
  void add_hub(std::string_view target) {
    std::string hub = absolute(target);
    if (hub.empty() || links_.hubs.size() >= kMostHubs) return;
    if (std::find(links_.hubs.begin(), links_.hubs.end(), hub) == links_.hubs.end())
      links_.hubs.push_back(std::move(hub));
  }

  const Url& base_;
  HubLinks links_;
};

using Headers = std::span<const std::pair<std::string, std::string>>;

void add_headers(Headers headers, Collector& out) {
  for (const auto& [name, value] : headers) {
    if (!equals_ignoring_case(name, "Link")) continue;
    for (const HeaderLink& link : parse_links(value)) {
      for (const std::string& rel : link.rels) out.add(rel, link.target);
    }
  }
}

void add_page(const HtmlDocument& page, Collector& out) {
  std::size_t seen = 0;
  for (HtmlDocument::NodeId n = 0; n < page.size() && seen < kMostLinks; ++n) {
    if (page.tag(n) == "body") return;
    if (page.tag(n) != "link") continue;
    for (const std::string& rel : words_of(page.attribute(n, "rel"))) {
      if (rel != "hub" && rel != "self") continue;
      ++seen;
      out.add(rel, page.attribute(n, "href"));
    }
  }
}

}  // namespace

std::vector<HeaderLink> parse_link_header(std::string_view value) {
  return guarded_or_empty([&] { return parse_links(value); });
}

HubLinks find_hubs(std::string_view url, Headers headers, const Feed* feed) {
  return guarded_or_empty([&]() -> HubLinks {
    const auto base = Url::parse(url);
    if (!base) return {};
    Collector out(*base);
    add_headers(headers, out);
    if (feed != nullptr) {
      const bool named = out.has_hub();
      for (const std::string& hub : feed->hubs) {
        if (!named) out.add("hub", hub);
      }
      out.add("self", feed->self);
    }
    return out.take();
  });
}

HubLinks find_hubs_of_page(std::string_view url, Headers headers, const HtmlDocument& page) {
  return guarded_or_empty([&]() -> HubLinks {
    const auto base = Url::parse(url);
    if (!base) return {};
    Collector out(*base);
    add_headers(headers, out);
    if (!out.has_hub()) add_page(page, out);
    return out.take();
  });
}

}  // namespace bfa
