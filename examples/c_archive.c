// SPDX-License-Identifier: Apache-2.0
// Takes captures into an archive and lists its posts with their versions, from C. Usage: c_archive ARCHIVE
// WARC HOME
#include <bfa/c/bfa.h>
#include <stdio.h>

static int fail(bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  return 1;
}

static bfa_code print_event(const bfa_event* event, void* user) {
  bfa_event_fields fields = {.struct_size = sizeof fields};
  bfa_event_read(event, &fields, NULL);
  if (fields.kind == BFA_EVENT_OBJECT) ++*(int*)user;
  return BFA_OK;  // BFA_STOP ends the import
}

int main(int argc, char** argv) {
  bfa_archive_options options;
  bfa_crawl_options import;
  bfa_archive* archive = NULL;
  bfa_objects* objects = NULL;
  bfa_object_query query;
  const bfa_object* object = NULL;
  bfa_error* error = NULL;
  int seen = 0;
  if (argc != 4) return fprintf(stderr, "usage: c_archive ARCHIVE WARC HOME\n"), 2;
  bfa_archive_options_init(&options, sizeof options);
  options.mode = BFA_ARCHIVE_CREATE;
  bfa_crawl_options_init(&import, sizeof import);
  import.on_event = print_event;
  import.event_user = &seen;
  if (bfa_archive_open(argv[1], &options, &archive, &error) != BFA_OK) return fail(error);
  if (bfa_import(archive, (const char* const*)&argv[2], 1, (const char* const*)&argv[3], 1, &import, NULL,
                 NULL, NULL, &error) == BFA_OK) {
    printf("%d objects\n", seen);
    bfa_object_query_init(&query, sizeof query);
    query.kind = BFA_POST;
    bfa_archive_objects(archive, &query, &objects, &error);
    while (error == NULL && bfa_objects_next(objects, &object, &error) == BFA_OK && object != NULL) {
      bfa_object_fields fields = {.struct_size = sizeof fields};
      bfa_object_read(object, &fields, NULL);
      printf("%u %.*s\n  %.*s\n", (unsigned)fields.versions, (int)fields.url.size, fields.url.data,
             (int)fields.title.size, fields.title.data);
    }
    bfa_objects_free(objects);
  }
  if (error != NULL) return bfa_archive_close(archive, NULL), fail(error);
  return bfa_archive_close(archive, &error) == BFA_OK ? 0 : fail(error);
}
