filedesc://x.arc 0.0.0.0 20260301100000 text/plain 62
1 0 x
URL IP-address Archive-date Content-type Archive-length

http://a.example/a b 1.2.3.4 20260301100000 text/html 17
HTTP/1.0 200 OK


