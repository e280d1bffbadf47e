// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/addresses.h"

#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"

namespace bfa::pages {

SiteAddress& SiteAddress::with(std::string_view name, std::string_view value) {
  if (value.empty()) return *this;
  text_ += has_query_ ? '&' : '?';
  has_query_ = true;
  text_ += std::string(name) + "=" + query_escaped(value);
  return *this;
}

SiteAddress& SiteAddress::with(std::string_view name, std::uint64_t value) {
  return with(name, std::to_string(value));
}

SiteAddress blog_address(std::string_view home) {
  return SiteAddress("/blog").with("url", home);
}

SiteAddress post_address(std::string_view url) {
  return SiteAddress("/post").with("url", url);
}

SiteAddress diff_address(std::string_view url, std::uint64_t from, std::uint64_t to) {
  return SiteAddress("/post/diff").with("url", url).with("from", from).with("to", to);
}

SiteAddress search_address(std::string_view text) {
  return SiteAddress("/search").with("q", text);
}

std::string replay_address(UtcTime time, std::string_view url, std::string_view modifier) {
  return "/web/" + format_cdx_time(time) + std::string(modifier) + "/" + header_safe_url(url);
}

std::string view_address(UtcTime time, std::string_view url) {
  return SiteAddress("/view").with("ts", format_cdx_time(time)).with("url", url).text();
}

std::string captures_address(std::string_view url) {
  return "/web/*/" + header_safe_url(url);
}

std::string rebuilt_address(UtcTime time, std::string_view url) {
  return "/rebuilt/" + format_cdx_time(time) + "/" + header_safe_url(url);
}

std::string package_address(std::string_view url, std::string_view form) {
  return SiteAddress("/package").with("url", url).with("form", form).text();
}

std::string record_address(std::string_view record_id) {
  return "/warc/" + std::string(record_id);
}

}  // namespace bfa::pages
