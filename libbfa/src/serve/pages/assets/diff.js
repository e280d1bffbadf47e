// SPDX-License-Identifier: Apache-2.0
// Goes to the next and the previous change of a text: by buttons, and by the keys n and p, which can be turned off.
(() => {
  "use strict";
  const changes = [...document.querySelectorAll(".change[id]")];
  const bar = document.querySelector(".diff-bar");
  if (changes.length === 0 || !bar) return;
  let at = changes.findIndex((change) => "#" + change.id === location.hash);

  const place = document.createElement("span");
  place.setAttribute("role", "status");
  const go = (step) => {
    at = at < 0 ? (step > 0 ? 0 : changes.length - 1) : (at + step + changes.length) % changes.length;
    const change = changes[at];
    location.hash = change.id;
    change.tabIndex = -1;
    change.focus({ preventScroll: true });
    place.textContent = `Change ${at + 1} of ${changes.length}`;
  };
  const button = (text, step) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => go(step));
    return made;
  };
  const label = document.createElement("label");
  const keys = document.createElement("input");
  keys.type = "checkbox";
  keys.checked = true;
  label.append(keys, " keys n and p");
  const line = document.createElement("p");
  line.className = "keys";
  line.append(button("Previous change", -1), button("Next change", 1), label, place);
  bar.append(line);

  document.addEventListener("keydown", (event) => {
    if (!keys.checked || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key !== "n" && event.key !== "p") return;
    event.preventDefault();
    go(event.key === "n" ? 1 : -1);
  });
})();
