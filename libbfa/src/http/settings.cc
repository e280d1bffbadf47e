// SPDX-License-Identifier: Apache-2.0
#include "http/settings.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/base/version.h"

namespace bfa::http {
namespace {

std::optional<std::string> read_text_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (in.bad()) return std::nullopt;
  return text;
}

std::string default_path(CURLINFO which) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> easy(curl_easy_init(), &curl_easy_cleanup);
  char* path = nullptr;
  if (!easy || curl_easy_getinfo(easy.get(), which, &path) != CURLE_OK || path == nullptr) return {};
  return path;
}

// The system's certificates and those of `ca_file`. The transfer library parses one bundle file once and
// keeps it; it reads a hashed folder on demand. So a file and a folder are cheap together; two bundles must
// be joined to one text.
Result<Trust> make_trust(const std::string& ca_file) {
  Trust trust;
  const std::string system_file = default_path(CURLINFO_CAINFO);
  if (ca_file.empty()) {
    trust.ca_file = system_file;
    if (system_file.empty()) trust.ca_folder = default_path(CURLINFO_CAPATH);
    return trust;
  }
  auto own = read_text_file(ca_file);
  if (!own) return Error{Code::kInvalidArgument, "cannot read the certificate file", ca_file, -1};
  if (own->find("-----BEGIN") == std::string::npos)
    return Error{Code::kInvalidArgument, "holds no certificate in PEM form", ca_file, -1};
  trust.ca_folder = default_path(CURLINFO_CAPATH);
  if (!trust.ca_folder.empty() || system_file.empty()) {
    trust.ca_file = ca_file;
    return trust;
  }
  trust.bundle = std::move(*own) + '\n' + read_text_file(system_file).value_or("");
  return trust;
}

// FROM_HOST:FROM_PORT:TO_HOST:TO_PORT. Parts may be empty, and IPv6 addresses are in brackets. curl ignores a
// rule that it cannot read, and reports nothing.
bool is_connect_rule(std::string_view rule) {
  std::size_t colons = 0;
  bool bracket = false;
  for (const char c : rule) {
    bracket = c == '[' || (bracket && c != ']');
    colons += c == ':' && !bracket ? 1U : 0U;
  }
  if (colons != 3 || bracket) return false;
  const std::string_view to_port = rule.substr(rule.rfind(':') + 1);
  std::string_view from_port = rule.substr(rule.starts_with('[') ? rule.find(']') : 0);
  from_port = from_port.substr(from_port.find(':') + 1);
  from_port = from_port.substr(0, from_port.find(':'));
  return std::ranges::all_of(std::string(to_port) + std::string(from_port), is_digit);
}

Status check(const NetworkOptions& options) {
  for (const std::string& rule : options.connect_to) {
    if (!is_connect_rule(rule))
      return Error{Code::kInvalidArgument, "connect_to: not FROM_HOST:FROM_PORT:TO_HOST:TO_PORT", rule, -1};
  }
  if (options.max_connections < 1 || options.max_connections_per_host < 1)
    return Error{
        Code::kInvalidArgument, "max_connections and max_connections_per_host must be at least 1", {}, -1};
  if (options.delay.count() < 0 || options.delay_factor < 0 || options.max_delay.count() < 0 ||
      options.max_retry_after.count() < 0)
    return Error{Code::kInvalidArgument, "delays must not be negative", {}, -1};
  if (options.connect_timeout.count() < 1 || options.timeout.count() < 1 ||
      options.total_timeout.count() < 1 || options.min_rate_window.count() < 1)
    return Error{Code::kInvalidArgument, "time-outs must be at least 1 ms", {}, -1};
  for (const std::string* text : {&options.user_agent, &options.from}) {
    if (text->find_first_of("\r\n") != std::string::npos)
      return Error{Code::kInvalidArgument, "user_agent and from must be one line", {}, -1};
  }
  return {};
}

}  // namespace

bool append(Slist& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  if (longer == nullptr) return false;
  if (!list) list.reset(longer);  // otherwise the first node is unchanged and owns the new one
  return true;
}

Result<Settings> make_settings(NetworkOptions options) {
  BFA_RETURN_IF_ERROR(check(options));
  Settings settings;
  BFA_ASSIGN_OR_RETURN(settings.trust, make_trust(options.ca_file));
  if (options.user_agent.empty()) {
    options.user_agent = "libbfa/" + std::string(version());
    if (!options.from.empty()) options.user_agent += " (+" + options.from + ")";
  }
  if (options.max_delay < options.delay) options.max_delay = options.delay;
  if (options.clock == nullptr) options.clock = &system_clock();
  for (const auto& rule : options.connect_to) {
    if (!append(settings.connect_to, rule)) return Error{Code::kIo, "out of memory", {}, -1};
  }
  settings.headers = {{"User-Agent", options.user_agent},
                      {"Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
                      {"Accept-Encoding", "gzip, deflate, br"}};
  if (!options.from.empty()) settings.headers.emplace_back("From", options.from);
  settings.options = std::move(options);
  return settings;
}

}  // namespace bfa::http
