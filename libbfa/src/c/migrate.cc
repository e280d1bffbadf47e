// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/migrate.h"

#include "base/try.h"
#include "bfa/c/crawl.h"
#include "c/stop.h"
#include "c/warc.h"

struct bfa_migration : bfa::CHandle<bfa::HandleKind::kMigration> {
  bfa::MigrationReport report;
};

namespace bfa {
namespace {

bfa_note view_of_note(const MigrationNote& note) {
  bfa_note made{};
  made.struct_size = sizeof made;
  made.kind = view_of(migration_note_name(note.kind));
  made.id = view_of(note.id);
  made.message = view_of(note.message);
  made.source = view_of(note.source);
  made.url = view_of(note.url);
  return made;
}

Result<MigrateOptions> migrate_options(const bfa_migrate_options& given, const char* output) {
  const auto bad = [](const char* name, std::int64_t value) {
    return Error{Code::kInvalidArgument,
                 std::string("bfa_migrate_options: ") + name + " cannot be " + std::to_string(value),
                 "C interface", -1};
  };
  if (given.target < BFA_TARGET_BY_NAME || given.target > BFA_TARGET_MARKDOWN)
    return bad("target", given.target);
  if (given.packing < BFA_WARC_PLAIN || given.packing > BFA_WARC_ZSTD) return bad("packing", given.packing);
  MigrateOptions options;
  if (given.target == BFA_TARGET_BY_NAME) {
    const auto target = migration_target_of(output);
    if (!target)
      return Error{Code::kInvalidArgument, "the name of the output does not say its format", output, -1};
    options.target = *target;
  } else {
    options.target = static_cast<MigrationTarget>(given.target);
  }
  options.packing = static_cast<WarcPacking>(given.packing);
  options.level = given.level;
  options.sidecars = given.sidecars != 0;
  if (given.at != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(options.at, time_argument(given.at, "at"));
  }
  options.input.base_url = text_or_empty(given.base_url);
  options.title = text_or_empty(given.title);
  BFA_ASSIGN_OR_RETURN(options.blogs, strings_of(given.blogs, given.blog_count, "blogs"));
  return options;
}

// The callbacks of bfa_captures_read().
struct CaptureCallbacks {
  bfa_record_fn on_record;
  bfa_note_fn on_note;
  void* user;
  bool stopped = false;
  Status note_answer{};

  Status record(MigratedRecord&& migrated) {
    BFA_RETURN_IF_ERROR(note_answer);
    if (stopped) return by_stop();
    WarcHeader header;
    header.version = std::move(migrated.version);
    header.fields = std::move(migrated.fields);
    header.content_length = migrated.block.size();
    BFA_ASSIGN_OR_RETURN(const auto source, migrated.block.open());
    bfa_record handle(header, *source);
    BFA_RETURN_IF_ERROR(callback_status(on_record(&handle, user), stopped));
    return stopped ? by_stop() : Status();
  }
  // The reading ends by an error only: the caller takes this one back.
  static Status by_stop() { return Error{Code::kInternal, "stopped", "", -1}; }
  void note(const MigrationNote& of) {
    if (on_note == nullptr || !note_answer.ok() || stopped) return;
    const bfa_note made = view_of_note(of);
    note_answer = callback_status(on_note(&made, user), stopped);
  }
};

Status read_for_c(const std::vector<std::string>& inputs, const bfa_migrate_options& given,
                  CaptureCallbacks& callbacks) {
  CaptureInputOptions options;
  options.base_url = text_or_empty(given.base_url);
  CaptureVisitor visitor;
  visitor.record = [&](MigratedRecord&& record) { return callbacks.record(std::move(record)); };
  visitor.note = [&](const MigrationNote& note) { callbacks.note(note); };
  const auto disk = make_c_disk();
  for (const std::string& input : inputs) {
    BFA_ASSIGN_OR_RETURN(const auto units, find_captures(*disk, input, options, visitor));
    for (const CaptureUnit& unit : units) {
      if (callbacks.stopped) return {};
      BFA_RETURN_IF_ERROR(callbacks.note_answer);
      Status read = read_captures(*disk, unit, options, visitor);
      if (callbacks.stopped) return {};
      BFA_RETURN_IF_ERROR(read);
    }
  }
  return callbacks.note_answer;
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_migrate_options_init(bfa_migrate_options* options, size_t struct_size) {
  const bfa::MigrateOptions defaults;
  bfa_migrate_options made{};
  made.target = BFA_TARGET_BY_NAME;
  made.packing = static_cast<int32_t>(defaults.packing);
  made.sidecars = defaults.sidecars ? 1 : 0;
  made.at = BFA_NO_TIME;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_migrate(const char* const* inputs, size_t count, const char* output,
                     const bfa_migrate_options* options, bfa_migration** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (out != nullptr) *out = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{output, "output"}}));
    BFA_ASSIGN_OR_RETURN(const auto paths, bfa::strings_of(inputs, count, "inputs"));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_migrate_options_init, "bfa_migrate_options"));
    if (given.stop != nullptr) BFA_RETURN_IF_ERROR(bfa::require({{given.stop, "stop"}}));
    BFA_ASSIGN_OR_RETURN(auto settings, bfa::migrate_options(given, output));
    const bfa::CallStop stop(given.stop);
    settings.stop = stop.token();
    const auto disk = bfa::make_c_disk();
    auto made = std::make_unique<bfa_migration>();
    BFA_ASSIGN_OR_RETURN(made->report, bfa::migrate_captures(*disk, paths, output, settings));
    if (out != nullptr) *out = made.release();
    return {};
  });
}

bfa_code bfa_migration_read(const bfa_migration* migration, bfa_migration_result* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{migration, "migration"}, {out, "out"}}));
    const bfa::MigrationReport& report = migration->report;
    bfa_migration_result made{};
    made.units = report.units;
    for (const auto& [type, records] : report.records) made.records += records;
    made.pages = report.pages;
    made.objects = report.objects;
    made.lossless = report.lossless() ? 1 : 0;
    made.notes = report.first_notes.size();
    made.files = report.files.size();
    return bfa::fill(out, made, "bfa_migration_result");
  });
}

bfa_code bfa_migration_note(const bfa_migration* migration, size_t index, bfa_note* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{migration, "migration"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, migration->report.first_notes.size()));
    return bfa::fill(out, bfa::view_of_note(migration->report.first_notes[index]), "bfa_note");
  });
}

bfa_view bfa_migration_file(const bfa_migration* migration, size_t index) {
  if (!usable(migration) || index >= migration->report.files.size()) return bfa::no_view();
  return bfa::view_of(migration->report.files[index]);
}

void bfa_migration_free(bfa_migration* migration) {
  bfa::free_handle(migration);
}

bfa_code bfa_captures_read(const char* const* inputs, size_t count, const bfa_migrate_options* options,
                           bfa_record_fn on_record, bfa_note_fn on_note, void* user, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{on_record, "on_record"}}));
    BFA_ASSIGN_OR_RETURN(const auto paths, bfa::strings_of(inputs, count, "inputs"));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_migrate_options_init, "bfa_migrate_options"));
    bfa::CaptureCallbacks callbacks{on_record, on_note, user};
    return bfa::read_for_c(paths, given, callbacks);
  });
}
