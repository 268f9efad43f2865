/**
 * One request and its answer: sends, reads the stream, passes on each event. Failures are returned as data, with what had arrived by
 * then. Independent of sessions: the gateway uses it, too.
 */
import {
  ConfigError,
  type Failure,
  faultOfAnswer,
  isThinking,
  type PreparedRequest,
  ProviderError,
  type Reply,
  type ReplyEvent,
  readResponse,
  readStream,
  type SendOptions,
  type Settings,
  sendRequest,
  type Transport,
} from '@interlock/wire';
import type { Selection } from '../route/route.ts';
import { isNearby } from '../route/unreachable.ts';

/** Receives an answer. */
export interface ReplyListener {
  /** A promise is awaited before more is read. */
  take(event: ReplyEvent): Promise<void> | undefined;
  /** Events that arrived together, for callers that can pass them on together. */
  takeAll?(events: readonly ReplyEvent[]): Promise<void> | undefined;
  /** Milliseconds. Once something was seen, events that follow each other within this time may be handed over together. */
  readonly gatherMs?: number;
  /** The server has begun to answer. */
  begun?(): void;
  /** Part of this answer was shown: it must not be requested again. */
  readonly shown: boolean;
}

export type ExchangeResult =
  | { readonly end: 'answered'; readonly reply: Reply }
  | { readonly end: 'failed'; readonly failure: Failure; readonly shown: boolean; readonly reply?: Reply }
  | { readonly end: 'cancelled'; readonly reply?: Reply };

export async function exchange(
  transport: Transport,
  request: PreparedRequest,
  listener: ReplyListener,
  signal: AbortSignal,
  timeouts: NonNullable<SendOptions['timeouts']> = {},
): Promise<ExchangeResult> {
  let partial: (() => Promise<Reply>) | undefined;
  let serverFault: () => Failure | undefined = () => undefined;
  try {
    const http = await sendRequest(transport, request, { signal, timeouts });
    listener.begun?.();
    if (http.headers['content-type']?.includes('application/json') === true) {
      const text = await http.text();
      serverFault = () => faultOfAnswer(text);
      const { events, ...reply } = readResponse(request, text);
      await hand(events, listener);
      return ended(reply, listener);
    }
    const stream = readStream(request, http.chunks);
    partial = () => stream.reply();
    serverFault = () => stream.fault;
    for await (const events of stream.batches) {
      const pause = hand(events, listener);
      if (pause !== undefined) await pause;
      if (listener.gatherMs !== undefined && listener.shown) http.gather?.(listener.gatherMs);
    }
    return ended(await stream.reply(), listener);
  } catch (error) {
    const reply = listener.shown && partial !== undefined ? await partial() : undefined;
    const rest = reply === undefined ? {} : { reply };
    if (signal.aborted) return { end: 'cancelled', ...rest };
    const failure = failureOf(error, serverFault);
    if (failure === undefined) throw error;
    return { end: 'failed', failure, shown: listener.shown, ...rest };
  }
}

/** A promise must be awaited before more is read. */
function hand(events: readonly ReplyEvent[], listener: ReplyListener): Promise<void> | undefined {
  return listener.takeAll === undefined ? handEach(events, listener) : listener.takeAll(events);
}

async function handEach(events: readonly ReplyEvent[], listener: ReplyListener): Promise<void> {
  for (const event of events) {
    const pause = listener.take(event);
    if (pause !== undefined) await pause;
  }
}

/**
 * Undefined: a mistake of ours. A missing package for authentication affects one provider: another may still work. Whatever walks over an
 * answer that is nested too deep runs out of stack; if the answer is not to blame, we are.
 */
function failureOf(error: unknown, serverFault: () => Failure | undefined): Failure | undefined {
  if (error instanceof ProviderError) return error.failure;
  if (error instanceof RangeError) return serverFault();
  return error instanceof ConfigError ? { reason: 'auth-permanent', message: error.message } : undefined;
}

function ended(reply: Reply, { shown }: ReplyListener): ExchangeResult {
  return reply.failure === undefined
    ? { end: 'answered', reply }
    : { end: 'failed', failure: reply.failure, shown, reply };
}

const shortStall = 60_000;
const longStall = 300_000;
/** As long as the providers' own SDKs wait. */
const wholeStall = 600_000;

/**
 * How long a provider may be silent before a request is given up. A model that thinks may be silent for minutes, and a local model may
 * have to be loaded first; others respond soon. An answer that is not streamed arrives only when it is complete. `configured`: what the
 * user has set.
 */
export function stallLimits(
  { destination: { traits, endpoint } }: Pick<Selection, 'destination'>,
  settings: Settings,
  configured: number | undefined,
): { readonly firstByteMs: number; readonly idleMs: number } {
  if (settings.stream !== true || !traits.streaming) {
    const wholeMs = Math.max(wholeStall, configured ?? 0);
    return { firstByteMs: wholeMs, idleMs: wholeMs };
  }
  if (configured !== undefined) return { firstByteMs: configured, idleMs: configured };
  const idleMs = isThinking(settings, traits) ? longStall : shortStall;
  return { idleMs, firstByteMs: isNearby(endpoint) ? longStall : idleMs };
}
