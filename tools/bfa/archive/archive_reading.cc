// SPDX-License-Identifier: Apache-2.0
#include "archive/archive_reading.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "archive/index_keeper.h"
#include "bfa/crawl/replay.h"
#include "bfa/object/filters.h"
#include "bfa/subscribe/blog_filter.h"
#include "bfa/subscribe/run.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

void tell_file(const Reconciliation::File& file, const std::string& what) {
  std::fprintf(stderr, "bfa: %s: %s\n", on_one_line(file.name).c_str(), what.c_str());
}

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// Files that lack what the store knows: a rebuild would lose it.
void tell_missing(const Reconciliation& found) {
  for (const auto& file : found.missing)
    tell_file(file, "missing; the store knows this WARC file" +
                        (file.known == 0 ? std::string() : " of " + bytes_text(file.known)));
  for (const auto& file : found.shorter)
    tell_file(file, "has " + bytes_text(file.bytes) + "; the store knows " + std::to_string(file.known));
  if (!found.missing.empty() || !found.shorter.empty()) end_with_no();
}

void tell_reader(const Reconciliation& found, const std::string& directory) {
  tell_missing(found);
  if (found.unread.empty()) return;
  if (found.running) {
    std::uint64_t bytes = 0;
    for (const auto& file : found.unread) bytes += file.bytes - file.known;
    std::fprintf(stderr,
                 "bfa: the last %s of the WARC files are not in the store yet: a crawl runs, or was killed "
                 "(the next one takes them in)\n",
                 bytes_text(bytes).c_str());
    return;
  }
  for (const auto& file : found.unread)
    tell_file(file, "the store does not know " + bytes_text(file.bytes - file.known) + " of this WARC file");
  std::fprintf(stderr, "bfa: what is in these files is not shown; bfa rebuild -a %s takes it in\n",
               directory.c_str());
  end_with_no();
}

void tell_applied(const Reconciliation& found, const ReplayReport& applied) {
  if (applied.steps + applied.skipped > 0) {
    std::fprintf(stderr, "bfa: %llu steps that were in warc/ and not in the store were taken in\n",
                 static_cast<unsigned long long>(applied.steps));
  }
  for (const Finding& finding : applied.findings) {
    const Error error{finding.code, finding.message, finding.where, finding.offset};
    std::fprintf(stderr, "bfa: %s\n", on_one_line(to_string(error)).c_str());
  }
  if (applied.skipped > 0) end_with_no();
  tell_missing(found);
}

// As long as the command.
std::unique_ptr<RunPause>& held_pause() {
  static std::unique_ptr<RunPause> held;
  return held;
}

}  // namespace

LogHook log_to_stderr() {
  return
      [](LogLevel, std::string_view line) { std::fprintf(stderr, "bfa: %s\n", on_one_line(line).c_str()); };
}

Result<std::unique_ptr<Archive>> open_for_reading(const std::string& option, std::uint64_t cache_bytes) {
  const std::string directory = archive_directory(option);
  ArchiveOptions options;
  options.store_cache_bytes = cache_bytes;
  options.log = log_to_stderr();
  auto archive = Archive::open(directory, options);
  if (archive) tell_reader((*archive)->reconciliation(), directory);
  return archive;
}

Result<std::unique_ptr<Archive>> open_for_writing(const std::string& option, const ArchiveOptions& options,
                                                  const StepOptions& step) {
  if (options.mode == ArchiveOptions::Mode::kRead) return open_for_reading(option);
  if (Status paused = pause_running(option); !paused.ok()) return std::move(paused).error();
  ReplayReport applied;
  auto archive = open_archive(archive_directory(option), options, step, &applied);
  if (archive) tell_applied((*archive)->reconciliation(), applied);
  return archive;
}

Status pause_running(const std::string& option) {
  note_written(archive_directory(option));
  std::unique_ptr<RunPause>& held = held_pause();
  if (held) return {};
  auto pause = pause_run(archive_directory(option));
  if (!pause) return std::move(pause).error();
  held = std::move(*pause);
  return {};
}

void resume_running() {
  held_pause().reset();
}

Result<UtcTime> parse_moment(const std::string& text) {
  const auto time = parse_timestamp(text);
  if (!time) {
    return Error{Code::kInvalidArgument,
                 "not a time: '" + text + "' (wanted: 2026-01-31T10:00:00Z, 2026-01-31, 2026-01 or 2026)",
                 {},
                 -1};
  }
  return last_instant_of(*time);
}

bool use_colours() {
  const char* const off = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (off == nullptr || *off == '\0');
}

std::string coloured(const std::string& text, const char* code, bool colours) {
  return colours ? code + text + "\x1b[0m" : text;
}

std::string reason_fields(const Change& change) {
  std::string out;
  for (const auto& reason : change.reasons) {
    std::string part = reason.field;
    if (reason.kind != "changed") part += " " + reason.kind;
    (out += out.empty() ? "" : ", ") += part;
  }
  return out.empty() ? "nothing" : out;
}

Result<BlogFilter> named_blog(const Archive& archive, std::string_view blog) {
  auto filter = known_blog_filter(archive, blog);
  if (filter || filter.error().code != Code::kNotFound) return filter;
  Error error = filter.error();
  error.message = on_one_line(error.message) + " (bfa status lists its blogs)";
  return error;
}

void say_moved(const Archive& archive, const std::string& key, const std::string& asked) {
  const auto former = archive.former_addresses(key);
  if (!former || std::find(former->begin(), former->end(), asked) == former->end()) return;
  const auto summary = archive.summary(key);
  if (!summary) return;
  const std::string line = asked + " was left: it stands at " + summary->latest.url;
  std::fprintf(stderr, "bfa: %s\n", for_terminal(line).c_str());
}

std::string for_terminal(const std::string& text) {
  return with_visible_controls(text, true, false);
}

}  // namespace bfa::tool
