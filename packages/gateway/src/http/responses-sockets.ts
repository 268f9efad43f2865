/**
 * The Responses API over WebSockets, which Codex prefers: one answer after another on one connection, or in each of its lanes. A request may
 * continue an earlier answer of the same connection by its id, and then contains only what is new. Answers that are not to be stored do not
 * outlive the connection.
 */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { steadyTime } from '@interlock/runtime';
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asText, type Failure, type Frame } from '@interlock/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { checkOrigin } from '../clients/check-origin.ts';
import { type Client, isOperator } from '../clients/client.ts';
import { readingOf } from '../exchange/answer-request.ts';
import type { Outlet } from '../exchange/outlet.ts';
import { sendFailure } from '../exchange/reply-writer.ts';
import { inputItems } from '../fronts/input-items.ts';
import { openaiResponses as front, previousNotFound } from '../fronts/openai-responses.ts';
import { RequestHold } from '../holdings/holdings.ts';
import { measureBody, workBytes } from '../memory/measure-body.ts';
import { unknownModel } from '../models/unknown-model.ts';
import type { GatewayParts } from '../parts/gateway-parts.ts';
import { twice } from '../parts/gateway-parts.ts';
import { jsonSize } from '../responses/json-size.ts';
import { ResponseMemory } from '../responses/response-memory.ts';
import { hasTooMany, type Storing, storesNothing, tooLarge, withItems } from '../responses/stored-request.ts';
import { conversationOf, type StoredParts, StoredResponse } from '../responses/stored-response.ts';
import type { Load } from './load.ts';
import { noteRefusal } from './note-refusal.ts';
import { readObject } from './read-object.ts';
import { type RequestUrl, requestUrl } from './request-url.ts';
import { serveAnswer } from './serve-answer.ts';

export class ResponsesSockets {
  readonly #parts: GatewayParts;
  readonly #load: Load;
  readonly #server: WebSocketServer;
  readonly #open = new Set<Conversation>();
  readonly #memory: ResponseMemory;
  #looking: AbortController | undefined;

