// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive_crawl.h"
#include "bfa/serve/archive_site.h"

namespace bfa::test {

// The whole body of an answer, streamed or not.
inline std::string body_of(ServeReply& reply) {
  std::string body = reply.body;
  while (reply.stream) {
    auto piece = reply.stream->next();
    EXPECT_TRUE(piece) << to_string(piece.error());
    if (!piece) break;
    body += piece->bytes;
    if (piece->end) break;
  }
  return body;
}

// The value of a header field; empty when it is absent. A field that is there twice fails the test.
inline std::string field_of(const ServeReply& reply, std::string_view name) {
  std::string value;
  int times = 0;
  for (const auto& [key, text] : reply.headers) {
    if (key != name) continue;
    value = text;
    ++times;
  }
  EXPECT_LE(times, 1) << name;
  return value;
}

// A link of RFC 8288, as this test needs it: target and parameters.
struct Link {
  std::string target;
  std::map<std::string, std::string> parameters;

  bool has_rel(const std::string& rel) const {
    const auto at = parameters.find("rel");
    return at != parameters.end() && (" " + at->second + " ").find(" " + rel + " ") != std::string::npos;
  }
};

// Strict: anything that is not a list of links fails the test.
inline std::vector<Link> links_of(std::string_view text) {
  std::vector<Link> links;
  const auto skip = [&](std::string_view chars) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(chars)));
  };
  skip(" \n");
  while (!text.empty()) {
    const std::size_t end = text.find('>');
    if (text[0] != '<' || end == std::string_view::npos) {
      ADD_FAILURE() << "no link: " << text.substr(0, 200);
      return links;
    }
    Link link{std::string(text.substr(1, end - 1)), {}};
    text.remove_prefix(end + 1);
    while (text.starts_with(";")) {
      text.remove_prefix(1);
      skip(" ");
      const std::size_t equals = text.find("=\"");
      const std::size_t close = equals == std::string_view::npos ? equals : text.find('"', equals + 2);
      if (close == std::string_view::npos) {
        ADD_FAILURE() << "no parameter: " << text.substr(0, 200);
        return links;
      }
      link.parameters[std::string(text.substr(0, equals))] =
          std::string(text.substr(equals + 2, close - equals - 2));
      text.remove_prefix(close + 1);
    }
    links.push_back(std::move(link));
    if (text.starts_with(",")) {
      text.remove_prefix(1);
    } else {
      EXPECT_TRUE(text.empty() || text == "\n") << text.substr(0, 200);
    }
    skip(" \n");
  }
  return links;
}

inline std::vector<Link> links_with(const std::vector<Link>& links, const std::string& rel) {
  std::vector<Link> found;
  for (const Link& link : links) {
    if (link.has_rel(rel)) found.push_back(link);
  }
  return found;
}

// An archive of a sample blog and the site that serves it, without a server.
struct ServedBlog {
  static constexpr const char* kOrigin = "http://127.0.0.1:8080";

  SampleBlog blog;
  Bench bench;
  std::unique_ptr<ServeHandler> site;

  explicit ServedBlog(std::string origin = "http://blog.example") : blog(std::move(origin), 8, 5) {
    bench.fetcher.serve(blog);
  }

  void open() {
    ArchiveSiteOptions options;
    options.archive = bench.path();
    options.clock = &bench.clock;
    options.fresh = std::chrono::milliseconds(0);
    auto made = make_archive_site(options);
    ASSERT_TRUE(made) << to_string(made.error());
    site = std::move(*made);
  }

  ServeReply ask(const std::string& target, std::vector<std::pair<std::string, std::string>> headers = {},
                 const std::string& method = "GET") const {
    ServeRequest request;
    request.method = method;
    request.target = target;
    request.headers = std::move(headers);
    request.origin = kOrigin;
    return site->answer(request);
  }
};

}  // namespace bfa::test
