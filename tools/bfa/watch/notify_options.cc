// SPDX-License-Identifier: Apache-2.0
#include "watch/notify_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <utility>

#include "bfa/io/file_system.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMaxSecret = 4096;

Result<std::string> read_secret(const std::string& path) {
  auto text = read_file(posix_file_system(), path, kMaxSecret);
  if (!text) return Error{Code::kInvalidArgument, "--webhook-secret: " + text.error().message, path, -1};
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->empty()) return Error{Code::kInvalidArgument, "--webhook-secret: the file is empty", path, -1};
  return text;
}

Error wrong(std::string message, std::string where) {
  return {Code::kInvalidArgument, std::move(message), std::move(where), -1};
}

Result<NotifyFilter> make_filter(const NotifyArguments& values) {
  NotifyFilter filter;
  filter.blog_host = values.blog;
  filter.least_change = values.least_change;
  auto kinds = parse_kinds(values.kinds, "--notify-kind");
  if (!kinds) return std::move(kinds).error();
  filter.kinds = std::move(*kinds);
  return filter;
}

Status take_least(std::string_view text, double& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc() && end == text.data() + text.size() && out >= 0 && out <= 1) return {};
  return wrong("least wants a share from 0 to 1", std::string(text));
}

// "blog=a.example kind=post,comment least=0.1 name=first": the inside of the brackets.
Status take_terms(std::string_view terms, NotifySink& sink) {
  while (!terms.empty()) {
    const std::string_view term = terms.substr(0, terms.find(' '));
    terms.remove_prefix(std::min(term.size() + 1, terms.size()));
    if (term.empty()) continue;
    const std::size_t equals = term.find('=');
    const std::string_view key = term.substr(0, equals);
    const std::string value(equals == std::string_view::npos ? std::string_view() : term.substr(equals + 1));
    Status taken;
    if (value.empty()) {
      taken = wrong("a filter is blog=, kind=, least= or name= with a value", std::string(term));
    } else if (key == "blog") {
      sink.filter.blog_host = value;
    } else if (key == "least") {
      taken = take_least(value, sink.filter.least_change);
    } else if (key == "name") {
      sink.name = value;
    } else if (key == "kind") {
      std::vector<std::string> names(1);
      for (const char c : value) {
        if (c == ',') {
          names.emplace_back();
        } else {
          names.back() += c;
        }
      }
      auto kinds = parse_kinds(names, "kind=");
      if (!kinds) return std::move(kinds).error();
      sink.filter.kinds = std::move(*kinds);
    } else {
      taken = wrong("a filter is blog=, kind=, least= or name=", std::string(term));
    }
    if (!taken.ok()) return taken;
  }
  return {};
}

// Brackets that hold nothing, or a name and "=" first: no shell and no address begins so.
bool has_own_filter(std::string_view text) {
  if (!text.starts_with('[')) return false;
  std::size_t at = 1;
  while (at < text.size() && text[at] >= 'a' && text[at] <= 'z') ++at;
  return at < text.size() && ((at == 1 && text[at] == ']') || (at > 1 && text[at] == '='));
}

Result<NotifySink> make_sink(std::string_view text, const NotifyFilter& filter) {
  NotifySink sink;
  sink.filter = filter;
  if (has_own_filter(text)) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return wrong("']' is missing after the filter", std::string(text));
    sink.filter = {};
    if (const Status taken = take_terms(text.substr(1, end - 1), sink); !taken.ok()) return taken.error();
    text.remove_prefix(end + 1);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  sink.target = text;
  return sink;
}

