// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "json_schema.h"
#include "served_blog.h"
#include "store/files/layout.h"
#include "subscribe/request_queue.h"

namespace bfa::test {

inline JsonSchema schema_file(const std::string& name) {
  std::ifstream in(std::string(BFA_SOURCE_DIR) + "/schemas/" + name + ".schema.json");
  std::stringstream text;
  text << in.rdbuf();
  auto json = nlohmann::json::parse(text.str(), nullptr, false);
  EXPECT_TRUE(json.is_object()) << name;
  // References to "#/$defs/..." are kept as they are.
  return JsonSchema(std::move(json));
}

// The site of a crawled sample blog, asked as programs ask it.
class ApiSite : public testing::Test, public ServedBlog {
 protected:
  static constexpr const char* kToken = "a token of this test";
  using Json = nlohmann::json;
  using Headers = std::vector<std::pair<std::string, std::string>>;

  void SetUp() override {
    blog.comments[2] = 3;
    bench.crawl(blog.home(), quick_options());
    open_site();
  }

  void open_site() {
    ArchiveSiteOptions options;
    options.archive = bench.path();
    options.clock = &bench.clock;
    options.fresh = std::chrono::milliseconds(0);
    options.token = kToken;
    auto made = make_archive_site(options);
    ASSERT_TRUE(made) << to_string(made.error());
    site = std::move(*made);
  }

  // A second version of a post.
  void edit(int post = 3, const std::string& paragraph = "A zebra stood here.") {
    blog.extra_paragraph[post] = paragraph;
    bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  }

  ServeReply api(const std::string& target, Headers headers = {}) const {
    return ask("/api/v1" + target, std::move(headers));
  }

  Json json(const std::string& target, int status = 200) const { return json_at("/api/v1" + target, status); }
  // A slow machine may still make the index anew: asked again, as Retry-After says.
  Json json_at(const std::string& target, int status = 200) const {
    ServeReply reply = ask(target);
    if (status == 200 && reply.status == 503) {
      await_index();
      reply = ask(target);
    }
    const std::string body = body_of(reply);
    EXPECT_EQ(reply.status, status) << target << "\n" << body;
    auto value = Json::parse(body, nullptr, false);
    EXPECT_TRUE(value.is_object()) << target << "\n" << body;
    return value;
  }

  // Asks again while the index is made anew, as Retry-After says. Each answer waits for the index first.
  void await_index() const {
    for (int left = 100; left > 0 && ask("/api/v1/blogs").status == 503; --left) {
    }
  }

  std::vector<Json> lines(const std::string& target) const {
    ServeReply reply = ask(target);
    EXPECT_EQ(reply.status, 200) << target << "\n" << reply.body;
    std::istringstream in(body_of(reply));
    std::vector<Json> out;
    for (std::string line; std::getline(in, line);) {
      out.push_back(Json::parse(line, nullptr, false));
      EXPECT_TRUE(out.back().is_object()) << line;
    }
    return out;
  }

  ServeReply send(const std::string& method, const std::string& target, const std::string& body,
                  Headers headers) const {
    ServeRequest request;
    request.method = method;
    request.target = "/api/v1" + target;
    request.body = body;
    request.headers = std::move(headers);
    request.origin = kOrigin;
    return site->answer(request);
  }
  ServeReply write(const std::string& method, const std::string& target, const std::string& body) const {
    return send(method, target, body,
                {{"Authorization", std::string("Bearer ") + kToken}, {"Content-Type", "application/json"}});
  }

  // As if a run worked on the archive: its lock is held.
  void start_run() {
    std::filesystem::create_directories(queue_directory(bench.path()));
    auto lock = WriterLock::take(queue_directory(bench.path()));
    ASSERT_TRUE(lock) << to_string(lock.error());
    run_ = std::move(*lock);
  }
  std::vector<Request> queued() const {
    Findings findings;
    return got(waiting_requests(posix_file_system(), bench.path(), findings));
  }

  std::string encoded_post(int number) const { return escaped(blog.post_url(number)); }
  static std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
      char hex[4];
      std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
      out += hex;
    }
    return out;
  }

  std::unique_ptr<WriterLock> run_;
};

}  // namespace bfa::test
