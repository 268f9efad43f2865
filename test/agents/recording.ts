/** What an agent sent in a run, reduced to a size we can commit: long texts, which are the vendors' prompts, are replaced by their lengths. */
import type { JsonObject, JsonValue } from '@interlock/transcript';

export interface Exchange {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** The ids of the calls in the answer, as the agent received them. */
  readonly calls: readonly string[];
}

/** An exchange as stored in a file: body fields that did not change since the previous exchange are only named. */
export interface KeptExchange extends Exchange {
  readonly same: readonly string[];
}

export interface Recording {
  readonly agent: string;
  /** Of its driver, if there are several. */
  readonly variant?: string;
  readonly version: string;
  readonly exchanges: readonly KeptExchange[];
}

export function packed(exchanges: readonly Exchange[]): readonly KeptExchange[] {
  let before: JsonObject = {};
  return exchanges.map((exchange) => {
    const { body } = exchange;
    const same = Object.keys(body).filter((name) => JSON.stringify(before[name]) === JSON.stringify(body[name]));
    before = body;
    const own = Object.entries(body).filter(([name]) => !same.includes(name));
    return { ...exchange, body: Object.fromEntries(own), same };
  });
}

export function unpacked(exchanges: readonly KeptExchange[]): readonly Exchange[] {
  let before: JsonObject = {};
  return exchanges.map(({ same, ...exchange }) => {
    before = { ...exchange.body, ...Object.fromEntries(same.map((name) => [name, before[name] ?? null])) };
    return { ...exchange, body: before };
  });
}

/** The ids of calls as the gateway issues them, each once, in order. */
export function callIdsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/"((?:toolu|call|hist_tool)_[\w-]{24})"/g)].map(([, id = '']) => id))];
}

/** Longer texts are prompts, unless they contain one of our marks or are opaque. */
const longest = 160;
/** Session records may contain notes by the agent that a reader has to recognize: "Tool execution was interrupted …". */
const longestInRecord = 320;
const opaque: ReadonlySet<string> = new Set([
  ...['signature', 'encrypted_content', 'thoughtSignature', 'thinkingSignature', 'data', 'image_url', 'url'],
  ...['requestDigest', 'reasoningOpaque', 'encryptedContent'],
]);

export function trimmed(value: JsonValue, most = longest, key = ''): JsonValue {
  if (typeof value === 'string') return trimmedText(value, most, key);
  if (Array.isArray(value)) return value.map((entry: JsonValue) => trimmed(entry, most, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, entry]) => [name, trimmed(entry, most, name)]),
  );
}

/** One record of a session. Tools and prompts are left out: they are not part of the conversation. */
export function trimmedRecord(record: JsonValue): JsonValue {
  const bare = JSON.stringify(record, (name, value) => {
    if (toolLists.has(name) && Array.isArray(value)) return [];
    return isPrompt(name, value) ? trimmed(value, longestInPrompt) : value;
  });
  return trimmed(JSON.parse(bare), longestInRecord);
}

const longestInPrompt = 60;

function isPrompt(name: string, value: unknown): value is JsonObject {
  if (name === 'sections') return true;
  return (
    name === 'attachment' && ['prompt_snapshot', 'agent_listing_delta'].includes(Reflect.get(Object(value), 'type'))
  );
}

const toolLists: ReadonlySet<string> = new Set(['tools', 'toolsAdded', 'dynamic_tools']);

function trimmedText(text: string, most: number, key: string): string {
  const plain = withoutMachine(text);
  if (plain.length <= most || opaque.has(key)) return plain;
  const nested = key === 'text' || plain.includes('[[') ? plain.slice(-400) : '';
  if (nested.includes('[[')) return plain.length <= 400 ? plain : `${cutText(plain.length - 400)}${nested}`;
  return cutText(plain.length);
}

function withoutMachine(text: string): string {
  return text
    .replaceAll(/[\w/.-]*\/interlock-agent-\w{6}/g, '/home/user')
    .replaceAll(/[\w-]*-interlock-agent-\w{6}/g, '-home-user')
    .replaceAll(/\bLinux \d[\w.-]*/g, 'Linux 6.1');
}

function cutText(length: number): string {
  return `(${length} characters were cut)`;
}

/** The reverse: placeholder texts of the original lengths. */
export function lengthened(text: string): string {
  return text.replaceAll(/\((\d+) characters were cut\)/g, (_, length: string) => 'x'.repeat(Number(length)));
}