void say(const NotifyEvent& event, bool json) {
  if (!event.error) return;
  if (json) {
    std::fprintf(stderr, "%s\n", error_to_json(*event.error).c_str());
    return;
  }
  std::string line = "bfa: not delivered: " + to_string(*event.error);
  if (!event.ended) line += "; again in " + std::to_string((event.wait.count() + 999) / 1000) + " s";
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace

Result<std::set<ObjectKind>> parse_kinds(const std::vector<std::string>& names, const std::string& option) {
  std::set<ObjectKind> kinds;
  for (const auto& name : names) {
    const auto kind = parse_listed_kind(name);
    if (!kind) return wrong(option + ": wanted is post, comment, pingback, page, blog or feed", name);
    kinds.insert(*kind);
  }
  return kinds;
}

std::string problem_of_hook(const std::string& text) {
  const auto sink = make_sink(text, {});
  if (!sink) return to_string(sink.error());
  return sink->target.empty() ? "a command or an address is wanted after the filter" : "";
}

void add_notify_options(Args& args, NotifyArguments& values) {
  args.option(
      "--on-change", values.commands,
      "command that gets what arrives as JSON lines on its standard input; repeatable; with a filter of "
      "its own: '[blog=URL kind=post,comment least=0.1] COMMAND'");
  args.option("--webhook", values.hooks,
              "address that gets what arrives by POST; repeatable; a filter of its own as for --on-change");
  args.option("--webhook-secret", values.secret_file, "file with the key of the signature of webhooks");
  args.option("--notify-blog", values.blog,
              "only what arrives of this blog, by its URL or host, where there is no filter of its own");
  args.option("--notify-kind", values.kinds, "only this kind: post, comment, pingback, page; repeatable");
  args.option("--notify-least", values.least_change,
              "of edits only those that change this share of the text (default: 0, all)", {0, 1});
  args.option("--notify-lines", values.lines, "most lines of one command or POST (default: 100)",
              {1, 10'000});
  args.option("--notify-timeout", values.seconds, "seconds until a command is killed (default: 60)",
              {1, 86'400});
  args.flag("--notify-all", values.from_start,
            "send a new command or webhook all that is in the archive, not only what comes");
}

Result<NotifyPlan> plan_notifier(const NotifyArguments& values, bool allow_private,
                                 const std::string& ca_file, bool json) {
  NotifyPlan plan{{}, values, allow_private, json, ca_file};
  if (!values.any()) return plan;
  const auto filter = make_filter(values);
  if (!filter) return filter.error();
  for (const auto& command : values.commands) {
    auto sink = make_sink(command, *filter);
    if (!sink) return std::move(sink).error();
    plan.sinks.push_back(std::move(*sink));
  }
  std::string secret;
  if (!values.secret_file.empty()) {
    auto read = read_secret(values.secret_file);
    if (!read) return std::move(read).error();
    secret = std::move(*read);
  }
  for (const auto& hook : values.hooks) {
    auto sink = make_sink(hook, *filter);
    if (!sink) return std::move(sink).error();
    sink->type = NotifySink::Type::kWebhook;
    sink->secret = secret;
    plan.sinks.push_back(std::move(*sink));
  }
  return plan;
}

Result<std::unique_ptr<Notifier>> open_notifier(const std::string& archive_directory,
                                                const NotifyPlan& plan) {
  if (plan.sinks.empty()) return std::unique_ptr<Notifier>();
  NotifyOptions options;
  options.from_start = plan.how.from_start;
  options.batch_lines = static_cast<std::size_t>(plan.how.lines);
  options.time_limit = std::chrono::seconds(plan.how.seconds);
  options.allow_private = plan.allow_private;
  options.ca_file = plan.ca_file;
  options.on_event = [json = plan.json](const NotifyEvent& event) { say(event, json); };
  return Notifier::open(archive_directory, plan.sinks, std::move(options));
}

Result<std::unique_ptr<Notifier>> open_notifier(const std::string& archive_directory,
                                                const NotifyArguments& values, bool allow_private,
                                                const std::string& ca_file, bool json) {
  const auto plan = plan_notifier(values, allow_private, ca_file, json);
  if (!plan) return plan.error();
  return open_notifier(archive_directory, *plan);
}

int report_notifier_error(const Error& error, bool json) {
  const int code = report_error(error, json);
  if (error.code == Code::kInvalidArgument) return kUsage;
  return error.code == Code::kUnavailable ? kArchiveLocked : code;
}

}  // namespace bfa::tool
