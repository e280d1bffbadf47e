// SPDX-License-Identifier: Apache-2.0
// @seriousme/openapi-schema-validator (npm) accepts the OpenAPI document, refuses a damaged one, and finds every
// reference in it.
//
// Usage: node openapi.mjs --print PROGRAM --modules DIR
// Exit codes: 0 fine, 1 not, 77 skipped.
import { fail, importPackage, parseArguments, run } from "../../replay/common.mjs";

const args = parseArguments();
const { Validator } = await importPackage(args.modules, "@seriousme/openapi-schema-validator");
const text = run(args.print, []).stdout;

const validator = new Validator();
const accepted = await validator.validate(JSON.parse(text));
if (!accepted.valid) fail(`the document is not valid: ${JSON.stringify(accepted.errors, null, 1)}`);
if (validator.version !== "3.1") fail(`it was checked as version ${validator.version}`);
validator.resolveRefs();

// The check sees something: a parameter without a place, a response without a description, a wrong member.
const damages = [
  (document) => delete document.paths["/objects"].get.parameters[0].in,
  (document) => delete document.paths["/objects"].get.responses["200"].description,
  (document) => (document.paths["/objects"].get.parameters[0].schema = 7),
  (document) => (document.path = {}),
  (document) => delete document.info,
];
for (const damage of damages) {
  const document = JSON.parse(text);
  damage(document);
  if ((await new Validator().validate(document)).valid) fail(`a damaged document is accepted: ${damage}`);
}
const paths = Object.keys(JSON.parse(text).paths).length;
console.log(`OpenAPI ${validator.version}: ${paths} paths are valid, ${damages.length} damaged documents refused`);
