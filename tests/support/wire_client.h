// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace bfa::test {

// An answer of HTTP/1.1, read off a connection.
struct WireReply {
  int status = 0;      // 0: the connection ended before a head
  std::string head;    // with its empty line
  std::string body;    // without chunks
  bool whole = false;  // it ended as its head said

  // The value of a header; empty when there is none.
  std::string header(std::string_view name) const;
};

// A plain connection to this machine, for bytes that no library would send. Reads wait at most as long as
// `patience`.
class WireClient {
 public:
  explicit WireClient(int port, std::string_view address = "127.0.0.1",
                      std::chrono::milliseconds patience = std::chrono::seconds(20));
  ~WireClient();
  WireClient(WireClient&& other) noexcept;
  WireClient& operator=(WireClient&&) = delete;
  WireClient(const WireClient&) = delete;
  WireClient& operator=(const WireClient&) = delete;

  bool connected() const { return socket_ >= 0; }
  int handle() const { return socket_; }
  // False when the other side does not take it.
  bool send(std::string_view bytes);
  void end_sending();
  // The next answer. `to_head`: the request was HEAD.
  WireReply read_reply(bool to_head = false);
  // What comes until `end` is in it, or the connection ends.
  std::string read_until(std::string_view end);
  // What comes until the connection ends; nothing more is expected when it is reset.
  std::string read_to_end();
  bool ended() const { return ended_; }  // by the other side, as far as was read
  bool reset() const { return reset_; }  // and it was not a proper end

 private:
  bool read_more();
  std::string take(std::size_t count);

  int socket_ = -1;
  std::chrono::milliseconds patience_;
  std::string buffer_;
  bool ended_ = false, reset_ = false;
};

// A request with the right Host: "GET TARGET HTTP/1.1" with `headers` ("Name: value\r\n" each).
std::string wire_get(int port, std::string_view target, std::string_view headers = {});

// Asks on a connection of its own.
WireReply wire_ask(int port, std::string_view request);

}  // namespace bfa::test
