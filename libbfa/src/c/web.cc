// SPDX-License-Identifier: Apache-2.0
#include "bfa/c/web.h"

#include "base/try.h"
#include "bfa/http/robots.h"
#include "bfa/url/canonical.h"
#include "c/handle.h"

struct bfa_robots : bfa::CHandle<bfa::HandleKind::kRobots> {
  bfa::RobotsRules rules;
};

namespace bfa {
namespace {

// A URL, relative to `base` when that is given.
Result<Url> parse_url(const char* url, const char* base) {
  BFA_RETURN_IF_ERROR(require({{url, "url"}}));
  if (base == nullptr) return Url::parse(url);
  BFA_ASSIGN_OR_RETURN(const auto parsed_base, Url::parse(base));
  return Url::parse(url, &parsed_base);
}

// What robots.txt is asked for: an absolute URL as a client would send it, or a path as it is.
Result<std::string> address_for_rules(const char* url) {
  if (*url == '/') return std::string(url);
  BFA_ASSIGN_OR_RETURN(const auto parsed, Url::parse(url));
  return parsed.href();
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_robots_parse(int32_t status, const char* bytes, size_t size, bfa_robots** out,
                          bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_ASSIGN_OR_RETURN(const auto body, bfa::bytes_of(bytes, size, "bytes"));
    bfa::Findings found;
    auto made = std::make_unique<bfa_robots>();
    made->rules = bfa::RobotsRules::from_response(status, body, found);
    BFA_RETURN_IF_ERROR(bfa::give_findings(std::move(found), findings));
    *out = made.release();
    return {};
  });
}

int32_t bfa_robots_allowed(const bfa_robots* robots, const char* agent, const char* url) {
  if (!usable(robots) || agent == nullptr || url == nullptr) return 0;
  return bfa::c_value(0, [&] {
    const auto asked = bfa::address_for_rules(url);
    return asked && robots->rules.allowed(agent, *asked) ? 1 : 0;
  });
}

bfa_code bfa_robots_deciding_line(const bfa_robots* robots, const char* agent, const char* url,
                                  bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{robots, "robots"}, {agent, "agent"}, {url, "url"}}));
    BFA_ASSIGN_OR_RETURN(const std::string asked, bfa::address_for_rules(url));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(robots->rules.deciding_line(agent, asked)));
    return {};
  });
}

int64_t bfa_robots_crawl_delay(const bfa_robots* robots, const char* agent) {
  constexpr int64_t kDay = 86'400'000;  // when memory runs out: as bfa::RobotsRules
  if (!usable(robots) || agent == nullptr) return -1;
  return bfa::c_value(kDay, [&]() -> int64_t {
    const auto delay = robots->rules.crawl_delay(agent);
    return delay ? delay->count() : -1;
  });
}

size_t bfa_robots_sitemaps(const bfa_robots* robots) {
  return usable(robots) ? robots->rules.sitemaps().size() : 0;
}

bfa_view bfa_robots_sitemap(const bfa_robots* robots, size_t index) {
  if (!usable(robots) || index >= robots->rules.sitemaps().size()) return bfa::no_view();
  return bfa::view_of(robots->rules.sitemaps()[index]);
}

void bfa_robots_free(bfa_robots* robots) {
  bfa::free_handle(robots);
}

bfa_code bfa_canonical_options_init(bfa_canonical_options* options, size_t struct_size) {
  const bfa::CanonicalOptions defaults;
  bfa_canonical_options made{};
  made.drop_fragment = defaults.drop_fragment ? 1 : 0;
  made.drop_tracking = defaults.drop_tracking ? 1 : 0;
  made.drop_session_ids = defaults.drop_session_ids ? 1 : 0;
  made.drop_userinfo = defaults.drop_userinfo ? 1 : 0;
  made.drop_index_file = defaults.drop_index_file ? 1 : 0;
  made.drop_empty_query = defaults.drop_empty_query ? 1 : 0;
  made.drop_www = defaults.drop_www ? 1 : 0;
  made.unify_scheme = defaults.unify_scheme ? 1 : 0;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_url_canonical(const char* url, const char* base, const bfa_canonical_options* options,
                           bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_canonical_options_init, "bfa_canonical_options"));
    BFA_ASSIGN_OR_RETURN(const auto parsed, bfa::parse_url(url, base));
    bfa::CanonicalOptions settings;
    settings.drop_fragment = given.drop_fragment != 0;
    settings.drop_tracking = given.drop_tracking != 0;
    settings.drop_session_ids = given.drop_session_ids != 0;
    settings.drop_userinfo = given.drop_userinfo != 0;
    settings.drop_index_file = given.drop_index_file != 0;
    settings.drop_empty_query = given.drop_empty_query != 0;
    settings.drop_www = given.drop_www != 0;
    settings.unify_scheme = given.unify_scheme != 0;
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::canonical_url(parsed, settings).href()));
    return {};
  });
}

bfa_code bfa_url_resolve(const char* url, const char* base, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_ASSIGN_OR_RETURN(const auto parsed, bfa::parse_url(url, base));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(parsed.href()));
    return {};
  });
}

bfa_code bfa_url_surt(const char* url, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{url, "url"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::surt_key(url)));
    return {};
  });
}

bfa_code bfa_url_registered_domain(const char* host, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{host, "host"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::registered_domain(host)));
    return {};
  });
}
