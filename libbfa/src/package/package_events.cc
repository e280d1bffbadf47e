// SPDX-License-Identifier: Apache-2.0
// The events of a package: what made, read and checked its captures, by what the archive recorded.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/try.h"
#include "bfa/warc/reader.h"
#include "package/aip/fixity_events.h"
#include "package/package_builder.h"

namespace bfa {
namespace {

std::string interval(UtcTime first, UtcTime last) {
  return first == last ? format_rfc3339(first) : format_rfc3339(first) + "/" + format_rfc3339(last);
}

std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// The inputs of an import, by name.
std::string named_sources(const ImportNote& import) {
  if (import.sources.empty()) return "files that another program made";
  std::string names;
  for (const ImportSource& source : import.sources) {
    names += (names.empty() ? "" : ", ") + source.name;
    if (!source.sha256.empty()) names += " (SHA-256 " + source.sha256 + ")";
  }
  if (import.more_sources > 0) names += ", and " + counted(import.more_sources, "other input");
  return names;
}

// "libbfa 0.3.0": the program that wrote a WARC file, by its first record; empty: the file does not say.
std::string writer_of(const std::string& path) {
  constexpr std::uint64_t kMostInfo = 1u << 20;
  const auto reader = WarcReader::open(posix_file_system(), path);
  if (!reader) return {};
  const auto record = (*reader)->next();
  if (!record || *record == nullptr || (*record)->header().type() != WarcType::kWarcinfo) return {};
  const auto block = read_all((*record)->block(), kMostInfo);
  if (!block) return {};
  std::istringstream lines(*block);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kField = "software: ";
    if (!line.starts_with(kField)) continue;
    std::string program = line.substr(kField.size(), line.find_last_not_of("\r ") + 1 - kField.size());
    std::ranges::replace(program, '/', ' ');
    return program;
  }
  return {};
}

}  // namespace

// Sets the agent of an event. Each agent is described once.
void PackageBuilder::set_program(PremisEvent& event, const std::string& program) {
  const PremisAgent agent = software_agent(program);
  event.program = agent.id;
  const auto known = [&](const PremisAgent& one) { return one.id == agent.id; };
  if (std::ranges::none_of(model_.agents, known) && std::ranges::none_of(model_.readers, known))
    model_.readers.push_back(agent);
}

// Of the inputs that were written as WARC before they were taken. Which of them a capture is from is not
// recorded, so each may be about all files that have captures of the import.
void PackageBuilder::add_migration_events(const IndexedCrawl& crawl, std::uint64_t number,
                                          const PremisEvent& ingestion) {
  for (const ImportSource& source : crawl.import.sources) {
    if (!source.converted) continue;
    PremisEvent event;
    event.type = "migration";
    event.files = ingestion.files;
    event.time = ingestion.time;
    event.program = ingestion.program;
    event.detail = source.format + " to WARC, before import " + std::to_string(number) + ": " + source.name;
    if (!source.sha256.empty()) event.detail += " (SHA-256 " + source.sha256 + ")";
    for (const auto& [note, count] : source.notes) event.detail += "; " + note + ": " + std::to_string(count);
    event.outcome = source.notes.empty() ? "success" : "warning";
    model_.events.push_back(std::move(event));
  }
}

// One for each crawl or import that has captures in a file.
void PackageBuilder::add_capture_events() {
  for (std::size_t i = 0; i < warcs_->files().size(); ++i) {
    const std::string program = writer_of(index_.files()[warcs_->files()[i].source].path);
    for (const auto& [number, captures] : warcs_->captures_of(i)) {
      const auto crawl = index_.crawls().find(number);
      const bool known = crawl != index_.crawls().end();
      PremisEvent event;
      set_program(event, program);
      event.files = {warcs_->files()[i].name};
      event.time = interval(captures.first, captures.last);
      event.detail = counted(captures.captures, "capture");
      if (known && crawl->second.import.is_import) {
        event.type = "ingestion";
        event.detail += " of " + event.time + ", by import " + std::to_string(number) + ": taken from " +
                        named_sources(crawl->second.import);
        event.time = format_rfc3339(crawl->second.began);
        add_migration_events(crawl->second, number, event);
      } else {
        event.type = "capture";
        event.detail += known ? " of crawl " + std::to_string(number) : std::string();
        event.detail += ": HTTP requests and responses written to WARC";
      }
      model_.events.push_back(std::move(event));
    }
  }
}

void PackageBuilder::add_extraction_events() {
  for (const auto& [by, reading] : readings_) {
    PremisEvent event;
    event.type = "metadata extraction";
    event.time = interval(reading.first, reading.last);
    event.detail = counted(reading.objects, "object state") + " read from captures of this time by " +
                   (by.program.empty() ? "a program whose version is not recorded" : by.program) + ", " +
                   by.how;
    set_program(event, by.program);
    event.whole = true;
    model_.events.push_back(std::move(event));
  }
}

// What was removed from the archive, and checks of its files.
Status PackageBuilder::add_decisions(const PackagePlan& plan) {
  BFA_ASSIGN_OR_RETURN(const auto removals, archive_.decisions("tombstone"));
  for (const Decision& removal : removals) {
    const auto json = nlohmann::json::parse(removal.value, nullptr, false);
    const auto address = json.is_object() ? json.find("address") : json.end();
    if (!json.is_object() || address == json.end() || !address->is_string()) continue;
    if (!plan.all_warcs && selection_.owner_of(address->get<std::string>()) != plan.blog) continue;
    PremisEvent event;
    event.type = "deaccession";
    event.time = format_rfc3339(removal.time);
    event.detail = "removed from the archive: " + address->get<std::string>() +
                   (removal.reason.empty() ? "" : "; " + removal.reason);
    event.whole = true;
    model_.events.push_back(std::move(event));
  }
  BFA_ASSIGN_OR_RETURN(auto checks, fixity_events(archive_));
  for (PremisEvent& check : checks) {
    std::vector<std::string> here;
    for (const PackedWarc& file : warcs_->files()) {
      const std::string& source = index_.files()[file.source].name;
      if (std::ranges::count(check.files, source) > 0) here.push_back(file.name);
    }
    if (check.linked && here.empty()) continue;  // about other files
    check.files = std::move(here);
    if (!plan.all_warcs) check.detail += " (of the archive's files that these records are from)";
    model_.events.push_back(std::move(check));
  }
  return {};
}

Status PackageBuilder::add_events(const PackagePlan& plan) {
  add_capture_events();
  add_extraction_events();
  BFA_RETURN_IF_ERROR(add_decisions(plan));
  PremisEvent digests{"message digest calculation", format_rfc3339(model_.now), "SHA-256"};
  digests.own = true;
  model_.events.push_back(std::move(digests));
  PremisEvent made;
  made.type = "information package creation";
  made.time = format_rfc3339(model_.now);
  made.detail = std::string(package_form_name(options_.form)) + ", " + counted(report_.records, "record") +
                " of the states of objects";
  made.whole = made.own = true;
  model_.events.push_back(std::move(made));
  return {};
}

}  // namespace bfa
