// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/post.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/base/version.h"
#include "bfa/http/fetcher.h"
#include "bfa/url/url.h"
#include "http/settings.h"
#include "http/socket_address.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxHead = 64u << 10;
constexpr std::size_t kMaxBody = 64u << 10;
constexpr int kLookMs = 200;  // so often a stop is looked for

// What the transfer library's functions share. Exceptions do not cross them.
struct Call {
  bool allow_private = false;
  std::string head, refused;
  std::size_t body = 0;
  bool enough = false;
};

std::size_t take_head(char* data, std::size_t size, std::size_t count, void* to) {
  auto& call = *static_cast<Call*>(to);
  if (call.head.size() + size * count > kMaxHead) return 0;
  try {
    // An interim head ends with an empty line as well; the final one follows it.
    if (call.head.ends_with("\r\n\r\n")) call.head.clear();
    call.head.append(data, size * count);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return size * count;
}

std::size_t take_body(char*, std::size_t size, std::size_t count, void* to) {
  auto& call = *static_cast<Call*>(to);
  call.body += size * count;
  call.enough = call.body > kMaxBody;
  return call.enough ? 0 : size * count;
}

curl_socket_t open_socket(void* to, curlsocktype, curl_sockaddr* address) {
  auto& call = *static_cast<Call*>(to);
  try {
    std::string text = http::address_text(address->addr);
    if (!call.allow_private && is_special_address(text)) {
      call.refused = std::move(text);
      return CURL_SOCKET_BAD;
    }
  } catch (const std::bad_alloc&) {
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

struct Handles {
  Handles() : easy(curl_easy_init()), multi(curl_multi_init()) {}
  ~Handles() {
    if (easy != nullptr && multi != nullptr) curl_multi_remove_handle(multi, easy);
    if (easy != nullptr) curl_easy_cleanup(easy);
    if (multi != nullptr) curl_multi_cleanup(multi);
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  CURL* easy;
  CURLM* multi;
};

Status check(const PostRequest& request) {
  const auto url = Url::parse(request.url);
  if (!url || (url->scheme() != "http" && url->scheme() != "https"))
    return Error{Code::kInvalidArgument, "not an http or https address", request.url, -1};
  for (const auto& [name, value] : request.headers) {
    if ((name + value).find_first_of("\r\n") != std::string::npos)
      return Error{Code::kInvalidArgument, "a header with a line end", request.url, -1};
  }
  return {};
}

bool set_up(CURL* easy, const PostRequest& request, Call& call, const http::Slist& headers) {
  bool good = true;
  const auto set = [&](CURLoption option, auto value) {
    good = curl_easy_setopt(easy, option, value) == CURLE_OK && good;
  };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  set(CURLOPT_POSTFIELDS, request.body.data());
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_HEADERFUNCTION, &take_head);
  set(CURLOPT_HEADERDATA, &call);
  set(CURLOPT_WRITEFUNCTION, &take_body);
  set(CURLOPT_WRITEDATA, &call);
  set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(CURLOPT_OPENSOCKETDATA, &call);
  if (!request.ca_file.empty()) set(CURLOPT_CAINFO, request.ca_file.c_str());
  return good;
}

// The transfer's end, or CURLE_ABORTED_BY_CALLBACK after a stop.
CURLcode perform(const Handles& handles, const std::stop_token& stop) {
  int running = 1;
  while (running != 0) {
    if (stop.stop_requested()) return CURLE_ABORTED_BY_CALLBACK;
    if (curl_multi_perform(handles.multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    if (running != 0) (void)curl_multi_poll(handles.multi, nullptr, 0, kLookMs, nullptr);
  }
  int left = 0;
  const CURLMsg* message = curl_multi_info_read(handles.multi, &left);
  return message != nullptr && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
}

}  // namespace

Result<HttpHead> post_once(const PostRequest& request, const std::stop_token& stop) {
  return guarded([&]() -> Result<HttpHead> {
    BFA_RETURN_IF_ERROR(check(request));
    http::Slist headers;
    bool good = http::append(headers, "User-Agent: libbfa/" + std::string(version()));
    good = good && http::append(headers, "Expect:");
    for (const auto& [name, value] : request.headers)
      good = good && http::append(headers, name + (value.empty() ? ";" : ": " + value));
    Call call;
    call.allow_private = request.allow_private;
    const Handles handles;
    std::array<char, CURL_ERROR_SIZE> reason{};
    if (!good || handles.easy == nullptr || handles.multi == nullptr ||
        !set_up(handles.easy, request, call, headers) ||
        curl_easy_setopt(handles.easy, CURLOPT_ERRORBUFFER, reason.data()) != CURLE_OK ||
        curl_multi_add_handle(handles.multi, handles.easy) != CURLM_OK)
      return Error{Code::kIo, "the transfer library does not start", request.url, -1};
    const CURLcode code = perform(handles, stop);
    if (!call.refused.empty())
      return Error{Code::kDenied, "the address " + call.refused + " is private or special", request.url, -1};
    if (code == CURLE_ABORTED_BY_CALLBACK) return Error{Code::kUnavailable, "stopped", request.url, -1};
    if (code != CURLE_OK && !(code == CURLE_WRITE_ERROR && call.enough)) {
      const std::string why = reason[0] != 0 ? reason.data() : curl_easy_strerror(code);
      return Error{Code::kUnavailable, why, request.url, -1};
    }
    Findings findings;
    return parse_response_head(call.head, findings);
  });
}

}  // namespace bfa
