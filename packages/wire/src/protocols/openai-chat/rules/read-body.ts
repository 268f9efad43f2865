/** Reads the messages of a body for the rules: once for all rules, sorted by what they look for, and without trusting it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { type BodyView, type Finding, nothing, type Rule } from '../../../rules/rule.ts';

export interface SeenMessage {
  readonly at: number;
  readonly role: string;
  readonly message: JsonObject;
  /** Only an assistant message has any. */
  readonly calls: readonly SeenCall[];
  /** The id of the call a tool message answers; '' for all others. */
  readonly answers: string;
  readonly parts: readonly SeenPart[];
}

export interface SeenCall {
  /** The position of its message, and its position in there. */
  readonly within: number;
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly args: JsonValue | undefined;
  /** A call of a free-form tool (OAC-036): a text instead of arguments. */
  readonly isFreeText: boolean;
}

export interface SeenPart {
  readonly within: number;
  readonly at: number;
  /** The role of its message. */
  readonly role: string;
  readonly type: string;
  readonly part: JsonObject;
}

interface Kinds {
  readonly messages: SeenMessage;
  readonly assistants: SeenMessage;
  readonly users: SeenMessage;
  readonly toolMessages: SeenMessage;
  /** System messages, and unknown roles. */
  readonly others: SeenMessage;
  /** Messages with other fields than role, content, an assistant's calls and the id a tool message answers. */
  readonly withExtraFields: SeenMessage;
  /** Messages whose content is not simply a non-empty text. */
  readonly withoutPlainText: SeenMessage;
  readonly calls: SeenCall;
  readonly parts: SeenPart;
}

/** From `from` on, each kind in the order of the body. Entries that are not objects are skipped. */
export type SeenBody = { readonly [K in keyof Kinds]: readonly Kinds[K][] };

const none: readonly never[] = [];
const noFields: JsonObject = Object.freeze({});

/** For `view.once`. */
export function readBody({ list, from }: BodyView): SeenBody {
  const messages: SeenMessage[] = [];
  const assistants: SeenMessage[] = [];
  const users: SeenMessage[] = [];
  const toolMessages: SeenMessage[] = [];
  const others: SeenMessage[] = [];
  const withExtraFields: SeenMessage[] = [];
  const withoutPlainText: SeenMessage[] = [];
  const inner: Inner = { calls: [], parts: [] };
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    const seen = messageAt(list, at, inner);
    if (seen === undefined) continue;
    messages.push(seen);
    if (seen.role === 'assistant') assistants.push(seen);
    else if (seen.role === 'user') users.push(seen);
    else if (seen.role === 'tool') toolMessages.push(seen);
    else others.push(seen);
    if (hasExtraFields(seen)) withExtraFields.push(seen);
    if (!isText(seen.message['content'])) withoutPlainText.push(seen);
  }
  return { messages, assistants, users, toolMessages, others, withExtraFields, withoutPlainText, ...inner };
}

/** Collects what is found inside messages. */
interface Inner {
  readonly calls: SeenCall[];
  readonly parts: SeenPart[];
}

export function messageAt(list: readonly JsonValue[], at: number, inner: Inner): SeenMessage | undefined {
  const message = asObject(list[at]);
  if (message === undefined) return undefined;
  const role = asText(message['role']);
  const calls = role === 'assistant' ? readCalls(message, at, inner.calls) : none;
  const answers = role === 'tool' ? asText(message['tool_call_id']) : '';
  return { at, role, message, calls, answers, parts: readParts(message, at, role, inner.parts) };
}

function readCalls(message: JsonObject, within: number, all: SeenCall[]): readonly SeenCall[] {
  const entries = asArray(message['tool_calls']);
  if (entries.length === 0) return none;
  const calls: SeenCall[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const call = asObject(entries[at]);
    const custom = asObject(call?.['custom']);
    const tool = asObject(call?.['function']) ?? custom;
    const isFreeText = tool === custom && typeof custom?.['input'] === 'string';
    const name = asText(tool?.['name']);
    const seen = { within, at, id: asText(call?.['id']), name, args: tool?.['arguments'], isFreeText };
    calls.push(seen);
    all.push(seen);
  }
  return calls;
}

function readParts(message: JsonObject, within: number, role: string, all: SeenPart[]): readonly SeenPart[] {
  const { content } = message;
  if (typeof content === 'string') return none;
  const entries = asArray(content);
  const parts: SeenPart[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const part = asObject(entries[at]) ?? noFields;
    const seen = { within, at, role, type: asText(part['type']), part };
    parts.push(seen);
    all.push(seen);
  }
  return parts;
}

function hasExtraFields({ message, calls, role }: SeenMessage): boolean {
  for (const field in message) {
    if (field === 'role' || field === 'content') continue;
    if (field === 'tool_calls' ? calls.length === 0 : field !== 'tool_call_id' || role !== 'tool') return true;
  }
  return false;
}

function isText(content: JsonValue | undefined): boolean {
  return typeof content === 'string' && content !== '';
}

export function roleAt(list: readonly JsonValue[], at: number): string {
  return asText(asObject(list[at])?.['role']);
}

/** Whether the content shows nothing to a model. */
export function isEmpty(content: JsonValue | undefined): boolean {
  if (typeof content === 'string') return content === '';
  return asArray(content).every((entry) => {
    const part = asObject(entry);
    return part?.['type'] === 'text' && asText(part['text']) === '';
  });
}

/** A path is only written for a finding: a valid body needs none. */
export function messagePath({ at }: SeenMessage): string {
  return `messages.${at}`;
}

export function callPath({ within, at }: SeenCall): string {
  return `messages.${within}.tool_calls.${at}`;
}

export function partPath({ within, at }: SeenPart): string {
  return `messages.${within}.content.${at}`;
}

/** A rule that checks each message, call or part. */
export function inEach<K extends keyof SeenBody>(
  kind: K,
  find: (one: SeenBody[K][number], view: BodyView) => Finding | undefined,
): Rule['find'] {
  return (view) => {
    const seen: readonly SeenBody[K][number][] = view.once(readBody)[kind];
    const found: Finding[] = [];
    for (const one of seen) {
      const finding = find(one, view);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  };
}

/** A rule for the fields of the body itself. */
export function inBody(find: (view: BodyView) => Finding | undefined): Rule['find'] {
  return (view) => {
    const finding = find(view);
    return finding === undefined ? nothing : [finding];
  };
}
