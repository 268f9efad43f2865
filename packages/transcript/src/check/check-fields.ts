/** Holds one object against the fields it may have: reads each known field once, and names the unknown ones. */
import type { JsonPath } from './json-path.ts';
import type { KnownFields } from './known-fields.ts';
import type { ProblemList } from './problem-list.ts';
import { isRecord, type JsonRecord, readField, readKeys, UNREADABLE } from './read.ts';

/** Returns whether every field could be read; if not, what the fields say together means nothing. */
export function checkFields(owner: JsonRecord, known: KnownFields, at: JsonPath, problems: ProblemList): boolean {
  let readable = true;
  for (const { name, rule, inside } of known.fields) {
    const value = readField(owner, name);
    const code = value === UNREADABLE ? 'unreadable' : rule(value);
    if (code === 'unreadable') readable = false;
    if (code !== undefined) problems.report(code, { parent: at, key: name }, value);
    else if (inside !== undefined && isRecord(value)) checkFields(value, inside, { parent: at, key: name }, problems);
  }
  if (known.names !== undefined) reportUnknown(owner, known.names, at, problems);
  return readable;
}

function reportUnknown(owner: JsonRecord, names: ReadonlySet<string>, at: JsonPath, problems: ProblemList): void {
  const keys = readKeys(owner);
  if (keys === undefined) {
    problems.report('unreadable', at, owner);
    return;
  }
  for (const key of keys) {
    if (!names.has(key)) problems.report('unknown-field', { parent: at, key }, key);
  }
}
