/**
 * The file verifies the reader: since 2.1.3xx it contains a digest of every message that was sent. Messages are rebuilt
 * here from the records the reader chooses, before anything is left out, and must have those digests.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type AgentRecords, placeOf, type Verification } from '../../reading/agent-reader.ts';
import { isObject, listOf, objectsOf, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { type ClaudeRecord, messageIdOf, readClaudeRecords } from './claude-record.ts';
import { entriesOf } from './conversation-parts.ts';

export function verifyDigests(source: AgentRecords): Verification {
  const { main, sidechains } = readClaudeRecords(source, new Notes());
  const rebuilt = new Set([...rebuildMessages(main), ...rebuildMessages(sidechains)].map(digestOf));
  const { sent, requests } = readRequests(source);
  const blobs = new Set(
    source.records.flatMap(({ value }) => (value['type'] === 'api-request-blob' ? textOf(value['hash']) : [])),
  );
  const digests = [...sent.keys()];
  return {
    requests,
    messages: sent.size,
    matched: digests.filter((digest) => rebuilt.has(digest)).length,
    onlyInBlobs: digests.filter((digest) => !rebuilt.has(digest) && blobs.has(digest)).length,
    missing: digests
      .filter((digest) => !rebuilt.has(digest) && !blobs.has(digest))
      .map((digest) => ({ digest, place: sent.get(digest) ?? source.name })),
    rebuilt: rebuilt.size,
  };
}

interface Requests {
  /** Every message that was sent, with the first request that has it. */
  readonly sent: ReadonlyMap<string, string>;
  readonly requests: number;
}

/** A request consists of the first messages of another one and its own tail. What it keeps was in that one's tail. */
function readRequests(source: AgentRecords): Requests {
  const sent = new Map<string, string>();
  let requests = 0;
  for (const record of source.records) {
    if (record.value['type'] !== 'api-request') continue;
    requests += 1;
    for (const digest of listOf(record.value['tail']).map(textOf)) {
      if (digest !== '' && !sent.has(digest)) sent.set(digest, placeOf(source, record));
    }
  }
  return { sent, requests };
}

/** Answers joined by their id; consecutive results joined, as they are sent, and also alone. */
function* rebuildMessages(records: readonly ClaudeRecord[]): Generator<JsonObject> {
  const answers = Map.groupBy(records, messageIdOf);
  answers.delete('');
  for (const parts of answers.values()) {
    yield { role: 'assistant', content: parts.flatMap(({ message }) => entriesOf(message['content'])) };
  }
  let run: JsonValue[] = [];
  for (const record of records) {
    if (record.type === 'assistant') {
      yield* userMessages(run);
      run = [];
    } else if (record.type === 'user') {
      const content = record.message['content'];
      yield { role: 'user', content: content ?? '' };
      for (const entry of entriesOf(content)) run.push(entry);
    } else {
      for (const entry of renderedIn(record)) run.push(entry);
    }
  }
  yield* userMessages(run);
}

/** Results come before everything else of their message. */
function* userMessages(entries: readonly JsonValue[]): Generator<JsonObject> {
  if (entries.length === 0) return;
  const isResult = (entry: JsonValue): boolean => isObject(entry) && entry['type'] === 'tool_result';
  yield { role: 'user', content: entries };
  yield { role: 'user', content: entries.filter(isResult) };
  yield { role: 'user', content: [...entries.filter(isResult), ...entries.filter((entry) => !isResult(entry))] };
}

/** The text that an attachment adds to the user's message. */
function renderedIn({ type, value }: ClaudeRecord): readonly JsonValue[] {
  if (type !== 'attachment' || value['renderedRole'] !== 'user') return [];
  return objectsOf(value['rendered']).flatMap(({ content }) => entriesOf(content));
}

export function digestOf(message: JsonValue): string {
  return bytesToHex(sha256(utf8ToBytes(sortedJson(message, 0))));
}

/** Deeper values are not messages. */
const deepest = 500;

/** Compact JSON with sorted keys and without cache marks. */
function sortedJson(value: JsonValue, depth: number): string {
  if (depth > deepest) return 'null';
  if (isObject(value)) {
    const fields = Object.keys(value)
      .filter((key) => key !== 'cache_control' && value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key] ?? null, depth + 1)}`);
    return `{${fields.join(',')}}`;
  }
  if (Array.isArray(value))
    return `[${listOf(value)
      .map((entry) => sortedJson(entry, depth + 1))
      .join(',')}]`;
  return JSON.stringify(value);
}
