// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace bfa::test {

class TlsIdentity;
class Wire;

// One step of an answer. A connection stays open for the next request after the last step unless one of them
// ends it.
struct Step {
  enum class Kind { kSend, kForever, kWait, kClose, kReset } kind = Kind::kSend;
  std::string bytes;               // kSend, kForever
  std::chrono::milliseconds time;  // kWait, and between the rounds of kForever

  static Step send(std::string bytes) { return {Kind::kSend, std::move(bytes), {}}; }
  // Repeats the same until the other side closes the connection.
  static Step forever(std::string bytes, std::chrono::milliseconds pause = {}) {
    return {Kind::kForever, std::move(bytes), pause};
  }
  static Step wait(std::chrono::milliseconds time) { return {Kind::kWait, {}, time}; }
  static Step close() { return {Kind::kClose, {}, {}}; }
  static Step reset() { return {Kind::kReset, {}, {}}; }  // RST
};

// What a server answers on a path: raw bytes, as they are.
using Answer = std::vector<Step>;

// "HTTP/1.1 STATUS" with Content-Length, `headers` ("Name: value\r\n" each) and `body`.
Answer simple_answer(int status, std::string_view headers, std::string_view body);

// What came in.
struct SeenRequest {
  std::string bytes;  // the whole head
  std::string target;
  int connection = 0;  // number of its connection, from 1
  std::chrono::steady_clock::time_point time;
};

// An HTTP server on 127.0.0.1 and a free port that answers byte by byte as the test says: a thread per
// connection, plain sockets. Paths without an answer get 404. Set answers before requests come.
class HttpServer {
 public:
  using Handler = std::function<Answer(const SeenRequest&)>;

  // With `tls` it speaks HTTPS; the identity must outlive it.
  explicit HttpServer(const TlsIdentity* tls = nullptr);
  ~HttpServer();  // closes all connections, waits for the threads
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  // "http://127.0.0.1:PORT" + path.
  std::string url(std::string_view path) const;

  void on(const std::string& target, Answer answer);
  void on(const std::string& target, Handler handler);

  std::vector<SeenRequest> requests() const;
  int connections() const { return connections_.load(); }    // accepted so far
  int most_at_once() const { return most_at_once_.load(); }  // requests being answered at the same time

 private:
  struct Connection {
    int socket = -1;
    std::thread thread;
  };

  void accept_loop();
  void serve(Wire& wire, int number);
  bool play(Wire& wire, const Answer& answer);
  void send_forever(Wire& wire, const Step& step);
  Answer find(const SeenRequest& request);

  const TlsIdentity* tls_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  std::atomic<int> connections_{0};
  std::atomic<int> at_once_{0}, most_at_once_{0};
  mutable std::mutex mutex_;
  std::map<std::string, Handler> handlers_;
  std::vector<SeenRequest> requests_;
  std::vector<std::unique_ptr<Connection>> open_;
  std::thread thread_;
};

}  // namespace bfa::test