  constructor(parts: GatewayParts, load: Load) {
    this.#parts = parts;
    this.#load = load;
    const { bodyBytes, heldBytes } = parts.limits;
    const now = steadyTime(parts.clock);
    // A client whose answers were forgotten sends the whole conversation again.
    this.#memory = new ResponseMemory({ bytes: bodyBytes, totalBytes: heldBytes / 2, most: mostAnswers, now });
    parts.holdings.addCache(twice(this.#memory));
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: parts.limits.bodyBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const url = requestUrl(request.url);
    const client = this.#parts.clients.find(request.headers, url);
    const refused = this.#refusal(request, url, client);
    if (refused !== undefined || client === undefined) {
      const refusal = refused ?? ([401, 'auth', 'The client token is missing or wrong.'] as const);
      const [status, reason] = refusal;
      const requestId = newRequestId();
      refuseUpgrade(socket, refusal, requestId);
      noteRefusal(this.#parts, { requestId, api: front.protocol.name, status, reason, path: url.pathname });
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const conversation = new Conversation(
        { parts: this.#parts, load: this.#load, memory: this.#memory, client },
        request,
        webSocket,
      );
      socket.prependListener('data', (chunk: Buffer) => conversation.receive(chunk.length));
      this.#open.add(conversation);
      if (this.#looking === undefined) void this.#look();
      webSocket.once('close', () => this.#left(conversation));
    });
  }

  #refusal(request: IncomingMessage, { pathname }: RequestUrl, client: Client | undefined): Refusal | undefined {
    const bad = checkOrigin(request, this.#parts.origins);
    if (bad !== undefined) return [403, 'auth-permanent', bad];
    if (!/^(?:\/v1)?\/responses\/?$/.test(pathname)) {
      return [404, 'model-not-found', 'WebSockets are served at /v1/responses only.'];
    }
    const full = this.#load.closing || this.#open.size >= this.#parts.limits.concurrent;
    if (full) return [503, 'overloaded', 'The gateway has too many connections.'];
    return client !== undefined && this.#hasItsShare(client)
      ? [429, 'rate-limit', 'This client has too many connections.']
      : undefined;
  }

  /** One client of several cannot take all places. */
  #hasItsShare({ key }: Client): boolean {
    if (this.#parts.clients.count < 2) return false;
    const own = [...this.#open].filter(({ client }) => client === key).length;
    return own >= Math.max(1, Math.floor(this.#parts.limits.concurrent / largestShare));
  }

  async #look(): Promise<void> {
    const looking = new AbortController();
    this.#looking = looking;
    for (;;) {
      await this.#parts.clock.sleep(lookMs, looking.signal);
      if (looking.signal.aborted) return;
      for (const conversation of this.#open) conversation.look();
    }
  }

  #left(conversation: Conversation): void {
    this.#open.delete(conversation);
    if (this.#open.size > 0) return;
    this.#looking?.abort();
    this.#looking = undefined;
  }

  /** Answers in progress are finished first. */
  close(): void {
    for (const conversation of this.#open) conversation.leave();
  }

  terminate(): void {
    for (const conversation of this.#open) conversation.terminate();
  }
}

type Refusal = readonly [status: number, reason: Failure['reason'], message: string];

function refuseUpgrade(socket: Duplex, [status, reason, message]: Refusal, requestId: string): void {
  const body = JSON.stringify(front.protocol.encodeFailure({ reason, message }).body);
  const headers = {
    ...front.headers(requestId),
    'x-interlock-request-id': requestId,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // The server no longer watches it: a client that does not hang up would stay, even after a shutdown.
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}

function newRequestId(): string {
  return `req_${randomBytes(12).toString('base64url')}`;
}

/** How many earlier answers of a connection are kept, if together they are not larger than a body may be. */
const mostAnswers = 16;

/** Of the places for connections, a client may have one in so many. */
const largestShare = 4;

/** How often clients are pinged, and after how long an idle connection is closed. */
const lookMs = 30_000;
const idleMs = 3_600_000;

/** How many bytes may be buffered for a client before writing waits. */
const mostWaiting = 1024 * 1024;

/** How many requests of a connection may wait for earlier ones of their lanes. */
const mostRequestsWaiting = 64;

/** A name (`stream_id`) that a client gives to one of several conversations on a connection. */
type Lane = string | undefined;

/** What a request says. */
type Said = Pick<StoredParts, 'before' | 'input'>;

interface ConversationParts {
  readonly parts: GatewayParts;
  readonly load: Load;
  /** The answers of all connections, by connection. */
  readonly memory: ResponseMemory;
  readonly client: Client;
}

class Conversation {
  readonly #parts: GatewayParts;
  readonly #load: Load;
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, unknown>>;
  readonly #socket: WebSocket;
  readonly #gone = new AbortController();
  readonly #memory: ResponseMemory;
  readonly #name = randomBytes(12).toString('base64url');
  readonly #reading = readingOf(front);
  /** The id of the latest answer. */
  #latest = '';
  /** Bytes received since the last complete frame. */
  #pending = 0;
  readonly #unfinished: RequestHold;
  readonly #now: () => number;
  /** The latest request of each lane that is not answered yet. */
  readonly #lanes = new Map<Lane, Promise<void>>();
  #waiting = 0;
  #isThere = true;
  #heardAt: number;

  constructor({ parts, load, memory, client }: ConversationParts, { headers }: IncomingMessage, socket: WebSocket) {
    this.#parts = parts;
    this.#load = load;
    this.#memory = memory;
    this.#client = client;
    // This header only says that it is a WebSocket.
    const { 'openai-beta': _, ...rest } = headers;
    this.#headers = rest;
    this.#socket = socket;
    this.#unfinished = new RequestHold(parts.holdings);
    socket.on('error', () => socket.terminate());
    this.#now = steadyTime(parts.clock);
    this.#heardAt = this.#now();
    socket.on('pong', () => {
      this.#isThere = true;
    });
    socket.once('close', () => {
      this.#gone.abort();
      load.bytes -= this.#pending;
      this.#unfinished.keepOnly(0);
      memory.forgetAll(this.#name);
    });
    socket.on('message', (data, isBinary) => {
      const sent = !isBinary && Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      const bytes = this.#pending;
      this.#pending = 0;
      this.#unfinished.keepOnly(0);
      const hold = new RequestHold(parts.holdings);
      this.#heardAt = this.#now();
      this.#hear(sent, hold)
        .catch((error: unknown) => {
          parts.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'fault');
          socket.terminate();
        })
        .finally(() => {
          load.bytes -= bytes;
          hold.keepOnly(0);
        });
    });
  }

  /** The key of its client. */
  get client(): string {
    return this.#client.key;
  }

  /** Frames that are not whole take memory, too. */
  receive(bytes: number): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#load.bytes += bytes;
    this.#pending += bytes;
    const isTooMuch = !this.#unfinished.take(bytes) || this.#load.bytes > this.#parts.limits.heldBytes;
    if (isTooMuch) this.#socket.terminate();
    else if (this.#socket.bufferedAmount > mostWaiting) void this.#waitUntilRead();
  }

  /** Pings and requests that are refused are answered at once. Whoever does not read these answers is not listened to. */
  async #waitUntilRead(): Promise<void> {
    if (this.#socket.isPaused) return;
    this.#socket.pause();
    await this.#drained();
    this.#socket.resume();
  }

  leave(): void {
    if (this.#lanes.size === 0) this.#socket.close(1001, 'The gateway is shutting down.');
  }

  /** A client that has disappeared does not answer a ping. */
  look(): void {
    // It cannot be heard now.
    if (this.#socket.isPaused) return;
    const isIdle = this.#lanes.size === 0 && this.#now() - this.#heardAt > idleMs;
    if (!this.#isThere) this.terminate();
    else if (isIdle) this.#socket.close(1001, 'The connection was idle.');
    else {
      this.#isThere = false;
      this.#socket.ping();
    }
  }

  terminate(): void {
    this.#socket.terminate();
  }

  async #hear(sent: Buffer, hold: RequestHold): Promise<void> {
    const measured = measureBody(sent);
    if ('refused' in measured) return this.#refuse(invalid(measured.refused), undefined);
    if (!hold.take(sent.length + workBytes(sent.length, measured.values))) return this.#refuse(tooManyLarge, undefined);
    const frame = readObject(sent, front.protocol.list);
    if (typeof frame === 'string') return this.#refuse(invalid(frame), undefined);
    const { stream_id: lane = null, ...request } = frame;
    if (typeof lane !== 'string' && lane !== null)
      return this.#refuse(invalid('stream_id must be a string.'), undefined);
    return this.#inLane(lane ?? undefined, request, hold);
  }

  /** The requests of a lane are answered one after the other, those of several lanes at once. Without one, a request must not wait. */
  async #inLane(lane: Lane, request: JsonObject, hold: RequestHold): Promise<void> {
    if (request['type'] !== 'response.create') return this.#refuse(invalid('Only response.create is supported.'), lane);
    const running = this.#lanes.get(lane);
    if (running !== undefined && (lane === undefined || this.#waiting >= mostRequestsWaiting)) {
      return this.#refuse(invalid('A response is in progress: send the next request when it has ended.'), lane);
    }
    this.#waiting += 1;
    const answered = (running ?? Promise.resolve()).then(() => {
      this.#waiting -= 1;
      return this.#gone.signal.aborted ? undefined : this.#create(request, lane, hold);
    });
    // A fault ends the connection, and with it all of its lanes.
    const ended = answered.catch(() => undefined);
    this.#lanes.set(lane, ended);
    try {
      await answered;
    } finally {
      if (this.#lanes.get(lane) === ended) this.#lanes.delete(lane);
      if (this.#load.closing) this.leave();
    }
  }

  async #create(frame: JsonObject, lane: Lane, hold: RequestHold): Promise<void> {
    const { type: _, generate, previous_response_id: id = null, ...rest } = frame;
    const before = id === null ? undefined : this.#memory.find(this.#name, asText(id));
    if (id !== null && before === undefined) return this.#refuse(previousNotFound(id), lane);
    if (rest['store'] === true && this.#parts.responses === undefined) return this.#refuse(storesNothing, lane);
    const { responses: store, limits } = this.#parts;
    const sent = await withItems(rest, { store, client: this.#client.key });
    if ('failure' in sent) return this.#refuse(sent.failure, lane);
    const added = inputItems(sent.body['input']);
    const more = (before?.total ?? 0) + sent.more;
    if (isTooLong({ added, before, more }, limits.bodyBytes)) return this.#refuse(tooLarge, lane);
    const items = before === undefined ? this.#known(added) : [...conversationOf(before), ...added];
    const said: Said = { before, input: items.slice(items.length - added.length) };
    if (generate === false) return this.#warm(rest, said, lane);
    const body: JsonObject = { ...rest, input: items, stream: true };
    const model = asText(body['model']);
    const refusal = model === '' ? invalid('model: Field required') : front.refuse?.(body);
    if (refusal !== undefined) return this.#refuse(refusal, lane);
    if (!this.#client.mayUse(model)) return this.#refuse(unknownModel(model), lane, model);
    const found = this.#parts.routes.find(model, isOperator(this.#client));
    if ('failure' in found) return this.#refuse(found.failure, lane, model);
    if (this.#load.closing || this.#load.running >= limits.concurrent) {
      return this.#refuse({ reason: 'overloaded', message: 'The gateway has too many requests in progress.' }, lane);
    }
    if (this.#load.bytes + more > limits.heldBytes || !hold.take(more)) return this.#refuse(tooManyLarge, lane);
    this.#load.bytes += more;
    try {
      await this.#load.run(async () => {
        const entry = await this.#client.enter();
        if ('refusal' in entry) return this.#refuse({ reason: 'rate-limit', ...entry.refusal }, lane);
        const requestId = newRequestId();
        const client = this.#client;
        const reading = this.#reading;
        const storing = this.#storing(rest['store'] !== false, said);
        const pace = this.#load;
        const asked = {
          front,
          body,
          model,
          route: found.route,
          stream: true,
          client,
          requestId,
          reading,
          storing,
          pace,
          hold,
        };
        const served = serveAnswer(
          this.#parts,
          { ...asked, headers: this.#headers },
          this.#outlet(lane, hold),
          this.#gone.signal,
        );
        await served.finally(() => entry.leave());
      });
    } finally {
      this.#load.bytes -= more;
    }
  }

  /** Items that the conversation before began with are replaced by its objects, so that they are not read again. */
  #known(items: readonly JsonValue[]): readonly JsonValue[] {
    const known = conversationOf(this.#memory.find(this.#name, this.#latest));
    const differs = items.findIndex((item, at) => !isSameData(item, known[at]));
    const same = differs === -1 ? items.length : differs;
    return [...known.slice(0, same), ...items.slice(same)];
  }

  /** Every answer can be continued on this connection; elsewhere only those that are to be stored. */
  #storing(wanted: boolean, said: Said): Storing {
    const store = wanted ? this.#parts.responses : undefined;
    return {
      fields: { store: store !== undefined, previous_response_id: said.before?.id ?? null },
      keep: (id, given) => {
        if (given === undefined) return undefined;
        const stored = new StoredResponse({ id, ...said, given });
        this.#keep(stored);
        return store?.keep(this.#client.key, stored);
      },
    };
  }

  #keep(stored: StoredResponse): void {
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    this.#memory.keep(this.#name, stored);
    this.#latest = stored.id;
  }

  /** Answers a warm-up request without calling a provider. */
  #warm(request: JsonObject, said: Said, lane: Lane): void {
    const id = front.idPrefix + randomBytes(18).toString('hex');
    const begun = { id, object: 'response', model: request['model'] ?? null, output: [] };
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    const response = { ...begun, status: 'completed', usage };
    this.#send({ type: 'response.created', sequence_number: 0, response: { ...begun, status: 'in_progress' } }, lane);
    this.#send({ type: 'response.completed', sequence_number: 1, response }, lane);
    this.#keep(new StoredResponse({ id, ...said, given: { response } }));
  }

  #outlet(lane: Lane, hold?: RequestHold): Outlet {
    const write = (frames: readonly Frame[]): void => {
      for (const { data } of frames) this.#socket.send(inLane(data, lane));
    };
    return {
      whole: (status, _, body) => this.#send({ type: 'error', status, ...body }, lane),
      open: () => undefined,
      write: (frames) => {
        write(frames);
        return this.#socket.bufferedAmount > mostWaiting ? this.#drained(hold) : undefined;
      },
      end: write,
    };
  }

  /** Resolves when the client has read enough, or is gone. A client that does not read is dropped. */
  async #drained(hold?: RequestHold): Promise<void> {
    const reads = hold?.slow(() => this.#socket.terminate());
    const until = this.#now() + this.#parts.limits.stalledMs;
    while (this.#socket.bufferedAmount > mostWaiting && this.#socket.readyState === this.#socket.OPEN) {
      if (this.#now() > until) this.#socket.terminate();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    reads?.();
  }

  #refuse(failure: Failure, lane: Lane, model?: string): void {
    const status = sendFailure(front, this.#outlet(lane), failure, {});
    noteRefusal(this.#parts, {
      requestId: newRequestId(),
      api: front.protocol.name,
      status,
      reason: failure.reason,
      path: '/v1/responses',
      ...(model === undefined ? {} : { model }),
    });
  }

  #send(event: JsonObject, lane: Lane): void {
    this.#socket.send(inLane(JSON.stringify(event), lane));
  }
}

/** The text of an event, with the lane of its answer. */
function inLane(event: string, lane: Lane): string {
  return lane === undefined ? event : `${event.slice(0, -1)},"stream_id":${JSON.stringify(lane)}}`;
}

/** `more`: characters that the client did not send. */
function isTooLong({ added, before, more }: Continuation, most: number): boolean {
  return more > most || (before?.total ?? 0) + jsonSize(added) > most || hasTooMany(added, before);
}

interface Continuation {
  readonly added: readonly JsonValue[];
  readonly before: StoredResponse | undefined;
  readonly more: number;
}

const tooManyLarge: Failure = {
  reason: 'overloaded',
  message: 'The gateway has too many large requests in progress.',
};

function invalid(message: string): Failure {
  return { reason: 'invalid-request', message };
}
