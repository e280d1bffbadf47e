// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/server.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/markup_escape.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "io/hmac.h"
#include "serve/data/query_string.h"
#include "serve/data/replies.h"
#include "serve/data/token.h"

namespace bfa {
namespace {

constexpr std::string_view kLogin = "/login", kLogout = "/logout", kMount = "/~";
constexpr std::string_view kForm =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Log in</title>\n"
    "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light "
    "dark\">\n"
    "</head><body><main><h1>Log in</h1>\n";

bool is_safe(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

// The value of a cookie (RFC 6265 section 4.2.1); nothing when it is not there.
std::optional<std::string_view> cookie_of(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::string_view pair = trim_blanks(header.substr(0, header.find(';')));
    header.remove_prefix(std::min(
        header.size(), header.find(';') == std::string_view::npos ? header.size() : header.find(';') + 1));
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return std::nullopt;
}

// A place of this server to go on to; anything else means the home page. No redirect leads elsewhere: a
// browser reads "//host" and "/\host" as another host.
std::string local_target(std::string_view wanted) {
  const bool other = wanted.empty() || wanted[0] != '/' || wanted.starts_with("//") ||
                     wanted.find('\\') != std::string_view::npos || wanted.starts_with(kLogin);
  const bool control = std::any_of(wanted.begin(), wanted.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f;
  });
  return other || control ? "/" : std::string(wanted);
}

class Gate final : public ServeHandler {
 public:
  Gate(ServeHandler& inner, std::string token, Clock& clock)
      : inner_(inner), token_(std::move(token)), clock_(clock) {}

  Status make_cookie() {
    BFA_ASSIGN_OR_RETURN(const std::string name, hmac(HmacHash::kSha256, token_, "bfa cookie name"));
    BFA_ASSIGN_OR_RETURN(const std::string value, hmac(HmacHash::kSha256, token_, "bfa cookie value"));
    // Browsers send cookies to all ports of a host: servers side by side must not share a name.
    cookie_name_ = "bfa-" + hex_encode(name).substr(0, 8);
    cookie_value_ = hex_encode(value);
    return {};
  }

  ServeReply answer(const ServeRequest& request) override {
    return guarded_or([&] { return checked(request); }, [] { return ServeReply{503, {}, {}, nullptr, {}}; });
  }

 private:
  ServeReply checked(const ServeRequest& request) {
    if (request.path() == kLogin) return login(request);
    if (request.path() == kLogout) return logout(request);
    if (has_bearer(request) || is_own_style(request)) return inner_.answer(request);
    if (request.target.starts_with(kMount)) return mounted(request);
    if (has_cookie(request)) {
      if (is_safe(request.method) || request.header("origin") == request.origin)
        return answer_mounted(request, request.target, mount_of(today()));
      return problem_reply(403, "a change from another origin is refused");
    }
    return refuse(request);
  }

  static bool is_own_style(const ServeRequest& request) {
    return is_safe(request.method) &&
           (request.path().starts_with("/static/") || request.path() == "/view.css");
  }

  std::int64_t today() const {
    return std::chrono::floor<std::chrono::days>(clock_.now()).time_since_epoch().count();
  }

  // It changes from day to day: an address that is passed on opens archived pages for two days at most.
  std::string mount_of(std::int64_t day) const {
    const auto code = hmac(HmacHash::kSha256, token_, "bfa mount " + std::to_string(day));
    return code ? std::string(kMount) + hex_encode(*code).substr(0, 32) : std::string();
  }

  ServeReply answer_mounted(const ServeRequest& request, std::string_view target, std::string mount) {
    ServeRequest inside = request;
    inside.target = target;
    inside.mount = std::move(mount);
    return inner_.answer(inside);
  }

  // A request with "/~CODE" before the address of an archived page or a part of one.
  ServeReply mounted(const ServeRequest& request) {
    const std::string_view target = request.target;
    const std::size_t end = std::min(target.find('/', 1), target.size());
    const std::string_view given = target.substr(0, end), rest = target.substr(end);
    const bool known = equal_in_constant_time(given, mount_of(today())) ||
                       equal_in_constant_time(given, mount_of(today() - 1));
    const bool archived = rest.starts_with("/web/") || rest.starts_with("/rebuilt/");
    if (known && archived && is_safe(request.method))
      return answer_mounted(request, rest, std::string(given));
    return problem_reply(404, "there is nothing at this address, or no longer");
  }

  bool has_bearer(const ServeRequest& request) const {
    constexpr std::string_view kScheme = "bearer ";
    const std::string_view header = request.header("authorization");
    if (!starts_ignoring_case(header, kScheme)) return false;
    return equal_in_constant_time(trim_blanks(header.substr(kScheme.size())), token_);
  }

  bool has_cookie(const ServeRequest& request) const {
    const auto value = cookie_of(request.header("cookie"), cookie_name_);
    return value && equal_in_constant_time(*value, cookie_value_);
  }

