// SPDX-License-Identifier: Apache-2.0
#include "serve/http/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

namespace bfa::serve_http {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using Failure = boost::system::error_code;

constexpr milliseconds kDrainTime{1000};
constexpr std::size_t kMostDrained = 4u << 20;
constexpr milliseconds kLeastPause{10};
constexpr unsigned kMostEmptyPieces = 64;  // without a pause
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";
constexpr std::string_view kOnlyLastChunk = "0\r\n\r\n";

asio::const_buffer buffer_of(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

std::string hexadecimal(std::size_t number) {
  std::string out;
  for (; number > 0 || out.empty(); number /= 16) out.insert(out.begin(), "0123456789abcdef"[number % 16]);
  return out;
}

}  // namespace

Connection::Connection(Shared& shared, asio::ip::tcp::socket socket, Place place, bool replay)
    : shared_(shared),
      socket_(std::move(socket)),
      place_(std::move(place)),
      replay_(replay),
      quiet_since_(std::chrono::steady_clock::now()),
      pace_(shared.options.least_rate, shared.options.write_time) {}

// Memory that runs out ends the connection, not the server.
template <class Body>
void Connection::guard(Body&& body) {
  try {
    body();
  } catch (...) {
    close();
  }
}

// `time` 0: without a deadline.
void Connection::set_phase(Phase phase, milliseconds time) {
  phase_ = phase;
  if (time.count() == 0) {
    deadline_ = SteadyTime::max();
    return;
  }
  deadline_ = std::chrono::steady_clock::now() + time;
  shared_.wake_at(deadline_);
}

void Connection::start() {
  guard([&] { await_request(); });
}

void Connection::start_refused(const Refusal& refusal) {
  guard([&] { refuse(refusal); });
}

void Connection::close() {
  if (phase_ == Phase::kClosed) return;
  phase_ = Phase::kClosed;
  deadline_ = SteadyTime::max();
  hold(0);
  Failure ignored;
  // NOLINTNEXTLINE(bugprone-unused-return-value): it stands in `ignored` too
  socket_.close(ignored);
  if (pause_) pause_->cancel();
  const auto self = shared_from_this();
  shared_.open.erase(self);
  shared_.count.store(shared_.open.size());
}

// The client sees that the answer is not whole.
void Connection::abort() {
  Failure ignored;
  // NOLINTNEXTLINE(bugprone-unused-return-value): it stands in `ignored` too
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void Connection::expire() {
  guard([&] {
    switch (phase_) {
      case Phase::kHead:
        return refuse({408, "the head of the request did not come in time"});
      case Phase::kBody:
        return refuse({408, "the body of the request did not come in time"});
      case Phase::kHandler:
        return;
      case Phase::kWriting:
      case Phase::kPausing:
        return abort();
      default:
        return close();
    }
  });
}

void Connection::stop(SteadyTime at_latest) {
  const bool answering = phase_ == Phase::kHandler || phase_ == Phase::kWriting;
  if (streaming_) return abort();
  if (!answering) return close();
  last_ = true;
  deadline_ = std::min(deadline_, at_latest);
  shared_.wake_at(deadline_);
}

void Connection::await_request() {
  reader_.emplace(ReadLimits{shared_.options.max_head_bytes, shared_.options.max_body_bytes});
  request_ = {};
  checked_ = {};
  reply_ = {};
  piece_.reset();
  hold(0);
  streaming_ = false;
  sent_ = 0;
  asked_ = {};
  quiet_since_ = std::chrono::steady_clock::now();
  set_phase(Phase::kIdle, shared_.options.idle_time);
  if (rest_.empty()) {
    rest_.shrink_to_fit();
    return await_bytes();
  }
  take(std::exchange(rest_, {}));
}

void Connection::await_bytes() {
  if (input_ended_) return end_of_input();
  socket_.async_wait(asio::socket_base::wait_read, [self = shared_from_this()](const Failure& failure) {
    if (failure || self->phase_ == Phase::kClosed) return;
    self->guard([&] { self->receive(); });
  });
}

void Connection::receive() {
  // An answer may have been begun meanwhile: a deadline was over.
  const bool reading = phase_ == Phase::kIdle || phase_ == Phase::kHead || phase_ == Phase::kBody;
  if (!reading && phase_ != Phase::kDraining) return;
  Failure failure;
  const std::size_t count = socket_.read_some(asio::buffer(shared_.scratch), failure);
  if (failure == asio::error::would_block || failure == asio::error::interrupted) return await_bytes();
  if (failure && failure != asio::error::eof) return close();
  if (failure == asio::error::eof) input_ended_ = true;
  if (phase_ == Phase::kDraining) {
    drained_ += count;
    if (input_ended_ || drained_ > kMostDrained) return close();
    return await_bytes();
  }
  if (input_ended_) return end_of_input();
  const std::string_view bytes(shared_.scratch.data(), count);
  if (rest_.empty()) return take(bytes);
  rest_ += bytes;
  take(std::exchange(rest_, {}));
}

void Connection::end_of_input() {
  if (!reader_->began()) return close();
  refuse({400, "the request ended before it was whole"});
}

void Connection::take(std::string_view bytes) {
  for (;;) {
    std::size_t used = 0;
    const auto state = reader_->feed(bytes, used);
    bytes.remove_prefix(used);
    switch (state) {
      case RequestReader::State::kRefused:
        return refuse(reader_->refusal());
      case RequestReader::State::kHead:
        if (!take_head()) return;
        if (checked_.expects_continue && bytes.empty()) {
          out_ = {buffer_of(kContinue), {}, {}};
          return write(Then::kReadBody);
        }
        break;
      case RequestReader::State::kComplete:
        rest_ = bytes;
        return dispatch();
      case RequestReader::State::kNeedsMore:
        rest_ = bytes;
        if (phase_ == Phase::kIdle && reader_->began()) set_phase(Phase::kHead, shared_.options.head_time);
        return await_bytes();
    }
  }
}

// False when the request was refused.
bool Connection::take_head() {
  terms_.minor_version = reader_->head().minor_version;
  asked_ = std::chrono::steady_clock::now();
  request_.method = reader_->head().method;
  if (const auto refusal = check_head(reader_->head(), shared_.hosts, place_, request_, checked_)) {
    refuse(*refusal);
    return false;
  }
  request_.replay_origin = replay_;
  terms_.keep_alive = checked_.keep_alive;
  set_phase(Phase::kBody, shared_.options.body_time);
  return true;
}

void Connection::refuse(const Refusal& refusal) {
  const bool head_only = request_.method == "HEAD" || (reader_ && reader_->head().method == "HEAD");
  reply_ = form_refusal(refusal, head_only, system_clock().now());
  last_ = true;
  respond();
}

void Connection::dispatch() {
  request_.body = std::move(reader_->body());
  set_phase(Phase::kHandler, milliseconds(0));
  shared_.pool->submit([self = shared_from_this()] { self->work(); });
}

// In the pool.
void Connection::work() {
  try {
    ServeReply reply;
    if (shared_.stopping.load()) {
      reply = plain_problem({503, "the server ends"});
    } else if (checked_.ping) {
      reply.status = 204;
    } else {
      try {
        reply = shared_.handler.answer(request_);
      } catch (...) {
        if (shared_.options.log) shared_.options.log(LogLevel::kError, "serve: a handler threw an exception");
        reply = plain_problem({500, "the answer could not be made"});
      }
    }
    reply_ = form_reply(request_, terms_, std::move(reply), system_clock().now());
    if (reply_.stream) take_first_piece();
  } catch (...) {
    reply_ = {};  // without a head: the connection ends
  }
  asio::post(shared_.io, [self = shared_from_this()] {
    if (self->phase_ == Phase::kClosed) return;
    self->guard([&] { self->respond(); });
  });
}

void Connection::respond() {
  if (reply_.head.empty()) return close();
  if (reply_.body.size() > kLargeBody && !shared_.make_room_for(reply_.body.capacity())) {
    ServeReply problem = plain_problem({503, "too many answers wait for slow clients"});
    problem.set("Retry-After", "5");
    reply_ = form_reply(request_, terms_, std::move(problem), system_clock().now());
  }
  hold(reply_.body.capacity());
  last_ = last_ || reply_.close;
  streaming_ = reply_.stream != nullptr;
  out_ = {buffer_of(reply_.head), buffer_of(reply_.body), {}};
  write(streaming_ ? Then::kPassOn : Then::kFinish);
}

// What it keeps in memory until the client has it.
void Connection::hold(std::uint64_t bytes) {
  shared_.pending_bytes = shared_.pending_bytes - held_ + bytes;
  held_ = bytes;
}

void Connection::write(Then then) {
  then_ = then;
  progress_ = std::chrono::steady_clock::now();
  pace_.begin(sent_, asio::buffer_size(out_));
  set_phase(Phase::kWriting, shared_.options.write_time);
  write_some();
}

void Connection::write_some() {
  socket_.async_write_some(out_, [self = shared_from_this()](const Failure& failure, std::size_t count) {
    if (self->phase_ == Phase::kClosed) return;
    self->guard([&] { failure ? self->close() : self->written(count); });
  });
}

void Connection::written(std::size_t count) {
  sent_ += count;
  progress_ = std::chrono::steady_clock::now();
  for (auto& buffer : out_) {
    const std::size_t part = std::min(count, buffer.size());
    buffer += part;
    count -= part;
  }
  if (asio::buffer_size(out_) > 0) {
    if (pace_.took(count)) set_phase(Phase::kWriting, shared_.options.write_time);
    return write_some();
  }
  switch (then_) {
    case Then::kReadBody:
      sent_ = 0;
      set_phase(Phase::kBody, shared_.options.body_time);
      return await_bytes();
    case Then::kPassOn:
      return pass_on();
    case Then::kStream:
      return ask_stream();
    case Then::kFinish:
      return finish();
  }
}

void Connection::finish() {
  log_access();
  if (last_ || shared_.stopping.load()) return drain();
  await_request();
}

// A close while bytes of the client wait unread would reset the connection, and the answer might be lost.
void Connection::drain() {
  Failure ignored;
  // NOLINTNEXTLINE(bugprone-unused-return-value): it stands in `ignored` too
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  if (input_ended_ || shared_.stopping.load()) return close();
  reply_ = {};
  hold(0);
  rest_ = {};
  set_phase(Phase::kDraining, kDrainTime);
  await_bytes();
}

void Connection::ask_stream() {
  set_phase(Phase::kHandler, milliseconds(0));
  shared_.pool->submit([self = shared_from_this()] { self->stream_work(); });
}

// In the pool. An error is said in the log: the client sees no more than that the end is missing.
void Connection::take_piece() {
  try {
    piece_.emplace(reply_.stream->next());
  } catch (...) {
    piece_.emplace(Error{Code::kInternal, "an exception", {}, -1});
  }
  if (!piece_->has_value()) shared_.log_failed_stream(request_.target, piece_->error());
}

// In the pool, before the head goes out: a stream that cannot begin is answered by what is wrong.
void Connection::take_first_piece() {
  take_piece();
  if (piece_->has_value()) return;
  reply_ = form_reply(request_, terms_, error_problem(piece_->error()), system_clock().now());
}

// In the pool.
void Connection::stream_work() {
  take_piece();
  asio::post(shared_.io, [self = shared_from_this()] {
    if (self->phase_ == Phase::kClosed) return;
    self->guard([&] { self->pass_on(); });
  });
}

void Connection::pass_on() {
  if (shared_.stopping.load() || !piece_->has_value()) return abort();
  ReplyStream::Piece& piece = **piece_;
  if (reply_.length) {
    // A stream that is longer or shorter than it was said to be has no right end.
    if (piece.bytes.size() > *reply_.length) return abort();
    *reply_.length -= piece.bytes.size();
    if (piece.end && *reply_.length > 0) return abort();
    piece.end = *reply_.length == 0;
  }
  if (piece.bytes.empty() && !piece.end) {
    // A stream that finds nothing in what it looked at goes on at once; one that never finds anything must
    // not take a thread.
    if (piece.wait.count() == 0 && ++empty_pieces_ % kMostEmptyPieces != 0) return ask_stream();
    return pause(piece.wait);
  }
  empty_pieces_ = 0;
  out_ = {asio::const_buffer{}, buffer_of(piece.bytes), asio::const_buffer{}};
  if (reply_.chunked) {
    chunk_head_ = piece.bytes.empty() ? std::string() : hexadecimal(piece.bytes.size()) + "\r\n";
    out_[0] = buffer_of(chunk_head_);
    out_[2] = buffer_of(piece.bytes.empty() ? kOnlyLastChunk
                        : piece.end         ? kLastChunk
                                            : kLastChunk.substr(0, 2));
  }
  if (asio::buffer_size(out_) == 0) return finish();
  write(piece.end ? Then::kFinish : Then::kStream);
}

void Connection::pause(milliseconds time) {
  if (input_ended_) return close();
  set_phase(Phase::kPausing, milliseconds(0));
  if (!pause_) pause_.emplace(shared_.io);
  pause_->expires_after(std::max(time, kLeastPause));
  pause_->async_wait([self = shared_from_this()](const Failure& failure) {
    if (failure || self->phase_ != Phase::kPausing) return;
    self->guard([&] { self->ask_stream(); });
  });
  watch_for_end();
}

// A client that goes while a stream has nothing to say is not kept.
void Connection::watch_for_end() {
  if (watching_) return;
  watching_ = true;
  socket_.async_wait(asio::socket_base::wait_read, [self = shared_from_this()](const Failure& failure) {
    if (failure || self->phase_ == Phase::kClosed) return;
    char byte = 0;
    const ssize_t got = ::recv(self->socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    self->input_ended_ = self->input_ended_ || got == 0;
    if (got == 0 && self->streaming_ && self->phase_ == Phase::kPausing) return self->close();
    // Once there are bytes or an end, it would be called again and again.
    if (got < 0) self->watching_ = false;
  });
}

void Connection::log_access() const {
  if (!shared_.options.log) return;
  constexpr std::size_t kMostShown = 300;
  const auto took =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked_);
  std::string line = "serve: " + request_.method + " " + request_.target.substr(0, kMostShown) + " " +
                     std::to_string(reply_.status) + " " + std::to_string(sent_) + " bytes";
  if (asked_ != SteadyTime{}) line += " " + std::to_string(took.count()) + " us";
  shared_.options.log(LogLevel::kDebug, line);
}

}  // namespace bfa::serve_http
