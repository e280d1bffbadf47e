// SPDX-License-Identifier: Apache-2.0
// The site of an archive through the C interface: answers in memory, and the server.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <map>

#include "c_fixture.h"
#include "support/wire_client.h"

namespace bfa::test {
namespace {

constexpr const char* kToken = "a-token-of-this-test";

class CServe : public testing::Test {
 protected:
  void SetUp() override {
    BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
    path = folder.at("archive");
    ASSERT_EQ(bfa_site_options_init(&options, sizeof options), BFA_OK);
    EXPECT_EQ(options.fresh_ms, 250);
    options.archive = path.c_str();
  }
  void TearDown() override { bfa_site_free(site); }

  void open() { BFA_EXPECT_OK(bfa_site_open(&options, &site, &error)); }

  bfa_reply* ask(const char* target, std::vector<bfa_field> headers = {},
                 const char* method = nullptr) const {
    bfa_request request;
    EXPECT_EQ(bfa_request_init(&request, sizeof request), BFA_OK);
    request.target = target;
    request.method = method;
    request.headers = headers.data();
    request.header_count = headers.size();
    bfa_reply* reply = nullptr;
    BFA_EXPECT_OK(bfa_site_answer(site, &request, &reply, &error));
    return reply;
  }
  static bfa_reply_head head_of(const bfa_reply* reply) {
    auto head = sized<bfa_reply_head>();
    BFA_EXPECT_OK(bfa_reply_read(reply, &head, &error));
    return head;
  }
  static std::string header_of(const bfa_reply* reply, const std::string& wanted) {
    bfa_view name, value;
    for (std::size_t i = 0; i < head_of(reply).headers; ++i) {
      BFA_EXPECT_OK(bfa_reply_header(reply, i, &name, &value, &error));
      if (text(name) == wanted) return text(value);
    }
    return {};
  }
  static bfa_code append(bfa_view bytes, void* to) {
    static_cast<std::string*>(to)->append(bytes.data, bytes.size);
    return BFA_OK;
  }
  static std::string body_of(bfa_reply* reply) {
    std::string body;
    BFA_EXPECT_OK(bfa_reply_write(reply, &append, &body, &error));
    return body;
  }

