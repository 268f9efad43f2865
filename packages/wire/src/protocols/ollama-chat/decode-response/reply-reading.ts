/**
 * Reads one reply, object by object. A stream is a list of them and a complete response is one; both have the same fields.
 * Thinking and text span several objects, calls are complete, and several objects may have some.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import { replyFields } from '../../../reply/own-fields.ts';
import type { DecodingOptions } from '../../protocol.ts';
import { failureOfLine } from '../failures.ts';
import { imageType } from '../image-type.ts';

type Growing = 'thinking' | 'text';

export class ReplyReading {
  readonly #ownFields: boolean;
  #started = false;
  #over = false;
  #blocks = 0;
  #calls = 0;
  #open: Growing | undefined;

  constructor({ ownFields = false }: DecodingOptions = {}) {
    this.#ownFields = ownFields;
  }

  /** Whether the reply has ended or failed: nothing is read after that. */
  get over(): boolean {
    return this.#over;
  }

  read(line: JsonObject): readonly ReplyEvent[] {
    if (this.#over) return [];
    if (isError(line['error'])) return this.fail(failureOfLine(line));
    const message = asObject(line['message']) ?? {};
    const events = [
      ...this.#start(line),
      ...(this.#ownFields ? replyFields('ollama-chat', 'line', line, readOfLine) : []),
      ...this.#grow('thinking', asText(message['thinking'])),
      ...this.#grow('text', asText(message['content'])),
    ];
    for (const entry of asArray(message['images'])) events.push(...this.#image(asText(entry)));
    for (const entry of asArray(message['tool_calls'])) events.push(...this.#call(entry));
    if (line['done'] === true) events.push(...this.finish(line));
    return events;
  }

  /** The end: open blocks are closed, then come the counts and the stop reason. */
  finish(line: JsonObject): readonly ReplyEvent[] {
    const usage = usageOf(line);
    const rawStop = asText(line['done_reason']);
    const events: readonly ReplyEvent[] = [
      ...this.#close(),
      ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
      { type: 'reply-end', stop: this.#stopOf(rawStop), ...(rawStop === '' ? {} : { rawStop }) },
    ];
    this.#over = true;
    return events;
  }

  fail(failure: Failure): readonly ReplyEvent[] {
    if (this.#over) return [];
    const events: readonly ReplyEvent[] = [...this.#close(), { type: 'reply-error', failure }];
    this.#over = true;
    return events;
  }

  #start(line: JsonObject): readonly ReplyEvent[] {
    if (this.#started) return [];
    this.#started = true;
    const model = asText(line['model']);
    return [{ type: 'reply-start', ...(model === '' ? {} : { model }) }];
  }

  #grow(kind: Growing, text: string): readonly ReplyEvent[] {
    if (text === '') return [];
    const closed = this.#open === kind ? [] : this.#close();
    if (this.#open === undefined) this.#blocks += 1;
    this.#open = kind;
    return [...closed, { type: `${kind}-delta`, index: this.#blocks - 1, text }];
  }

  #close(): readonly ReplyEvent[] {
    if (this.#open === undefined) return [];
    const event: ReplyEvent = { type: `${this.#open}-end`, index: this.#blocks - 1 };
    this.#open = undefined;
    return [event];
  }

  #image(data: string): readonly ReplyEvent[] {
    if (data === '') return [];
    const closed = this.#close();
    this.#blocks += 1;
    const block = { type: 'media', mimeType: imageType(data), data, encoding: 'base64' } as const;
    return [...closed, { type: 'media', index: this.#blocks - 1, block }];
  }

  #call(entry: JsonValue): readonly ReplyEvent[] {
    const call = asObject(entry);
    const tool = asObject(call?.['function']);
    if (tool === undefined) return [];
    const closed = this.#close();
    const index = this.#blocks;
    this.#blocks += 1;
    this.#calls += 1;
    const rawId = asText(call?.['id']);
    const name = asText(tool['name']);
    const text = argumentText(tool['arguments']);
    return [
      ...closed,
      { type: 'call-start', index, rawId, name },
      { type: 'call-delta', index, text },
      { type: 'call-end', index, rawId, name, arguments: text },
    ];
  }

  /** `stop` does not tell about calls; an unknown or empty reason counts as a normal end. */
  #stopOf(rawStop: string): StopReason {
    if (rawStop === 'length') return 'max-tokens';
    return this.#calls > 0 ? 'tool-calls' : 'end';
  }
}

/** Times, probabilities, and fields of other versions. */
const readOfLine: ReadonlySet<string> = new Set([
  ...['model', 'created_at', 'message', 'done', 'done_reason', 'error'],
  ...['prompt_eval_count', 'eval_count', 'prompt_eval_cached_count'],
]);

function isError(error: JsonValue | undefined): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** OLL-002 requires an object; JSON text is accepted, too. */
function argumentText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '{}' : jsonText(value);
}

/** Not every version counts a cached prompt: an absent count is 0, not unknown. */
function usageOf(line: JsonObject): Usage | undefined {
  const input = asNumber(line['prompt_eval_count']);
  const output = asNumber(line['eval_count']);
  const cacheRead = asNumber(line['prompt_eval_cached_count']);
  if (input === undefined && output === undefined) return undefined;
  return { input: input ?? 0, output: output ?? 0, ...(cacheRead === undefined ? {} : { cacheRead }) };
}
