// SPDX-License-Identifier: Apache-2.0
// Archives, objects, versions and changes of the C interface. bfa/c/bfa.h has the conventions.
#pragma once

#include "bfa/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// An open archive. Reading it is thread-safe. bfa_crawl() and bfa_import() take it one at a time: a second
// one, also of a callback of the first, is BFA_UNAVAILABLE, and so is closing it meanwhile. Nothing else may
// run while it is closed.
typedef struct bfa_archive bfa_archive;
// An object with its history in numbers. Thread-safe for reading.
typedef struct bfa_object bfa_object;
// A list of objects, of versions, of changes, of blogs. Thread-safe for reading.
typedef struct bfa_object_list bfa_object_list;
typedef struct bfa_versions bfa_versions;
typedef struct bfa_changes bfa_changes;
typedef struct bfa_blogs bfa_blogs;
// One change. Thread-safe for reading.
typedef struct bfa_change bfa_change;
// Gives the objects of an archive one by one.
typedef struct bfa_objects bfa_objects;
// Columns of all versions. Thread-safe for reading.
typedef struct bfa_table bfa_table;

enum {
  BFA_ARCHIVE_READ = 0,
  BFA_ARCHIVE_WRITE = 1,
  BFA_ARCHIVE_CREATE = 2  // write, and make it when it is absent
};

typedef struct bfa_archive_options {
  size_t struct_size;
  int32_t mode;                // BFA_ARCHIVE_...
  uint64_t store_cache_bytes;  // block cache of the store
  uint64_t max_warc_bytes;     // a new WARC file is begun past this size
  const char* warc_prefix;     // of the names of WARC files; NULL: "bfa"
  const bfa_field* warcinfo;   // fields of warcinfo records that describe the crawl: operator, robots, ...
  size_t warcinfo_count;  // one of the same name replaces the library's own: software, format, conformsTo
  bfa_log_fn log;         // may be NULL
  void* log_user;
} bfa_archive_options;
// Sets the defaults: reading. C++: bfa::ArchiveOptions.
BFA_EXPORT bfa_code bfa_archive_options_init(bfa_archive_options* options, size_t struct_size);

// Opens an archive: a folder. Opening for writing takes in what a killed crawl left. One process writes at a
// time, and any number read. Errors: BFA_NOT_FOUND, BFA_UNAVAILABLE (another writer), BFA_UNSUPPORTED (a
// newer format), BFA_DENIED (a copy by bfa backup), BFA_CORRUPT, BFA_IO. C++: bfa::open_archive,
// bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_open(const char* directory, const bfa_archive_options* options,
                                     bfa_archive** out, bfa_error** err);
// Closes and frees an archive, also when writing fails: what was written may then not be durable. It is not
// closed, and stays as it is, while cursors of it are open (BFA_INVALID_ARGUMENT) or a crawl or an import
// runs (BFA_UNAVAILABLE). C++: bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_close(bfa_archive* archive, bfa_error** err);
// The number of the last step that is in the store; 0: none. Cheap: shows whether anything arrived. C++:
// bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_last_step(const bfa_archive* archive, uint64_t* step, bfa_error** err);

typedef struct bfa_blog {
  size_t struct_size;
  bfa_view home;        // its address and identity
  bfa_view feed;        // the feed that was learned from; empty: none
  bfa_view zone;        // in which its pages write local times, as given; empty: not given
  bfa_view became;      // what it became ("parked_domain"); empty: it is the blog
  bfa_view moved_to;    // the blog that continues it; empty: none known
  bfa_time last_crawl;  // BFA_NO_TIME: none has ended
  bfa_time due;         // BFA_NO_TIME: not set
  uint64_t crawls;      // that ended
  size_t feeds;         // see bfa_blogs_feed()
} bfa_blog;
// The blogs of an archive. C++: bfa::Archive, bfa::BlogState.
BFA_EXPORT bfa_code bfa_archive_blogs(const bfa_archive* archive, bfa_blogs** out, bfa_error** err);
BFA_EXPORT size_t bfa_blogs_count(const bfa_blogs* blogs);
BFA_EXPORT bfa_code bfa_blogs_at(const bfa_blogs* blogs, size_t index, bfa_blog* out, bfa_error** err);
// A feed of posts of a blog; empty: no such index.
BFA_EXPORT bfa_view bfa_blogs_feed(const bfa_blogs* blogs, size_t index, size_t feed);
BFA_EXPORT void bfa_blogs_free(bfa_blogs* blogs);