  // Browsers send a cookie that is SameSite=Strict with what our own pages lead to only; an archived page
  // counts as another site. A page of ours that leads to the same address gets it sent.
  static ServeReply ask_again(const ServeRequest& request) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>One moment</title>\n";
    const std::string address = escaped_markup(request.origin + request.target);
    html.append("<meta http-equiv=\"refresh\" content=\"0; url=")
        .append(address)
        .append("\"></head>\n<body><p>");
    html.append("<a href=\"").append(address).append("\">Go on</a></p></body></html>\n");
    ServeReply reply = html_reply(200, std::move(html));
    reply.set("Cache-Control", "no-store");
    return reply;
  }

  static ServeReply refuse(const ServeRequest& request) {
    const bool page =
        is_safe(request.method) && request.header("accept").find("text/html") != std::string_view::npos;
    if (!page) {
      ServeReply reply = problem_reply(401, "a token is needed: Authorization: Bearer TOKEN");
      reply.set("WWW-Authenticate", "Bearer realm=\"bfa\"");
      reply.set("Cache-Control", "no-store");
      return reply;
    }
    if (request.header("sec-fetch-site") == "cross-site") return ask_again(request);
    ServeReply reply = text_reply(303, "log in first\n");
    reply.set("Location", std::string(kLogin) + "?to=" + query_escaped(request.target));
    reply.set("Cache-Control", "no-store");
    return reply;
  }

  static ServeReply form(int status, std::string_view to, std::string_view note) {
    std::string html(kForm);
    if (!note.empty()) html.append("<p role=\"alert\">").append(note).append("</p>\n");
    html.append("<form method=\"post\" action=\"/login\">\n<input type=\"hidden\" name=\"to\" value=\"");
    html.append(escaped_markup(local_target(to)));
    html.append(
        "\">\n<p><label>Token <input type=\"password\" name=\"token\" required autofocus "
        "autocomplete=\"current-password\"></label></p>\n<p><button>Log "
        "in</button></p>\n</form></main></body></html>\n");
    ServeReply reply = html_reply(status, std::move(html));
    reply.set("Referrer-Policy", "same-origin");  // without a referrer, forms are sent with "Origin: null"
    reply.set("Cache-Control", "no-store");
    return reply;
  }

  ServeReply login(const ServeRequest& request) const {
    if (request.method == "GET" || request.method == "HEAD")
      return form(200, QueryString(request.query()).value("to"), {});
    if (request.method != "POST") {
      ServeReply reply = problem_reply(405, "only GET and POST are answered here");
      reply.set("Allow", "GET, HEAD, POST");
      return reply;
    }
    if (const std::string_view origin = request.header("origin"); !origin.empty() && origin != request.origin)
      return problem_reply(403, "a login from another origin is refused");
    const QueryString fields(request.body);
    if (!equal_in_constant_time(trim_line_space(fields.value("token")), token_))
      return form(403, fields.value("to"), "That is not the token.");
    ServeReply reply = text_reply(303, "you are logged in\n");
    reply.set("Location", local_target(fields.value("to")));
    reply.set("Set-Cookie", cookie(request, cookie_value_, "; Max-Age=2592000"));
    reply.set("Cache-Control", "no-store");
    return reply;
  }

  // A page of another site could log its readers out, be it by an image.
  ServeReply logout(const ServeRequest& request) const {
    if (is_cross_origin(request)) return problem_reply(403, "a logout from another origin is refused");
    ServeReply reply = text_reply(200, "you are logged out\n");
    reply.set("Set-Cookie", cookie(request, "", "; Max-Age=0"));
    reply.set("Cache-Control", "no-store");
    return reply;
  }

  std::string cookie(const ServeRequest& request, std::string_view value, std::string_view age) const {
    std::string out = cookie_name_ + "=" + std::string(value) + "; Path=/; HttpOnly; SameSite=Strict";
    if (request.origin.starts_with("https://")) out += "; Secure";
    return out.append(age);
  }

  ServeHandler& inner_;
  const std::string token_;
  Clock& clock_;
  std::string cookie_name_, cookie_value_;
};

}  // namespace

Result<std::unique_ptr<ServeHandler>> make_token_gate(ServeHandler& inner, std::string token, Clock* clock) {
  return guarded([&]() -> Result<std::unique_ptr<ServeHandler>> {
    const bool readable =
        std::all_of(token.begin(), token.end(), [](char c) { return c > 0x20 && c < 0x7f; });
    if (token.size() < kLeastTokenBytes || !readable)
      return Error{Code::kInvalidArgument,
                   "not a token: wanted are at least " + std::to_string(kLeastTokenBytes) +
                       " printable characters of ASCII, without spaces",
                   {},
                   -1};
    auto gate = std::make_unique<Gate>(inner, std::move(token), clock == nullptr ? system_clock() : *clock);
    BFA_RETURN_IF_ERROR(gate->make_cookie());
    return std::unique_ptr<ServeHandler>(std::move(gate));
  });
}

}  // namespace bfa
