// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/address_rules.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "warc/copy/url_pattern.h"

namespace bfa {
namespace {

constexpr std::string_view kTombstone = "tombstone", kBlock = "block", kExclude = "exclude",
                           kInclude = "include", kPost = "post";
constexpr std::string_view kTarget = "urn:bfa:removed:";
constexpr RemovalForm kForms[] = {RemovalForm::kUrl, RemovalForm::kPrefix, RemovalForm::kBlog};

std::string key_of(std::string_view address) {
  const auto url = Url::parse(address);
  return url ? fetch_dedup_key(*url) : std::string(address);
}

// The key of the folder of a home page.
std::string folder_key(std::string_view home) {
  const auto url = Url::parse(home);
  if (!url) return std::string(home);
  const std::string_view path = url->path();
  return key_of(url->origin() + std::string(path.substr(0, path.rfind('/') + 1)));
}

std::string target_of(const Removal& removal) {
  return std::string(kTarget) + std::string(removal_form_name(removal.form)) + ":" + removal.address;
}

// The form and address of a decision's target.
bool read_target(std::string_view target, Removal& removal) {
  if (!target.starts_with(kTarget)) return false;
  target.remove_prefix(kTarget.size());
  for (const RemovalForm form : kForms) {
    const std::string_view name = removal_form_name(form);
    if (!target.starts_with(name) || target.substr(name.size(), 1) != ":") continue;
    removal.form = form;
    removal.address = std::string(target.substr(name.size() + 1));
    return true;
  }
  return false;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

// A removal, as addresses are compared with it.
struct Matcher {
  RemovalForm form = RemovalForm::kUrl;
  std::string key, blog_key;
  std::string prefix;  // kPrefix: the bytes as given

  bool fits(std::string_view blog, std::string_view url, const std::string& url_key) const {
    switch (form) {
      case RemovalForm::kUrl:
        return url_key == key;
      case RemovalForm::kPrefix:
        return url.starts_with(prefix) || url_key.starts_with(key);
      case RemovalForm::kBlog:
        break;
    }
    return url_key.starts_with(key) || (!blog.empty() && key_of(blog) == blog_key);
  }
};

Matcher matcher_of(const Removal& removal) {
  Matcher matcher;
  matcher.form = removal.form;
  matcher.key = removal.form == RemovalForm::kBlog ? folder_key(removal.address) : key_of(removal.address);
  matcher.blog_key = key_of(removal.address);
  matcher.prefix = removal.address;
  return matcher;
}

bool is_page_task(const CrawlTask& task) {
  return task.kind == TaskKind::kPage || task.kind == TaskKind::kExtract || task.kind == TaskKind::kJoin;
}

}  // namespace

struct AddressRules::Impl {
  struct Patterns {
    std::vector<std::pair<std::string, UrlPattern>> exclude, include;
  };
  std::vector<Matcher> matchers;  // of the removals, in their order
  std::map<std::string, Patterns> patterns;
  std::set<std::string, std::less<>> posts;
};

std::string_view removal_form_name(RemovalForm form) {
  switch (form) {
    case RemovalForm::kPrefix:
      return "prefix";
    case RemovalForm::kBlog:
      return "blog";
    case RemovalForm::kUrl:
      break;
  }
  return "url";
}

AddressRules::AddressRules() : impl_(std::make_unique<Impl>()) {}
AddressRules::~AddressRules() = default;

Result<std::shared_ptr<const AddressRules>> AddressRules::make(const std::vector<Decision>& decisions) {
  return guarded([&]() -> Result<std::shared_ptr<const AddressRules>> {
    std::shared_ptr<AddressRules> rules(new AddressRules());
    std::map<std::string, bool> blocked;
    for (const Decision& decision : decisions) {
      if (decision.kind == kBlock && !decision.value.empty()) blocked[decision.target] = true;
      if (decision.kind == kPost && !decision.value.empty()) rules->impl_->posts.insert(decision.target);
    }
    for (const Decision& decision : decisions) {
      if (decision.kind != kTombstone || decision.value.empty()) continue;
      Removal removal;
      if (!read_target(decision.target, removal))
        return Error{Code::kCorrupt, "a tombstone without an address", decision.target, -1};
      removal.reason = decision.reason;
      removal.time = decision.time;
      removal.detail_json = decision.value;
      removal.blocked = blocked.contains(decision.target);
      rules->any_blocked_ = rules->any_blocked_ || removal.blocked;
      rules->removals_.push_back(std::move(removal));
    }
    std::stable_sort(rules->removals_.begin(), rules->removals_.end(),
                     [](const Removal& a, const Removal& b) { return a.time < b.time; });
    for (const Removal& removal : rules->removals_) rules->impl_->matchers.push_back(matcher_of(removal));
    BFA_ASSIGN_OR_RETURN(const auto patterns, address_patterns(decisions));
    for (const AddressPattern& pattern : patterns) {
      BFA_ASSIGN_OR_RETURN(UrlPattern compiled, UrlPattern::compile(pattern.expression));
      auto& of_blog = rules->impl_->patterns[pattern.blog];
      auto& list = pattern.include ? of_blog.include : of_blog.exclude;
      list.emplace_back(pattern.expression, std::move(compiled));
    }
    return std::shared_ptr<const AddressRules>(std::move(rules));
  });
}

const Removal* AddressRules::blocks(std::string_view blog, std::string_view url) const {
  if (!any_blocked_) return nullptr;
  const std::string key = key_of(url);
  for (std::size_t i = removals_.size(); i-- > 0;) {
    if (removals_[i].blocked && impl_->matchers[i].fits(blog, url, key)) return &removals_[i];
  }
  return nullptr;
}

const Removal* AddressRules::tombstone(std::string_view blog, std::string_view url) const {
  const std::string key = key_of(url);
  for (std::size_t i = removals_.size(); i-- > 0;) {
    if (impl_->matchers[i].fits(blog, url, key)) return &removals_[i];
  }
  return nullptr;
}

std::optional<Finding> AddressRules::refuses(const CrawlTask& task) const {
  const std::string url = task.url.href();
  if (const Removal* const removal = blocks(task.blog, url))
    return Finding{Code::kDenied, "blocked", removal_sentence(*removal), -1, url};
  if (task.kind == TaskKind::kRobots || task.kind == TaskKind::kHome || !task_fetches(task.kind)) return {};
  const auto at = impl_->patterns.find(task.blog);
  if (at == impl_->patterns.end() || url == task.blog) return {};
  const auto left_out = [&](const std::string& why) {
    return Finding{Code::kDenied, "left_out", "left out by " + why, -1, url};
  };
  for (const auto& [expression, pattern] : at->second.exclude) {
    if (pattern.is_found_in(url)) return left_out("--exclude " + expression);
  }
  if (!is_page_task(task) || at->second.include.empty()) return {};
  for (const auto& [expression, pattern] : at->second.include) {
    if (pattern.is_found_in(url)) return {};
  }
  return left_out("--include: no expression matches");
}

void AddressRules::drop_blocked(StepResult& result) const {
  if (!any_blocked_) return;
  std::erase_if(result.objects, [&](const Observation& observation) {
    const DataObject& object = observation.object;
    return (!object.url.empty() && blocks(result.task.blog, object.url) != nullptr) ||
           (!object.post.empty() && blocks(result.task.blog, object.post) != nullptr);
  });
}

bool AddressRules::is_known_post(std::string_view url) const {
  return impl_->posts.contains(url);
}

Decision known_post_decision(const std::string& url, const std::string& reason, UtcTime time) {
  return Decision{std::string(kPost), url, "post", one_line(reason), time};
}

std::string removal_sentence(const Removal& removal) {
  return "removed on " + format_rfc3339(removal.time) + ": " + removal.reason;
}

Decision tombstone_decision(const Removal& removal) {
  return Decision{std::string(kTombstone), target_of(removal),
                  removal.detail_json.empty() ? "{}" : removal.detail_json, one_line(removal.reason),
                  removal.time};
}

Decision block_decision(const Removal& removal) {
  return Decision{std::string(kBlock), target_of(removal), removal.blocked ? "blocked" : "",
                  one_line(removal.reason), removal.time};
}

Decision pattern_decision(const AddressPattern& pattern, bool lift) {
  const std::string_view kind = pattern.include ? kInclude : kExclude;
  Digester digester(DigestAlgorithm::kSha256);
  digester.update(std::string_view(pattern.expression));
  const std::string name = hex_encode(digester.finish()).substr(0, 16);
  return Decision{std::string(kind),
                  "urn:bfa:" + std::string(kind) + ":" + name + ":" + pattern.blog,
                  lift ? "" : pattern.expression,
                  {},
                  pattern.time};
}

Result<std::vector<AddressPattern>> address_patterns(const std::vector<Decision>& decisions) {
  return guarded([&]() -> Result<std::vector<AddressPattern>> {
    std::vector<AddressPattern> patterns;
    for (const Decision& decision : decisions) {
      const bool include = decision.kind == kInclude;
      if ((!include && decision.kind != kExclude) || decision.value.empty()) continue;
      const std::size_t name = std::string_view("urn:bfa:exclude:").size() + 17;
      if (decision.target.size() <= name)
        return Error{Code::kCorrupt, "an expression without a blog", decision.target, -1};
      BFA_RETURN_IF_ERROR(check_pattern(decision.value));
      patterns.push_back({include, decision.target.substr(name), decision.value, decision.time});
    }
    return patterns;
  });
}

Status check_pattern(const std::string& expression) {
  return guarded([&]() -> Status {
    if (expression.empty()) return Error{Code::kInvalidArgument, "an empty expression matches all", {}, -1};
    const auto compiled = UrlPattern::compile(expression);
    return compiled ? Status() : Status(compiled.error());
  });
}

}  // namespace bfa
