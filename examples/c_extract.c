// SPDX-License-Identifier: Apache-2.0
// Extracts the posts of a blog from files, from C. Usage: c_extract HOME FEED_ADDRESS FEED {PAGE_ADDRESS
// FILE}...
#include <bfa/c/bfa.h>
#include <stdio.h>

static char bytes[1 << 20];

static size_t read_bytes(const char* file) {
  FILE* in = fopen(file, "rb");
  const size_t size = in == NULL ? 0 : fread(bytes, 1, sizeof bytes, in);
  if (in != NULL) fclose(in);
  return size;
}

static int fail(bfa_extractor* blog, bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  bfa_extractor_free(blog);
  return 1;
}

int main(int argc, char** argv) {
  bfa_extractor* blog = NULL;
  bfa_learned learned = {.struct_size = sizeof learned};
  bfa_error* error = NULL;
  int i;
  if (argc < 6 || argc % 2 != 0)
    return fprintf(stderr, "usage: c_extract HOME FEED_ADDRESS FEED {ADDRESS FILE}...\n"), 2;
  if (bfa_extractor_new(argv[1], NULL, &blog, &error) != BFA_OK) return fail(blog, error);
  if (bfa_extractor_add_feed(blog, bytes, read_bytes(argv[3]), argv[2], NULL, &error) != BFA_OK)
    return fail(blog, error);
  for (i = 4; i + 1 < argc; i += 2) {
    if (bfa_extractor_add_page(blog, argv[i], bytes, read_bytes(argv[i + 1]), "text/html", &error) != BFA_OK)
      return fail(blog, error);
  }
  if (bfa_extractor_learn(blog, &learned, NULL, &error) != BFA_OK) return fail(blog, error);
  if (!learned.learned) fprintf(stderr, "nothing learned\n");
  for (i = 4; i + 1 < argc; i += 2) {
    bfa_extraction* page = NULL;
    bfa_object_fields fields = {.struct_size = sizeof fields};
    if (bfa_extractor_extract(blog, argv[i], &page, &error) != BFA_OK) return fail(blog, error);
    if (bfa_extraction_object(page) != NULL) {  // a page may have no content of its own
      bfa_object_read(bfa_extraction_object(page), &fields, NULL);
      printf("%s\n  %.*s\n", argv[i], (int)fields.title.size, fields.title.data);
    }
    bfa_extraction_free(page);
  }
  bfa_extractor_free(blog);
  return 0;
}
