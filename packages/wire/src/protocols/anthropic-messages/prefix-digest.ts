/**
 * What a thinking block is bound to on the models that bind it (ANT-054): the system text, the tools and all messages before
 * it. Marks for the cache are outside the comparison, and so is thinking itself, which may be left out from the start of a
 * history (ANT-055).
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { asArray, asObject } from '../../json.ts';

/** For every message the digest of everything before it, and one last digest of everything. */
export function prefixDigests(body: JsonObject): readonly string[] {
  const hash = sha256.create();
  const add = (value: JsonValue): void => {
    // A line each: JSON has no line breaks of its own, so no two prefixes run together.
    hash.update(utf8ToBytes(`${jsonText(value)}\n`));
  };
  const digest = (): string => bytesToHex(hash.clone().digest());

  add(bareBlocks(body['system']));
  add(asArray(body['tools']).map(withoutMark));
  const digests: string[] = [];
  for (const entry of asArray(body['messages'])) {
    digests.push(digest());
    add(bareMessage(entry));
  }
  return [...digests, digest()];
}

function bareMessage(entry: JsonValue): JsonValue {
  const message = asObject(entry);
  return message === undefined ? entry : { ...message, content: bareBlocks(message['content']) };
}

/** Plain text is the same as one block of text. */
function bareBlocks(content: JsonValue | undefined): readonly JsonValue[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asArray(content)
    .filter((block) => !isThinking(asObject(block)))
    .map(bareBlock);
}

function bareBlock(value: JsonValue): JsonValue {
  const bare = withoutMark(value);
  const block = asObject(bare);
  const isResult = block?.['type'] === 'tool_result' && Array.isArray(block['content']);
  return isResult ? { ...block, content: asArray(block['content']).map(withoutMark) } : bare;
}

function withoutMark(value: JsonValue): JsonValue {
  const block = asObject(value);
  if (block === undefined || !('cache_control' in block)) return value;
  const { cache_control: _, ...rest } = block;
  return rest;
}

function isThinking(block: JsonObject | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking';
}
