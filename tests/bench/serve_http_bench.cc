// SPDX-License-Identifier: Apache-2.0
// The HTTP server with a handler that does nothing, beside a bare epoll loop that sends the same bytes: what
// sockets cost on this machine at least. One client thread asks on all connections, then reads all answers.
#include <benchmark/benchmark.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bfa/serve/server.h"

namespace {

constexpr std::size_t kBody = 1000;

class BareHandler final : public bfa::ServeHandler {
 public:
  bfa::ServeReply answer(const bfa::ServeRequest& request) override {
    bfa::ServeReply reply;
    reply.headers = {{"Content-Type", "application/octet-stream"}};
    if (request.target != "/stream") {
      reply.body.assign(kBody, 'x');
      return reply;
    }
    reply.stream = std::make_unique<Stream>();
    reply.length = Stream::kPieces * Stream::kPiece;
    return reply;
  }

  class Stream final : public bfa::ReplyStream {
   public:
    static constexpr std::size_t kPiece = 64u << 10, kPieces = 1024;
    bfa::Result<Piece> next() override { return Piece{std::string(kPiece, 'x'), ++made_ == kPieces, {}}; }

   private:
    std::size_t made_ = 0;
  };
};

int connected(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) std::abort();
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

std::string request_to(int port, const char* target) {
  return std::string("GET ") + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n";
}

void send_all(int socket, const std::string& bytes) {
  if (::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
    std::abort();
}

// The answer to the first request says how long each is.
std::size_t answer_size(int socket, const std::string& request) {
  send_all(socket, request);
  std::string got;
  std::array<char, 65536> buffer{};
  for (;;) {
    const std::size_t end = got.find("\r\n\r\n");
    if (end != std::string::npos && got.size() >= end + 4 + kBody) return got.size();
    const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (count <= 0) std::abort();
    got.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// CPU time of all threads, client and server.
double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

void ask_in_rounds(benchmark::State& state, int port) {
  std::vector<int> sockets;
  for (int i = 0; i < state.range(0); ++i) sockets.push_back(connected(port));
  const std::string request = request_to(port, "/");
  const std::size_t size = answer_size(sockets[0], request);
  std::array<char, 65536> buffer{};
  const double before = cpu_seconds();
  for (auto _ : state) {
    for (const int socket : sockets) send_all(socket, request);
    for (const int socket : sockets) {
      for (std::size_t got = 0; got < size;) {
        const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
        if (count <= 0) std::abort();
        got += static_cast<std::size_t>(count);
      }
    }
  }
  const auto answers = state.iterations() * state.range(0);
  state.SetItemsProcessed(answers);
  state.counters["cpu_us_each"] = (cpu_seconds() - before) * 1e6 / static_cast<double>(answers);
  for (const int socket : sockets) ::close(socket);
}

// An epoll loop in a thread: each read that ends a head is answered by the same bytes.
class BareServer {
 public:
  BareServer() {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&at), size) != 0 || ::listen(listener_, 512) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size) != 0)
      std::abort();
    port_ = ntohs(at.sin_port);
    epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
    stop_ = ::eventfd(0, EFD_CLOEXEC);
    watch(listener_);
    watch(stop_);
    answer_ =
        "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: application/octet-stream\r\n"
        "Accept-Ranges: bytes\r\nContent-Length: " +
        std::to_string(kBody) + "\r\n\r\n" + std::string(kBody, 'x');
    thread_ = std::thread([this] { loop(); });
  }
  ~BareServer() {
    const std::uint64_t one = 1;
    if (::write(stop_, &one, sizeof one) != sizeof one) std::abort();
    thread_.join();
    for (const int handle : {listener_, epoll_, stop_}) ::close(handle);
  }
  BareServer(const BareServer&) = delete;
  BareServer& operator=(const BareServer&) = delete;
  int port() const { return port_; }

 private:
  void watch(int handle) const {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = handle;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, handle, &event);
  }

  void loop() const {
    std::array<epoll_event, 64> events{};
    std::array<char, 65536> buffer{};
    for (;;) {
      const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        const int handle = events[static_cast<std::size_t>(i)].data.fd;
        if (handle == stop_) return;
        if (handle == listener_) {
          const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
          const int on = 1;
          ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          watch(socket);
          continue;
        }
        const ssize_t got = ::recv(handle, buffer.data(), buffer.size(), 0);
        if (got <= 0) {
          ::close(handle);
        } else if (std::string_view(buffer.data(), static_cast<std::size_t>(got)).ends_with("\r\n\r\n")) {
          send_all(handle, answer_);
        }
      }
    }
  }

  int listener_ = -1, epoll_ = -1, stop_ = -1, port_ = 0;
  std::string answer_;
  std::thread thread_;
};

void BareEpoll(benchmark::State& state) {
  const BareServer server;
  ask_in_rounds(state, server.port());
}

void Server(benchmark::State& state) {
  BareHandler handler;
  const auto server = bfa::HttpServer::start(handler, {});
  if (!server) std::abort();
  ask_in_rounds(state, (*server)->port());
}

// A stream of 64 MiB in pieces of 64 KiB.
void ServerStream(benchmark::State& state) {
  BareHandler handler;
  const auto server = bfa::HttpServer::start(handler, {});
  if (!server) std::abort();
  const int port = (*server)->port(), socket = connected(port);
  const std::string request = request_to(port, "/stream");
  constexpr std::size_t kSize = BareHandler::Stream::kPieces * BareHandler::Stream::kPiece;
  std::vector<char> buffer(1u << 20);
  for (auto _ : state) {
    send_all(socket, request);
    std::string head;
    while (head.find("\r\n\r\n") == std::string::npos) {
      const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
      if (count <= 0) std::abort();
      head.append(buffer.data(), static_cast<std::size_t>(count));
    }
    for (std::size_t got = head.size() - head.find("\r\n\r\n") - 4; got < kSize;) {
      const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
      if (count <= 0) std::abort();
      got += static_cast<std::size_t>(count);
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kSize));
  ::close(socket);
}

BENCHMARK(BareEpoll)->Arg(1)->Arg(8)->Arg(64)->UseRealTime();
BENCHMARK(Server)->Arg(1)->Arg(8)->Arg(64)->UseRealTime();
BENCHMARK(ServerStream)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
