// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/object/version.h"
#include "serve/data/site_context.h"

namespace bfa {

// The header fields of RFC 7089. All URLs in them are header_safe_url's, so that no archived address can add
// a field or end a link. Without ServeRequest::origin they are paths.

// For a capture that is shown as it was (/web/): Memento-Datetime and Link with original, timegate, timemap,
// this memento with its datetime, and the first, previous, next and last ones (sections 2.1.1, 2.2). `url`:
// the original as the client asked for it. Call it for archived redirects and errors too, and not for pages
// that were put together again. When the index cannot be read, or the URL has more than 4 kB, the fields
// about other mementos are left out.
void add_memento_headers(const SiteContext& context, const ServeRequest& request, const std::string& url,
                         const IndexedCapture& capture, ServeReply& reply);

// The same for a version of an object, with the time of its observation: `number` counts from 1 and is one of
// `versions`, which are the object's, oldest first. `url`: the object's.
void add_version_memento_headers(const ServeRequest& request, const std::string& url,
                                 const std::vector<Version>& versions, std::size_t number, ServeReply& reply);

// The parts of such a field, for answers that make their own.
class LinkField {
 public:
  // `parameters`: of this link, each with its leading ";", besides rel.
  void add(std::string_view url, std::string_view rel, std::string_view parameters = {});
  void add_memento(std::string_view url, std::string_view rel, UtcTime time);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Addresses of this server for an original resource, and for an object.
std::string timegate_address(const ServeRequest& request, std::string_view url);
std::string timemap_address(const ServeRequest& request, std::string_view url,
                            std::string_view form = "link");
std::string memento_address(const ServeRequest& request, UtcTime time, std::string_view url);
std::string post_timegate_address(const ServeRequest& request, std::string_view url);
std::string post_timemap_address(const ServeRequest& request, std::string_view url,
                                 std::string_view form = "link");
std::string post_version_address(const ServeRequest& request, std::string_view url, std::size_t number);

}  // namespace bfa
