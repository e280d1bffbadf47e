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

// What a server answers. One thread.
class AnswerSource {
 public:
  virtual ~AnswerSource() = default;
  // `host`: without port; `target`: path and query as requested. Never null.
  virtual std::shared_ptr<const CorpusAnswer> answer(std::string_view host, std::string_view target) = 0;
};

// The answers for a folder with one folder per host. Rules: a path that ends with "/" is its index file; a
// path without a suffix may be a file with ".html"; a folder without its slash is redirected; a host is known
// with and without "www.". Everything else is 404. Answers are kept in memory.
class CorpusFiles final : public AnswerSource {
 public:
  explicit CorpusFiles(const std::string& folder);

  std::shared_ptr<const CorpusAnswer> answer(std::string_view host, std::string_view target) override;

 private:
  CorpusAnswer make(const std::string& host, std::string_view target) const;

  std::map<std::string, std::string, std::less<>> hosts_;  // name: folder
  std::unordered_map<std::string, std::shared_ptr<const CorpusAnswer>> answers_;
};

// "HTTP/1.1 STATUS" with these fields ("Name: value\r\n" each) and the length of a body.
std::string corpus_head(int status, std::string_view fields, std::size_t length);

// The media type of a file by its suffix and its first bytes.
std::string corpus_content_type(std::string_view path, std::string_view body);

}  // namespace bfa::test
