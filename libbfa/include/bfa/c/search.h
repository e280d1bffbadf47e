// SPDX-License-Identifier: Apache-2.0
// Searching all versions of an archive, in the C interface. bfa/c/bfa.h has the conventions.
#pragma once

#include "bfa/c/archive.h"

#ifdef __cplusplus
extern "C" {
#endif

// The index of an archive: words of all versions of its objects. Thread-safe; several processes may have it
// open. docs/search.md describes it.
typedef struct bfa_search_index bfa_search_index;
// What a search found. Thread-safe for reading.
typedef struct bfa_search_hits bfa_search_hits;

// Opens the index of an archive and brings it up to date; makes it when there is none, which reads all
// versions. `folder`: an existing one for it; NULL: in the archive, or in a cache folder when that is
// read-only. Errors: BFA_CORRUPT (bfa_search_index_remove() helps), BFA_IO, those of the archive. C++:
// bfa::SearchIndex.
BFA_EXPORT bfa_code bfa_search_index_open(const bfa_archive* archive, const char* folder,
                                          bfa_search_index** out, bfa_error** err);
// Adds what came since. `archive` is opened anew, or written to by this process. `added`: how many versions;
// may be NULL. Errors: BFA_INVALID_ARGUMENT (the index is that of another archive). C++: bfa::SearchIndex.
BFA_EXPORT bfa_code bfa_search_index_update(bfa_search_index* index, const bfa_archive* archive,
                                            uint64_t* added, bfa_error** err);
// The number of the last step that the index has. C++: bfa::SearchIndex.
BFA_EXPORT bfa_code bfa_search_index_reach(const bfa_search_index* index, uint64_t* step, bfa_error** err);
// Removes the files of an archive's index, also damaged ones: the next opening makes it anew. C++:
// bfa::SearchIndex.
BFA_EXPORT bfa_code bfa_search_index_remove(const bfa_archive* archive, const char* folder, bfa_error** err);
BFA_EXPORT void bfa_search_index_free(bfa_search_index* index);

typedef struct bfa_search_query {
  size_t struct_size;
  const char* text;  // NULL with `author`, `tag` or `category`, else words, "phrases", prefix*, -word, fields
                     // (title:, author:, tag:, category:, text:, blog:)
  uint64_t limit;    // hits, 1 to 1,000; others count as the nearest of these
  int32_t newest;    // newest captures first; else the best first
  int32_t kind;      // BFA_POST, ...; BFA_ANY: each
  const char* blog_host;  // all blogs of this host; NULL: any
  const char* author;     // these words in the field, side by side; NULL: any
  const char* tag;        // in tags or categories
  bfa_time since, until;  // versions that were captured at since <= time < until; BFA_NO_TIME: any
  // Objects that were published from the beginning of the first date to the end of the last one: "2026",
  // "2026-01-31"; NULL: any.
  const char* published_from;
  const char* published_to;
  int32_t changed;       // only versions that changed something: all but the first one of each object
  int32_t deleted;       // only objects that are gone now, in any of their versions
  const char* after;     // bfa_search_answer.next of the page before, of the same query; NULL: the first page
  const char* category;  // these words in a category, side by side; NULL: any
  const char* blog;      // only of this blog: its address, or a host; not with `blog_host`; NULL: any
  // Only versions in which one of these happened: bits 1u << BFA_VERDICT_..., of NEW, CONTENT (an edit),
  // GONE, BACK and MOVED; 0: all.
  uint32_t verdicts;
} bfa_search_query;
// Sets the defaults: 20 hits, the best first. C++: bfa::SearchQuery.
BFA_EXPORT bfa_code bfa_search_query_init(bfa_search_query* query, size_t struct_size);

// Searches. `archive`: whose index it is; its texts give the snippets. Errors: BFA_INVALID_ARGUMENT with a
// sentence (the query cannot be answered), BFA_NOT_FOUND (`blog`, or `blog:` in the text, is none that the
// archive has), those of opening. C++: bfa::SearchIndex, bfa::known_blog_filter.
BFA_EXPORT bfa_code bfa_search(const bfa_search_index* index, const bfa_archive* archive,
                               const bfa_search_query* query, bfa_search_hits** out, bfa_error** err);

// The answer as a whole. C++: bfa::SearchAnswer.
typedef struct bfa_search_answer {
  size_t struct_size;
  size_t hits;            // how many are in the list
  uint64_t versions;      // that fit
  int32_t more_versions;  // there are more than were counted
  int32_t by_time;        // newest first: asked for, or too many fit to be ranked
  uint64_t reach;         // the index has all steps up to this one
  bfa_view next;          // for `after` of the next page; empty: there are no more
} bfa_search_answer;
BFA_EXPORT bfa_code bfa_search_hits_read(const bfa_search_hits* hits, bfa_search_answer* out,
                                         bfa_error** err);

// An object that was found, in its newest version that fits. C++: bfa::SearchHit.
typedef struct bfa_search_hit {
  size_t struct_size;
  int32_t kind;                       // BFA_POST, ...
  bfa_view key, url, title, snippet;  // `snippet`: a part of its text, on one line
  uint64_t version, versions;         // its number, from 1; of the object
  int32_t only_old;                   // the newest version does not fit
  bfa_time captured;
  uint64_t sequence;  // of the step
  size_t marks;       // parts of the snippet that fit: bfa_search_hits_mark()
  int32_t gone;       // the object is gone now
} bfa_search_hit;
BFA_EXPORT bfa_code bfa_search_hits_at(const bfa_search_hits* hits, size_t index, bfa_search_hit* out,
                                       bfa_error** err);
// The bytes of a snippet that fit, from `begin` to before `end`. C++: bfa::SearchHit.
BFA_EXPORT bfa_code bfa_search_hits_mark(const bfa_search_hits* hits, size_t index, size_t mark,
                                         size_t* begin, size_t* end, bfa_error** err);
BFA_EXPORT void bfa_search_hits_free(bfa_search_hits* hits);

#ifdef __cplusplus
}  // extern "C"
#endif
