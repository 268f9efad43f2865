/**
 * A body as its rules look at it: messages and blocks with their places, whatever else is in there passed over. Read once for
 * all rules. Most of them find nothing, so a path is written out only for a finding.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding } from '../../../rule.ts';

/** Where something stands: in a list of the body, or in the content of a message or of a result. */
export interface Placed {
  readonly within: Placed | 'messages' | 'system' | 'tools';
  readonly at: number;
}

export interface PlacedBlock extends Placed {
  readonly block: JsonObject;
  readonly type: string;
  /** The blocks inside a result. */
  readonly inner: readonly PlacedBlock[];
}

export interface PlacedMessage extends Placed {
  readonly message: JsonObject;
  /** Its neighbours, where they are messages. */
  readonly before: PlacedMessage | undefined;
  readonly next: PlacedMessage | undefined;
  readonly role: string;
  /** Plain text has none. */
  readonly blocks: readonly PlacedBlock[];
  /** Those of its blocks that are calls, in an assistant message. */
  readonly calls: readonly PlacedBlock[];
  /** Those of its blocks that are results, in a user message. */
  readonly results: readonly PlacedBlock[];
}

/** Not frozen: V8 is slow at walking lists some of which are. */
const none: readonly never[] = [];

export function pathOf({ within, at }: Placed): string {
  return typeof within === 'string' ? `${within}.${at}` : `${pathOf(within)}.content.${at}`;
}

/** The messages that are to be checked. */
export function messagesOf(view: BodyView): readonly PlacedMessage[] {
  return view.once(readMessages);
}

/** The same, and the one before them: calls are judged together with the results that follow, for example. */
export function messagesAround(view: BodyView): readonly PlacedMessage[] {
  return view.once(readAround);
}

/** Any message. */
export function messageAt({ list }: BodyView, at: number): PlacedMessage | undefined {
  return readMessage(list[at], at, undefined);
}

/** The blocks that are to be checked, in order; those inside a result come right after it. */
export function blocksOf(view: BodyView): readonly PlacedBlock[] {
  return view.once(readBlocks);
}

/** The same, of one type only. */
export function blocksOfType(view: BodyView, type: string): readonly PlacedBlock[] {
  return view.once(sortBlocks).get(type) ?? none;
}

/** All types there are among the blocks to be checked. */
export function blockTypes(view: BodyView): Iterable<string> {
  return view.once(sortBlocks).keys();
}

export function toolsOf(view: BodyView): readonly PlacedBlock[] {
  return view.once(readTools);
}

export function systemOf(view: BodyView): readonly PlacedBlock[] {
  return view.once(readSystem);
}

/** What is wrong with a block, if anything. */
export type BlockCheck = (block: JsonObject, type: string, view: BodyView) => string | undefined;

/** A rule about single blocks, those inside results too. */
export function eachBlock(check: BlockCheck): (view: BodyView) => readonly Finding[] {
  return (view) => checkAll(blocksOf(view), check, view);
}

/** A rule about the blocks of one type. */
export function eachOf(type: string, check: BlockCheck): (view: BodyView) => readonly Finding[] {
  return (view) => checkAll(blocksOfType(view, type), check, view);
}

export function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function checkAll(blocks: readonly PlacedBlock[], check: BlockCheck, view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of blocks) {
    const message = check(placed.block, placed.type, view);
    if (message !== undefined) found.push({ path: pathOf(placed), message });
  }
  return found;
}

function readAround(view: BodyView): readonly PlacedMessage[] {
  const { list, from } = view;
  const messages: PlacedMessage[] = [];
  let before: Writable<PlacedMessage> | undefined = messageAt(view, from - 2);
  for (let at = Math.max(0, from - 1); at < list.length; at += 1) {
    const message = readMessage(list[at], at, before);
    if (message !== undefined) messages.push(message);
    if (before !== undefined) before.next = message;
    before = message;
  }
  return messages;
}

function readMessages(view: BodyView): readonly PlacedMessage[] {
  const around = messagesAround(view);
  const [first] = around;
  return first === undefined || first.at >= view.from ? around : around.slice(1);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readMessage(
  entry: JsonValue | undefined,
  at: number,
  before: PlacedMessage | undefined,
): Writable<PlacedMessage> | undefined {
  const message = asObject(entry);
  if (message === undefined) return undefined;
  const role = asText(message['role']);
  const placed: Writable<PlacedMessage> = {
    within: 'messages',
    at,
    message,
    before,
    next: undefined,
    role,
    blocks: none,
    calls: none,
    results: none,
  };
  placed.blocks = blocksIn(message['content'], placed, true);
  if (role === 'assistant') placed.calls = ofType(placed.blocks, 'tool_use');
  else if (role === 'user') placed.results = ofType(placed.blocks, 'tool_result');
  return placed;
}

/** `open`: results are opened, once. */
function blocksIn(content: JsonValue | undefined, within: Placed['within'], open: boolean): readonly PlacedBlock[] {
  const entries = asArray(content);
  if (entries.length === 0) return none;
  // Made as long as it will be: a list that grows takes room for more than a message has.
  const blocks = new Array<PlacedBlock>(entries.length);
  let count = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const block = asObject(entries[at]);
    if (block === undefined) continue;
    const placed: Writable<PlacedBlock> = { within, at, block, type: asText(block['type']), inner: none };
    if (open && placed.type === 'tool_result') placed.inner = blocksIn(block['content'], placed, false);
    blocks[count] = placed;
    count += 1;
  }
  blocks.length = count;
  return blocks;
}

function ofType(blocks: readonly PlacedBlock[], type: string): readonly PlacedBlock[] {
  let count = 0;
  for (const block of blocks) if (block.type === type) count += 1;
  if (count === 0) return none;
  if (count === blocks.length) return blocks;
  const found = new Array<PlacedBlock>(count);
  let next = 0;
  for (const block of blocks) {
    if (block.type !== type) continue;
    found[next] = block;
    next += 1;
  }
  return found;
}

function readBlocks(view: BodyView): readonly PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  for (const message of messagesOf(view)) {
    for (const block of message.blocks) {
      blocks.push(block);
      for (const inner of block.inner) blocks.push(inner);
    }
  }
  return blocks;
}

function sortBlocks(view: BodyView): ReadonlyMap<string, readonly PlacedBlock[]> {
  const sorted = new Map<string, PlacedBlock[]>();
  for (const block of blocksOf(view)) {
    const same = sorted.get(block.type);
    if (same === undefined) sorted.set(block.type, [block]);
    else same.push(block);
  }
  return sorted;
}

function readTools({ body }: BodyView): readonly PlacedBlock[] {
  return blocksIn(body['tools'], 'tools', false);
}

function readSystem({ body }: BodyView): readonly PlacedBlock[] {
  return blocksIn(body['system'], 'system', false);
}
