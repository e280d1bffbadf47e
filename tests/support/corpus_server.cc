// SPDX-License-Identifier: Apache-2.0
#include "corpus_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

namespace bfa::test {
namespace {

constexpr std::size_t kMaxHead = 64u << 10;

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

struct Connection {
  int socket = -1;
  std::string in;                              // received, not yet answered
  std::shared_ptr<const CorpusAnswer> answer;  // on its way
  const std::string* head = nullptr;           // of the answer, as sent
  bool with_body = false, closes = false;
  std::size_t sent = 0;
};

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 32) == (y | 32); });
}

// The value of a header field; empty when it is absent.
std::string_view field(std::string_view head, std::string_view name) {
  for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at)) {
    at += 2;
    const std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !same_letters(line.substr(0, colon), name)) continue;
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    return value;
  }
  return {};
}

struct Request {
  std::string_view method, host, target;
};

// Views into `head`. The host of an absolute-form target counts before the Host field (RFC 9112
// section 3.2.2).
Request parse_request(std::string_view head) {
  Request request;
  const std::size_t first = head.find(' '), second = head.find(' ', first + 1);
  if (second == std::string_view::npos) return request;
  request.method = head.substr(0, first);
  request.target = head.substr(first + 1, second - first - 1);
  request.host = field(head, "host");
  if (const std::size_t scheme = request.target.find("://");
      !request.target.starts_with('/') && scheme < 10) {
    const std::string_view rest = request.target.substr(scheme + 3);
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    request.host = rest.substr(0, slash);
    request.target = slash < rest.size() ? rest.substr(slash) : std::string_view("/");
  }
  request.host = request.host.substr(0, request.host.rfind(':'));
  return request;
}

}  // namespace

struct CorpusServer::Impl {
  explicit Impl(std::unique_ptr<AnswerSource> answers) : source(std::move(answers)) {}

  std::unique_ptr<AnswerSource> source;
  int listener = -1, events = -1, wake = -1, port = 0;
  std::atomic<std::uint64_t> requests{0};
  std::map<int, Connection> connections;

  void listen() {
    listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) die("socket");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) die("bind");
    if (::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) die("getsockname");
    if (::listen(listener, 512) != 0) die("listen");
    port = ntohs(address.sin_port);
    events = ::epoll_create1(EPOLL_CLOEXEC);
    wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (events < 0 || wake < 0) die("epoll");
    watch(listener, EPOLLIN, EPOLL_CTL_ADD);
    watch(wake, EPOLLIN, EPOLL_CTL_ADD);
  }

  void watch(int socket, std::uint32_t what, int operation) const {
    epoll_event event{};
    event.events = what;
    event.data.fd = socket;
    if (::epoll_ctl(events, operation, socket, &event) != 0) die("epoll_ctl");
  }

  void accept_all() {
    for (;;) {
      const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (socket < 0) return;
      const int on = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      connections[socket].socket = socket;
      watch(socket, EPOLLIN, EPOLL_CTL_ADD);
    }
  }

  void drop(int socket) {
    connections.erase(socket);
    ::close(socket);
  }

  // Removes the next complete request from `in`. False: `in` has no complete request.
  bool begin_answer(Connection& connection) {
    const std::size_t end = connection.in.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const std::string_view head = std::string_view(connection.in).substr(0, end + 2);
    const Request request = parse_request(head);
    ++requests;
    auto answer = source->answer(request.host, request.target);
    const bool known =
        !answer->etag.empty() && field(head, "if-none-match").find(answer->etag) != std::string_view::npos;
    connection.head = known ? &answer->not_modified : &answer->head;
    connection.answer = std::move(answer);
    connection.with_body = !known && request.method != "HEAD";
    connection.closes = same_letters(field(head, "connection"), "close");
    connection.sent = 0;
    connection.in.erase(0, end + 4);
    return true;
  }

  // Sends as much as the socket accepts. False: the connection is closed.
  bool send_answer(Connection& connection) {
    const std::string_view head = *connection.head;
    const std::string_view body =
        connection.with_body ? std::string_view(connection.answer->body) : std::string_view();
    while (connection.sent < head.size() + body.size()) {
      const std::size_t of_head = std::min(connection.sent, head.size()), of_body = connection.sent - of_head;
      std::array<iovec, 2> parts = {iovec{const_cast<char*>(head.data()) + of_head, head.size() - of_head},
                                    iovec{const_cast<char*>(body.data()) + of_body, body.size() - of_body}};
      msghdr message{};
      message.msg_iov = parts.data();
      message.msg_iovlen = parts.size();
      const ssize_t sent = ::sendmsg(connection.socket, &message, MSG_NOSIGNAL);
      if (sent < 0) {
        if (errno != EAGAIN) return false;
        watch(connection.socket, EPOLLOUT, EPOLL_CTL_MOD);
        return true;
      }
      connection.sent += static_cast<std::size_t>(sent);
    }
    connection.answer = nullptr;
    return !connection.closes;
  }

  bool receive(Connection& connection) {
    std::array<char, 16384> buffer;
    const ssize_t got = ::recv(connection.socket, buffer.data(), buffer.size(), 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return false;
    if (got > 0) connection.in.append(buffer.data(), static_cast<std::size_t>(got));
    return connection.in.size() <= kMaxHead;
  }

  // False: the connection is to be closed.
  bool advance(Connection& connection, std::uint32_t what) {
    const bool was_sending = connection.answer != nullptr;
    if (!was_sending && (what & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && !receive(connection)) return false;
    for (;;) {
      if (connection.answer == nullptr && !begin_answer(connection)) break;
      if (!send_answer(connection)) return false;
      if (connection.answer != nullptr) return true;
    }
    if (was_sending) watch(connection.socket, EPOLLIN, EPOLL_CTL_MOD);
    return true;
  }

  void run() {
    std::array<epoll_event, 64> ready;
    for (;;) {
      const int count = ::epoll_wait(events, ready.data(), static_cast<int>(ready.size()), -1);
      if (count < 0 && errno != EINTR) die("epoll_wait");
      for (int i = 0; i < count; ++i) {
        const int socket = ready[static_cast<std::size_t>(i)].data.fd;
        if (socket == wake) return;
        if (socket == listener) {
          accept_all();
          continue;
        }
        const auto at = connections.find(socket);
        if (at != connections.end() && !advance(at->second, ready[static_cast<std::size_t>(i)].events))
          drop(socket);
      }
    }
  }
};

CorpusServer::CorpusServer(const std::string& folder) : CorpusServer(std::make_unique<CorpusFiles>(folder)) {}

CorpusServer::CorpusServer(std::unique_ptr<AnswerSource> source)
    : impl_(std::make_unique<Impl>(std::move(source))) {
  impl_->listen();
}

CorpusServer::~CorpusServer() {
  for (const auto& [socket, connection] : impl_->connections) ::close(socket);
  for (const int socket : {impl_->listener, impl_->events, impl_->wake}) ::close(socket);
}

int CorpusServer::port() const {
  return impl_->port;
}

void CorpusServer::run() {
  impl_->run();
}

void CorpusServer::stop() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(impl_->wake, &one, sizeof one);
}

std::uint64_t CorpusServer::requests() const {
  return impl_->requests.load();
}

}  // namespace bfa::test
