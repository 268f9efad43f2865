/**
 * One request to one target, read as it comes: rendered for that very target, sent, streamed to the listener. Whatever goes wrong is
 * told as data, together with what had arrived by then.
 */
import {
  ConfigError,
  type Failure,
  type PreparedRequest,
  ProviderError,
  type Reply,
  type ReplyEvent,
  readResponse,
  readStream,
  type SendOptions,
  sendRequest,
  type Transport,
} from '@interlock/wire';
import type { Emit, UnfinishedCall } from '../events.ts';

export type Attempted =
  | { readonly end: 'answered'; readonly reply: Reply; readonly unfinished: readonly UnfinishedCall[] }
  | {
      readonly end: 'failed';
      readonly failure: Failure;
      /** Something of this very answer was seen: it must not be asked for again. */
      readonly shown: boolean;
      readonly reply?: Reply;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | { readonly end: 'cancelled'; readonly reply?: Reply; readonly unfinished: readonly UnfinishedCall[] };

export async function attempt(
  transport: Transport,
  request: PreparedRequest,
  emit: Emit,
  signal: AbortSignal,
  timeouts: NonNullable<SendOptions['timeouts']> = {},
): Promise<Attempted> {
  const seen = new Seen(emit);
  let partial: (() => Promise<Reply>) | undefined;
  try {
    const http = await sendRequest(transport, request, { signal, timeouts });
    if (http.headers['content-type']?.includes('application/json') === true) {
      const { events, ...reply } = readResponse(request, await http.text());
      for (const event of events) seen.take(event);
      return ended(reply, seen);
    }
    const stream = readStream(request, http.chunks);
    partial = () => stream.reply();
    for await (const event of stream) seen.take(event);
    return ended(await stream.reply(), seen);
  } catch (error) {
    const reply = seen.any && partial !== undefined ? await partial() : undefined;
    const rest = { ...(reply === undefined ? {} : { reply }), unfinished: seen.unfinished() };
    if (signal.aborted) return { end: 'cancelled', ...rest };
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { end: 'failed', failure, shown: seen.any, ...rest };
  }
}

/** A package that authentication lacks concerns one provider: another may still be asked. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ProviderError) return error.failure;
  return error instanceof ConfigError ? { reason: 'auth-permanent', message: error.message } : undefined;
}

function ended(reply: Reply, seen: Seen): Attempted {
  const unfinished = seen.unfinished();
  if (reply.failure === undefined) return { end: 'answered', reply, unfinished };
  return { end: 'failed', failure: reply.failure, shown: seen.any, reply, unfinished };
}

/** What the listener has seen of an answer, and the calls in it that have begun and not ended. */
class Seen {
  readonly #emit: Emit;
  readonly #open = new Map<number, { name: string; pieces: string[] }>();
  any = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  take(event: ReplyEvent): void {
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
    this.any = true;
  }
}
