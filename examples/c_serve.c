// SPDX-License-Identifier: Apache-2.0
// Answers one request about an archive, from C, as a program does that has a server of its own; or serves the
// archive until a line is entered. Usage: c_serve ARCHIVE [TARGET]      (as: c_serve DIR /timemap/link/URL)
#include <bfa/c/bfa.h>
#include <stdio.h>

static int fail(bfa_error* error) {
  fprintf(stderr, "%s\n", bfa_error_text(error));
  bfa_error_free(error);
  return 1;
}

// An empty piece says that a stream has nothing yet; a stream of news has no end.
static bfa_code print_piece(bfa_view bytes, void* user) {
  (void)user;
  if (bytes.size == 0) return BFA_STOP;
  return fwrite(bytes.data, 1, bytes.size, stdout) == bytes.size ? BFA_OK : BFA_IO;
}

static int answer(const bfa_site_options* options, const char* target) {
  bfa_site* site = NULL;
  bfa_reply* reply = NULL;
  bfa_error* error = NULL;
  bfa_request request;
  bfa_reply_head head = {.struct_size = sizeof head};
  bfa_view name, value;
  bfa_request_init(&request, sizeof request);
  request.target = target;
  if (bfa_site_open(options, &site, &error) != BFA_OK) return fail(error);
  if (bfa_site_answer(site, &request, &reply, &error) == BFA_OK) {
    bfa_reply_read(reply, &head, NULL);
    printf("%d\n", (int)head.status);
    for (size_t i = 0; bfa_reply_header(reply, i, &name, &value, NULL) == BFA_OK; ++i)
      printf("%.*s: %.*s\n", (int)name.size, name.data, (int)value.size, value.data);
    printf("\n");
    bfa_reply_write(reply, print_piece, NULL, &error);
  }
  bfa_reply_free(reply);
  bfa_site_free(site);
  return error != NULL ? fail(error) : 0;
}

int main(int argc, char** argv) {
  bfa_site_options options;
  bfa_server* server = NULL;
  bfa_server_state state = {.struct_size = sizeof state};
  bfa_error* error = NULL;
  if (argc < 2) return fprintf(stderr, "usage: c_serve ARCHIVE [TARGET]\n"), 2;
  bfa_site_options_init(&options, sizeof options);
  options.archive = argv[1];
  if (argc > 2) return answer(&options, argv[2]);
  if (bfa_server_start(&options, NULL, &server, &error) != BFA_OK) return fail(error);
  bfa_server_read(server, &state, NULL);
  printf("http://%.*s:%d/\n", (int)state.address.size, state.address.data, (int)state.port);
  fflush(stdout);
  (void)getchar();
  bfa_server_free(server);
  return 0;
}
