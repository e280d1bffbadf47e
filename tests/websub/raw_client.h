// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa::test {

// A connection to 127.0.0.1 that sends what the test says.
class RawClient {
 public:
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool send(std::string_view bytes) const;             // false: the other side has closed it
  void end() const;                                    // nothing more is sent
  std::string read_until(std::string_view end) const;  // or until the other side closes it, or 10 seconds
  std::string read_all() const;                        // until the other side closes it, or 10 seconds
 private:
  int socket_ = -1;
};

// The whole answer to `bytes`.
std::string answer_to(int port, std::string_view bytes);
// Its status; 0: no answer.
int status_of(std::string_view answer);
std::string body_of(std::string_view answer);

}  // namespace bfa::test
