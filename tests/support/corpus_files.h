// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bfa::test {

// One answer as it is sent, for GET; HEAD sends only `head`.
struct CorpusAnswer {
  int status = 0;
  std::string head;  // status line and header fields, with the empty line
  std::string body;
  std::string etag;          // of a 200
  std::string not_modified;  // the 304 to a request that names this ETag
};

// The answers for a folder with one folder per host. Rules: a path that ends with "/" is its index file; a
// path without a suffix may be a file with ".html"; a folder without its slash is redirected; a host is known
// with and without "www.". Everything else is 404. Answers are kept in memory. One thread.
class CorpusFiles {
 public:
  explicit CorpusFiles(const std::string& folder);

  std::size_t hosts() const { return hosts_.size(); }
  // `host`: without port; `target`: path and query as requested. The answer is valid as long as this object
  // exists.
  const CorpusAnswer& answer(std::string_view host, std::string_view target);

 private:
  CorpusAnswer make(const std::string& host, std::string_view target) const;

  std::map<std::string, std::string, std::less<>> hosts_;  // name: folder
  std::unordered_map<std::string, std::unique_ptr<CorpusAnswer>> answers_;
};

// The media type of a file by its suffix and its first bytes.
std::string corpus_content_type(std::string_view path, std::string_view body);

}  // namespace bfa::test
