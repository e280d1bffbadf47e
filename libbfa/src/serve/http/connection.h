// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/thread_pool.h"
#include "bfa/serve/server.h"
#include "serve/http/host_rules.h"
#include "serve/http/reply_form.h"
#include "serve/http/request_check.h"
#include "serve/http/request_reader.h"
#include "serve/http/write_pace.h"

namespace bfa::serve_http {

class Connection;
constexpr std::size_t kLargeBody = 64u << 10;  // more waits for room, HttpServerOptions::max_pending_bytes
using SteadyTime = std::chrono::steady_clock::time_point;

// What the connections of a server share. All but `stopping` and `count` belongs to the IO thread; handlers
// run in the pool.
struct Shared {
  Shared(ServeHandler& to, const HttpServerOptions& with, HostRules rules);

  // Looks after deadlines at that time, if not before.
  void wake_at(SteadyTime time);
  // Whether a body of so many bytes may wait for its client beside the others. Where there is no room,
  // connections that took nothing of a large body for `stall_time` end, the longest stalled first.
  bool make_room_for(std::uint64_t bytes);

  // Says on one line that a stream ended by an error. Thread-safe.
  void log_failed_stream(std::string_view target, const Error& error) const;

  ServeHandler& handler;
  const HttpServerOptions options;
  const HostRules hosts;
  boost::asio::io_context io{1};
  boost::asio::steady_timer sweep{io};
  SteadyTime sweep_time = SteadyTime::max();
  // Shared, because a job in the pool may outlast the place of its connection here.
  std::unordered_set<std::shared_ptr<Connection>> open;
  std::uint64_t pending_bytes = 0;                           // of all bodies that are being written
  std::vector<char> scratch = std::vector<char>(64u << 10);  // what was just received
  std::atomic<bool> stopping{false};
  std::atomic<std::size_t> count{0};
  std::optional<ThreadPool> pool;  // the last: its jobs use the others
};

// One connection: requests one after the other. Everything runs on the IO thread, but work(), stream_work()
// and what they call.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  enum class Phase { kIdle, kHead, kBody, kHandler, kWriting, kPausing, kDraining, kClosed };

  Connection(Shared& shared, boost::asio::ip::tcp::socket socket, Place place, bool replay);

  void start();
  void start_refused(const Refusal& refusal);  // answers before it asks
  void expire();                               // its deadline is over
  void stop(SteadyTime at_latest);             // the server stops
  void close();
  void abort();

  Phase phase() const { return phase_; }
  SteadyTime deadline() const { return deadline_; }
  SteadyTime quiet_since() const { return quiet_since_; }  // the end of its last request
  std::uint64_t held() const { return held_; }             // bytes of the body that is being written
  SteadyTime progress() const { return progress_; }        // when the client last took something

 private:
  enum class Then { kReadBody, kPassOn, kStream, kFinish };

  void set_phase(Phase phase, std::chrono::milliseconds time);
  template <class Body>
  void guard(Body&& body);
  void await_request();
  void await_bytes();
  void receive();
  void take(std::string_view bytes);
  bool take_head();
  void end_of_input();
  void refuse(const Refusal& refusal);
  void dispatch();
  void work();
  void respond();
  void write(Then then);
  void write_some();
  void written(std::size_t count);
  void finish();
  void drain();
  void ask_stream();
  void take_piece();
  void take_first_piece();
  void stream_work();
  void hold(std::uint64_t bytes);
  void pass_on();
  void pause(std::chrono::milliseconds time);
  void watch_for_end();
  void log_access() const;

  Shared& shared_;
  boost::asio::ip::tcp::socket socket_;
  const Place place_;
  const bool replay_;
  Phase phase_ = Phase::kIdle;
  SteadyTime deadline_ = SteadyTime::max();
  SteadyTime quiet_since_;

  std::optional<RequestReader> reader_;
  std::string rest_;  // received and not taken yet
  ServeRequest request_;
  CheckedHead checked_;
  ReplyTerms terms_;
  SteadyTime asked_{};
  bool input_ended_ = false, last_ = false;
  bool streaming_ = false;  // the reply that is being written has a stream
  std::size_t drained_ = 0;

  FormedReply reply_;
  std::optional<Result<ReplyStream::Piece>> piece_;
  std::string chunk_head_;
  std::array<boost::asio::const_buffer, 3> out_;
  Then then_ = Then::kFinish;
  std::uint64_t sent_ = 0;
  std::uint64_t held_ = 0;
  SteadyTime progress_{};
  WritePace pace_;
  std::optional<boost::asio::steady_timer> pause_;
  bool watching_ = false;
  unsigned empty_pieces_ = 0;  // in a row
};

}  // namespace bfa::serve_http
