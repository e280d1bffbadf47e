// SPDX-License-Identifier: Apache-2.0
#include "hub.h"

#include "bfa/url/url.h"
#include "fixtures.h"
#include "raw_client.h"

namespace bfa::test {
namespace {

std::string value_of(const websub::FormFields& fields, std::string_view name) {
  return std::string(websub::only_field(fields, name).value_or(""));
}

// Sends a request to an address on loopback.
std::string call(const std::string& method, const std::string& address, const std::string& query,
                 const std::string& more, const std::string& body) {
  const auto url = Url::parse(address);
  if (!url) return {};
  std::string bytes = method + " " + std::string(url->path()) + query + " HTTP/1.1\r\nHost: x\r\n" + more;
  if (method == "POST") bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return answer_to(url->port(), bytes + "\r\n" + body);
}

}  // namespace

Hub::Hub(HubKind kind) : kind_(kind), listener_(std::move(make_listener("127.0.0.1:0", *this)).value()) {}

Hub::~Hub() {
  listener_->stop();
  for (std::thread& thread : threads_) thread.join();
}

std::string Hub::url() const {
  return "http://127.0.0.1:" + std::to_string(listener_->port()) + "/";
}
int Hub::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}
int Hub::verified() const {
  const std::lock_guard lock(mutex_);
  return verified_;
}
int Hub::left() const {
  const std::lock_guard lock(mutex_);
  return left_;
}
std::string Hub::secret(const std::string& topic) const {
  const std::lock_guard lock(mutex_);
  const auto at = subscribers_.find(topic);
  return at == subscribers_.end() ? std::string() : at->second.secret;
}

std::uint64_t Hub::max_body(const HttpHead&) {
  return 64u << 10;
}

ListenerReply Hub::answer(const HttpHead& head, std::string_view body, bool too_large) {
  if (head.method != "POST" || too_large) return {400};
  if (kind_ == HubKind::kOld) {
    const auto fields = websub::read_form(body);
    if (value_of(fields, "hub.verify").empty()) return {400, "hub.verify is empty"};
    verify(fields);
    return {204};
  }
  const std::lock_guard lock(mutex_);
  ++asked_;
  threads_.emplace_back([this, fields = websub::read_form(body)] { verify(fields); });
  return {202};
}

void Hub::verify(const websub::FormFields& fields) {
  const std::string mode = value_of(fields, "hub.mode");
  const std::string topic = value_of(fields, "hub.topic");
  const std::string callback = value_of(fields, "hub.callback");
  const std::string query =
      "?" + websub::write_form({{"hub.mode", mode},
                                {"hub.topic", topic},
                                {"hub.challenge", "c 1&2"},
                                {"hub.lease_seconds", kind_ == HubKind::kOld ? "315360000" : "86400"}});
  const std::string answer = call("GET", callback, query, "", "");
  if (status_of(answer) != 200 || body_of(answer) != "c 1&2") return;
  const std::lock_guard lock(mutex_);
  if (mode == "subscribe") {
    subscribers_[topic] = {callback, value_of(fields, "hub.secret")};
    ++verified_;
  } else {
    subscribers_.erase(topic);
    ++left_;
  }
}

int Hub::publish(const std::string& topic, const std::string& body) const {
  return publish_signed(topic, body, secret(topic));
}

int Hub::publish_signed(const std::string& topic, const std::string& body, const std::string& secret) const {
  std::string callback;
  {
    const std::lock_guard lock(mutex_);
    const auto at = subscribers_.find(topic);
    if (at == subscribers_.end()) return 0;
    callback = at->second.callback;
  }
  const std::string more = "X-Hub-Signature: " + signature_of(secret, body) + "\r\n";
  return status_of(call("POST", callback, "", more, body));
}

}  // namespace bfa::test
