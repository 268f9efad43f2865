/**
 * Reads a body for the rules: messages and blocks with their positions, once for all rules, and without trusting it. Most rules
 * find nothing, so a path is only written for a finding.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';

/** A position: in a list of the body, or in the content of a message or of a result. */
export interface BodyPlace {
  readonly within: BodyPlace | 'messages' | 'system' | 'tools';
  readonly at: number;
}

export interface SeenBlock extends BodyPlace {
  readonly block: JsonObject;
  readonly type: string;
  /** The blocks inside a result. */
  readonly inner: readonly SeenBlock[];
}

export interface SeenMessage extends BodyPlace {
  readonly message: JsonObject;
  readonly role: string;
  /** The neighbouring entries, if they are messages. */
  readonly before: SeenMessage | undefined;
  readonly next: SeenMessage | undefined;
  /** Plain text has none. */
  readonly blocks: readonly SeenBlock[];
  /** The calls in an assistant message. */
  readonly calls: readonly SeenBlock[];
  /** The results in a user message. */
  readonly results: readonly SeenBlock[];
}

/** From `from` on, in the order of the body. Entries that are not objects are skipped. */
export interface SeenBody {
  readonly messages: readonly SeenMessage[];
  /** The same, with the message before them: its calls, for example, are answered by the first new message. */
  readonly around: readonly SeenMessage[];
  /** All blocks; those inside a result come right after it. */
  readonly blocks: readonly SeenBlock[];
  readonly byType: ReadonlyMap<string, readonly SeenBlock[]>;
  readonly system: readonly SeenBlock[];
  readonly tools: readonly SeenBlock[];
}

/** Not frozen: V8 is slow at walking a mix of frozen and other lists. */
export const none: readonly never[] = [];

export function pathOf({ within, at }: BodyPlace): string {
  return typeof within === 'string' ? `${within}.${at}` : `${pathOf(within)}.content.${at}`;
}

/** For `view.once`. */
export function readBody(view: BodyView): SeenBody {
  const around = readMessages(view);
  const [first] = around;
  const messages = first === undefined || first.at >= view.from ? around : around.slice(1);
  const blocks: SeenBlock[] = [];
  for (const message of messages) addBlocks(message, blocks);
  const { system, tools } = view.body;
  return {
    messages,
    around,
    blocks,
    byType: sortByType(blocks),
    system: blocksIn(system, 'system', false),
    tools: blocksIn(tools, 'tools', false),
  };
}

/** Any message, without its neighbours. */
export function messageAt({ list }: BodyView, at: number): SeenMessage | undefined {
  return readMessage(list[at], at, undefined);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readMessages(view: BodyView): readonly SeenMessage[] {
  const { list, from } = view;
  const messages: SeenMessage[] = [];
  let before: Writable<SeenMessage> | undefined = messageAt(view, from - 2);
  for (let at = Math.max(0, from - 1); at < list.length; at += 1) {
    const message = readMessage(list[at], at, before);
    if (message !== undefined) messages.push(message);
    if (before !== undefined) before.next = message;
    before = message;
  }
  return messages;
}

function readMessage(
  entry: JsonValue | undefined,
  at: number,
  before: SeenMessage | undefined,
): Writable<SeenMessage> | undefined {
  const message = asObject(entry);
  if (message === undefined) return undefined;
  const role = asText(message['role']);
  const seen: Writable<SeenMessage> = {
    within: 'messages',
    at,
    message,
    role,
    before,
    next: undefined,
    blocks: none,
    calls: none,
    results: none,
  };
  seen.blocks = blocksIn(message['content'], seen, true);
  if (role === 'assistant') seen.calls = ofType(seen.blocks, 'tool_use');
  else if (role === 'user') seen.results = ofType(seen.blocks, 'tool_result');
  return seen;
}

/** `open`: reads the blocks inside results. */
function blocksIn(content: JsonValue | undefined, within: BodyPlace['within'], open: boolean): readonly SeenBlock[] {
  const entries = asArray(content);
  if (entries.length === 0) return none;
  // Allocated at its full length: a growing list takes more room than a message needs.
  const blocks = new Array<SeenBlock>(entries.length);
  let count = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const block = asObject(entries[at]);
    if (block === undefined) continue;
    const seen: Writable<SeenBlock> = { within, at, block, type: asText(block['type']), inner: none };
    if (open && seen.type === 'tool_result') seen.inner = blocksIn(block['content'], seen, false);
    blocks[count] = seen;
    count += 1;
  }
  blocks.length = count;
  return blocks;
}

function ofType(blocks: readonly SeenBlock[], type: string): readonly SeenBlock[] {
  let count = 0;
  for (const block of blocks) if (block.type === type) count += 1;
  if (count === 0) return none;
  if (count === blocks.length) return blocks;
  const found = new Array<SeenBlock>(count);
  let next = 0;
  for (const block of blocks) {
    if (block.type !== type) continue;
    found[next] = block;
    next += 1;
  }
  return found;
}

function addBlocks({ blocks }: SeenMessage, all: SeenBlock[]): void {
  for (const block of blocks) {
    all.push(block);
    for (const inner of block.inner) all.push(inner);
  }
}

function sortByType(blocks: readonly SeenBlock[]): ReadonlyMap<string, readonly SeenBlock[]> {
  const sorted = new Map<string, SeenBlock[]>();
  for (const block of blocks) {
    const same = sorted.get(block.type);
    if (same === undefined) sorted.set(block.type, [block]);
    else same.push(block);
  }
  return sorted;
}

export type BlockCheck = (block: JsonObject, type: string, view: BodyView) => string | undefined;

export function inEachMessage(check: (seen: SeenMessage, view: BodyView) => string | undefined): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody).messages) {
      const message = check(seen, view);
      if (message !== undefined) found.push({ path: pathOf(seen), message });
    }
    return found;
  };
}

/** All blocks, including those inside results. */
export function inEachBlock(check: BlockCheck): Rule['find'] {
  return (view) => inAll(view.once(readBody).blocks, check, view);
}

/** Blocks of one type. */
export function inEach(type: string, check: BlockCheck): Rule['find'] {
  return (view) => inAll(view.once(readBody).byType.get(type) ?? none, check, view);
}

function inAll(blocks: readonly SeenBlock[], check: BlockCheck, view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of blocks) {
    const message = check(seen.block, seen.type, view);
    if (message !== undefined) found.push({ path: pathOf(seen), message });
  }
  return found;
}
