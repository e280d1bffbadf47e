// SPDX-License-Identifier: Apache-2.0
#include "watch/notify_options.h"

#include <cstdio>
#include <utility>

#include "bfa/io/file_system.h"
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

Result<NotifyFilter> make_filter(const NotifyArguments& values) {
  NotifyFilter filter;
  const auto url = Url::parse(values.blog);
  filter.blog_host = url ? std::string(url->host()) : values.blog;
  filter.least_change = values.least_change;
  for (const auto& name : values.kinds) {
    const auto kind = parse_kind(name);
    if (!kind)
      return Error{Code::kInvalidArgument, "--notify-kind: wanted is post, comment, page, blog or feed", name,
                   -1};
    filter.kinds.insert(*kind);
  }
  return filter;
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

void add_notify_options(Args& args, NotifyArguments& values) {
  args.option("--on-change", values.commands,
              "command that gets what arrives as JSON lines on its standard input; repeatable");
  args.option("--webhook", values.hooks, "address that gets what arrives by POST; repeatable");
  args.option("--webhook-secret", values.secret_file, "file with the key of the signature of webhooks");
  args.option("--notify-blog", values.blog, "only what arrives of this blog, by its URL or host");
  args.option("--notify-kind", values.kinds, "only this kind: post, comment, page; repeatable");
  args.option("--notify-least", values.least_change,
              "of edits only those that change this share of the text (default: 0, all)", {0, 1});
  args.option("--notify-lines", values.lines, "most lines of one command or POST (default: 100)",
              {1, 10'000});
  args.option("--notify-timeout", values.seconds, "seconds until a command is killed (default: 60)",
              {1, 86'400});
  args.flag("--notify-all", values.from_start,
            "send a new command or webhook all that is in the archive, not only what comes");
}

Result<std::unique_ptr<Notifier>> open_notifier(const std::string& archive_directory,
                                                const NotifyArguments& values, bool allow_private,
                                                const std::string& ca_file, bool json) {
  if (!values.any()) return std::unique_ptr<Notifier>();
  NotifySink sink;
  auto filter = make_filter(values);
  if (!filter) return std::move(filter).error();
  sink.filter = std::move(*filter);
  std::vector<NotifySink> sinks;
  for (const auto& command : values.commands) {
    sink.target = command;
    sinks.push_back(sink);
  }
  sink.type = NotifySink::Type::kWebhook;
  if (!values.secret_file.empty()) {
    auto secret = read_secret(values.secret_file);
    if (!secret) return std::move(secret).error();
    sink.secret = std::move(*secret);
  }
  for (const auto& hook : values.hooks) {
    sink.target = hook;
    sinks.push_back(sink);
  }
  NotifyOptions options;
  options.from_start = values.from_start;
  options.batch_lines = static_cast<std::size_t>(values.lines);
  options.time_limit = std::chrono::seconds(values.seconds);
  options.allow_private = allow_private;
  options.ca_file = ca_file;
  options.on_event = [json](const NotifyEvent& event) { say(event, json); };
  return Notifier::open(archive_directory, std::move(sinks), std::move(options));
}

int report_notifier_error(const Error& error, bool json) {
  const int code = report_error(error, json);
  if (error.code == Code::kInvalidArgument) return kUsage;
  return error.code == Code::kUnavailable ? kArchiveLocked : code;
}

}  // namespace bfa::tool
