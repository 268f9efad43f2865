/**
 * One request of a turn, read as it comes and told to whoever listens to the session. Whatever goes wrong is told as data,
 * together with what had arrived by then.
 */
import type { PreparedRequest, ReplyEvent, SendOptions, Transport } from '@interlock/wire';
import type { Emit, UnfinishedCall } from '../events.ts';
import { type Exchanged, exchange, type ReplyListener } from './exchange.ts';

export type Attempted = Exchanged & { readonly unfinished: readonly UnfinishedCall[] };

export async function attempt(
  transport: Transport,
  request: PreparedRequest,
  emit: Emit,
  signal: AbortSignal,
  timeouts: NonNullable<SendOptions['timeouts']> = {},
): Promise<Attempted> {
  const seen = new Seen(emit);
  const exchanged = await exchange(transport, request, seen, signal, timeouts);
  return { ...exchanged, unfinished: seen.unfinished() };
}

/** What the listener has seen of an answer, and the calls in it that have begun and not ended. */
class Seen implements ReplyListener {
  readonly #emit: Emit;
  readonly #open = new Map<number, { name: string; pieces: string[] }>();
  shown = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  take(event: ReplyEvent): undefined {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        if (event.text === '') return;
        this.#show();
        this.#emit({ type: event.type, text: event.text });
        return;
      case 'text-end':
      case 'thinking-end':
        this.#emit({ type: event.type });
        return;
      case 'call-start':
        this.#show();
        if (event.executor === 'provider') return;
        this.#open.set(event.index, { name: event.name, pieces: [] });
        this.#emit({ type: 'call-start', id: event.id ?? '', name: event.name });
        return;
      case 'call-delta':
        this.#open.get(event.index)?.pieces.push(event.text);
        return;
      case 'call-end':
        this.#show();
        this.#open.delete(event.index);
        return;
      case 'media':
      case 'provider-result':
        this.#show();
        return;
      default:
        return;
    }
  }

  unfinished(): readonly UnfinishedCall[] {
    return [...this.#open.values()].map(({ name, pieces }) => ({ name, text: pieces.join('') }));
  }

  #show(): void {
    this.shown = true;
  }
}
