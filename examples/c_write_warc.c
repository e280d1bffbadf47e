// SPDX-License-Identifier: Apache-2.0
// Writes a WARC file with one exchange, checks it, and prints its index, from C. Usage: c_write_warc FILE
#include <bfa/c/bfa.h>
#include <stdio.h>

static int fail(bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  return 1;
}

static bfa_code print_line(const bfa_cdx_entry* entry, void* user) {
  fprintf((FILE*)user, "%.*s\n", (int)entry->line.size, entry->line.data);
  return BFA_OK;
}

int main(int argc, char** argv) {
  static const char request[] = "GET /hello HTTP/1.1\r\nHost: blog.example\r\n\r\n";
  static const char response[] =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
  bfa_warc_writer* writer = NULL;
  bfa_warc_report* report = NULL;
  bfa_warc_result result = {.struct_size = sizeof result};
  bfa_error* error = NULL;
  if (argc != 2) return fprintf(stderr, "usage: c_write_warc FILE\n"), 2;
  if (bfa_warc_writer_create(argv[1], NULL, &writer, &error) != BFA_OK) return fail(error);
  if (bfa_warc_writer_exchange(writer, "http://blog.example/hello", request, sizeof request - 1, response,
                               sizeof response - 1, BFA_NO_TIME, NULL, NULL, &error) != BFA_OK)
    return bfa_warc_writer_free(writer), fail(error);
  if (bfa_warc_writer_close(writer, &error) != BFA_OK) return fail(error);
  if (bfa_warc_validate(argv[1], 1, NULL, &report, &error) != BFA_OK) return fail(error);
  bfa_warc_report_read(report, &result, NULL);
  printf("%u records, %u digests right, %u wrong\n", (unsigned)result.records, (unsigned)result.digests_ok,
         (unsigned)result.digests_bad);
  bfa_warc_report_free(report);
  return bfa_warc_index(argv[1], print_line, stdout, NULL, &error) == BFA_OK ? 0 : fail(error);
}
