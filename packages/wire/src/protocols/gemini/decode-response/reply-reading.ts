/**
 * Reads one reply, chunk by chunk. A stream is a list of chunks and a complete response is one; both have the same fields.
 * A part is a block, and keeps its own signature (GEM-013). Only the first part of a chunk may continue the open text or
 * thought of the previous chunk, where a part was split for the stream. A signature ends its block.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { presentable } from '../../../failure/redact.ts';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, SealToken, Usage } from '../../../reply/events.ts';
import { replyFields } from '../../../reply/own-fields.ts';
import type { DecodingOptions } from '../../protocol.ts';
import { classifyError } from '../failures.ts';
import { field, snakeCase } from '../field.ts';
import { failureOfFinish, readUsage, stopOf } from '../finish.ts';
import { readMedia } from '../media.ts';
import { isServerTool } from '../server-tool.ts';
import { signatureOf } from '../signature.ts';
import { PartialArgs } from './partial-args.ts';
import { type CallHead, callEnd, callEvents, ServerRuns } from './server-runs.ts';

type Growing = 'thinking' | 'text';

/** A call whose arguments come in chunks. */
interface OpenCall extends CallHead {
  readonly args: PartialArgs;
  seal: SealToken | undefined;
}

export class ReplyReading {
  readonly #ownFields: boolean;
  #events: ReplyEvent[] = [];
  #started = false;
  #over = false;
  #blocks = 0;
  #calls = 0;
  #open: Growing | undefined;
  #call: OpenCall | undefined;
  readonly #runs = new ServerRuns();
  #usage: Usage | undefined;
  #finish = '';
  #finishMessage = '';
  #blocked = '';

  constructor({ ownFields = false }: DecodingOptions = {}) {
    this.#ownFields = ownFields;
  }

