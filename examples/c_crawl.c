// SPDX-License-Identifier: Apache-2.0
// Crawls a blog into an archive, from C; ends in order at an interrupt. Usage: c_crawl ARCHIVE HOME
// [--allow-private]
#include <bfa/c/bfa.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t interrupted = 0;

static void note_interrupt(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

static int fail(bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  return 1;
}

static bfa_code print_event(const bfa_event* event, void* user) {
  bfa_string* json = NULL;
  (void)user;
  if (bfa_event_to_json(event, &json, NULL) == BFA_OK) printf("%s\n", bfa_string_view(json).data);
  bfa_string_free(json);
  return interrupted ? BFA_STOP : BFA_OK;
}

int main(int argc, char** argv) {
  bfa_archive_options options;
  bfa_crawl_options crawl;
  bfa_archive* archive = NULL;
  bfa_reports* reports = NULL;
  bfa_report report = {.struct_size = sizeof report};
  bfa_error* error = NULL;
  if (argc < 3) return fprintf(stderr, "usage: c_crawl ARCHIVE HOME [--allow-private]\n"), 2;
  signal(SIGINT, note_interrupt);
  bfa_archive_options_init(&options, sizeof options);
  options.mode = BFA_ARCHIVE_CREATE;
  bfa_crawl_options_init(&crawl, sizeof crawl);
  crawl.from = "archive@blog.example";  // say who you are
  crawl.on_event = print_event;
  crawl.allow_private = argc > 3;
  if (argc > 3) crawl.delay_ms = 0;
  if (bfa_archive_open(argv[1], &options, &archive, &error) != BFA_OK) return fail(error);
  if (bfa_crawl(archive, (const char* const*)&argv[2], 1, &crawl, &reports, &error) != BFA_OK)
    return bfa_archive_close(archive, NULL), fail(error);
  bfa_reports_at(reports, 0, &report, NULL);
  if (report.code != BFA_OK) fprintf(stderr, "%.*s\n", (int)report.message.size, report.message.data);
  fprintf(stderr, "%u posts\n", (unsigned)report.posts);
  interrupted = report.code != BFA_OK;
  bfa_reports_free(reports);
  if (bfa_archive_close(archive, &error) != BFA_OK) return fail(error);
  return interrupted ? 1 : 0;
}
