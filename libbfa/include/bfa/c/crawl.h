// SPDX-License-Identifier: Apache-2.0
// Crawls, imports, rebuilds, checks, packages and migrations of the C interface. bfa/c/bfa.h has the
// conventions.
#pragma once

#include "bfa/c/archive.h"
#include "bfa/c/warc.h"

#ifdef __cplusplus
extern "C" {
#endif

// What happened in a crawl. Lives until the callback returns.
typedef struct bfa_event bfa_event;
// What a crawl, an import or a rebuild did, a report for each blog. Thread-safe for reading.
typedef struct bfa_reports bfa_reports;
// The results of a check, of packing, of a migration. Thread-safe for reading.
typedef struct bfa_check_report bfa_check_report;
typedef struct bfa_packages bfa_packages;
typedef struct bfa_migration bfa_migration;
// Packages that were found at a path. Thread-safe for reading.
typedef struct bfa_package_list bfa_package_list;

enum {
  BFA_EVENT_FETCHED = 1,   // a task was done
  BFA_EVENT_OBJECT = 2,    // an object was stored for the first time, or seen unchanged
  BFA_EVENT_CHANGE = 3,    // a new version of an object was stored
  BFA_EVENT_ERROR = 4,     // a task failed
  BFA_EVENT_PROGRESS = 5,  // about four times a second
  BFA_EVENT_DONE = 6       // a blog ended
};
typedef struct bfa_event_fields {
  size_t struct_size;
  int32_t kind;  // BFA_EVENT_...
  bfa_view blog;
  bfa_view url;            // of fetched, object, change, error
  bfa_view task, outcome;  // names, of fetched and error: "page", "done"
  int32_t status;          // HTTP, of fetched; 0: no answer
  int32_t object_kind;     // of object and change: BFA_POST, ...
  bfa_view what;  // of object and change: "new", "changed", "unchanged", "reread", "revised", "moved"
  bfa_code code;  // of error
  bfa_view message, where;                                     // of error
  uint64_t requests, bytes, created, changed, failed, queued;  // of progress and done; `bytes` of fetched too
  const bfa_change* change;                                    // of change; may be NULL; borrowed
} bfa_event_fields;
// Called from the crawl's thread, after what it reports is safe on disk.
typedef bfa_code (*bfa_event_fn)(const bfa_event* event, void* user);
// C++: bfa::CrawlEvent, bfa::FetchedEvent, bfa::ObjectEvent, bfa::ChangeEvent, bfa::ErrorEvent,
// bfa::ProgressEvent, bfa::DoneEvent, bfa::CrawlCounts.
BFA_EXPORT bfa_code bfa_event_read(const bfa_event* event, bfa_event_fields* out, bfa_error** err);
// The event as one line of JSON by schemas/event.schema.json; BFA_NOT_FOUND for progress, which has none.
// C++: bfa::crawl_event_to_json.
BFA_EXPORT bfa_code bfa_event_to_json(const bfa_event* event, bfa_string** out, bfa_error** err);

enum { BFA_ROBOTS_TAGS_IGNORE = 0, BFA_ROBOTS_TAGS_ARCHIVE = 1, BFA_ROBOTS_TAGS_OBEY = 2 };
enum { BFA_ORDER_NEAREST = 0, BFA_ORDER_STAGE = 1, BFA_ORDER_BREADTH = 2 };
enum { BFA_RECHECK_DUE = 0, BFA_RECHECK_ALL = 1, BFA_RECHECK_NONE = 2 };

// Lists are arrays of pointers with their number; NULL and 0: none. Texts that are NULL: the default.
typedef struct bfa_crawl_options {
  size_t struct_size;
  const char* user_agent;  // of requests
  const char* from;        // a contact: who crawls. Give one
  const char* agent;       // product token for robots.txt; NULL: "libbfa"
  int32_t obey_robots;
  int32_t robots_tags;  // BFA_ROBOTS_TAGS_...
  int32_t obey_crawl_delay;
  int32_t media;    // images and style sheets of posts too
  int32_t recheck;  // BFA_RECHECK_...
  int32_t ordered;  // reproducible, and slower where answers are slow
  int32_t allow_private;
  uint32_t max_depth;
  uint64_t max_pages, max_bytes;  // of one blog: answers with a page, bytes of answers; 0: no limit
  uint64_t threads;               // 0: one a core
  int64_t delay_ms;               // least time between two requests to one host
  int64_t timeout_ms;             // without a byte
  int64_t total_timeout_ms;
  const char* strategy;  // NULL: "ensemble"
  const char* zone;      // of local times in pages: "Europe/Berlin"; NULL: as before
  const char* proxy;
  const char* ca_file;
  const char* const* connect_to;  // FROM_HOST:FROM_PORT:TO_HOST:TO_PORT
  size_t connect_to_count;
  const char* const* feeds;  // that the caller knows, of the only blog of the call
  size_t feeds_count;
  const char* const* exclude;  // expressions (RE2) of addresses to leave out
  size_t exclude_count;
  const char* const* include;
  size_t include_count;
  const char* const* lift;
  size_t lift_count;
  bfa_event_fn on_event;  // may be NULL; called in batches: after its BFA_STOP some requests still run
  void* event_user;
  bfa_log_fn log;  // may be NULL
  void* log_user;
  const bfa_stop* stop;  // may be NULL
  // Of bfa_import(): the address of a folder whose files do not record theirs, or NULL; whether imports/
  // keeps the inputs: 0 no, 1 copies, 2 hard links.
  const char* base_url;
  int32_t keep_inputs;
  int32_t comments;  // off: none is stored, and feeds of comments are not asked for
  int32_t extract;   // off: captures only; a later crawl, or a rebuild, makes the objects
  int32_t order;     // BFA_ORDER_...: which pages first
} bfa_crawl_options;
// Sets the defaults. C++: bfa::CrawlOptions, bfa::StepOptions, bfa::NetworkOptions.
BFA_EXPORT bfa_code bfa_crawl_options_init(bfa_crawl_options* options, size_t struct_size);

typedef struct bfa_report {
  size_t struct_size;
  bfa_view blog;
  uint64_t requests, bytes, fetched, posts, created, changed, unchanged, failed, denied, not_modified, queued,
      moved;
  int64_t elapsed_ms;
  int32_t interrupted, deferred;
  bfa_view limit;     // which one ended the run; empty: none
  bfa_view moved_to;  // where the blog seems to be continued; empty: not known
  bfa_view became;    // what answered in place of the blog; empty: the blog did
  bfa_code code;      // BFA_OK, or why the whole blog failed
  bfa_view message, where;
  size_t failures;  // of single pages, the first 1,000: see bfa_reports_failure()
} bfa_report;
// Crawls blogs into an archive that is open for writing: unknown ones whole, known ones for what is new or
// changed. One report for each blog; that a blog failed is in its report, and is no error of the call.
// Errors: BFA_INVALID_ARGUMENT, BFA_UNSUPPORTED, BFA_IO, and the code of the callback. `reports` may be NULL.
// A stop gives reports with `interrupted`. C++: bfa::crawl_blogs, bfa::make_network_fetcher,
// bfa::crawl_warcinfo.
BFA_EXPORT bfa_code bfa_crawl(bfa_archive* archive, const char* const* urls, size_t count,
                              const bfa_crawl_options* options, bfa_reports** reports, bfa_error** err);
// C++: bfa::CrawlReport.
BFA_EXPORT size_t bfa_reports_count(const bfa_reports* reports);
BFA_EXPORT bfa_code bfa_reports_at(const bfa_reports* reports, size_t index, bfa_report* out,
                                   bfa_error** err);
// The failure of a page as an error that the caller frees; NULL: no such index, or no memory.
BFA_EXPORT bfa_error* bfa_reports_failure(const bfa_reports* reports, size_t index, size_t failure);
// As the event "done" of schemas/event.schema.json. C++: bfa::crawl_event_to_json.
BFA_EXPORT bfa_code bfa_reports_to_json(const bfa_reports* reports, size_t index, bfa_string** out,
                                        bfa_error** err);
BFA_EXPORT void bfa_reports_free(bfa_reports* reports);

// C++: bfa::ReplayReport.
typedef struct bfa_replay {
  size_t struct_size;
  uint64_t steps, captures, skipped, known, repeated, lost_objects;
  uint64_t repeated_inputs;  // of an import: inputs that were imported before
} bfa_replay;
// Imports captures of any format (WARC, ARC, WACZ, HAR, mirrors, containers of these) with their own times.
// `blogs`: home pages; NULL and 0: found in the captures. `counts`, `reports`, `findings` may be NULL;
// captures that could not be read are findings. Network options do not count. Errors: BFA_NOT_FOUND,
// BFA_UNSUPPORTED, BFA_LIMIT, BFA_INVALID_ARGUMENT, BFA_IO. C++: bfa::import_captures.
BFA_EXPORT bfa_code bfa_import(bfa_archive* archive, const char* const* inputs, size_t input_count,
                               const char* const* blogs, size_t blog_count, const bfa_crawl_options* options,
                               bfa_replay* counts, bfa_reports** reports, bfa_findings** findings,
                               bfa_error** err);
// A package that can be imported.
typedef struct bfa_package_contents {
  size_t struct_size;
  bfa_view path;      // of the package; within a container "a.zip!/NAME"
  bfa_view blog;      // home page; empty: not known
  size_t warcs;       // see bfa_package_list_warc()
  int32_t has_steps;  // made by bfa pack: bfa_restore() makes an archive of it
} bfa_package_contents;
// The packages at `path` (METS, BagIt, E-ARK, WACZ and WARC files of this software; folders, containers,
// folders of these); none when it is something else. Errors: BFA_IO, BFA_CORRUPT. C++: bfa::list_packages,
// bfa::PackageContents.
BFA_EXPORT bfa_code bfa_package_list_find(const char* path, bfa_package_list** out, bfa_error** err);
BFA_EXPORT size_t bfa_package_list_count(const bfa_package_list* list);
BFA_EXPORT bfa_code bfa_package_list_at(const bfa_package_list* list, size_t index, bfa_package_contents* out,
                                        bfa_error** err);
// A WARC file of a package, for bfa_import(); empty: no such index.
BFA_EXPORT bfa_view bfa_package_list_warc(const bfa_package_list* list, size_t index, size_t warc);
BFA_EXPORT void bfa_package_list_free(bfa_package_list* list);
typedef struct bfa_restored {
  size_t struct_size;
  uint64_t packages;    // that were restored
  uint64_t present;     // that the archive has already
  uint64_t warc_files;  // that were copied
  uint64_t damages;     // that were accepted
} bfa_restored;
// Makes an archive from packages of bfa pack, or lays packages of what came later on one that was made so,
// with all objects, versions and decisions. `directory`: absent, empty, or such an archive, which nobody has
// open. `accept_loss`: -1, or the number of damages that the caller accepts, as the error BFA_DENIED says it.
// `restored` and the others may be NULL. Errors: BFA_DENIED (nothing was written), BFA_UNAVAILABLE (stopped;
// the archive has steps of its own, or a package of one object is not alone: bfa_import() the WARC files),
// BFA_INVALID_ARGUMENT (no package of bfa pack; one of what came later, without the one before), BFA_IO. C++:
// bfa::restore_packages, bfa::RestoreReport.
BFA_EXPORT bfa_code bfa_restore(const char* directory, const char* const* packages, size_t count,
                                const bfa_crawl_options* options, int64_t accept_loss, bfa_restored* restored,
                                bfa_replay* counts, bfa_reports** reports, bfa_findings** findings,
                                bfa_error** err);
// Makes the store of an archive again from its WARC files; nobody has it open. `accept_loss`: -1, or the
// number of objects that the caller accepts to lose (of captures, if no object would be lost), as the error
// BFA_DENIED says it; what was accepted is a finding. The others are as those of bfa_import(); a stop is
// BFA_UNAVAILABLE, and the archive is as before. C++: bfa::rebuild_archive.
BFA_EXPORT bfa_code bfa_rebuild(const char* directory, const bfa_crawl_options* options, int64_t accept_loss,
                                bfa_replay* counts, bfa_reports** reports, bfa_findings** findings,
                                bfa_error** err);

typedef struct bfa_check_progress {
  size_t struct_size;
  bfa_view doing;  // "WARC files", "objects", "packages"
  uint64_t done, all, bytes_done, bytes_all;
} bfa_check_progress;
typedef bfa_code (*bfa_check_progress_fn)(const bfa_check_progress* progress, void* user);
// A capture or an object that a problem is about. Views live until the callback returns. C++:
// bfa::CheckAffected.
typedef struct bfa_affected {
  size_t struct_size;
  bfa_view id, file;  // of the problem
  int32_t is_object;  // 0: a capture
  bfa_view url;
  bfa_time time;  // of the capture; of the version
} bfa_affected;
typedef bfa_code (*bfa_affected_fn)(const bfa_affected* affected, void* user);
typedef struct bfa_check_options {
  size_t struct_size;
  int32_t read_data;                  // all bytes of WARC files and packages, and each record
  int32_t digests;                    // all bytes, digests only
  int32_t packages;                   // those in packages/
  int32_t record;                     // store the result in the archive, where it may be written to
  double sample;                      // in percent: above 0, at most 100
  uint64_t seed;                      // 0: others each time
  uint64_t threads;                   // 0: one a core
  bfa_check_progress_fn on_progress;  // may be NULL; called from one thread at a time
  void* progress_user;
  const bfa_stop* stop;
  bfa_affected_fn on_affected;  // may be NULL; called when the check ends, from one thread
  void* affected_user;
} bfa_check_options;
// C++: bfa::CheckOptions.
BFA_EXPORT bfa_code bfa_check_options_init(bfa_check_options* options, size_t struct_size);
enum { BFA_CHECK_SOUND = 0, BFA_CHECK_SAMPLED = 1, BFA_CHECK_INCOMPLETE = 2, BFA_CHECK_DAMAGED = 3 };
// Looks whether an archive, or a package or bag, is whole. Damage is no error, but in the report. A stop or
// the BFA_STOP of on_progress gives BFA_CHECK_INCOMPLETE; after that of on_affected it is not called again.
// Errors: BFA_NOT_FOUND, BFA_UNSUPPORTED, BFA_INVALID_ARGUMENT, BFA_IO. Thread-safe. C++: bfa::check_archive,
// bfa::check_package.
BFA_EXPORT bfa_code bfa_check_archive(const char* directory, const bfa_check_options* options,
                                      bfa_check_report** out, bfa_error** err);
BFA_EXPORT bfa_code bfa_check_package(const char* directory, const bfa_check_options* options,
                                      bfa_check_report** out, bfa_error** err);
typedef struct bfa_check_result {
  size_t struct_size;
  int32_t result;  // BFA_CHECK_...
  int32_t stopped, recorded;
  bfa_time began, ended;
  uint64_t files, bytes, files_read, bytes_read, digests_compared, records, captures, places, objects,
      versions, packages, package_files;
  size_t problems;
} bfa_check_result;
// C++: bfa::CheckReport, bfa::CheckProblem, bfa::check_result_name.
BFA_EXPORT bfa_code bfa_check_report_read(const bfa_check_report* report, bfa_check_result* out,
                                          bfa_error** err);
typedef struct bfa_check_problem {
  size_t struct_size;
  int32_t kind;  // 0 damage, 1 could not be looked at, 2 a note
  bfa_view id, file, message, advice;
  int64_t offset;  // -1: none
  uint64_t count, captures, objects;
} bfa_check_problem;
BFA_EXPORT bfa_code bfa_check_report_problem(const bfa_check_report* report, size_t index,
                                             bfa_check_problem* out, bfa_error** err);
// The problems and the result as lines of JSON by schemas/check.schema.json. C++: bfa::check_problem_to_json,
// bfa::check_report_to_json.
BFA_EXPORT bfa_code bfa_check_report_to_json(const bfa_check_report* report, bfa_string** out,
                                             bfa_error** err);
BFA_EXPORT void bfa_check_report_free(bfa_check_report* report);

enum {
  BFA_PACK_METS = 0,
  BFA_PACK_BAG = 1,
  BFA_PACK_EARK_SIP = 2,
  BFA_PACK_EARK_AIP = 3,
  BFA_PACK_OCFL = 4,
  BFA_PACK_DSPACE = 5,
  BFA_PACK_BLOGFOREVER_2013 = 6,
  BFA_PACK_WACZ = 7,
  BFA_PACK_WARC = 8
};
enum { BFA_PACK_FOLDER = 0, BFA_PACK_TAR = 1, BFA_PACK_ZIP = 2, BFA_PACK_7Z = 3 };
typedef struct bfa_pack_options {
  size_t struct_size;
  const char* output_directory;  // NULL: the archive's packages/
  const char* url;               // one blog or object; NULL: all
  int32_t catalogue;
  int32_t personal_data;
  int32_t copy_warc;
  bfa_log_fn log;
  void* log_user;
  int32_t form;              // BFA_PACK_METS, ...
  int32_t into;              // BFA_PACK_FOLDER, ...
  int32_t latest_only;       // records of the latest version of each object only
  bfa_time since;            // only what came then or later; BFA_NO_TIME: all
  const char* before;        // with `since`: name of the package that this one continues
  const char* organisation;  // who keeps the archive, as the caller states it; NULL: not stated
  const char* organisation_code;
  const char* organisation_address;
  const char* operator_name;  // who runs the archive
  const char* rights;         // what holds for the collection
  const char* places;         // an .mmdb file: city and country of the blog's server; NULL: not looked up
  int32_t links;              // a field for each link and image
  int32_t pack_records;       // MARC records as one packed file (1), else as XML: twice as large
  bfa_time time;              // of the package; BFA_NO_TIME: now
  const bfa_stop* stop;       // may be NULL
  uint64_t threads;           // packages that are written at once; 0: one a core, at most 4
  // Since release 0.4. In place of `since` and `before`: a package, or a folder with packages, of an earlier
  // call; only what they do not have. NULL: all.
  const char* earlier;
} bfa_pack_options;
typedef struct bfa_package {
  size_t struct_size;
  bfa_view directory, blog;
  uint64_t records, warc_files, bytes;
} bfa_package;
// "eark-aip"; empty for other numbers. Lives as long as the program. C++: bfa::package_form_name.
BFA_EXPORT bfa_view bfa_pack_form_name(int32_t form);
// C++: bfa::PackageOptions, bfa::PackageKeeper.
BFA_EXPORT bfa_code bfa_pack_options_init(bfa_pack_options* options, size_t struct_size);
// Writes a package for each blog of an archive that is open for reading. `out` may be NULL. With other
// `threads` than 1 `log` is called by one thread at a time. Errors: BFA_NOT_FOUND, BFA_INVALID_ARGUMENT,
// BFA_CORRUPT, BFA_IO, BFA_UNAVAILABLE (stopped; packages that were finished are whole). C++:
// bfa::write_packages, bfa::PackageReport, bfa::earlier_packages, bfa::EarlierPackage.
BFA_EXPORT bfa_code bfa_pack(const bfa_archive* archive, const bfa_pack_options* options, bfa_packages** out,
                             bfa_error** err);
BFA_EXPORT size_t bfa_packages_count(const bfa_packages* packages);
BFA_EXPORT bfa_code bfa_packages_at(const bfa_packages* packages, size_t index, bfa_package* out,
                                    bfa_error** err);
BFA_EXPORT void bfa_packages_free(bfa_packages* packages);

enum {
  BFA_TARGET_BY_NAME = -1,  // by the suffix of the output
  BFA_TARGET_WARC = 0,
  BFA_TARGET_WACZ = 1,
  BFA_TARGET_CDXJ = 2,
  BFA_TARGET_OBJECTS = 3,
  BFA_TARGET_STATIC = 4,
  BFA_TARGET_CSV = 5,
  BFA_TARGET_MARKDOWN = 6
};
typedef struct bfa_note {
  size_t struct_size;
  bfa_view kind;  // "not_carried", "changed", "unknown_time", "damage"
  bfa_view id, message, source, url;
} bfa_note;
typedef bfa_code (*bfa_note_fn)(const bfa_note* note, void* user);
typedef struct bfa_migrate_options {
  size_t struct_size;
  int32_t target;        // BFA_TARGET_...
  int32_t packing;       // BFA_WARC_...
  int32_t level;         // of compression; 0: the default
  int32_t sidecars;      // OUT.report.jsonl and OUT.premis.xml
  bfa_time at;           // of static pages; BFA_NO_TIME: the last good capture of each
  const char* base_url;  // of a plain tree
  const char* title;
  const char* const* blogs;
  size_t blog_count;
  const bfa_stop* stop;
} bfa_migrate_options;
// C++: bfa::MigrateOptions, bfa::CaptureInputOptions, bfa::migration_target_of.
BFA_EXPORT bfa_code bfa_migrate_options_init(bfa_migrate_options* options, size_t struct_size);
// Reads all captures of `inputs` and writes them to `output`, which must not exist. `out` may be NULL.
// Errors: BFA_INVALID_ARGUMENT, BFA_NOT_FOUND, BFA_UNSUPPORTED, BFA_LIMIT, BFA_IO, BFA_UNAVAILABLE (stopped).
// C++: bfa::migrate_captures, bfa::MigrationReport.
BFA_EXPORT bfa_code bfa_migrate(const char* const* inputs, size_t count, const char* output,
                                const bfa_migrate_options* options, bfa_migration** out, bfa_error** err);
typedef struct bfa_migration_result {
  size_t struct_size;
  uint64_t units, records, pages, objects;
  int32_t lossless;     // 1: no notes
  size_t notes, files;  // notes: the first 1,000
} bfa_migration_result;
BFA_EXPORT bfa_code bfa_migration_read(const bfa_migration* migration, bfa_migration_result* out,
                                       bfa_error** err);
BFA_EXPORT bfa_code bfa_migration_note(const bfa_migration* migration, size_t index, bfa_note* out,
                                       bfa_error** err);
// A file that was written; empty: no such index.
BFA_EXPORT bfa_view bfa_migration_file(const bfa_migration* migration, size_t index);
BFA_EXPORT void bfa_migration_free(bfa_migration* migration);

// Reads all captures of `inputs` as WARC records, for a migration with a filter of one's own: on_record gets
// each, and can hand it to bfa_warc_writer_copy(). `on_note`, `options` may be NULL; of the options only
// base_url counts. Errors: as bfa_migrate(), and the codes of the callbacks. C++: bfa::find_captures,
// bfa::read_captures, bfa::MigratedRecord, bfa::MigrationNote, bfa::CaptureVisitor.
typedef bfa_code (*bfa_record_fn)(bfa_record* record, void* user);
BFA_EXPORT bfa_code bfa_captures_read(const char* const* inputs, size_t count,
                                      const bfa_migrate_options* options, bfa_record_fn on_record,
                                      bfa_note_fn on_note, void* user, bfa_error** err);

#ifdef __cplusplus
}  // extern "C"
#endif