  /** The content of a chunk; a list of chunks is read in order (GEM-035). */
  read(value: JsonValue): readonly ReplyEvent[] {
    for (const entry of Array.isArray(value) ? asArray(value) : [value]) {
      const chunk = asObject(entry);
      if (chunk !== undefined && !this.#over) this.#chunk(chunk);
    }
    return this.#taken();
  }

  /**
   * The end. The last reason and counts win: some servers send both with every chunk. A stream without a reason was cut off; a
   * complete body was not, if it has any content.
   */
  end(whole = false): readonly ReplyEvent[] {
    if (this.#over) return [];
    const rawStop = this.#finish || this.#blocked;
    if (rawStop === '' && !(whole && this.#blocks > 0)) {
      return this.fail({ reason: 'network', message: 'The stream ended before the answer was complete.' });
    }
    const reason = failureOfFinish(this.#finish);
    if (reason !== undefined) {
      const message = presentable(this.#finishMessage, 2000) || `The answer ended with ${this.#finish}.`;
      return this.fail({ reason, message, code: this.#finish });
    }
    this.#close();
    if (this.#call !== undefined) this.#endCall(this.#call, false);
    const blocked = this.#finish === '' && this.#blocked !== '';
    const stop = blocked ? 'content-filter' : stopOf(this.#finish || 'STOP', this.#calls > 0);
    this.#stop({ type: 'reply-end', stop, ...(rawStop === '' ? {} : { rawStop }) });
    return this.#taken();
  }

  /** Complete calls have ended; an unfinished one never does. */
  fail(failure: Failure): readonly ReplyEvent[] {
    if (!this.#over) this.#stop({ type: 'reply-error', failure });
    return this.#taken();
  }

  #stop(last: ReplyEvent): void {
    this.#close();
    if (this.#usage !== undefined) this.#events.push({ type: 'usage', usage: this.#usage });
    this.#events.push(last);
    this.#over = true;
  }

  #chunk(chunk: JsonObject): void {
    const error = field(chunk, 'error');
    if (error !== undefined) {
      this.#stop({ type: 'reply-error', failure: classifyError(error, chunk) });
      return;
    }
    this.#start(chunk);
    const candidate = asArray(field(chunk, 'candidates')).map(asObject).find(isFirst);
    if (this.#ownFields) this.#events.push(...ownFieldsOf(chunk, candidate));
    const parts = asArray(field(asObject(field(candidate, 'content')), 'parts'));
    for (const [at, part] of parts.entries()) this.#part(asObject(part) ?? {}, at === 0);
    const metadata = asObject(field(chunk, 'usageMetadata'));
    if (metadata !== undefined) this.#usage = readUsage(metadata);
    this.#finish = asText(field(candidate, 'finishReason')) || this.#finish;
    this.#finishMessage = asText(field(candidate, 'finishMessage')) || this.#finishMessage;
    this.#blocked = asText(field(asObject(field(chunk, 'promptFeedback')), 'blockReason')) || this.#blocked;
  }

  #start(chunk: JsonObject): void {
    if (this.#started) return;
    this.#started = true;
    const id = asText(field(chunk, 'responseId'));
    const model = asText(field(chunk, 'modelVersion'));
    this.#events.push({ type: 'reply-start', ...(id === '' ? {} : { id }), ...(model === '' ? {} : { model }) });
  }

  #part(part: JsonObject, first: boolean): void {
    const seal = signatureOf(part);
    const call = asObject(field(part, 'functionCall'));
    const media = readMedia(part);
    if (call !== undefined) {
      this.#close();
      this.#functionCall(call, seal);
    } else if (media !== undefined) {
      this.#close();
      // The event has no field for a token: it stays on the block, with an unknown author.
      const block = seal === undefined ? media : { ...media, seal: { provider: '', protocol: 'gemini', ...seal } };
      this.#events.push({ type: 'media', index: this.#next(), block });
    } else if (isServerTool(part)) {
      this.#close();
      this.#events.push(...this.#runs.read(part, seal, () => this.#next()));
    } else {
      this.#grow(part['thought'] === true ? 'thinking' : 'text', asText(part['text']), seal, first);
    }
  }

  #grow(kind: Growing, text: string, seal: SealToken | undefined, first: boolean): void {
    if (text === '' && seal === undefined) return;
    if (this.#open !== kind || !first) this.#close();
    if (this.#open === undefined) this.#next();
    this.#open = kind;
    if (text !== '') this.#events.push({ type: `${kind}-delta`, index: this.#blocks - 1, text });
    if (seal !== undefined) this.#close(seal);
  }

  #close(seal?: SealToken): void {
    if (this.#open === undefined) return;
    this.#events.push({ type: `${this.#open}-end`, index: this.#blocks - 1, ...(seal === undefined ? {} : { seal }) });
    this.#open = undefined;
  }

  #functionCall(part: JsonObject, seal: SealToken | undefined): void {
    const rawId = asText(part['id']);
    const name = asText(part['name']);
    const pieces = asArray(field(part, 'partialArgs'));
    const more = field(part, 'willContinue') === true;
    if (name !== '' && this.#call !== undefined) this.#endCall(this.#call, false);
    if (this.#call === undefined) {
      this.#calls += 1;
      const head = { index: this.#next(), rawId, name };
      if (!more && pieces.length === 0) {
        this.#events.push(...callEvents(head, argumentText(part['args']), seal));
        return;
      }
      this.#events.push({ type: 'call-start', ...head });
      this.#call = { ...head, args: new PartialArgs(), seal: undefined };
    }
    const whole = asObject(part['args']);
    if (whole !== undefined) this.#call.args.start(whole);
    for (const piece of pieces) this.#call.args.add(piece);
    this.#call.seal ??= seal;
    if (!more) this.#endCall(this.#call, true);
  }

  /** A truncated call lacks its last brace: text that is not JSON is never run. */
  #endCall({ index, rawId, name, args, seal }: OpenCall, whole: boolean): void {
    const all = jsonText(args.value);
    const text = all === undefined ? '{' : whole ? all : all.slice(0, -1);
    this.#events.push(...callEnd({ index, rawId, name }, text, seal));
    this.#call = undefined;
  }

  #next(): number {
    this.#blocks += 1;
    return this.#blocks - 1;
  }

  #taken(): readonly ReplyEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** Ratings, sources, probabilities, counts by type. */
function ownFieldsOf(chunk: JsonObject, candidate: JsonObject | undefined): readonly ReplyEvent[] {
  return [
    ...replyFields('gemini', 'response', chunk, readOfResponse),
    ...replyFields('gemini', 'candidate', candidate, readOfCandidate),
    ...replyFields('gemini', 'usage', asObject(field(chunk, 'usageMetadata')), readOfUsage),
  ];
}

const readOfResponse = eitherCase('candidates', 'usageMetadata', 'modelVersion', 'responseId');
const readOfCandidate = eitherCase('content', 'finishReason', 'index');
const readOfUsage = eitherCase(
  ...['promptTokenCount', 'candidatesTokenCount', 'cachedContentTokenCount', 'thoughtsTokenCount', 'totalTokenCount'],
);

function eitherCase(...names: readonly string[]): ReadonlySet<string> {
  return new Set([...names, ...names.map(snakeCase)]);
}

/** Further candidates are other answers, not parts of this one. */
function isFirst(candidate: JsonObject | undefined): boolean {
  return candidate !== undefined && (asNumber(candidate['index']) ?? 0) === 0;
}

/** GEM-019 promises an object; JSON text is accepted, too. */
function argumentText(args: JsonValue | undefined): string {
  if (typeof args === 'string') return args;
  return args === undefined || args === null ? '{}' : jsonText(args);
}
