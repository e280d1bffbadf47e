# SPDX-License-Identifier: Apache-2.0
"""Rules of package forms, written from their specifications and readers: docs/formats/packages.md. Nothing here uses
the library.

ocfl_problems(ROOT): what a storage root breaks of OCFL 1.1. blogforever_2013_problems(FILE): what the readers of 2013
would not find, or take for something else, in a METS file.
"""
import datetime
import hashlib
import json
import re
from xml.etree import ElementTree

OLD_METS, OLD_MARC = "http://www.loc.gov/mets/", "http://www.loc.gov/marc/"
INVENTORY = {"id", "type", "digestAlgorithm", "head", "contentDirectory", "manifest", "versions", "fixity"}


def bad_path(path):
    return path.startswith("/") or any(part in ("", ".", "..") for part in path.split("/"))


def conflicts(paths):
    paths = list(paths)
    found = ["a path twice"] if len(set(paths)) != len(paths) else []
    folders = {path[:i] for path in paths for i, c in enumerate(path) if c == "/"}
    return found + [f"{path} is a file and a folder" for path in folders & set(paths)]


def read_inventory(folder, say):
    """inventory.json with its sidecar; None when it cannot be used."""
    file, sidecar = folder / "inventory.json", folder / "inventory.json.sha512"
    if not file.is_file() or not sidecar.is_file():
        return say(f"{folder}: no inventory with a sidecar")
    if not re.fullmatch(r"[0-9a-f]{128}\s+inventory\.json\n?", sidecar.read_text()):
        return say(f"{sidecar}: not a digest and a name")
    if sidecar.read_text().split()[0] != hashlib.sha512(file.read_bytes()).hexdigest():
        return say(f"{sidecar}: another digest")
    return json.loads(file.read_text(encoding="utf-8"))


def inventory_problems(inventory, where):
    say = []
    if set(inventory) - INVENTORY or not {"id", "type", "digestAlgorithm", "head", "manifest", "versions"} <= set(inventory):
        say.append(f"{where}: members {sorted(inventory)}")
        return say
    if not re.match(r"[a-z]+:", inventory["id"]):
        say.append(f"{where}: the id is no URI")
    if inventory["type"] != "https://ocfl.io/1.1/spec/#inventory" or inventory["digestAlgorithm"] != "sha512":
        say.append(f"{where}: type or algorithm")
    names = sorted(inventory["versions"], key=lambda name: int(name[1:]))
    if names != [f"v{i}" for i in range(1, len(names) + 1)] or inventory["head"] != names[-1]:
        say.append(f"{where}: versions {names}, head {inventory['head']}")
    manifest = inventory["manifest"]
    contents = [path for paths in manifest.values() for path in paths]
    say += [f"{where}: {text}" for text in conflicts(contents)]
    say += [f"{where}: content path {path}" for path in contents
            if bad_path(path) or not re.match(r"v[1-9][0-9]*/content/.", path)]
    used = set()
    for name in names:
        version = inventory["versions"][name]
        if set(version) - {"created", "state", "message", "user"} or not {"created", "state", "message", "user"} <= set(version):
            say.append(f"{where} {name}: members {sorted(version)}")
        if datetime.datetime.fromisoformat(version["created"].replace("Z", "+00:00")).tzinfo is None:
            say.append(f"{where} {name}: a time without a zone")
        logical = [path for paths in version["state"].values() for path in paths]
        say += [f"{where} {name}: {text}" for text in conflicts(logical)]
        say += [f"{where} {name}: logical path {path}" for path in logical if bad_path(path)]
        say += [f"{where} {name}: a digest without bytes" for digest in version["state"] if digest not in manifest]
        used |= set(version["state"])
    say += [f"{where}: bytes of no version" for digest in manifest if digest not in used]
    return say


def object_problems(folder):
    problems = []
    if (folder / "0=ocfl_object_1.1").read_text() != "ocfl_object_1.1\n":
        problems.append(f"{folder}: declaration")
    inventory = read_inventory(folder, problems.append)
    if inventory is None:
        return problems
    problems += inventory_problems(inventory, folder.name)
    versions = set(inventory["versions"])
    names = {path.name for path in folder.iterdir()}
    if names != versions | {"0=ocfl_object_1.1", "inventory.json", "inventory.json.sha512"}:
        problems.append(f"{folder}: {sorted(names)}")
    if (folder / inventory["head"] / "inventory.json").read_bytes() != (folder / "inventory.json").read_bytes():
        problems.append(f"{folder}: the newest version has another inventory")
    for name in versions:
        own = read_inventory(folder / name, problems.append)
        if own is None:
            continue
        problems += inventory_problems(own, f"{folder.name} {name}")
        if own["head"] != name or any(own["versions"][each] != inventory["versions"][each] for each in own["versions"]):
            problems.append(f"{folder} {name}: the inventory tells another history")
        if {path.name for path in (folder / name).iterdir()} - {"content", "inventory.json", "inventory.json.sha512"}:
            problems.append(f"{folder} {name}: other files")
    found = {str(path.relative_to(folder)) for path in folder.glob("v*/content/**/*") if path.is_file()}
    named = {path: digest for digest, paths in inventory["manifest"].items() for path in paths}
    if found != set(named):
        problems.append(f"{folder}: content {found ^ set(named)}")
    for path in found & set(named):
        if hashlib.sha512((folder / path).read_bytes()).hexdigest() != named[path]:
            problems.append(f"{folder}: digest of {path}")
    problems += [f"empty: {path}" for path in folder.rglob("*") if path.is_dir() and not any(path.iterdir())]
    return problems


