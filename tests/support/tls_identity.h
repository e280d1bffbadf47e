// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

// OpenSSL's, seen here by name only.
struct ssl_ctx_st;
struct ssl_st;

namespace bfa::test {

// A fresh key and a self-signed certificate for some host names, good for a day around now.
class TlsIdentity {
 public:
  // `names`: as subjectAltName has them: "DNS:a.example,IP:127.0.0.1".
  explicit TlsIdentity(const std::string& names);
  ~TlsIdentity();
  TlsIdentity(const TlsIdentity&) = delete;
  TlsIdentity& operator=(const TlsIdentity&) = delete;

  // Agrees to speak `protocol` ("h2") with clients that offer it (ALPN).
  void offer(std::string_view protocol);

  const std::string& pem() const { return pem_; }  // the certificate
  ssl_ctx_st* context() const { return context_; }

 private:
  ssl_ctx_st* context_ = nullptr;
  std::string pem_;
  std::string protocol_;  // with its length before it
};

// A connection's bytes, plain or under TLS. Does not own the socket.
class Wire {
 public:
  Wire(int socket, const TlsIdentity* tls);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  bool open();  // the handshake, when there is one
  bool send(std::string_view bytes);
  bool receive(std::string& buffer);  // appends what comes; false at the end
  int socket() const { return socket_; }

 private:
  int socket_;
  ssl_st* ssl_ = nullptr;
};

}  // namespace bfa::test
