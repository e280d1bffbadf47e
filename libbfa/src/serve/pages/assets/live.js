// SPDX-License-Identifier: Apache-2.0
// Shows changes as they come: when something arrived, the list is asked for again and what is new in it is marked.
// The server makes the list, so this page is the same without this script, but for the waiting.
(() => {
  "use strict";
  const list = document.getElementById("live-list");
  const state = document.getElementById("live-state");
  if (!list || !state) return;
  const addressesOf = (root) => [...root.querySelectorAll("p.title a")].map((link) => link.getAttribute("href"));
  let known = new Set(addressesOf(list));
  let fresh = 0;
  let waiting = null;
  let busy = false;

  const say = (open) => {
    const since = fresh === 1 ? "1 change" : `${fresh} changes`;
    state.textContent = open ? `Listening. ${since} since you opened this page.` : "Not connected; trying again.";
  };
  const update = async () => {
    waiting = null;
    if (busy) {
      later();
      return;
    }
    busy = true;
    try {
      const answer = await fetch(location.pathname + location.search, { cache: "no-store", headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const made = page.getElementById("live-list");
      if (!made) return;
      for (const link of made.querySelectorAll("p.title a")) {
        if (known.has(link.getAttribute("href"))) continue;
        fresh += 1;
        link.closest("li").classList.add("fresh");
      }
      known = new Set([...known, ...addressesOf(made)]);
      list.replaceChildren(...[...made.childNodes].map((node) => document.adoptNode(node)));
      say(true);
    } catch {
      say(false);
    } finally {
      busy = false;
    }
  };
  // Articles come in groups: one request for each group.
  const later = () => {
    if (waiting === null) waiting = setTimeout(update, 200);
  };
  const heard = (message) => {
    if (message.arrived) later();
    if ("open" in message) say(message.open);
  };

  if (window.SharedWorker) {
    const worker = new SharedWorker(list.dataset.worker);
    worker.port.addEventListener("message", (event) => heard(event.data));
    worker.port.start();
    window.addEventListener("pagehide", () => worker.port.postMessage("close"));
    return;
  }
  const stream = new EventSource("/events");
  for (const name of ["message", "arrival", "change", "object"]) {
    stream.addEventListener(name, () => heard({ arrived: true }));
  }
  stream.addEventListener("open", () => heard({ open: true }));
  stream.addEventListener("error", () => heard({ open: false }));
})();
