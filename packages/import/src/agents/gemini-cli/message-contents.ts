/**
 * A message as contents. An answer includes the results of its calls. Each result occurs twice in a session (three
 * times after a resume): in `toolCalls` of the answer and in the user's next message. It is read once.
 */
import type { Content, JsonObject, JsonValue, SyntheticReason } from '@interlock/transcript';
import { isObject, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { asTyped, callsOf, isCall, isResult, partsOf } from './gemini-message.ts';

export class MessageContents {
  readonly #answered = new Set<string>();
  readonly #pictures = new Set<string>();
  /** Texts that came with results, and how often each will be repeated. */
  readonly #words = new Map<string, number>();
  readonly #reasons = new Map<string, SyntheticReason>();
  readonly #report: (message: JsonObject, problem: string) => void;

  constructor(report: (message: JsonObject, problem: string) => void) {
    this.#report = report;
  }

  /** Why calls have no result, by the agent's ids. */
  get reasons(): ReadonlyMap<string, SyntheticReason> {
    return this.#reasons;
  }

  of(message: JsonObject): readonly Content[] {
    return message['type'] === 'user' ? this.#ofUser(message) : this.#ofModel(message);
  }

  #ofUser(message: JsonObject): readonly Content[] {
    const parts = partsOf(message['content']);
    const hasResults = parts.some(isResult);
    const fresh = parts.filter((part) => this.#isFresh(part, hasResults) && !(hasResults && this.#isRepeated(part)));
    return fresh.length === 0 ? [] : this.#read(message, 'user', fresh.flatMap(asTyped));
  }

  #ofModel(message: JsonObject): readonly Content[] {
    const calls = callsOf(message);
    const answer = this.#read(message, 'model', modelParts(message, calls));
    for (const call of calls) {
      if (textOf(call['status']) === 'cancelled') this.#reasons.set(textOf(call['id']), 'cancelled');
    }
    const results = calls.flatMap((call) => resultParts(call)).filter((part) => this.#isFresh(part, true));
    for (const part of results) {
      const text = textOf(part['text']);
      if (text !== '') this.#words.set(text, (this.#words.get(text) ?? 0) + 1);
    }
    return results.length === 0 ? answer : [...answer, ...this.#read(message, 'user', results.flatMap(asTyped))];
  }

  #isRepeated(part: JsonObject): boolean {
    const text = textOf(part['text']);
    const times = this.#words.get(text) ?? 0;
    if (times > 0) this.#words.set(text, times - 1);
    return times > 0;
  }

  #isFresh(part: JsonObject, besideResults: boolean): boolean {
    const id = textOf(objectAt(part['functionResponse'])?.['id']);
    if (id !== '') return !this.#answered.has(id) && this.#answered.add(id) !== undefined;
    const data = textOf(objectAt(part['inlineData'])?.['data']);
    // The same picture may be shown again by the user, but not by the same results.
    if (!besideResults || data === '') return true;
    return !this.#pictures.has(data) && this.#pictures.add(data) !== undefined;
  }

  #read(message: JsonObject, role: string, parts: readonly JsonValue[]): readonly Content[] {
    if (parts.length === 0) return [];
    const time = timeOf(message['timestamp']);
    return readMessages([{ role, parts }], {
      protocol: 'gemini',
      origin: originOf(textOf(message['model']), 'google'),
      report: (_, problem) => this.#report(message, problem),
      ...(time === undefined ? {} : { time }),
    });
  }
}

/** Newer files have thoughts and calls among the parts; older ones next to them, and some have both. */
function modelParts(message: JsonObject, calls: readonly JsonObject[]): readonly JsonObject[] {
  const parts = partsOf(message['content']);
  const known = new Set(parts.filter(isCall).map((part) => textOf(objectAt(part['functionCall'])?.['id'])));
  const thoughts = parts.some((part) => part['thought'] === true) ? [] : thoughtParts(message['thoughts']);
  const others = calls.filter((call) => !known.has(textOf(call['id'])));
  return [...thoughts, ...parts, ...others.map(callPart)];
}

function thoughtParts(thoughts: JsonValue | undefined): readonly JsonObject[] {
  return objectsOf(thoughts).flatMap(({ subject, description }) => {
    const text = [textOf(subject) === '' ? '' : `**${textOf(subject)}** `, textOf(description)].join('');
    return text === '' ? [] : [{ text, thought: true }];
  });
}

function callPart({ id, name, args }: JsonObject): JsonObject {
  return { functionCall: { id: textOf(id), name: textOf(name), args: args ?? {} } };
}

/** A call is sometimes given the whole message that contained its result: only its own result counts. */
function resultParts(call: JsonObject): readonly JsonObject[] {
  const { result } = call;
  const id = textOf(call['id']);
  const name = textOf(call['name']);
  if (typeof result === 'string') return [{ functionResponse: { id, name, response: { output: result } } }];
  const parts = isObject(result) || Array.isArray(result) ? partsOf(result) : [];
  const results = parts.filter(isResult);
  if (results.length === 0 && parts.length > 0) {
    return [
      { functionResponse: { id, name, response: { output: '' }, parts: parts.filter((part) => !('text' in part)) } },
    ].map((part) => withText(part, parts));
  }
  const own = results.filter((part) => textOf(objectAt(part['functionResponse'])?.['id']) === id);
  if (results.length <= 1) return parts.map((part) => (isResult(part) ? withId(part, id) : part));
  return own;
}

function withId(part: JsonObject, id: string): JsonObject {
  return { ...part, functionResponse: { ...objectAt(part['functionResponse']), id } };
}

/** A result that is plain parts: their text is the output. */
function withText(part: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const output = parts.map(({ text }) => textOf(text)).join('');
  return { functionResponse: { ...objectAt(part['functionResponse']), response: { output } } };
}
