/** Reads one answer, chunk by chunk. A complete response is a single chunk with a `message` instead of a `delta`. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { fieldsBeside, replyFields } from '../../../reply/own-fields.ts';
import type { DecodingOptions } from '../../protocol.ts';
import { errorOf, failedCalls, failureOf } from '../failures.ts';
import { readMediaPart } from '../read-media.ts';
import { isMalformedCall, readStop } from '../stop-reason.ts';
import { detailText, thoughtOf } from '../thinking-forms.ts';
import { readUsage } from '../usage.ts';
import { ReplyBlocks } from './reply-blocks.ts';

export class ReplyReading {
  readonly #ownFields: boolean;
  readonly #blocks = new ReplyBlocks();
  #started = false;
  #over = false;
  #refusal = false;
  #stop = '';
  /** The thinking so far, and how much of it OpenRouter's entries have repeated. */
  #thought = '';
  #repeated = 0;
  #usage: Usage | undefined;

  constructor({ ownFields = false }: DecodingOptions = {}) {
    this.#ownFields = ownFields;
  }

  /** Whether the answer has ended or failed: nothing is read after that. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether there was a finish reason. */
  get stopped(): boolean {
    return this.#stop !== '';
  }

  get begun(): boolean {
    return this.#started;
  }

  read(chunk: JsonObject): readonly ReplyEvent[] {
    if (this.#over) return [];
    const [choice, ...others] = choicesOf(chunk);
    const error = errorOf(chunk) ?? (choice === undefined ? undefined : errorOf(choice));
    if (error !== undefined) return this.#failed(error);
    const own = this.#ownFields ? chunkFields(chunk) : [];
    const started = this.#start(chunk);
    // Kimi reports usage in the choice, Groq in a separate field.
    const counts = [chunk['usage'], choice?.['usage'], asObject(chunk['x_groq'])?.['usage']];
    for (const count of counts) this.#usage = readUsage(count) ?? this.#usage;
    if (choice !== undefined) this.#readChoice(choice);
    for (const other of others) this.#readCalls(asObject(other['message']) ?? {}, true);
    return [...own, ...started, ...(this.#ownFields ? choiceFields(choice) : []), ...this.#blocks.take()];
  }

  /** The answer is complete: open blocks end, then come the counts and the stop reason. */
  finish(): readonly ReplyEvent[] {
    if (this.#over) return [];
    const { any, calls } = this.#blocks;
    const outcome = readStop(this.#stop, { anything: any, calls: calls.any, refusal: this.#refusal });
    if (typeof outcome === 'object') return this.fail(outcome);
    this.#over = true;
    this.#blocks.finish();
    const raw = this.#stop === '' ? {} : { rawStop: this.#stop };
    return [...this.#blocks.take(), ...this.#counted(), { type: 'reply-end', stop: outcome, ...raw }];
  }

  fail(failure: Failure): readonly ReplyEvent[] {
    if (this.#over) return [];
    this.#over = true;
    this.#blocks.breakOff();
    return [...this.#blocks.take(), ...this.#counted(), { type: 'reply-error', failure }];
  }

  /** GRQ-002: a call that the server rejected is still the model's call; our own checks will answer it. */
  #failed(error: JsonObject): readonly ReplyEvent[] {
    const calls = this.#blocks.calls.any ? [] : failedCalls(error);
    if (calls.length === 0) return this.fail(failureOf(error));
    const started = this.#start({});
    for (const [position, call] of calls.entries()) this.#blocks.call(call, position, true);
    this.#stop = 'tool_use_failed';
    return [...started, ...this.finish()];
  }

  #start(chunk: JsonObject): readonly ReplyEvent[] {
    if (this.#started) return [];
    this.#started = true;
    const id = asText(chunk['id']);
    const model = asText(chunk['model']);
    return [{ type: 'reply-start', ...(id === '' ? {} : { id }), ...(model === '' ? {} : { model }) }];
  }

  #counted(): readonly ReplyEvent[] {
    return this.#usage === undefined ? [] : [{ type: 'usage', usage: this.#usage }];
  }

  #readChoice(choice: JsonObject): void {
    const delta = asObject(choice['delta']);
    const whole = delta === undefined;
    const message = delta ?? asObject(choice['message']) ?? {};
    this.#readReasoning(message);
    this.#readContent(message['content']);
    this.#refuse(asText(message['refusal']));
    this.#blocks.say(asText(asObject(message['audio'])?.['transcript']));
    for (const image of asArray(message['images'])) this.#readMedia(image);
    this.#readCalls(message, whole);
    this.#stop = stopOf(choice) || this.#stop;
  }

  #readCalls(message: JsonObject, whole: boolean): void {
    for (const [position, call] of asArray(message['tool_calls']).entries()) this.#blocks.call(call, position, whole);
    const legacy = asObject(message['function_call']);
    if (legacy !== undefined) this.#blocks.call({ index: 0, function: legacy }, 0, whole);
  }

  /** One text, in whichever field it came; OpenRouter's entries repeat it, with the same chunk or later. */
  #readReasoning(message: JsonObject): void {
    const field = reasoningFields.find((name) => asText(message[name]) !== '') ?? 'reasoning';
    const details = asArray(message['reasoning_details']);
    const again = details.map(detailText).join('');
    const text = asText(message[field]) || this.#newThought(again);
    this.#thought += text;
    if (text !== '' && again !== '') this.#repeated = this.#thought.length;
    this.#blocks.think(text, field);
    this.#blocks.addDetails(details);
  }

  /** The text of entries that came without a text beside them, unless it was read before. */
  #newThought(text: string): string {
    if (!this.#thought.startsWith(text, this.#repeated)) return text;
    this.#repeated += text.length;
    return '';
  }

  #readContent(content: JsonValue | undefined): void {
    this.#blocks.say(asText(content));
    for (const part of asArray(content)) this.#readPart(part);
  }

  /** Mistral's chunks, and parts in the users' format. */
  #readPart(value: JsonValue): void {
    const part = asObject(value) ?? { text: value };
    if (part['type'] === 'thinking') {
      this.#blocks.think(thoughtOf(part['thinking']), 'thinking');
      this.#blocks.sign(asText(part['signature']));
    } else if (part['type'] === 'refusal') {
      this.#refuse(asText(part['refusal']));
    } else if (part['type'] === 'image_url') {
      this.#readMedia(part);
    } else {
      this.#blocks.say(asText(part['text']));
    }
  }

  #readMedia(value: JsonValue): void {
    const block = readMediaPart(asObject(value) ?? {});
    if (block !== undefined) this.#blocks.show(block);
  }

  #refuse(text: string): void {
    this.#refusal ||= text !== '';
    this.#blocks.refuse(text, this.#ownFields);
  }
}

