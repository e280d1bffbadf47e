// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/server.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>

#include "base/guard.h"
#include "base/try.h"
#include "serve/http/connection.h"
#include "serve/http/listen_address.h"

namespace bfa {
namespace serve_http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using Failure = boost::system::error_code;

constexpr milliseconds kTimeToAnswer{500};  // for what is being answered when the server stops
constexpr milliseconds kTimeWithoutHandles{100};
constexpr std::size_t kMostThreads = 256;

Error refused(const std::string& listen, const Failure& failure) {
  return Error{Code::kUnavailable, "cannot listen: " + failure.message(), listen, -1};
}

// A place where clients connect.
class Listener {
 public:
  Listener(Shared& shared, bool replay) : shared_(shared), replay_(replay), acceptor_(shared.io) {}

  Status open(const ListenAddress& at) {
    Failure failure;
    const auto address = asio::ip::make_address(at.host, failure);
    if (failure) return refused(at.in_url(), failure);
    const tcp::endpoint endpoint(address, at.port);
    // NOLINTBEGIN(bugprone-unused-return-value): it stands in `failure` too
    acceptor_.open(endpoint.protocol(), failure);
    if (!failure) acceptor_.set_option(asio::socket_base::reuse_address(true), failure);
    if (!failure && at.six) acceptor_.set_option(asio::ip::v6_only(true), failure);
    if (!failure) acceptor_.non_blocking(true, failure);
    if (!failure) acceptor_.bind(endpoint, failure);
    if (!failure) acceptor_.listen(asio::socket_base::max_listen_connections, failure);
    // NOLINTEND(bugprone-unused-return-value)
    if (!failure) port_ = acceptor_.local_endpoint(failure).port();
    if (failure) return refused(at.in_url() + ":" + std::to_string(at.port), failure);
    return {};
  }

  int port() const { return port_; }
  void close() {
    Failure ignored;
    acceptor_.close(ignored);  // NOLINT(bugprone-unused-return-value): it stands in `ignored` too
  }

  void accept() {
    acceptor_.async_accept([this](const Failure& failure, tcp::socket socket) {
      if (!acceptor_.is_open()) return;
      if (!failure) {
        try {
          add(std::move(socket));
        } catch (...) {  // NOLINT(bugprone-empty-catch): memory; this client has to come again
        }
        return accept();
      }
      if (failure != asio::error::no_descriptors && failure != asio::error::no_memory &&
          failure != asio::error::no_buffer_space)
        return accept();
      make_room();
      retry_.expires_after(kTimeWithoutHandles);
      retry_.async_wait([this](const Failure& cancelled) {
        if (!cancelled && acceptor_.is_open()) accept();
      });
    });
  }

 private:
  void add(tcp::socket socket) {
    Failure ignored;
    // NOLINTBEGIN(bugprone-unused-return-value): it stands in `ignored` too
    socket.set_option(tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    // NOLINTEND(bugprone-unused-return-value)
    const auto local = socket.local_endpoint(ignored).address();
    Place place;
    place.address =
        local.is_v6() ? "[" + canonical_address(local.to_string(), true) + "]" : local.to_string();
    place.port = port_;
    const bool room = shared_.open.size() < shared_.options.max_connections || make_room();
    // A few more may be told why they are not answered.
    if (!room && shared_.open.size() >= shared_.options.max_connections + 32) return;
    const auto connection =
        std::make_shared<Connection>(shared_, std::move(socket), std::move(place), replay_);
    shared_.open.insert(connection);
    shared_.count.store(shared_.open.size());
    room ? connection->start() : connection->start_refused({503, "the server has too many connections"});
  }

  // Closes the connection that has been without a whole request for the longest time; false when all are
  // being answered.
  bool make_room() {
    std::shared_ptr<Connection> longest;
    for (const auto& one : shared_.open) {
      using Phase = Connection::Phase;
      const Phase phase = one->phase();
      if (phase == Phase::kHandler || phase == Phase::kWriting || phase == Phase::kPausing) continue;
      if (!longest || one->quiet_since() < longest->quiet_since()) longest = one;
    }
    if (!longest) return false;
    longest->close();
    return true;
  }

  Shared& shared_;
  const bool replay_;
  tcp::acceptor acceptor_;
  asio::steady_timer retry_{shared_.io};
  int port_ = 0;
};

class Server final : public HttpServer {
 public:
  Server(ServeHandler& handler, const HttpServerOptions& options, HostRules hosts, ListenAddress at)
      : at_(std::move(at)),
        shared_(handler, options, std::move(hosts)),
        pages_(shared_, false),
        work_(asio::make_work_guard(shared_.io)) {}
  ~Server() override {
    try {
      stop();
    } catch (...) {  // without memory, answers are not ended in good order
      shared_.io.stop();
      if (thread_.joinable()) thread_.join();
    }
  }