// Kinds of objects and of references; verdicts of changes. C++: bfa::ObjectKind, bfa::ReferenceKind,
// bfa::Verdict.
enum { BFA_ANY = 0, BFA_BLOG = 1, BFA_FEED = 2, BFA_POST = 3, BFA_PAGE = 4, BFA_COMMENT = 5 };
// In queries only: pingbacks and trackbacks. Their objects have the kind BFA_COMMENT and the attribute
// "comment_type"; queries with BFA_COMMENT leave them out. C++: bfa::kPingback.
enum { BFA_PINGBACK = 6 };
enum { BFA_LINK = 1, BFA_IMAGE = 2, BFA_AUDIO = 3, BFA_VIDEO = 4, BFA_EMBED = 5 };
enum {
  BFA_VERDICT_NONE = 0,
  BFA_VERDICT_BOILERPLATE = 1,
  BFA_VERDICT_CONTENT = 2,
  BFA_VERDICT_NEW = 3,
  BFA_VERDICT_GONE = 4,
  BFA_VERDICT_BACK = 5,
  BFA_VERDICT_MOVED = 6,
  BFA_VERDICT_REREAD = 7
};
// "post"; "new": empty for other numbers. C++: bfa::kind_name, bfa::verdict_name.
BFA_EXPORT bfa_view bfa_kind_name(int32_t kind);
BFA_EXPORT bfa_view bfa_verdict_name(int32_t verdict);

// What an object says. Empty views mean unknown or none. docs/formats/object.md explains the fields.
typedef struct bfa_object_fields {
  size_t struct_size;
  int32_t kind;  // BFA_POST, ...
  bfa_view key;  // its key in the archive: bytes, with NULs; empty outside of one
  bfa_view url, title, subtitle, language, text, html, feed, post, parent, id, status;
  bfa_date published, modified;
  size_t authors, tags, references, attributes;  // how many
  bfa_view method;                               // that read it
  double confidence;                             // [0, 1]
  bfa_view warc_file, warc_record_id;            // the WARC record that it was read from; empty: not known
  uint64_t warc_offset, warc_length;
  // Of an object of a listing; 0 and BFA_NO_TIME otherwise. `comments`: without pingbacks and trackbacks.
  uint64_t versions, sightings, comments;
  bfa_time first_seen, last_seen, last_changed;
} bfa_object_fields;
// The fields of an object. Views live as long as the object. C++: bfa::DataObject, bfa::ObjectSummary.
BFA_EXPORT bfa_code bfa_object_read(const bfa_object* object, bfa_object_fields* out, bfa_error** err);
// One of the lists; empty views and BFA_INVALID_ARGUMENT: no such index. C++: bfa::DataObject.
BFA_EXPORT bfa_view bfa_object_author(const bfa_object* object, size_t index);
BFA_EXPORT bfa_view bfa_object_tag(const bfa_object* object, size_t index);
BFA_EXPORT bfa_view bfa_object_attribute_name(const bfa_object* object, size_t index);
BFA_EXPORT bfa_view bfa_object_attribute(const bfa_object* object, size_t index);
typedef struct bfa_reference {
  size_t struct_size;
  int32_t kind;  // BFA_LINK, ...
  bfa_view url, text, digest;
} bfa_reference;
// A reference of an object. C++: bfa::Reference.
BFA_EXPORT bfa_code bfa_object_reference(const bfa_object* object, size_t index, bfa_reference* out,
                                         bfa_error** err);
// The object as one line of JSON by schemas/object.schema.json; `full`: 0 for url, kind, title, published,
// versions, last_seen only. C++: bfa::object_to_json.
BFA_EXPORT bfa_code bfa_object_to_json(const bfa_object* object, int32_t full, bfa_string** out,
                                       bfa_error** err);
// An object from such a line. Errors: BFA_CORRUPT, BFA_UNSUPPORTED. C++: bfa::object_from_json.
BFA_EXPORT bfa_code bfa_object_from_json(const char* json, size_t size, bfa_object** out, bfa_error** err);
// What differs between two states of one object, by their fields alone: that an object is gone or back is in
// the changes of an archive only. C++: bfa::compare_objects, bfa::object_changed.
BFA_EXPORT bfa_code bfa_object_compare(const bfa_object* before, const bfa_object* after, bfa_changes** out,
                                       bfa_error** err);
