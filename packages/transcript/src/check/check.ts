/**
 * Decides whether JSON from any source can be read as a history, and lists what is unusual about it. It changes nothing: import
 * and `render` repair what can be repaired; the rest is an error here, with its path and a fix.
 */
import type { Block, Content, Speaker } from '../canonical/content.ts';
import { isSpeaker } from './field-rules.ts';
import { type JsonPath, ROOT } from './json-path.ts';
import { BLOCKS, CONTENT, type KnownFields } from './known-fields.ts';
import { fixForForeignEntry, fixForNonArray } from './lookalike.ts';
import type { FindingCode } from './problem-codes.ts';
import { type Problem, ProblemList } from './problem-list.ts';
import {
  isList,
  isRecord,
  type JsonRecord,
  kindOf,
  peekField,
  readField,
  readItem,
  readKeys,
  readLength,
  UNREADABLE,
} from './read.ts';
import { reportUnpaired } from './report-unpaired.ts';

export type { ProblemCode, ProblemKind, Severity } from './problem-codes.ts';
export { PROBLEM_KINDS } from './problem-codes.ts';
export type { Problem } from './problem-list.ts';

export interface CheckedContents {
  /**
   * The input itself, unchanged, when no problem is an error. The type does not promise that every field has the right type:
   * each that does not is a warning, including missing `blocks`.
   */
  readonly contents: readonly Content[] | undefined;
  readonly problems: readonly Problem[];
}

/** Never throws, takes at most two passes over the input, and does not look into `parameters` or `result`. */
export function checkContents(input: unknown): CheckedContents {
  const problems = new ProblemList();
  const contents = readsAsHistory(input, problems) ? input : undefined;
  return { contents, problems: problems.all() };
}

function readsAsHistory(input: unknown, problems: ProblemList): input is readonly Content[] {
  if (!isList(input)) {
    const code = kindOf(input) === 'unreadable' ? 'unreadable' : 'not-an-array';
    problems.report(code, ROOT, input, fixForNonArray(input));
    return false;
  }
  eachObject(input, ROOT, 'entry-not-object', problems, (entry, at) => checkEntry(entry, at, problems));
  // Parts that could not be read may contain calls and results, so missing partners are not reported.
  return !problems.hasError && isPairable(input, problems);
}

function isPairable(input: readonly unknown[], problems: ProblemList): input is readonly Content[] {
  try {
    reportUnpaired(input as readonly Content[], problems);
    return true;
  } catch {
    // It could be read before and throws now: a getter or a proxy.
    problems.report('unreadable', ROOT);
    return false;
  }
}

/** Checks one content of a history with its blocks. */
function checkEntry(entry: JsonRecord, at: JsonPath, problems: ProblemList): void {
  const foreign = fixForForeignEntry(entry);
  if (foreign !== undefined) {
    // One error that names the cause; errors about unknown fields and missing blocks would only bury it.
    problems.report('speaker-missing', { parent: at, key: 'speaker' }, undefined, foreign);
    return;
  }
  checkFields(entry, CONTENT, at, problems);
  const speaker = peekField(entry, 'speaker');
  const blocks = peekField(entry, 'blocks');
  if (!isList(blocks)) return;
  const inBlocks = { parent: at, key: 'blocks' };
  const known = isSpeaker(speaker) ? speaker : undefined;
  const length = eachObject(blocks, inBlocks, 'block-not-object', problems, (block, place) =>
    checkBlock(block, known, place, problems),
  );
  if (length === 0) problems.report('blocks-empty', inBlocks);
}

interface Home {
  readonly speaker: Speaker;
  readonly outside: FindingCode;
}

const HOMES: ReadonlyMap<unknown, Home> = new Map<Block['type'], Home>([
  ['tool_call', { speaker: 'ai', outside: 'call-outside-ai' }],
  ['tool_response', { speaker: 'tool', outside: 'response-outside-tool' }],
  ['thinking', { speaker: 'ai', outside: 'thinking-outside-ai' }],
]);

/**
 * One block: its type, its fields, its place. `speaker` is undefined when the content's speaker is unknown: then nothing is
 * misplaced.
 */
function checkBlock(block: JsonRecord, speaker: Speaker | undefined, at: JsonPath, problems: ProblemList): void {
  const type = readField(block, 'type');
  const known = BLOCKS.get(type);
  if (known === undefined) {
    problems.report(problemOfType(type), { parent: at, key: 'type' }, type);
    return;
  }
  const home = HOMES.get(type);
  if (home !== undefined && speaker !== undefined && home.speaker !== speaker) {
    problems.report(home.outside, at, speaker);
  }
  if (!checkFields(block, known, at, problems)) return;
  if (type === 'tool_response' && isPending(block)) problems.report('response-pending', at);
}

function problemOfType(type: unknown): FindingCode {
  if (type === UNREADABLE) return 'unreadable';
  return type === undefined ? 'type-missing' : 'type-unknown';
}

/** REQ-915-048: no error, not complete, no result. An empty `error` counts as absent. */
function isPending(response: JsonRecord): boolean {
  const error = peekField(response, 'error') ?? '';
  const result = peekField(response, 'result') ?? undefined;
  return error === '' && peekField(response, 'isComplete') !== true && result === undefined;
}

/**
 * No JSON text that a JavaScript engine can hold (2^29 characters) has more entries or blocks: `{"type":"text"},` has 16
 * characters. A longer array is sparse or fake, and walking it could take forever.
 */
const LONGEST_ARRAY = 2 ** 25;

/** Walks an array of objects and reports everything else. Returns the length, or undefined when it cannot be trusted. */
function eachObject(
  list: readonly unknown[],
  at: JsonPath,
  notObject: FindingCode,
  problems: ProblemList,
  visit: (item: JsonRecord, at: JsonPath) => void,
): number | undefined {
  const length = readLength(list);
  if (length === UNREADABLE) {
    problems.report('unreadable', at);
    return undefined;
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > LONGEST_ARRAY) {
    problems.report('length-invalid', at, length);
    return undefined;
  }
  for (let index = 0; index < length; index += 1) {
    const item = readItem(list, index);
    const place = { parent: at, key: index };
    if (isRecord(item)) visit(item, place);
    else problems.report(item === UNREADABLE || kindOf(item) === 'unreadable' ? 'unreadable' : notObject, place, item);
  }
  return length;
}

/**
 * Reads each known field once and names the unknown ones. Returns false if one cannot be read: then the fields are not checked
 * together.
 */
function checkFields(owner: JsonRecord, known: KnownFields, at: JsonPath, problems: ProblemList): boolean {
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
