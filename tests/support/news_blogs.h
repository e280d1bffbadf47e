// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/time.h"
#include "corpus_files.h"

namespace bfa::test {

// Many blogs that publish all the time, made on the spot: b0.example, b1.example, ... Each has a home page,
// a feed with its ten newest posts, and a page for each post. All blogs publish at the same rate, one after
// another, so that together they have `per_second` new posts a second.
class NewsBlogs final : public AnswerSource {
 public:
  // Each blog has five posts before `begin`.
  NewsBlogs(std::size_t blogs, double per_second, UtcTime begin, Clock& clock)
      : blogs_(blogs), per_second_(per_second), begin_(begin), clock_(clock) {}

  static std::string host(std::size_t blog) { return "b" + std::to_string(blog) + ".example"; }
  std::shared_ptr<const CorpusAnswer> answer(std::string_view host, std::string_view target) override;

  // Posts of a blog, and of all blogs, that are published at a time.
  std::size_t posts(std::size_t blog, UtcTime at) const;
  std::size_t posts(UtcTime at) const;
  UtcTime published(std::size_t blog, std::size_t post) const;

 private:
  std::string page(std::size_t blog, std::string_view title, std::string_view main) const;
  std::string post(std::size_t blog, std::size_t number) const;
  std::string home(std::size_t blog) const;
  std::string feed(std::size_t blog) const;

  std::size_t blogs_;
  double per_second_;
  UtcTime begin_;
  Clock& clock_;
};

}  // namespace bfa::test