BFA_EXPORT void bfa_object_free(bfa_object* object);

BFA_EXPORT size_t bfa_object_list_count(const bfa_object_list* list);
// Borrowed; NULL: no such index.
BFA_EXPORT const bfa_object* bfa_object_list_at(const bfa_object_list* list, size_t index);
BFA_EXPORT void bfa_object_list_free(bfa_object_list* list);

// Which objects. All given limits hold together.
typedef struct bfa_object_query {
  size_t struct_size;
  int32_t kind;               // BFA_ANY: each
  int32_t heads_only;         // without texts: fast. Not with `url` or `at`
  const char* blog_host;      // all blogs of this host; NULL: any
  const char* url;            // exact; NULL: any
  bfa_time at;                // as they were then; BFA_NO_TIME: as they are
  bfa_time first_seen_after;  // BFA_NO_TIME: any
  uint64_t changed_after;     // the newest version is of a later step; 0: any
  const char* blog;           // only of this blog: its address, or a host; not with `blog_host`; NULL: any
} bfa_object_query;
// Sets the defaults: all objects. C++: bfa::ObjectQuery.
BFA_EXPORT bfa_code bfa_object_query_init(bfa_object_query* query, size_t struct_size);

// The objects of an archive in the order of their keys. A thread of the library reads ahead a little; memory
// does not grow with the archive. The archive must not be closed before the cursor is freed. Errors:
// BFA_NOT_FOUND (`blog` is none that the archive has), those of the archive. C++: bfa::Archive,
// bfa::known_blog_filter.
BFA_EXPORT bfa_code bfa_archive_objects(const bfa_archive* archive, const bfa_object_query* query,
                                        bfa_objects** out, bfa_error** err);
// The next object, NULL at the end; it lives until the next call. Errors: those of the archive.
BFA_EXPORT bfa_code bfa_objects_next(bfa_objects* objects, const bfa_object** out, bfa_error** err);
BFA_EXPORT void bfa_objects_free(bfa_objects* objects);

// Keys are bytes with NULs in them, as bfa_object_fields has them.
//
// The object with that address, also after it moved, or by its http/https twin; that with a key. Of several
// with one address: the post, the page, the blog, a comment, in this order. Errors: BFA_NOT_FOUND, those of
// the archive. C++: bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_find(const bfa_archive* archive, const char* url, bfa_object** out,
                                     bfa_error** err);
BFA_EXPORT bfa_code bfa_archive_object(const bfa_archive* archive, const char* key, size_t key_size,
                                       bfa_object** out, bfa_error** err);
// The comments on a post. C++: bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_comments(const bfa_archive* archive, const char* post_url,
                                         bfa_object_list** out, bfa_error** err);

// The versions of an object, oldest first, by its key. Errors: BFA_NOT_FOUND. C++: bfa::Archive,
// bfa::Version.
BFA_EXPORT bfa_code bfa_archive_versions(const bfa_archive* archive, const char* key, size_t key_size,
                                         bfa_versions** out, bfa_error** err);
// The version that held at a time, alone. Errors: BFA_NOT_FOUND: no such object, or it was not seen yet. C++:
// bfa::Archive.
BFA_EXPORT bfa_code bfa_archive_version_at(const bfa_archive* archive, const char* key, size_t key_size,
                                           bfa_time time, bfa_versions** out, bfa_error** err);
typedef struct bfa_version_fields {
  size_t struct_size;
  bfa_time observed;
  uint64_t sequence;  // of the step that observed it
  uint64_t capture;   // the step with its bytes: see bfa_archive_body()
  uint64_t readings;  // how often its bytes were read with different results
  int32_t truncated;  // every transfer of it was cut
} bfa_version_fields;
BFA_EXPORT size_t bfa_versions_count(const bfa_versions* versions);
BFA_EXPORT bfa_code bfa_versions_at(const bfa_versions* versions, size_t index, bfa_version_fields* out,
                                    bfa_error** err);
// The object as it was, borrowed; NULL: no such index.
BFA_EXPORT const bfa_object* bfa_versions_object(const bfa_versions* versions, size_t index);
BFA_EXPORT void bfa_versions_free(bfa_versions* versions);

// The changes of an object, one for each version but the first. C++: bfa::Archive, bfa::Change.
BFA_EXPORT bfa_code bfa_archive_changes(const bfa_archive* archive, const char* key, size_t key_size,
                                        bfa_changes** out, bfa_error** err);
