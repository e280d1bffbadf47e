// SPDX-License-Identifier: Apache-2.0
// Reads packages with programs of others (package.json, installed by scripts/setup.sh ci into build/package). Prints each
// problem on a line of its own, and at the end what was read. corpus_forms.py calls it.
//
// Usage: readers.mjs MODULES ocfl STORAGE_ROOT     @ocfl/ocfl-fs: each file of each version of each object
//        readers.mjs MODULES marc RECORDS.xml      marcjs: each field of each record, to ISO 2709 and back
//
// Exit codes: 0 no problem, 1 problems, 77 the program is not here.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [modules, what, input] = process.argv.slice(2);
const program = { ocfl: '@ocfl/ocfl-fs', marc: 'marcjs' }[what];
if (!input || !program) {
  console.error('usage: readers.mjs MODULES ocfl|marc PATH');
  process.exit(2);
}
if (!existsSync(path.join(modules, 'node_modules', program))) {
  console.log(`no ${program}`);
  process.exit(77);
}
const load = createRequire(path.join(path.resolve(modules), 'package.json'));
let problems = 0;
function problem(text) {
  problems += 1;
  console.log(text);
}

// The reader finds the objects by walking; the layout of the root must say the same place for the identifier.
async function readStorageRoot(root) {
  const storage = load(program).storage({ root: path.resolve(root) });
  await storage.load();
  let objects = 0;
  let files = 0;
  for await (const found of storage) {
    objects += 1;
    await found.load();
    const inventory = await found.getInventory();
    const place = storage.objectRoot(inventory.id);
    if (path.resolve(root, place) !== path.resolve(root, found.root)) problem(`${found.root}: the layout says ${place}`);
    for (const version of Object.keys(inventory.versions)) {
      for (const file of await found.files(version)) {
        const bytes = await file.buffer();
        const digest = createHash(inventory.digestAlgorithm).update(bytes).digest('hex');
        files += 1;
        if (digest !== file.digest) problem(`${found.root}: ${version}/${file.logicalPath}: the digest is ${digest}`);
      }
    }
  }
  if (objects === 0 || files === 0) problem(`${objects} objects, ${files} files`);
  return `${objects} objects, ${files} files of versions`;
}

const plain = (records) => JSON.stringify(records.map((record) => record.fields));

function readAll(stream, records) {
  return new Promise((resolve, reject) => {
    stream.on('data', (record) => records.push(record));
    stream.on('end', () => resolve(records));
    stream.on('error', reject);
  });
}

async function readRecords(file) {
  const { Marc } = load(program);
  const records = await readAll(createReadStream(file).pipe(Marc.createStream('Marcxml', 'Parser')), []);
  const wanted = (readFileSync(file, 'utf8').match(/<record[ >]/g) ?? []).length;
  if (records.length === 0 || records.length !== wanted) problem(`${records.length} of ${wanted} records were read`);
  const back = records.map((record) => Marc.parse(Buffer.from(Marc.format(record, 'Iso2709')), 'Iso2709'));
  records.forEach((record, at) => {
    if (plain([record]) !== plain([back[at]])) problem(`record ${at + 1} comes back otherwise`);
  });
  return `${records.length} records`;
}

try {
  const read = await (what === 'ocfl' ? readStorageRoot(input) : readRecords(input));
  console.log(`${program}: ${read}`);
} catch (error) {
  problem(`${program}: ${error.message}`);
}
process.exit(problems > 0 ? 1 : 0);