  Folder folder;
  std::string path;
  bfa_site_options options{};
  bfa_site* site = nullptr;
};

TEST_F(CServe, AnswersInMemory) {
  open();
  bfa_reply* reply = ask("/timemap/link/http://blog.example/post/1");
  EXPECT_EQ(head_of(reply).status, 200);
  EXPECT_EQ(header_of(reply, "Content-Type"), "application/link-format");
  const std::string links = body_of(reply);
  EXPECT_NE(links.find("<http://localhost/timegate/http://blog.example/post/1>; rel=\"timegate\""),
            std::string::npos)
      << links;
  EXPECT_EQ(body_of(reply), "") << "it was given already";
  bfa_reply_free(reply);

  reply = ask("/timegate/http://blog.example/post/1", {{"Accept-Datetime", "Thu, 01 Jan 2026 00:00:00 GMT"}});
  EXPECT_EQ(head_of(reply).status, 302);
  EXPECT_TRUE(header_of(reply, "Location").starts_with("http://localhost/web/20260111"))
      << header_of(reply, "Location");
  bfa_reply_free(reply);

  for (const auto& [target, status] :
       std::map<std::string, int>{{"/", 200},
                                  {"/nothing/here", 404},
                                  {"/search?q=%22painted+iron%22", 200},
                                  {"/timemap/none/http://blog.example/", 400}}) {
    reply = ask(target.c_str());
    const auto head = head_of(reply);
    EXPECT_EQ(head.status, status) << target;
    const std::string body = body_of(reply);
    if (head.body_bytes >= 0) {
      EXPECT_EQ(static_cast<std::size_t>(head.body_bytes), body.size()) << target;
    }
    bfa_reply_free(reply);
  }
}

// A stream without an end, read after its site was freed.
TEST_F(CServe, AStreamOutlivesTheHandleOfItsSite) {
  open();
  bfa_reply* reply = ask("/events?after=0");
  bfa_site_free(site);
  site = nullptr;
  EXPECT_EQ(head_of(reply).streamed, 1);
  EXPECT_EQ(head_of(reply).body_bytes, -1);
  std::string events;
  for (int pieces = 0; pieces < 100; ++pieces) {
    bfa_view bytes;
    std::int32_t end = 0;
    std::int64_t wait = 0;
    BFA_EXPECT_OK(bfa_reply_next(reply, &bytes, &end, &wait, &error));
    EXPECT_EQ(end, 0);
    if (wait > 0) break;
    events += text(bytes);
  }
  EXPECT_NE(events.find("event: object"), std::string::npos) << events;
  bfa_reply_free(reply);
}

// BFA_STOP ends the call without an error, a code with that code; what was not taken can be had afterwards.
TEST_F(CServe, ACallbackEndsABody) {
  open();
  struct Taker {
    bfa_code answer;
    int calls = 0;
  };
  const auto take = [](bfa_view, void* user) {
    ++static_cast<Taker*>(user)->calls;
    return static_cast<Taker*>(user)->answer;
  };
  const struct {
    bfa_code answer, code;
  } rows[] = {{BFA_STOP, BFA_OK}, {BFA_IO, BFA_IO}, {BFA_DENIED, BFA_DENIED}};
  for (const auto& row : rows) {
    bfa_reply* reply = ask("/events?after=0");
    Taker taker{row.answer};
    bfa_error* failed = nullptr;
    EXPECT_EQ(bfa_reply_write(reply, take, &taker, &failed), row.code);
    bfa_error_free(failed);
    EXPECT_EQ(taker.calls, 1);
    bfa_view bytes;
    std::int32_t end = 0;
    std::int64_t wait = 0;
    BFA_EXPECT_OK(bfa_reply_next(reply, &bytes, &end, &wait, &error));
    EXPECT_GT(bytes.size, 0U);
    EXPECT_EQ(bfa_reply_write(reply, nullptr, nullptr, nullptr), BFA_INVALID_ARGUMENT);
    bfa_reply_free(reply);
  }
}

TEST_F(CServe, RefusesWhatIsNoRequest) {
  open();
  bfa_request request;
  bfa_request_init(&request, sizeof request);
  const auto refused = [&](bfa_code code = BFA_INVALID_ARGUMENT) {
    bfa_reply* reply = nullptr;
    EXPECT_EQ(bfa_site_answer(site, &request, &reply, nullptr), code);
    EXPECT_EQ(reply, nullptr);
  };
  refused();  // no target
  for (const char* target : {"", "http://a.example/", "/a\r\nHost: b", "no"}) {
    request.target = target;
    refused();
  }
  request.target = "/";
  request.header_count = 1;
  refused();  // and no array
  for (const bfa_field field : {bfa_field{nullptr, "x"}, bfa_field{"X", nullptr}, bfa_field{"", "x"},
                                bfa_field{"X", "a\nb"}, bfa_field{"X\r", "a"}}) {
    request.headers = &field;
    refused();
  }
  request.header_count = 0;
  request.body_size = 3;
  refused();  // and no body
  request.body_size = 0;
  request.origin = "http://a\r\nb";
  refused();
  request.origin = nullptr;
  request.struct_size = sizeof request + 8;
  refused(BFA_UNSUPPORTED);
  request.struct_size = sizeof request - 1;
  refused();
  bfa_reply* reply = ask("/");
  auto head = sized<bfa_reply_head>();
  head.struct_size = 4;
  EXPECT_EQ(bfa_reply_read(reply, &head, nullptr), BFA_INVALID_ARGUMENT);
  bfa_view name, value;
  EXPECT_EQ(bfa_reply_header(reply, 999, &name, &value, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(name.size, 0U);
  bfa_reply_free(reply);
}

TEST_F(CServe, RefusesWhatIsNoSite) {
  const auto refused = [&](bfa_code code) {
    bfa_site* made = nullptr;
    bfa_error* why = nullptr;
    EXPECT_EQ(bfa_site_open(&options, &made, &why), code) << bfa_error_text(why);
    bfa_error_free(why);
    EXPECT_EQ(made, nullptr);
    bfa_server* server = nullptr;
    EXPECT_EQ(bfa_server_start(&options, nullptr, &server, nullptr), code);
    EXPECT_EQ(server, nullptr);
  };
  const std::string absent = folder.at("absent");
  for (const char* archive : {static_cast<const char*>(nullptr), ""}) {
    options.archive = archive;
    refused(BFA_INVALID_ARGUMENT);
  }
  options.archive = absent.c_str();
  refused(BFA_NOT_FOUND);
  options.archive = path.c_str();
  options.token = "short";
  refused(BFA_INVALID_ARGUMENT);
  options.token = nullptr;
  options.token_to_read = 1;
  refused(BFA_INVALID_ARGUMENT);
  options.token_to_read = 0;
  options.fresh_ms = -1;
  refused(BFA_INVALID_ARGUMENT);
  options.fresh_ms = 250;
  for (const std::size_t size :
       {sizeof options - 8, std::size_t{0}, std::numeric_limits<std::size_t>::max()}) {
    options.struct_size = size;
    refused(BFA_INVALID_ARGUMENT);
  }
}

TEST_F(CServe, ATokenIsAskedFor) {
  options.token = kToken;
  options.token_to_read = 1;
  open();
  bfa_reply* reply = ask("/api/v1/blogs");
  EXPECT_EQ(head_of(reply).status, 401);
  bfa_reply_free(reply);
  const std::string bearer = std::string("Bearer ") + kToken;
  reply = ask("/api/v1/blogs", {{"Authorization", bearer.c_str()}});
  EXPECT_EQ(head_of(reply).status, 200);
  bfa_reply_free(reply);
}

TEST_F(CServe, AServerAnswersUntilItIsStopped) {
  bfa_server* server = nullptr;
  BFA_EXPECT_OK(bfa_server_start(&options, nullptr, &server, &error));
  auto state = sized<bfa_server_state>();
  BFA_EXPECT_OK(bfa_server_read(server, &state, &error));
  EXPECT_EQ(text(state.address), "127.0.0.1");
  EXPECT_GT(state.port, 0);
  EXPECT_GT(state.replay_port, 0);
  EXPECT_NE(state.port, state.replay_port);
  const WireReply answer = wire_ask(state.port, wire_get(state.port, "/api/v1/blogs"));
  EXPECT_EQ(answer.status, 200) << answer.head;
  EXPECT_NE(answer.body.find("http://blog.example/"), std::string::npos) << answer.body;
  EXPECT_EQ(wire_ask(state.port, "GET / HTTP/1.1\r\nHost: other.example\r\n\r\n").status, 421);
  BFA_EXPECT_OK(bfa_server_stop(server, &error));
  BFA_EXPECT_OK(bfa_server_stop(server, &error));
  EXPECT_FALSE(WireClient(state.port).connected());
  bfa_server_free(server);
}

TEST_F(CServe, AServerIsRefusedWhereOthersCouldReadIt) {
  bfa_server_options given;
  ASSERT_EQ(bfa_server_options_init(&given, sizeof given), BFA_OK);
  bfa_server* server = nullptr;
  const auto refused = [&] {
    bfa_error* why = nullptr;
    EXPECT_EQ(bfa_server_start(&options, &given, &server, &why), BFA_INVALID_ARGUMENT) << bfa_error_text(why);
    bfa_error_free(why);
    EXPECT_EQ(server, nullptr);
  };
  for (const char* listen : {"0.0.0.0:0", "[::]:0", "a.example:80", "127.0.0.1:99999", ""}) {
    given.listen = listen;
    refused();
  }
  given.listen = "127.0.0.1:0";
  given.threads = 0;
  refused();
  given.threads = std::numeric_limits<std::uint64_t>::max();
  refused();
  given.threads = 1;
  given.max_connections = 0;
  refused();
  given.max_connections = 8;
  given.host_count = 2;
  refused();  // and no array
  const char* const hosts[] = {"archive.example", nullptr};
  given.hosts = hosts;
  refused();
  given.host_count = 1;
  given.replay_port = 0;
  BFA_EXPECT_OK(bfa_server_start(&options, &given, &server, &error));
  auto state = sized<bfa_server_state>();
  BFA_EXPECT_OK(bfa_server_read(server, &state, &error));
  EXPECT_EQ(state.replay_port, 0);
  EXPECT_EQ(wire_ask(state.port, "GET / HTTP/1.1\r\nHost: archive.example\r\n\r\n").status, 200);
  bfa_server_free(server);
}

}  // namespace
}  // namespace bfa::test