BFA_EXPORT size_t bfa_changes_count(const bfa_changes* changes);
// Borrowed; NULL: no such index.
BFA_EXPORT const bfa_change* bfa_changes_at(const bfa_changes* changes, size_t index);
BFA_EXPORT void bfa_changes_free(bfa_changes* changes);

typedef struct bfa_change_fields {
  size_t struct_size;
  bfa_view url, moved_from;
  bfa_time from, to;
  int32_t verdict;    // BFA_VERDICT_...
  double similarity;  // of the texts, by words, [0, 1]
  size_t reasons, text_edits, links_added, links_removed, media_added, media_removed;  // how many
} bfa_change_fields;
BFA_EXPORT bfa_code bfa_change_read(const bfa_change* change, bfa_change_fields* out, bfa_error** err);
typedef struct bfa_change_reason {
  size_t struct_size;
  bfa_view field, kind, detail;  // "text", "changed", for people
} bfa_change_reason;
BFA_EXPORT bfa_code bfa_change_reason_at(const bfa_change* change, size_t index, bfa_change_reason* out,
                                         bfa_error** err);
// A step of the word diff: `op` is 0 keep, 1 delete, 2 insert. C++: bfa::TextEdit.
BFA_EXPORT bfa_code bfa_change_edit_at(const bfa_change* change, size_t index, int32_t* op, bfa_view* text,
                                       bfa_error** err);
// A reference of one of the four lists: 0 links added, 1 links removed, 2 media added, 3 media removed.
BFA_EXPORT bfa_code bfa_change_reference_at(const bfa_change* change, int32_t list, size_t index,
                                            bfa_reference* out, bfa_error** err);
// The change as one line of JSON by schemas/change.schema.json. C++: bfa::change_to_json.
BFA_EXPORT bfa_code bfa_change_to_json(const bfa_change* change, bfa_string** out, bfa_error** err);

// The body of a capture, by the number of its step: with content codings decoded, or as it was sent.
// `findings`, of bodies that could be decoded in part only, may be NULL. Errors:
// BFA_NOT_FOUND, BFA_LIMIT. C++: bfa::BlogView, bfa::decoded_body, bfa::entity_body.
BFA_EXPORT bfa_code bfa_archive_body(const bfa_archive* archive, uint64_t capture, int32_t decoded,
                                     uint64_t max_bytes, bfa_string** out, bfa_findings** findings,
                                     bfa_error** err);

// All versions of the objects that a query gives, in columns: for statistics. A row is a version, in the
// order of keys and then of times. `parts` adds columns: BFA_TABLE_TEXT `text` and `html`, which need memory;
// BFA_TABLE_CHANGES `verdict`, `similarity` and `reasons`, which are computed from the texts of the versions
// and take most of the time. Read by several threads. `stop` may be NULL. Errors: BFA_UNAVAILABLE (stopped).
// C++: bfa::Archive.
enum { BFA_TABLE_TEXT = 1, BFA_TABLE_CHANGES = 2 };
BFA_EXPORT bfa_code bfa_archive_table(const bfa_archive* archive, const bfa_object_query* query,
                                      int32_t parts, const bfa_stop* stop, bfa_table** out, bfa_error** err);
// A column, in the layout of Apache Arrow. Texts (`type` 1): `offsets` has rows + 1 numbers, the text of row
// i is bytes[offsets[i]] to bytes[offsets[i + 1]]. Integers (2): `integers`. Numbers (3): `numbers`. Times
// (4) are bfa_time in `integers`, BFA_NO_TIME where unknown. The other pointers are NULL.
enum { BFA_COLUMN_TEXT = 1, BFA_COLUMN_INTEGER = 2, BFA_COLUMN_NUMBER = 3, BFA_COLUMN_TIME = 4 };
typedef struct bfa_column {
  size_t struct_size;
  bfa_view name;
  int32_t type;
  const int64_t* offsets;
  const char* bytes;
  const int64_t* integers;
  const double* numbers;
} bfa_column;
BFA_EXPORT size_t bfa_table_rows(const bfa_table* table);
BFA_EXPORT size_t bfa_table_columns(const bfa_table* table);
BFA_EXPORT bfa_code bfa_table_column(const bfa_table* table, size_t index, bfa_column* out, bfa_error** err);
BFA_EXPORT void bfa_table_free(bfa_table* table);

#ifdef __cplusplus
}  // extern "C"
#endif
