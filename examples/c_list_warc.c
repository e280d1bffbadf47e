// SPDX-License-Identifier: Apache-2.0
// Lists the records of a WARC or ARC file, from C. Usage: c_list_warc FILE
#include <bfa/c/bfa.h>
#include <inttypes.h>
#include <stdio.h>

static int fail(bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  return 1;
}

int main(int argc, char** argv) {
  bfa_warc_reader* reader = NULL;
  bfa_record* record = NULL;
  bfa_findings* findings = NULL;
  bfa_error* error = NULL;
  if (argc != 2) return fprintf(stderr, "usage: c_list_warc FILE\n"), 2;
  if (bfa_warc_reader_open(argv[1], NULL, 0, &reader, &error) != BFA_OK) return fail(error);
  while (bfa_warc_reader_next(reader, &record, &error) == BFA_OK && record != NULL) {
    bfa_record_fields fields = {.struct_size = sizeof fields};
    bfa_exchange_fields http = {.struct_size = sizeof http};
    bfa_exchange* exchange = NULL;
    const bfa_view type = bfa_record_field(record, "WARC-Type");
    const bfa_view url = bfa_record_field(record, "WARC-Target-URI");
    bfa_record_read(record, &fields, NULL);
    printf("%" PRIu64 " %.*s %.*s\n", fields.offset, (int)type.size, type.data, (int)url.size, url.data);
    if (bfa_record_exchange(record, 64u << 20, &exchange, NULL) != BFA_OK) continue;  // not a response
    bfa_exchange_read(exchange, &http, NULL);
    if (http.status != 0) printf("  %d\n", (int)http.status);
    bfa_exchange_free(exchange);
  }
  if (error == NULL && bfa_warc_reader_findings(reader, &findings, &error) == BFA_OK)
    fprintf(stderr, "%u findings\n", (unsigned)bfa_findings_count(findings));
  bfa_findings_free(findings);
  bfa_warc_reader_close(reader);
  return error != NULL ? fail(error) : 0;
}
