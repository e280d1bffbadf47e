// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "archive/similar_addresses.h"
#include "args.h"
#include "bfa/object/json.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

// One change a version: that of the first is that the object appeared.
Change first_change(const Version& version) {
  Change change;
  change.url = version.object.url;
  change.to = version.observed;
  change.verdict = Verdict::kNew;
  change.reasons = {{"object", "added", "first seen"}};
  return change;
}

void print_version(std::size_t number, const Version& version, const Change& change, bool colours) {
  std::string line = coloured("version " + std::to_string(number), kBold, colours);
  line += "  " + format_rfc3339(version.observed) + "  ";
  const std::string fields = number == 1 ? "first seen" : reason_fields(change);
  const bool moved = change.verdict == Verdict::kMoved;
  line += !moved ? fields : change.reasons.empty() ? "moved" : "moved, " + fields;
  print_line(line);
  if (number == 1) return;
  if (moved) print_line(for_terminal("    from " + change.moved_from + " to " + version.object.url));
  for (const auto& reason : change.reasons) {
    if (!reason.detail.empty()) print_line("    " + reason.field + ": " + for_terminal(reason.detail));
  }
}

// What a later reading of a version's bytes found otherwise.
Change change_of_reading(const Version& version, const Reading& before, const Reading& after) {
  Change change = compare_objects(before.object, after.object);
  change.from = change.to = version.observed;
  change.verdict = Verdict::kReread;
  change.template_before = before.object.provenance.template_sequence;
  change.template_after = after.object.provenance.template_sequence;
  return change;
}

// A change as a line of JSON, with the number of the reading that it is about.
void print_change(const Change& change, std::uint64_t reading) {
  auto json = nlohmann::ordered_json::parse(change_to_json(change), nullptr, false);
  if (json.is_object()) json["reading"] = reading;
  print_line(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

// The readings after the first of one version.
Status print_readings(const Archive& archive, const std::string& key, const Version& version, bool json) {
  if (version.readings < 2) return {};
  auto readings = archive.readings(key, version);
  if (!readings) return std::move(readings).error();
  for (std::size_t i = 1; i < readings->size(); ++i) {
    const Change change = change_of_reading(version, (*readings)[i - 1], (*readings)[i]);
    if (json) {
      print_change(change, i + 1);
      continue;
    }
    print_line("    read again by template " + std::to_string(change.template_after) + ", before by " +
               std::to_string(change.template_before) + ": " + reason_fields(change));
  }
  return {};
}

int print_log(const Archive& archive, const std::string& url, bool json, bool readings) {
  const auto key = archive.find_object(url);
  if (!key) return report_missing_object(archive, key.error(), url, json);
  const auto versions = archive.versions(*key);
  if (!versions) return report_error(versions.error(), json);
  auto changes = archive.changes(*key);
  if (!changes) return report_error(changes.error(), json);
  if (!versions->empty()) changes->insert(changes->begin(), first_change(versions->front()));
  if (json) {
    for (std::size_t i = 0; i < changes->size() && i < versions->size(); ++i) {
      const Version& version = (*versions)[i];
      print_change((*changes)[i], readings ? 1 : version.readings);
      if (!readings) continue;
      const Status printed = print_readings(archive, *key, version, true);
      if (!printed) return report_error(printed.error(), json);
    }
    return kDone;
  }
  const auto sightings = archive.sightings(*key);
  if (!sightings) return report_error(sightings.error(), json);
  const bool colours = use_colours();
  say_moved(archive, *key, url);
  for (std::size_t i = versions->size(); i > 0; --i) {
    print_version(i, (*versions)[i - 1], (*changes)[i - 1], colours);
    if (!readings) continue;
    const Status printed = print_readings(archive, *key, (*versions)[i - 1], false);
    if (!printed) return report_error(printed.error(), json);
  }
  if (!sightings->empty()) {
    print_line(coloured("seen unchanged " + counted(sightings->size(), "time", "times") + ", last " +
                            format_rfc3339(sightings->back().observed),
                        kDim, colours));
  }
  return kDone;
}

}  // namespace

int cmd_log(const Arguments& arguments) {
  std::string directory, url;
  bool json = false, readings = false;
  Args args(
      "log", "Lists the versions of an object, newest first, and what changed with each.",
      "With --json: one change a version, oldest first; \"verdict\" says what it is, \"reading\" how often\n"
      "the bytes of the version were read with different results.\n"
      "Exit codes: 0 done, 2 usage, 3 no such object or archive, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("--readings", readings, "also what was read otherwise in the same bytes by a later template")
      .flag("--json", json, "one JSON object per line")
      .positional("url", url, "URL of a post, page, blog or comment");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  return print_log(**archive, url, json, readings);
}

}  // namespace bfa::tool
