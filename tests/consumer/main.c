// SPDX-License-Identifier: Apache-2.0
// Uses the C interface from outside, in C.
#include <bfa/c/bfa.h>
#include <stdio.h>

int main(void) {
  static const char rss[] =
      "<rss version=\"2.0\"><channel><title>Shelf "
      "marks</title><item><title>One</title><link>/one</link></item>"
      "</channel></rss>";
  bfa_feed* feed = NULL;
  bfa_archive* archive = NULL;
  bfa_error* error = NULL;
  bfa_feed_fields fields = {.struct_size = sizeof fields};
  if (bfa_feed_parse(rss, sizeof rss - 1, "https://blog.example/feed", NULL, &feed, NULL, &error) != BFA_OK ||
      bfa_feed_read(feed, &fields, &error) != BFA_OK || fields.entries != 1)
    return fprintf(stderr, "the feed was not read: %s\n", bfa_error_text(error)), 1;
  if (bfa_archive_open("/nonexistent/archive", NULL, &archive, NULL) != BFA_NOT_FOUND || archive != NULL)
    return fprintf(stderr, "an archive that is not there was opened\n"), 1;
  printf("%.*s\n", (int)fields.title.size, fields.title.data);
  bfa_feed_free(feed);
  return 0;
}
