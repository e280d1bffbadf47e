// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "page.h"
#include "suite_file.h"

namespace bfa::conformance {

// A blog of the changes suite: the available feeds, and the template learned from them and the pages of its
// pairs.
class ChangeBlog {
 public:
  // `pairs`: all pairs of the blog. Files that cannot be read are left out of learning.
  ChangeBlog(const std::string& folder, const std::vector<const Json*>& pairs);

  // "content", "boilerplate" or "none" for a pair. Errors: a page cannot be read.
  Result<std::string> verdict(const Json& pair) const;

 private:
  void load_feeds(const std::vector<const Json*>& pairs);
  void learn(const std::vector<const Json*>& pairs);
  std::string url_of(const std::string& path) const;
  const FeedEntry* entry_of(const std::string& path) const;
  Result<DataObject> extract(const LoadedPage& page, const std::string& path) const;

  std::string folder_;
  std::string origin_ = "http://blog.example";
  std::vector<Feed> feeds_;
  std::map<std::string, const FeedEntry*> entries_;  // by path, in the form of path_key()
  std::unique_ptr<ExtractionStrategy> strategy_;
  Template template_;
};

}  // namespace bfa::conformance
