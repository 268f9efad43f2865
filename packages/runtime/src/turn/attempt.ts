/**
 * One request of a turn, read as a stream and reported to the session's listeners. Failures are returned as data, with what had
 * arrived by then.
 */
import { type JsonValue, jsonText } from '@interlock/transcript';
import type { PreparedRequest, ReplyEvent, SendOptions, Transport } from '@interlock/wire';
import type { Emit, Refusal, UnfinishedCall } from '../events/session-event.ts';
import type { Outcome } from '../scheduler/outcome.ts';
import { type ExchangeResult, exchange, type ReplyListener } from './exchange.ts';
import type { OpenRequest } from './spending.ts';

export type AttemptResult = ExchangeResult & {
  readonly unfinished: readonly UnfinishedCall[];
  /** Of an answer that is recorded by the caller, together with its content. */
  readonly request?: OpenRequest;
  /** Of a refusal: what was sent. */
  readonly refusal?: Refusal;
};

export async function attempt(
  transport: Transport,
  request: PreparedRequest,
  emit: Emit,
  signal: AbortSignal,
  timeouts: NonNullable<SendOptions['timeouts']> = {},
  firstByte: () => void = () => {},
): Promise<AttemptResult> {
  const seen = new AnswerProgress(emit, firstByte);
  const exchanged = await exchange(transport, request, seen, signal, timeouts);
  return { ...exchanged, unfinished: seen.unfinished() };
}

/** What the listener has seen of an answer, and the calls in it that have started and not ended. */
class AnswerProgress implements ReplyListener {
  readonly #emit: Emit;
  readonly begun: () => void;
  readonly #open = new Map<number, { name: string; pieces: string[] }>();
  /** Calls that the provider runs, by their index. */
  readonly #theirs = new Map<number, { readonly id: string; readonly name: string }>();
  shown = false;

  constructor(emit: Emit, begun: () => void) {
    this.#emit = emit;
    this.begun = begun;
  }

  take(event: ReplyEvent): undefined {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        if (event.text === '') return;
        this.shown = true;
        this.#emit({ type: event.type, text: event.text });
        return;
      case 'text-end':
      case 'thinking-end':
        this.#emit({ type: event.type });
        return;
      case 'call-start':
        this.shown = true;
        if (event.executor === 'provider') return;
        this.#open.set(event.index, { name: event.name, pieces: [] });
        this.#emit({ type: 'call-start', id: event.id ?? '', name: event.name });
        return;
      case 'call-delta':
        this.#open.get(event.index)?.pieces.push(event.text);
        return;
      case 'call-end':
        this.shown = true;
        this.#open.delete(event.index);
        if (event.executor === 'provider') this.#startTheirs(event);
        return;
      case 'provider-result':
        this.shown = true;
        this.#endTheirs(event);
        return;
      case 'media':
        this.shown = true;
        return;
      default:
        return;
    }
  }

  /** Reported like a call that we run: for an observer there is no difference. */
  #startTheirs({ index, id = '', name, arguments: text }: Extract<ReplyEvent, { type: 'call-end' }>): void {
    this.#theirs.set(index, { id, name });
    this.#emit({ type: 'tool-call', id, name, args: parsed(text) });
    this.#emit({ type: 'tool-start', id, name });
  }

  /** Its duration is unknown. A result that arrives in pieces ends with the first. */
  #endTheirs({ call, result, isError }: Extract<ReplyEvent, { type: 'provider-result' }>): void {
    const begun = this.#theirs.get(call);
    if (begun === undefined) return;
    this.#theirs.delete(call);
    const outcome: Outcome =
      isError === true ? { state: 'error', error: jsonText(result) ?? '' } : { state: 'complete', result };
    this.#emit({ type: 'tool-result', ...begun, outcome, ms: 0 });
  }

  unfinished(): readonly UnfinishedCall[] {
    return [...this.#open.values()].map(({ name, pieces }) => ({ name, text: pieces.join('') }));
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
