// SPDX-License-Identifier: Apache-2.0
#include "tls_identity.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>

namespace bfa::test {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

void need(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "tls identity: %s\n", what);
  std::exit(1);
}

Certificate make_certificate(EVP_PKEY* key, const std::string& names) {
  Certificate certificate(X509_new(), &X509_free);
  X509* const x = certificate.get();
  need(x != nullptr && X509_set_version(x, 2) == 1, "certificate");
  ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
  X509_gmtime_adj(X509_getm_notBefore(x), -43200);
  X509_gmtime_adj(X509_getm_notAfter(x), 43200);
  X509_NAME* const name = X509_get_subject_name(x);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test server"),
                             -1, -1, 0);
  X509_set_issuer_name(x, name);
  X509_set_pubkey(x, key);
  X509_EXTENSION* const extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
  need(extension != nullptr && X509_add_ext(x, extension, -1) == 1, "subjectAltName");
  X509_EXTENSION_free(extension);
  need(X509_sign(x, key, EVP_sha256()) > 0, "signature");
  return certificate;
}

std::string to_pem(X509* certificate) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> memory(BIO_new(BIO_s_mem()), &BIO_free);
  need(memory && PEM_write_bio_X509(memory.get(), certificate) == 1, "PEM");
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace

TlsIdentity::TlsIdentity(const std::string& names) {
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  need(key != nullptr, "key");
  const Certificate certificate = make_certificate(key.get(), names);
  pem_ = to_pem(certificate.get());
  context_ = SSL_CTX_new(TLS_server_method());
  need(context_ != nullptr && SSL_CTX_use_certificate(context_, certificate.get()) == 1 &&
           SSL_CTX_use_PrivateKey(context_, key.get()) == 1,
       "context");
}

void TlsIdentity::offer(std::string_view protocol) {
  protocol_ = std::string(1, static_cast<char>(protocol.size())) + std::string(protocol);
  SSL_CTX_set_alpn_select_cb(
      context_,
      [](SSL*, const unsigned char** out, unsigned char* size, const unsigned char* offered,
         unsigned int offered_size, void* self) {
        const std::string& own = static_cast<TlsIdentity*>(self)->protocol_;
        unsigned char* selected = nullptr;
        const int found =
            SSL_select_next_proto(&selected, size, reinterpret_cast<const unsigned char*>(own.data()),
                                  static_cast<unsigned>(own.size()), offered, offered_size);
        *out = selected;
        return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
      },
      this);
}

TlsIdentity::~TlsIdentity() {
  SSL_CTX_free(context_);
}

Wire::Wire(int socket, const TlsIdentity* tls) : socket_(socket) {
  if (tls == nullptr) return;
  ssl_ = SSL_new(tls->context());
  need(ssl_ != nullptr && SSL_set_fd(ssl_, socket) == 1, "session");
}

Wire::~Wire() {
  SSL_free(ssl_);
}

bool Wire::open() {
  return ssl_ == nullptr || SSL_accept(ssl_) == 1;
}

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ssl_ != nullptr ? SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()))
                                      : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Wire::receive(std::string& buffer) {
  char bytes[4096];
  const auto got =
      ssl_ != nullptr ? SSL_read(ssl_, bytes, sizeof bytes) : ::recv(socket_, bytes, sizeof bytes, 0);
  if (got <= 0) return false;
  buffer.append(bytes, static_cast<std::size_t>(got));
  return true;
}

}  // namespace bfa::test