def layout_path(name):
    """By the extension 0003-hash-and-id-n-tuple-storage-layout."""
    digest = hashlib.sha256(name.encode()).hexdigest()
    escaped = "".join(c if re.fullmatch("[A-Za-z0-9_-]", c) else "".join(f"%{b:02x}" for b in c.encode()) for c in name)
    if len(escaped) > 100:
        escaped = f"{escaped[:100]}-{digest}"
    return f"{digest[:3]}/{digest[3:6]}/{digest[6:9]}/{escaped}"


def ocfl_objects(root):
    return sorted(file.parent for file in root.rglob("0=ocfl_object_*"))


def ocfl_problems(root):
    problems = []
    if (root / "0=ocfl_1.1").read_text() != "ocfl_1.1\n":
        problems.append("declaration of the root")
    layout = json.loads((root / "ocfl_layout.json").read_text())
    if set(layout) != {"extension", "description"} or not (root / "extensions" / layout["extension"] / "config.json").is_file():
        problems.append(f"layout {layout}")
    objects = ocfl_objects(root)
    allowed = {root / "0=ocfl_1.1", root / "ocfl_layout.json"}
    for path in root.rglob("*"):
        inside = any(folder == path or folder in path.parents for folder in objects)
        if path.is_file() and not inside and path not in allowed and root / "extensions" not in path.parents:
            problems.append(f"a file between objects: {path}")
        if path.is_dir() and not any(path.iterdir()):
            problems.append(f"empty: {path}")
    for folder in objects:
        problems += object_problems(folder)
        name = json.loads((folder / "inventory.json").read_text())["id"]
        if str(folder.relative_to(root)) != layout_path(name):
            problems.append(f"{folder} is not at {layout_path(name)}")
    return problems if objects else problems + ["no object"]


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def blogforever_2013_problems(file, blog):
    problems = []
    text = file.read_text(encoding="utf-8")
    if not re.match(r"(<\?xml [^>]*\?>\s*)?<mets:mets ", text):
        problems.append("something stands before <mets>")
    root = ElementTree.fromstring(text)
    if root.tag != f"{{{OLD_METS}}}mets":
        problems.append(f"root {root.tag}")
    at = [root]
    for name in ("dmdSec", "mdWrap", "xmlData", "record"):
        at = [child for parent in at for child in parent if local(child) == name]
    if len(at) != 1 or at[0].tag != f"{{{OLD_MARC}}}record":
        return problems + [f"{len(at)} records"]
    fields = [field for field in at[0] if local(field) == "datafield"]

    def subfields(tag):
        return [[(s.get("code"), s.text) for s in field] for field in fields if field.get("tag") == tag]

    def first(tag):
        return (subfields(tag) or [[(None, None)]])[0][0]

    kind = first("980")
    if kind[0] != "a" or kind[1] not in ("BLOG", "BLOGPOST", "PAGE", "COMMENT"):
        problems.append(f"980 {kind}")
    if [code for code, _ in (subfields("520") or [[]])[0]] != ["u"]:
        problems.append("520: the match key does not stand alone")
    if kind[1] in ("BLOGPOST", "PAGE") and first("760") != ("o", blog):
        problems.append(f"760 {first('760')}")
    if kind[1] == "COMMENT" and first("773")[0] != "o":
        problems.append(f"773 {first('773')}")
    if kind[1] != "COMMENT" and subfields("773"):
        problems.append("773: a post is taken for a comment")
    if subfields("269"):
        try:
            datetime.datetime.strptime(first("269")[1], "%m/%d/%Y %I:%M:%S %p")
        except ValueError as error:
            problems.append(str(error))
    if subfields("542"):
        problems.append("542 is who may see it")
    if any(code != "1" for field in subfields("653") for code, _ in field):
        problems.append("653: tags are in $1")
    return [f"{file.name}: {problem}" for problem in problems]
