// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/serve/handler.h"
#include "serve/http/host_rules.h"
#include "serve/http/request_reader.h"

namespace bfa::serve_http {

// What a head says beside what the handler gets.
struct CheckedHead {
  bool keep_alive = false;
  bool expects_continue = false;  // the client waits for 100 before it sends the body
  bool ping = false;              // "OPTIONS *": for the server itself
};

// Makes the handler's request of a head, without its body. A refusal, where the head is not clear or not for
// this server: doubled or missing Host, a host that is not ours, two lengths of the body, an encoding of the
// body that is not known (RFC 9112 sections 3.2, 6.1 and 11.2). Takes what is in `head`.
std::optional<Refusal> check_head(RequestHead& head, const HostRules& hosts, const Place& place,
                                  ServeRequest& request, CheckedHead& checked);

}  // namespace bfa::serve_http
