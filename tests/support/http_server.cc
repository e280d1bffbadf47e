// SPDX-License-Identifier: Apache-2.0
#include "http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "tls_identity.h"

namespace bfa::test {
namespace {

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

// The next request head; `buffer` keeps the bytes read after it. Nothing at the end of the connection.
std::optional<std::string> read_head(Wire& wire, std::string& buffer) {
  for (;;) {
    const std::size_t end = buffer.find("\r\n\r\n");
    if (end != std::string::npos) {
      std::string head = buffer.substr(0, end + 4);
      buffer.erase(0, end + 4);
      return head;
    }
    if (!wire.receive(buffer)) return std::nullopt;
    constexpr char kTlsHandshake = 22;
    if (buffer.front() == kTlsHandshake) {  // a TLS client at a plain port
      wire.send("HTTP/1.1 400 Bad Request\r\n\r\n");
      return std::nullopt;
    }
  }
}

// Until `time` has passed, or the other side closes the connection.
void pause(const Wire& wire, std::chrono::milliseconds time) {
  pollfd end{wire.socket(), POLLRDHUP, 0};
  ::poll(&end, 1, static_cast<int>(time.count()));
}

std::string target_of(const std::string& head) {
  const std::size_t begin = head.find(' ') + 1;
  return head.substr(begin, head.find(' ', begin) - begin);
}

}  // namespace

Answer simple_answer(int status, std::string_view headers, std::string_view body) {
  std::string bytes = "HTTP/1.1 " + std::to_string(status) + " X\r\n" + std::string(headers) +
                      "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
  return {Step::send(std::move(bytes))};
}

HttpServer::HttpServer(const TlsIdentity* tls) : tls_(tls) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener_ < 0) die("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) die("bind");
  socklen_t size = sizeof address;
  if (::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) die("getsockname");
  if (::listen(listener_, 128) != 0) die("listen");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { accept_loop(); });
}

HttpServer::~HttpServer() {
  stop_.store(true);
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& connection : open_) {
      if (connection->socket >= 0) ::shutdown(connection->socket, SHUT_RDWR);
    }
  }
  for (const auto& connection : open_) connection->thread.join();
  ::close(listener_);
}

std::string HttpServer::url(std::string_view path) const {
  return (tls_ != nullptr ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_) +
         std::string(path);
}

void HttpServer::on(const std::string& target, Answer answer) {
  on(target, [answer = std::move(answer)](const SeenRequest&) { return answer; });
}

void HttpServer::on(const std::string& target, Handler handler) {
  const std::lock_guard lock(mutex_);
  handlers_[target] = std::move(handler);
}

std::vector<SeenRequest> HttpServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpServer::accept_loop() {
  // TLS writes to a closed connection raise the signal; the threads made here inherit the mask.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  for (;;) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0 || stop_.load()) {
      if (socket >= 0) ::close(socket);
      return;
    }
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const int number = connections_.fetch_add(1) + 1;
    const std::lock_guard lock(mutex_);
    open_.push_back(std::make_unique<Connection>());
    Connection* connection = open_.back().get();
    connection->socket = socket;
    connection->thread = std::thread([this, connection, socket, number] {
      {
        Wire wire(socket, tls_);
        if (wire.open()) serve(wire, number);
      }
      const std::lock_guard closing(mutex_);
      connection->socket = -1;
      ::close(socket);
    });
  }
}

Answer HttpServer::find(const SeenRequest& request) {
  Handler handler;
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    const auto found = handlers_.find(request.target);
    if (found != handlers_.end()) handler = found->second;
  }
  return handler ? handler(request) : simple_answer(404, "", "no such path");
}

void HttpServer::serve(Wire& wire, int number) {
  std::string buffer;
  while (auto head = read_head(wire, buffer)) {
    const int now = at_once_.fetch_add(1) + 1;
    for (int most = most_at_once_.load(); most < now;) {
      if (most_at_once_.compare_exchange_weak(most, now)) break;
    }
    std::string target = target_of(*head);
    const Answer answer =
        find({std::move(*head), std::move(target), number, std::chrono::steady_clock::now()});
    // Counted down before the last bytes leave, or the next request could seem to overlap with this one.
    Answer begin = answer, last;
    if (!begin.empty()) {
      last.push_back(begin.back());
      begin.pop_back();
    }
    const bool open = play(wire, begin);
    at_once_.fetch_sub(1);
    if (!open || !play(wire, last)) return;
  }
}

void HttpServer::send_forever(Wire& wire, const Step& step) {
  while (!stop_.load() && wire.send(step.bytes)) {
    if (step.time.count() > 0) pause(wire, step.time);
  }
}

// False when the connection is over.
bool HttpServer::play(Wire& wire, const Answer& answer) {
  for (const Step& step : answer) {
    switch (step.kind) {
      case Step::Kind::kSend:
        if (!wire.send(step.bytes)) return false;
        break;
      case Step::Kind::kForever:
        send_forever(wire, step);
        return false;
      case Step::Kind::kWait:
        pause(wire, step.time);
        break;
      case Step::Kind::kClose:
        return false;
      case Step::Kind::kReset: {
        const linger now{1, 0};
        ::setsockopt(wire.socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        return false;
      }
    }
  }
  return true;
}

}  // namespace bfa::test
