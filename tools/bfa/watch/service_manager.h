// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/subscribe/run.h"

namespace bfa::tool {

// Tells a service manager that the run is alive: the datagrams of sd_notify(3) to $NOTIFY_SOCKET. Without
// that variable it does nothing.
class ServiceManager {
 public:
  ServiceManager();
  ~ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;

  // READY=1 at first, then WATCHDOG=1 and a line for people.
  void tell(const RunState& state);

 private:
  void send(const std::string& text) const;

  std::string path_;
  int socket_ = -1;
  bool ready_ = false;
};

}  // namespace bfa::tool
