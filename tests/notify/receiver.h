// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bfa::test {

// What came by POST.
struct Posted {
  std::string head, body;

  std::string header(const std::string& name) const {
    const auto at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return {};
    const auto begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

// A receiver of webhooks on 127.0.0.1: one connection at a time, one request for each.
class Receiver {
 public:
  // The bytes to answer; empty: closes without an answer; "hang": says nothing until the end of the test.
  using Handler = std::function<std::string(const Posted&)>;

  explicit Receiver(Handler handler) : handler_(std::move(handler)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    const bool ready = ::bind(listener_, name, size) == 0 && ::listen(listener_, 16) == 0 &&
                       ::getsockname(listener_, name, &size) == 0;
    EXPECT_TRUE(ready) << "no port on the loopback address";
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~Receiver() {
    stop_ = true;
    thread_.join();
    ::close(listener_);
    for (const int fd : hanging_) ::close(fd);
  }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/hook"; }
  std::vector<Posted> posted() const {
    const std::lock_guard lock(mutex_);
    return posted_;
  }

 private:
  void run() {
    while (!stop_) {
      pollfd wanted{listener_, POLLIN, 0};
      if (::poll(&wanted, 1, 20) <= 0) continue;
      const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd >= 0) answer(fd);
    }
  }

  void answer(int fd) {
    Posted posted;
    std::string bytes;
    char buffer[65536];
    std::size_t wanted = std::string::npos;
    while (bytes.size() < wanted) {
      const auto got = ::recv(fd, buffer, sizeof buffer, 0);
      if (got <= 0) break;
      bytes.append(buffer, static_cast<std::size_t>(got));
      const auto end = bytes.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      posted.head = bytes.substr(0, end + 4);
      wanted = end + 4 + std::stoul("0" + posted.header("Content-Length"));
    }
    posted.body = bytes.substr(posted.head.size());
    {
      const std::lock_guard lock(mutex_);
      posted_.push_back(posted);
    }
    const std::string out = handler_(posted);
    if (out == "hang") {
      hanging_.push_back(fd);
      return;
    }
    (void)::send(fd, out.data(), out.size(), MSG_NOSIGNAL);
    ::close(fd);
  }

  Handler handler_;
  int listener_ = -1, port_ = 0;
  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;
  std::vector<Posted> posted_;
  std::vector<int> hanging_;
  std::thread thread_;
};

}  // namespace bfa::test
