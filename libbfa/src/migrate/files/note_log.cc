// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/note_log.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kKeptNotes = 1000;
constexpr std::size_t kPendingBytes = 1u << 16;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string note_to_json(const MigrationNote& note) {
  Json json = {{"v", 1},
               {"kind", migration_note_name(note.kind)},
               {"id", note.id},
               {"message", note.message},
               {"source", note.source}};
  if (!note.url.empty()) json["url"] = note.url;
  return line_of(json);
}

Result<std::unique_ptr<NoteLog>> NoteLog::create(FileSystem& fs, const std::string& path,
                                                 MigrationReport& report) {
  std::unique_ptr<NoteLog> log(new NoteLog(report));
  if (!path.empty()) {
    BFA_ASSIGN_OR_RETURN(log->file_, AtomicFile::create(fs, path));
  }
  return log;
}

void NoteLog::add(MigrationNote note) {
  ++report_.notes[std::string(migration_note_name(note.kind)) + " " + note.id];
  if (file_) {
    pending_ += note_to_json(note) + "\n";
    if (pending_.size() > kPendingBytes && status_) status_ = write_out();
  }
  if (report_.first_notes.size() < kKeptNotes) report_.first_notes.push_back(std::move(note));
}

Status NoteLog::write_out() {
  BFA_RETURN_IF_ERROR(file_->file().append(pending_));
  pending_.clear();
  return {};
}

Status NoteLog::finish() {
  if (!file_) return {};
  BFA_RETURN_IF_ERROR(status_);
  Json summary = {{"v", 1},
                  {"kind", "summary"},
                  {"units", report_.units},
                  {"records", report_.records},
                  {"notes", report_.notes},
                  {"files", report_.files}};
  if (report_.pages != 0) summary["pages"] = report_.pages;
  if (report_.objects != 0) summary["objects"] = report_.objects;
  pending_ += line_of(summary) + "\n";
  BFA_RETURN_IF_ERROR(write_out());
  return file_->commit();
}

}  // namespace bfa
