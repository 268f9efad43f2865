/**
 * Subscribes to the event feed of a running gateway and keeps the latest requests. The page itself cannot: the gateway refuses web pages,
 * and the page must not get its admin token.
 */
import type { GatewayEvent } from '@interlock/gateway';
import type { GatewayPage, GatewayRequest, GatewayState } from '@interlock/inspector';
import { asObject, parseJson, readSse } from '@interlock/wire';

const maxRequests = 1_000;
const firstRetryMs = 500;
const lastRetryMs = 15_000;

export interface GatewayAddress {
  readonly url: string;
  readonly token: string;
}

type Recorded = Extract<GatewayEvent, { type: 'begin' }>['request'];

export class GatewayWatch {
  readonly #address: GatewayAddress;
  readonly #onChange: () => void;
  readonly #stop = new AbortController();
  readonly #requests = new Map<string, GatewayRequest>();
  readonly #bodies = new Map<string, NonNullable<Recorded>>();
  #state: GatewayState;
  #missed = 0;

  constructor(place: GatewayAddress, onChange: () => void) {
    this.#address = place;
    this.#onChange = onChange;
    this.#state = { url: place.url, state: 'connecting', recording: false };
  }

  get state(): GatewayState {
    return this.#state;
  }

  get page(): GatewayPage {
    return { ...this.#state, requests: [...this.#requests.values()].reverse(), missed: this.#missed };
  }

  body(requestId: string): NonNullable<Recorded> | undefined {
    return this.#bodies.get(requestId);
  }

  async run(): Promise<void> {
    let retryMs = firstRetryMs;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#listen();
        retryMs = firstRetryMs;
        this.#setState({ state: 'lost', problem: 'The gateway closed the connection.' });
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#setState({ state: 'lost', problem: problemOf(error) });
      }
      await this.#pause(retryMs);
      retryMs = Math.min(lastRetryMs, retryMs * 2);
    }
  }

  close(): void {
    this.#stop.abort();
  }

  async #listen(): Promise<void> {
    const response = await fetch(new URL('/interlock/events', this.#address.url), {
      headers: { authorization: `Bearer ${this.#address.token}` },
      signal: this.#stop.signal,
      redirect: 'error',
    });
    if (!response.ok || response.body === null) throw new RefusedError(response.status);
    for await (const { data } of readSse(response.body, 'gateway')) {
      const event = asObject(parseJson(data) ?? null);
      if (event !== undefined) this.#onEvent(event);
    }
  }

  #onEvent(event: Readonly<Record<string, unknown>>): void {
    switch (event['type']) {
      case 'hello':
        this.#setState({ state: 'connected', recording: event['recording'] === true });
        return;
      case 'lost':
        this.#missed += Number(event['events']) || 0;
        break;
      case 'begin':
      case 'end':
      case 'refused':
        this.#request(event as GatewayEvent);
        break;
      default:
        return;
    }
    this.#onChange();
  }

  #request(event: GatewayEvent): void {
    const known = this.#requests.get(event.requestId);
    if (event.type === 'begin' && event.request !== undefined) this.#bodies.set(event.requestId, event.request);
    this.#requests.set(event.requestId, requestOf(event, known, this.#bodies.has(event.requestId)));
    const [oldest] = this.#requests.keys();
    if (this.#requests.size <= maxRequests || oldest === undefined) return;
    this.#requests.delete(oldest);
    this.#bodies.delete(oldest);
  }

  #setState(state: Partial<GatewayState>): void {
    const { problem: _, ...rest } = this.#state;
    this.#state = { ...rest, ...state };
    this.#onChange();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#stop.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

class RefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof RefusedError && error.status === 401) return 'The gateway does not accept the admin token.';
  if (error instanceof RefusedError && error.status === 404)
    return 'The gateway has no event feed. Set gateway.adminSha256 in its configuration.';
  if (error instanceof RefusedError) return `The gateway answered with ${error.message}.`;
  return 'The gateway cannot be reached.';
}

function requestOf(event: GatewayEvent, known: GatewayRequest | undefined, hasBody: boolean): GatewayRequest {
  const { requestId, at, api } = event;
  const nothing = { repairs: [], leftOut: [], attempts: 0 };
  switch (event.type) {
    case 'begin':
      return { ...nothing, requestId, at, api, client: event.client, model: event.model, end: 'running', hasBody };
    case 'refused':
      return { ...nothing, requestId, at, api, status: event.status, end: `refused: ${event.reason}`, hasBody };
    case 'end':
      return {
        ...{ requestId, api, client: event.client, model: event.model, status: event.status, end: event.end, hasBody },
        at: known?.at ?? at,
        ...(event.target === undefined ? {} : { target: event.target }),
        repairs: event.repairs.map(({ kind, rule, at: place }) => ({
          kind,
          at: place,
          ...(rule === undefined ? {} : { rule }),
        })),
        leftOut: event.leftOut,
        attempts: event.attempts.length,
        ...(event.firstByteMs === undefined ? {} : { firstByteMs: event.firstByteMs }),
        ms: event.ms,
        ...(event.usage === undefined ? {} : { inputTokens: event.usage.input, outputTokens: event.usage.output }),
      };
  }
}
