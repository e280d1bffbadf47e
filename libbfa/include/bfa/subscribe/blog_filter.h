// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "bfa/search/catalogue.h"
#include "bfa/store/archive.h"

namespace bfa {

// Which addresses the blogs of an archive have. A blog has the objects whose addresses begin with its own,
// but for those that begin with a longer address of another blog. A value that is never changed; thread-safe.
class BFA_EXPORT BlogPlaces {
 public:
  // The blogs of an archive, as they are now. Cost: by their number. Errors: kIo, kCorrupt.
  static Result<BlogPlaces> of(const Archive& archive);

  // `blog`: the address of a blog, with its scheme and last slash or without them, or a host. A host means
  // all blogs of it. The address of a folder that is no blog's means all objects whose addresses begin with
  // it. Empty: any.
  BlogFilter filter(std::string_view blog) const;
  // True when the home page of a blog is at the host that a filter has.
  bool has_host(const std::string& host) const;
  // The home page of the blog that has this address, however its scheme, its "www." and its last slash are
  // written; empty: none has it.
  std::string home_named(std::string_view address) const;
  // The home page of the blog that an address belongs to; empty: it belongs to none.
  std::string home_of(std::string_view url) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;  // shared with the filters
};

// What `blog` means in an archive, by the rules of BlogPlaces::filter(). Empty: any. Cost: by the number of
// blogs. Errors: kNotFound (the archive has no blog, no subscription and no object at this host), kIo,
// kCorrupt.
BFA_EXPORT Result<BlogFilter> known_blog_filter(const Archive& archive, std::string_view blog);

}  // namespace bfa
