/**
 * What a thinking block is bound to on the models that bind it (ANT-054): the system text, the tools and all messages before
 * it. Cache marks are ignored, and so is thinking itself, which may be left out from the start of a history (ANT-055). The same
 * request has one digest, whether it is in the client's words or in ours: neither default values nor the order of fields matter.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { asArray, asObject } from '../json/json.ts';

/** The parts of a body that come before the messages. */
export interface RequestHead {
  readonly system: JsonValue | undefined;
  readonly tools: JsonValue | undefined;
}

/**
 * For every message the digest of everything before it, and one last digest of everything. `known`: those of the previous
 * request.
 */
export function prefixDigests(body: JsonObject, known: PrefixDigests = new PrefixDigests()): readonly string[] {
  const { system, tools, messages } = body;
  return known.update({ system, tools }, asArray(messages));
}

/**
 * The same, kept from request to request. Each digest is computed from the one before it and the message between them, so only
 * new or changed messages are read.
 */
export class PrefixDigests {
  #head: string | undefined;
  #lastHead: RequestHead | undefined;
  readonly #entries: JsonValue[] = [];
  /** One before each entry, and one after the last. */
  readonly #digests: string[] = [];
  #kept = 0;

  /** How many entries, from the first, were the same after the same head at the previous update. */
  get kept(): number {
    return this.#kept;
  }

  /** The digest of everything before the entry at `index`; of everything, if it is the number of entries. */
  before(index: number): string {
    return this.#digests[index] ?? '';
  }

  update(head: RequestHead, entries: readonly JsonValue[]): readonly string[] {
    this.take(head, entries);
    return [...this.#digests];
  }

  /** Entries and the head are compared by identity: they must not be changed afterwards. */
  take(head: RequestHead, entries: readonly JsonValue[]): void {
    this.#begin(head);
    this.#keep(entries);
    for (let index = this.#entries.length; index < entries.length; index += 1) {
      const entry = entries[index] ?? null;
      this.#digests.push(digest(`${this.#digests[index]}\n${jsonText(bareMessage(entry))}`));
      this.#entries.push(entry);
    }
  }

  #begin({ system, tools }: RequestHead): void {
    if (this.#lastHead !== undefined && this.#lastHead.system === system && this.#lastHead.tools === tools) return;
    this.#lastHead = { system, tools };
    // One per line: JSON contains no line breaks, so two different heads cannot be equal.
    const head = `${jsonText(bareBlocks(system))}\n${jsonText(asArray(tools).map(bareTool))}`;
    if (head === this.#head) return;
    this.#head = head;
    this.#entries.length = 0;
    this.#digests.length = 0;
    this.#digests.push(digest(head));
  }

  /** Drops everything that is not at the start of `entries`. */
  #keep(entries: readonly JsonValue[]): void {
    let kept = 0;
    while (kept < this.#entries.length && kept < entries.length && this.#entries[kept] === entries[kept]) kept += 1;
    this.#kept = kept;
    this.#entries.length = kept;
    this.#digests.length = kept + 1;
  }
}

function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function bareMessage(entry: JsonValue): JsonValue {
  const message = asObject(entry);
  return message === undefined ? entry : { ...message, content: bareBlocks(message['content']) };
}

/** Plain text is the same as one text block. */
function bareBlocks(content: JsonValue | undefined): readonly JsonValue[] {
  if (typeof content === 'string') return [bareFields({ type: 'text', text: content })];
  return asArray(content)
    .filter((block) => !isThinking(asObject(block)))
    .map(bareBlock);
}

function bareBlock(value: JsonValue): JsonValue {
  const block = asObject(value);
  if (block === undefined) return value;
  const { content } = block;
  return bareFields(block['type'] === 'tool_result' ? { ...block, content: bareBlocks(content) } : block);
}

/** How a tool is offered to the model. The other fields are about how it is called. */
function bareTool(value: JsonValue): JsonValue {
  const tool = asObject(value);
  if (tool === undefined || (tool['type'] ?? 'custom') !== 'custom')
    return tool === undefined ? value : bareFields(tool);
  const { name = null, description = null, input_schema: schema = null } = tool;
  return bareFields({ name, description, input_schema: sorted(schema) });
}

/** Rendering writes the fields of a schema in its own order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return asArray(value).map(sorted);
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .map((name) => [name, sorted(object[name] ?? null)]),
  );
}

function bareFields(fields: JsonObject): JsonObject {
  const set = Object.entries(fields).filter(([name, value]) => value !== undefined && !isUnsaid(name, value));
  return Object.fromEntries(set.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Cache marks and default values, which answers have and clients send back. */
function isUnsaid(name: string, value: JsonValue): boolean {
  if (value === null || name === 'cache_control') return true;
  if (name === 'is_error') return value === false;
  return name === 'caller' && asObject(value)?.['type'] === 'direct';
}

function isThinking(block: JsonObject | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking';
}
