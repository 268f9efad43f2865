/**
 * Writes an answer in the client's format. Nothing is sent before the first visible part of the answer, so that until then another target
 * can be tried. An answer that is not streamed is sent when it is complete.
 */
import type { ReplyListener } from '@interlock/runtime';
import {
  type Encoding,
  type Failure,
  type Frame,
  isNestedDeeper,
  ProviderError,
  type ReplyEvent,
  type ReplyHead,
} from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import type { Reshape } from '../fronts/reshape.ts';
import type { Storing } from '../responses/stored-request.ts';
import { streamedResponse, wholeResponse } from '../responses/stored-response.ts';
import { ClientCallIds } from './client-call-ids.ts';
import { joinDeltas } from './join-deltas.ts';
import type { Headers, Outlet } from './outlet.ts';

/** How long words may be gathered before they are passed on. It changes with the load. */
export interface Pace {
  /** Milliseconds. */
  readonly gatherMs: number;
}

export interface ReplyWriterOptions {
  readonly front: Front;
  readonly outlet: Outlet;
  readonly head: ReplyHead;
  readonly stream: boolean;
  readonly wantsUsage: boolean;
  readonly wantsThinking: boolean;
  readonly reshape?: Reshape;
  readonly storing?: Storing;
  readonly pace?: Pace;
}

export class ReplyWriter implements ReplyListener {
  readonly #options: ReplyWriterOptions;
  #events: ReplyEvent[] = [];
  #ids = new ClientCallIds();
  #encoding: Encoding | undefined;
  #headers: Headers = {};
  /** The model has begun to answer. */
  #begun = false;
  /** Something was sent since the last look. */
  #sent = false;
  shown = false;
  /** The provider's name for the model that answers. */
  model: string | undefined;

  constructor(options: ReplyWriterOptions) {
    this.#options = options;
  }

  /** The first words are never delayed, nor are words that arrive more slowly. */
  get gatherMs(): number {
    return this.#options.pace?.gatherMs ?? 0;
  }

  /** What `keepAlive` sends. Undefined: nothing. */
  get ping(): Frame | undefined {
    const { front, stream } = this.#options;
    return stream ? front.keepAlive : undefined;
  }

  get callIds(): readonly string[] {
    return this.#ids.canonical;
  }

  /** Starts another attempt and discards the previous one. The headers are sent with the first byte. */
  begin(headers: Headers): void {
    this.#events = [];
    this.#begun = false;
    this.model = undefined;
    this.#ids = new ClientCallIds();
    this.#headers = headers;
  }

  take(event: ReplyEvent): Promise<void> | undefined {
    return this.takeAll([event]);
  }

  /** Events that arrived together are sent together. */
  takeAll(events: readonly ReplyEvent[]): Promise<void> | undefined {
    const frames = joinDeltas(events).flatMap((event) => this.#taken(event));
    if (frames.length === 0) return undefined;
    this.#sent = true;
    return this.#options.outlet.write(frames);
  }

  /** Keeps the connection in use if nothing was sent since the previous call. From then on no other target is tried. */
  keepAlive(): void {
    const { ping } = this;
    const wasSent = this.#sent;
    this.#sent = false;
    if (wasSent || !this.#begun || ping === undefined) return;
    if (!this.shown) this.#open();
    void this.#options.outlet.write([...this.#held(), ping]);
  }

  #taken(given: ReplyEvent): readonly Frame[] {
    // Only what passes unread can be: the arguments of a call are text.
    if (isNestedDeeper(given, deepest)) throw new ProviderError('provider', tooDeep);
    const event = this.#ids.apply(given);
    if (event.type === 'reply-start') {
      this.model = event.model;
      this.#begun = true;
    }
    if (event.type === 'reply-error' || (!this.#options.wantsThinking && isThinking(event))) return [];
    if (!this.#options.stream || !(this.shown || isVisible(event))) {
      this.#events.push(event);
      return [];
    }
    if (this.shown) return this.#encoded(event);
    this.#open();
    return [...this.#held(), ...this.#encoded(event)];
  }

  /** The answer is complete. `headers`: with what is known only now; unless something was sent before. */
  async end(headers: Headers): Promise<void> {
    const { front, outlet, head, stream, reshape, storing } = this.#options;
    this.#headers = headers;
    if (!stream) {
      const written = front.protocol.encodeResponse(this.#events, head);
      const body = reshape?.whole(written) ?? written;
      await storing?.keep?.(head.id, wholeResponse(body));
      return outlet.whole(200, this.#headers, body);
    }
    if (!this.shown) this.#open();
    const frames = [...this.#held(), ...this.#reshaped(this.#encoding?.end() ?? [])];
    await storing?.keep?.(head.id, streamedResponse(frames.at(-1)));
    outlet.end(frames);
  }

  /** The answer failed, or broke off. Returns the status that the client sees. */
  fail(failure: Failure, headers: Headers): number {
    const { front, outlet } = this.#options;
    if (!this.shown) return sendFailure(front, outlet, failure, headers);
    const last = [...this.#encoded({ type: 'reply-error', failure }), ...this.#reshaped(this.#encoding?.end() ?? [])];
    outlet.end(last);
    return 200;
  }

  #open(): void {
    const { front, outlet, head } = this.#options;
    this.shown = true;
    this.#encoding = front.protocol.startEncoding(head);
    outlet.open(this.#headers);
  }

  #held(): readonly Frame[] {
    return this.#events.splice(0).flatMap((event) => this.#encoded(event));
  }

  #encoded(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage' && !this.#options.wantsUsage) return [];
    const streamed = this.#options.front.streamed?.(event) ?? event;
    return this.#reshaped(this.#encoding?.event(streamed) ?? []);
  }

  #reshaped(frames: readonly Frame[]): readonly Frame[] {
    const { reshape } = this.#options;
    return reshape === undefined ? frames : frames.flatMap((frame) => reshape.frame(frame));
  }
}

/** Less than a body may have, so that clients can send back what they got. */
const deepest = 200;

const tooDeep: Failure = { reason: 'server', message: `The answer is nested more than ${deepest} levels deep.` };

/** Sends a failure in the format of the client's API, and returns its status. */
export function sendFailure(front: Front, outlet: Outlet, failure: Failure, headers: Headers): number {
  const { status, body } = front.encodeFailure?.(failure) ?? front.protocol.encodeFailure(failure);
  const wait = failure.retryAfterMs;
  const retry =
    wait === undefined
      ? {}
      : { 'retry-after': String(Math.ceil(wait / 1000)), 'retry-after-ms': String(Math.ceil(wait)) };
  outlet.whole(status, { ...headers, ...retry }, body);
  return status;
}

function isThinking({ type }: ReplyEvent): boolean {
  return type === 'thinking-delta' || type === 'thinking-end';
}

/** Whether a person or a program would notice this event. */
function isVisible(event: ReplyEvent): boolean {
  switch (event.type) {
    case 'text-delta':
      return event.text !== '';
    case 'thinking-delta':
      return event.text !== '' || event.own !== undefined;
    case 'call-start':
    case 'call-end':
    case 'media':
    case 'provider-result':
    case 'own-block':
      return true;
    default:
      return false;
  }
}
