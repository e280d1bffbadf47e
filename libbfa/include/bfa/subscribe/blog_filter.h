// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "bfa/store/archive.h"

namespace bfa {

// What a filter by blog means for the lists of an index and for a search: a host and, where that host has
// other objects than those of the blog, which of them are meant.
struct BlogFilter {
  std::string host;  // lower case, without the port; empty: any
  // True for the objects of the blog, by the URL of an object and, of a comment without one, that of its
  // post. Empty: all of the host. It keeps what it needs, and is thread-safe.
  std::function<bool(const std::string& url, const std::string& post)> belongs;
};

// Which addresses the blogs of an archive have. A blog has the objects whose addresses begin with its own,
// but for those that begin with a longer address of another blog. A value that is never changed; thread-safe.
class BFA_EXPORT BlogPlaces {
 public:
  // The blogs of an archive, as they are now. Cost: by their number. Errors: kIo, kCorrupt.
  static Result<BlogPlaces> of(const Archive& archive);

  // `blog`: the address of a blog, or a host. A host means all blogs of it. The address of a folder that is
  // no blog's means all objects whose addresses begin with it. Empty: any.
  BlogFilter filter(std::string_view blog) const;
  // True when the home page of a blog is at the host that a filter has.
  bool has_host(const std::string& host) const;
  // The home page of the blog that an address belongs to; empty: it belongs to none.
  std::string home_of(std::string_view url) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;  // shared with the filters
};

}  // namespace bfa
