// SPDX-License-Identifier: Apache-2.0
// bfa remove [-a DIR] URL | --prefix P | --blog B: takes a page, addresses or a blog out of an archive. Exit
// codes: 0 done, 1 done but text of it remains (or may remain) and is listed, 2 usage, 3 no archive or
// nothing of that address, 8 archive locked or newer, 9 disk.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/remove/remove.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

struct RemoveArguments {
  std::string archive, url, prefix, blog, reason;
  bool dry_run = false, json = false, undo = false;
};

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool leaves_text(const RemoveReport& report) {
  return !report.remaining.empty() || !report.packages_kept.empty() || !report.imports_kept.empty() ||
         !report.outside.empty();
}

Json json_of(const RemoveReport& report, const RemoveArguments& values) {
  Json json = {{"v", 1},
               {"event", values.dry_run ? "would-remove" : "removed"},
               {"addresses", report.addresses},
               {"repeated", report.repeated},
               {"captures", report.captures},
               {"records", report.records},
               {"made_whole", report.made_whole},
               {"files", report.files},
               {"packages", report.packages},
               {"objects", Json::array()},
               {"remaining", Json::array()},
               {"remaining_more", report.remaining_more},
               {"packages_kept", report.packages_kept},
               {"imports_kept", report.imports_kept},
               {"outside", report.outside},
               {"backups", report.backups}};
  for (const RemovedObject& object : report.objects)
    json["objects"].push_back({{"kind", kind_name(object.kind)}, {"url", object.url}});
  for (const RemainingText& text : report.remaining) {
    json["remaining"].push_back({{"file", text.file},
                                 {"offset", text.offset},
                                 {"type", text.type},
                                 {"url", text.url},
                                 {"date", text.date},
                                 {"letters", text.letters}});
  }
  return json;
}

void print_remaining(const RemoveReport& report) {
  if (!report.remaining.empty())
    print_line("text of it remains in " +
               counted(report.remaining.size() + report.remaining_more, "other record", "other records") +
               ":");
  for (const RemainingText& text : report.remaining) {
    const std::string much = text.letters > 0 ? counted(text.letters, "letter", "letters") + " in a row"
                                              : std::string("could not be looked into");
    print_line(for_terminal("  " + text.url + "  " + text.date + "  " + text.type + "  " + text.file + ":" +
                            std::to_string(text.offset) + "  " + much));
  }
  if (report.remaining_more > 0) print_line("  ... and " + std::to_string(report.remaining_more) + " more");
  for (const auto& name : report.packages_kept)
    print_line(for_terminal("packages/" + name + " was not looked into: delete it if it has a copy"));
  for (const auto& name : report.imports_kept)
    print_line(for_terminal("imports/" + name + " was not looked into: delete it if it has a copy"));
  for (const auto& path : report.outside)
    print_line(for_terminal(path + " is outside of the archive and was not changed"));
}

void print_report(const RemoveReport& report, const RemoveArguments& values) {
  if (report.repeated) {
    print_line("nothing of it is in the archive: it was removed before");
    return;
  }
  for (const RemovedObject& object : report.objects)
    print_line(for_terminal("- " + std::string(kind_name(object.kind)) + "  " + object.url));
  const char* const verb = values.dry_run ? "would be removed: " : "removed: ";
  print_line(verb + counted(report.objects.size(), "object", "objects") + ", " +
             counted(report.captures, "step", "steps") + " with " +
             counted(report.records, "record", "records") + " of " +
             counted(report.files.size(), "WARC file", "WARC files") +
             (report.made_whole > 0
                  ? "; " + counted(report.made_whole, "revisit", "revisits") + " of other pages made whole"
                  : ""));
  for (const auto& name : report.packages)
    print_line(for_terminal(std::string("package ") + (values.dry_run ? "would be deleted: " : "deleted: ") +
                            name + " (bfa pack makes it anew)"));
  print_remaining(report);
  if (report.backups.empty()) print_line("copies and backups of the archive are not changed");
  for (const auto& place : report.backups)
    print_line(for_terminal("the backup in " + place + " is not changed"));
  if (values.dry_run) print_line("nothing was written");
}

int undo(const RemoveArguments& values, const RemoveOptions& options) {
  const auto lifted = lift_removal(archive_directory(values.archive), options);
  if (!lifted) return report_archive_error(lifted.error(), values.json);
  if (values.json) {
    print_line(dump({{"v", 1},
                     {"event", "unblocked"},
                     {"form", removal_form_name(lifted->form)},
                     {"address", lifted->address}}));
  } else {
    print_line(for_terminal("crawls and imports may take " + lifted->address +
                            " again; what was removed does not come back"));
  }
  return kDone;
}

}  // namespace

int cmd_remove(const Arguments& arguments) {
  RemoveArguments values;
  Args args(
      "remove",
      "Takes a page out of an archive: all captures in all spellings, its objects and comments, and blocks "
      "its\naddress for later crawls, imports and rebuilds. WARC files are written anew.",
      "Exit codes: 0 done, 1 done, but text of it remains in records that are listed, 2 usage, 3 no archive "
      "or\nnothing of this address, 8 archive locked or from a newer version, 9 local disk (nothing was "
      "removed).\nExample: bfa remove https://a.blog.example/post --reason 'asked for by the author'");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--prefix", values.prefix, "all addresses that begin so");
  args.option("--blog", values.blog, "a whole blog, by its home page");
  args.option("--reason", values.reason, "why; it is kept and shown");
  args.flag("--dry-run", values.dry_run, "say what would be removed; write nothing");
  args.flag("--undo", values.undo, "lift the block of a removal; what was removed does not come back");
  args.flag("--json", values.json, "the report as JSON on stdout");
  args.positional("URL", values.url, "address of a page", false);
  if (const auto code = args.parse(arguments)) return *code;
  RemoveOptions options;
  int given = 0;
  const auto take = [&](const std::string& address, RemovalForm form) {
    if (address.empty()) return;
    ++given;
    options.address = address;
    options.form = form;
  };
  take(values.url, RemovalForm::kUrl);
  take(values.prefix, RemovalForm::kPrefix);
  take(values.blog, RemovalForm::kBlog);
  if (given != 1 || (values.reason.empty() && !values.dry_run && !values.undo)) {
    const char* const message = given != 1 ? "give one of URL, --prefix and --blog" : "--reason is needed";
    return report_error(Error{Code::kInvalidArgument, message, {}, -1}, values.json), kUsage;
  }
  options.reason = values.reason;
  options.dry_run = values.dry_run;
  if (values.undo) return undo(values, options);
  if (!options.dry_run) {
    if (const Status paused = pause_running(values.archive); !paused.ok())
      return report_archive_error(paused.error(), values.json);
  }
  const auto report = remove_from_archive(archive_directory(values.archive), options);
  if (!report) return report_archive_error(report.error(), values.json);
  print_findings(report->findings);
  if (values.json) {
    print_line(dump(json_of(*report, values)));
  } else {
    print_report(*report, values);
  }
  return leaves_text(*report) && !values.dry_run ? kNo : kDone;
}

}  // namespace bfa::tool
