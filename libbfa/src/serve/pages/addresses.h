// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/time.h"

namespace bfa::pages {

// Addresses of this server's pages, for links. Values are escaped for a query.
class SiteAddress {
 public:
  explicit SiteAddress(std::string path) : text_(std::move(path)) {}
  // Adds `name=value`; nothing when the value is empty.
  SiteAddress& with(std::string_view name, std::string_view value);
  SiteAddress& with(std::string_view name, std::uint64_t value);
  // `#name`, last.
  std::string at(std::string_view fragment) const { return text_ + "#" + std::string(fragment); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool has_query_ = false;
};

SiteAddress blog_address(std::string_view home);
SiteAddress post_address(std::string_view url);
SiteAddress diff_address(std::string_view url, std::uint64_t from, std::uint64_t to);
SiteAddress search_address(std::string_view text);
// A page as it looked at a time; `modifier`: "im_" for an image, "id_" for its bytes.
std::string replay_address(UtcTime time, std::string_view url, std::string_view modifier = {});
// The same in a frame of our own, for people.
std::string view_address(UtcTime time, std::string_view url);
// The list of all captures of an address.
std::string captures_address(std::string_view url);
// A page that is put together again for a time.
std::string rebuilt_address(UtcTime time, std::string_view url);
// A package of a blog or a post, in a zip file.
std::string package_address(std::string_view url, std::string_view form);
// The WARC record with that id.
std::string record_address(std::string_view record_id);

}  // namespace bfa::pages
