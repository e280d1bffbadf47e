// SPDX-License-Identifier: Apache-2.0
// Prints the OpenAPI document of the REST interface, as a server at 127.0.0.1:8080 gives it.
#include <cstdio>

#include "serve/programs/api/api_call.h"

int main() {
  const std::string document = bfa::openapi_document("http://127.0.0.1:8080");
  return std::fwrite(document.data(), 1, document.size(), stdout) == document.size() ? 0 : 1;
}
