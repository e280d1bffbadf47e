// SPDX-License-Identifier: Apache-2.0
#include "crawl/seed.h"

#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/url/canonical.h"
#include "crawl/past/scope.h"

namespace bfa {

Result<std::string> home_url(const std::string& text) {
  // "http:/host/" and "http:host" have a scheme and lack slashes, which URL parsers accept. "http:80" is a
  // host.
  const std::string lower = ascii_lower_case(text.substr(0, 7));
  const std::size_t scheme = lower.starts_with("https:") ? 6 : lower.starts_with("http:") ? 5 : 0;
  const bool has_scheme = scheme != 0 && text.size() > scheme && !is_digit(text[scheme]);
  const bool bare = !has_scheme && text.find("://") == std::string::npos;
  if (bare && text.substr(0, text.find('/')).find('@') != std::string::npos)
    return Error{Code::kInvalidArgument, "this is no web address", text, -1};  // "mailto:name@host"
  if (trim_blanks(text).empty()) return Error{Code::kInvalidArgument, "the address is empty", text, -1};
  BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(bare ? "http://" + text : text));
  if (!url.is_http() || url.host().empty())
    return Error{Code::kInvalidArgument, "only http and https addresses can be crawled", text};
  // A word is rather a slip than a host of the own network; that one can be written with its scheme.
  const std::string_view host = url.host();
  if (bare && host != "localhost" && host.find_first_of(".:") == std::string_view::npos)
    return Error{
        Code::kInvalidArgument,
        "this is no web address: its host has no dot (if it is one of your network, write http:// before it)",
        text, -1};
  return canonical_url(url.without_fragment()).href();
}

Result<BlogState> new_blog(const std::string& home) {
  BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(home));
  BlogState blog;
  blog.home = home;
  blog.base = Scope::base_of(url);
  return blog;
}

CrawlTask first_task(TaskKind kind, Stage stage, const std::string& home, const std::string& url,
                     std::uint64_t crawl) {
  CrawlTask task;
  task.kind = kind;
  task.stage = stage;
  task.blog = home;
  task.url = stored_url(url);
  task.crawl = crawl;
  return task;
}

Status add_task(Frontier& frontier, const CrawlTask& task) {
  BFA_ASSIGN_OR_RETURN(const bool added, frontier.add(task));
  (void)added;
  return {};
}

}  // namespace bfa
