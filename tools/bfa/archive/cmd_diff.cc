// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/similar_addresses.h"
#include "args.h"
#include "bfa/object/json.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kContext = 120;  // bytes of unchanged text around a change

std::size_t code_point_start(const std::string& text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

std::string shorten(const std::string& text, bool first, bool last) {
  const std::size_t wanted = kContext * (first || last ? 1 : 2);
  if (text.size() <= wanted + 40) return text;
  const std::string head = first ? "" : text.substr(0, code_point_start(text, kContext));
  const std::string tail = last ? "" : text.substr(code_point_start(text, text.size() - kContext));
  return head + " [...] " + tail;
}

std::string word_diff_text(const std::vector<TextEdit>& edits, bool colours) {
  std::string out;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::string text = for_terminal(edits[i].text);
    switch (edits[i].op) {
      case TextEdit::Op::kKeep:
        out += shorten(text, i == 0, i + 1 == edits.size());
        break;
      case TextEdit::Op::kDelete:
        out += coloured("[-" + text + "-]", kRed, colours);
        break;
      case TextEdit::Op::kInsert:
        out += coloured("{+" + text + "+}", kGreen, colours);
        break;
    }
  }
  return out;
}

void print_references(const char* what, const std::vector<Reference>& removed,
                      const std::vector<Reference>& added, bool colours) {
  if (removed.empty() && added.empty()) return;
  print_line("");
  print_line(what);
  for (const auto& reference : removed)
    print_line(coloured("  - " + for_terminal(reference.url), kRed, colours));
  for (const auto& reference : added)
    print_line(coloured("  + " + for_terminal(reference.url), kGreen, colours));
}

void print_change(const Change& change, bool colours) {
  print_line(coloured(for_terminal(change.url), kBold, colours));
  print_line(
      format_rfc3339(change.from) + " -> " + format_rfc3339(change.to) + ": " +
      (change.verdict == Verdict::kNone ? "no difference" : std::string(verdict_name(change.verdict))));
  for (const auto& reason : change.reasons)
    print_line("  " + reason.field + " " + reason.kind +
               (reason.detail.empty() ? "" : ": " + for_terminal(reason.detail)));
  if (!change.text_edits.empty()) {
    print_line("");
    print_line(word_diff_text(change.text_edits, colours));
  }
  print_references("links", change.links_removed, change.links_added, colours);
  print_references("media", change.media_removed, change.media_added, colours);
}

using Pair = std::pair<Version, Version>;

// A version as the user names it: by its number in `bfa log`, or by a time.
struct Moment {
  std::size_t number = 0;  // from 1; 0: by time
  UtcTime time{};
};

// Numbers of up to three digits are versions; four digits are a year.
Result<Moment> parse_version(const std::string& text) {
  Moment moment;
  const bool digits =
      !text.empty() && text.size() < 4 && text.find_first_not_of("0123456789") == std::string::npos;
  if (digits) {
    moment.number = std::stoul(text);
    if (moment.number == 0) return Error{Code::kInvalidArgument, "versions are counted from 1", text, -1};
    return moment;
  }
  auto time = parse_moment(text);
  if (!time) return std::move(time).error();
  moment.time = *time;
  return moment;
}

Result<Version> version_of(const Archive& archive, const std::string& key, const std::string& url,
                           const std::vector<Version>& versions, const Moment& moment) {
  if (moment.number > versions.size()) {
    return Error{Code::kNotFound,
                 "there is no version " + std::to_string(moment.number) + ": the object has " +
                     std::to_string(versions.size()),
                 url, -1};
  }
  if (moment.number > 0) return versions[moment.number - 1];
  auto version = archive.version_at(key, moment.time);
  if (!version) return std::move(version).error();
  if (!*version) {
    return Error{Code::kNotFound,
                 "not yet in the archive at " + format_rfc3339(moment.time) + "; first seen " +
                     format_rfc3339(versions.front().observed),
                 url, -1};
  }
  return std::move(**version);
}

// The last two versions; the one that is named and the last; the two that are named.
Result<Pair> choose(const Archive& archive, const std::string& url, const std::vector<Moment>& moments) {
  auto key = archive.find_object(url);
  if (!key) return std::move(key).error();
  auto versions = archive.versions(*key);
  if (!versions) return std::move(versions).error();
  if (versions->empty()) return Error{Code::kCorrupt, "the object has no version", url, -1};
  if (moments.empty())
    return Pair((*versions)[versions->size() < 2 ? 0 : versions->size() - 2], versions->back());
  std::vector<Version> chosen;
  for (const Moment& moment : moments) {
    auto version = version_of(archive, *key, url, *versions, moment);
    if (!version) return std::move(version).error();
    chosen.push_back(std::move(*version));
  }
  if (chosen.size() == 1) chosen.push_back(versions->back());
  return Pair(std::move(chosen[0]), std::move(chosen[1]));
}

}  // namespace

int cmd_diff(const Arguments& arguments) {
  std::string directory, url;
  std::vector<std::string> texts;
  bool json = false, exit_status = false;
  Args args("diff", "Shows what changed between two versions of an object: words, links, media, metadata.",
            "Without versions: the last two. With one: that one and the last. A version is a number, as "
            "bfa log prints it,\nor a time: the version of that time. Four digits are a year.\n"
            "Removed words are in [-...-], added words in {+...+}.\n"
            "Example: bfa diff https://a.blog.example/post 1 3\n"
            "Exit codes: 0 done, 1 with --exit-code when they differ, 2 usage, 3 no such object or archive.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("--json", json, "one JSON object")
      .flag("--exit-code", exit_status, "end with 1 when the versions differ")
      .positional("url", url, "URL of a post, page, blog or comment")
      .positional("versions", texts, "up to two versions, by number or time", false);
  if (const auto code = args.parse(arguments)) return *code;
  std::vector<Moment> moments;
  for (const auto& text : texts) {
    const auto moment = parse_version(text);
    if (!moment) return report_error(moment.error(), json);
    moments.push_back(*moment);
  }
  if (moments.size() > 2)
    return report_error(Error{Code::kInvalidArgument, "more than two versions", {}, -1}, json);
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto pair = choose(**archive, url, moments);
  if (!pair) return report_missing_object(**archive, pair.error(), url, json);
  Change change = compare_objects(pair->first.object, pair->second.object);
  change.from = pair->first.observed;
  change.to = pair->second.observed;
  if (json) {
    print_line(change_to_json(change));
  } else {
    print_change(change, use_colours());
  }
  return exit_status && change.verdict != Verdict::kNone ? kNo : kDone;
}

}  // namespace bfa::tool