/** Probabilities, annotations, tiers, and fields of other servers. */
function choiceFields(choice: JsonObject | undefined): readonly ReplyEvent[] {
  const message = asObject(choice?.['delta']) ?? asObject(choice?.['message']);
  return [
    ...replyFields('openai-chat', 'choice', choice, readOfChoice),
    ...replyFields('openai-chat', 'message', message, readOfMessage),
  ];
}

function chunkFields(chunk: JsonObject): readonly ReplyEvent[] {
  return [...replyFields('openai-chat', 'reply', chunk, readOfReply), ...usageFields(asObject(chunk['usage']))];
}

/** Counts that only Chat has, also inside the details: of audio, pictures and predictions. */
function usageFields(usage: JsonObject | undefined): readonly ReplyEvent[] {
  if (usage === undefined) return [];
  const details = detailsOfUsage.flatMap((name) => {
    const rest = fieldsBeside(asObject(usage[name]), readOfDetails);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  const fields = { ...fieldsBeside(usage, readOfUsage), ...Object.fromEntries(details) };
  const none = Object.keys(fields).length === 0;
  return none ? [] : [{ type: 'reply-fields', protocol: 'openai-chat', place: 'usage', fields }];
}

const detailsOfUsage = ['prompt_tokens_details', 'completion_tokens_details'] as const;
const readOfUsage: ReadonlySet<string> = new Set([
  ...['prompt_tokens', 'completion_tokens', 'total_tokens', ...detailsOfUsage],
]);
const readOfDetails: ReadonlySet<string> = new Set(['cached_tokens', 'cache_write_tokens', 'reasoning_tokens']);
const readOfReply: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error']);
const readOfChoice: ReadonlySet<string> = new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error']);

/** Some servers fill two of them with the same text. `reasoning_text` is Copilot's. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

const readOfMessage: ReadonlySet<string> = new Set([
  ...['role', 'content', 'refusal', 'tool_calls', 'function_call', 'images', 'reasoning_details'],
  ...reasoningFields,
]);

/**
 * Only the first of several answers is read; a chunk without any has counts. We never request several: if a complete response
 * has more of them, without a number or with calls that the first one lacks, a proxy has split one answer (Copilot does it to
 * Claude's), and their calls belong to it.
 */
function choicesOf(chunk: JsonObject): readonly JsonObject[] {
  const choices = asArray(chunk['choices'])
    .map(asObject)
    .filter((choice) => choice !== undefined);
  const first = choices.find((choice) => numberOf(choice) === 0);
  if (first === undefined) return [];
  const others = choices.filter((choice) => choice !== first && asObject(choice['message']) !== undefined);
  const isWhole = asArray(asObject(first['message'])?.['tool_calls']).length > 0;
  return [first, ...others.filter((choice) => !isWhole || numberOf(choice) === 0)];
}

function numberOf(choice: JsonObject): number {
  return asNumber(choice['index']) ?? 0;
}

/** The upstream server's reason, if it was a failure that a gateway reports as a normal end. */
function stopOf(choice: JsonObject): string {
  const native = asText(choice['native_finish_reason']);
  return isMalformedCall(native) ? native : asText(choice['finish_reason']);
}
