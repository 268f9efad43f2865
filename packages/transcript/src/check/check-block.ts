/** Checks one block: its type, its fields, whether it stands where such a block belongs. */
import type { Block, Speaker } from '../canonical/content.ts';
import { checkFields } from './check-fields.ts';
import type { JsonPath } from './json-path.ts';
import { BLOCKS } from './known-fields.ts';
import type { FindingCode } from './problem-codes.ts';
import type { ProblemList } from './problem-list.ts';
import { type JsonRecord, peekField, readField, UNREADABLE } from './read.ts';

interface Home {
  readonly speaker: Speaker;
  readonly outside: FindingCode;
}

const HOMES: ReadonlyMap<unknown, Home> = new Map<Block['type'], Home>([
  ['tool_call', { speaker: 'ai', outside: 'call-outside-ai' }],
  ['tool_response', { speaker: 'tool', outside: 'response-outside-tool' }],
  ['thinking', { speaker: 'ai', outside: 'thinking-outside-ai' }],
]);

/** `speaker` is undefined when the entry's own is unknown: nothing is out of place there. */
export function checkBlock(block: JsonRecord, speaker: Speaker | undefined, at: JsonPath, problems: ProblemList): void {
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

/** REQ-915-048: neither errored, nor complete, nor with a result. An empty `error` says nothing. */
function isPending(response: JsonRecord): boolean {
  const error = peekField(response, 'error') ?? '';
  const result = peekField(response, 'result') ?? undefined;
  return error === '' && peekField(response, 'isComplete') !== true && result === undefined;
}
