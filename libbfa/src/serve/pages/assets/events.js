// SPDX-License-Identifier: Apache-2.0
// A worker that all tabs share: one stream of events for them, because browsers open six connections to a host.
"use strict";
const ports = new Set();
const stream = new EventSource("/events");
let open = false;
const tell = (message) => {
  for (const port of ports) port.postMessage(message);
};
const arrived = () => tell({ arrived: true });
for (const name of ["message", "arrival", "change", "object"]) stream.addEventListener(name, arrived);
stream.addEventListener("open", () => {
  open = true;
  tell({ open });
});
stream.addEventListener("error", () => {
  open = false;
  tell({ open });
});
self.addEventListener("connect", (event) => {
  const port = event.ports[0];
  ports.add(port);
  port.addEventListener("message", (message) => {
    if (message.data === "close") ports.delete(port);
  });
  port.start();
  port.postMessage({ open });
});