  Status start() {
    BFA_RETURN_IF_ERROR(pages_.open(at_));
    if (shared_.options.replay_port) {
      ListenAddress other = at_;
      other.port = 0;
      BFA_RETURN_IF_ERROR(replay_.emplace(shared_, true).open(other));
    }
    pages_.accept();
    if (replay_) replay_->accept();
    thread_ = std::thread([this] { run(); });
    return {};
  }

  std::string address() const override { return at_.in_url(); }
  int port() const override { return pages_.port(); }
  int replay_port() const override { return replay_ ? replay_->port() : 0; }
  std::size_t connections() const override { return shared_.count.load(); }

  void stop() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!thread_.joinable()) return;
    shared_.stopping.store(true);
    asio::post(shared_.io, [this] { close_all(); });
    thread_.join();
    shared_.pool.reset();
  }

 private:
  void run() {
    const InLibrary inside;
    for (;;) {
      try {
        shared_.io.run();
        return;
      } catch (...) {
        if (shared_.options.log) shared_.options.log(LogLevel::kError, "serve: out of memory");
      }
    }
  }

  void close_all() {
    pages_.close();
    if (replay_) replay_->close();
    const SteadyTime end = std::chrono::steady_clock::now() + kTimeToAnswer;
    for (const auto& connection :
         std::vector<std::shared_ptr<Connection>>(shared_.open.begin(), shared_.open.end()))
      connection->stop(end);
    await_end(end);
  }

  // Looks now and then whether the last answers are out.
  void await_end(SteadyTime end) {
    if (!shared_.open.empty() && std::chrono::steady_clock::now() < end) {
      end_.expires_after(milliseconds(5));
      end_.async_wait([this, end](const Failure&) { await_end(end); });
      return;
    }
    for (const auto& connection :
         std::vector<std::shared_ptr<Connection>>(shared_.open.begin(), shared_.open.end()))
      connection->close();
    work_.reset();
    shared_.io.stop();
  }

  const ListenAddress at_;
  Shared shared_;
  Listener pages_;
  std::optional<Listener> replay_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  asio::steady_timer end_{shared_.io};
  std::mutex mutex_;
  std::thread thread_;
};

}  // namespace
}  // namespace serve_http

Result<std::unique_ptr<HttpServer>> HttpServer::start(ServeHandler& handler,
                                                      const HttpServerOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<HttpServer>> {
    BFA_ASSIGN_OR_RETURN(auto at, serve_http::parse_listen_address(options.listen));
    BFA_ASSIGN_OR_RETURN(auto hosts, serve_http::HostRules::make(options.hosts));
    HttpServerOptions with = options;
    with.threads = std::clamp<std::size_t>(with.threads, 1, serve_http::kMostThreads);
    with.max_connections = std::max<std::size_t>(with.max_connections, 1);
    auto server = std::make_unique<serve_http::Server>(handler, with, std::move(hosts), std::move(at));
    BFA_RETURN_IF_ERROR(server->start());
    return std::unique_ptr<HttpServer>(std::move(server));
  });
}

Result<bool> listens_on_loopback(std::string_view listen) {
  return guarded([&]() -> Result<bool> {
    BFA_ASSIGN_OR_RETURN(const auto at, serve_http::parse_listen_address(listen));
    return at.loopback();
  });
}

}  // namespace bfa
