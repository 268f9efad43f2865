/**
 * The Responses API over WebSockets, which Codex prefers: one answer after another on one connection. A request may continue an earlier answer
 * of the same connection by its id, and then contains only what is new. Nothing outlives the connection.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Failure, type Frame, parseJson } from '@interlock/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { checkOrigin } from '../clients/check-origin.ts';
import type { Client } from '../clients/client.ts';
import { readingOf } from '../exchange/answer-request.ts';
import type { Outlet } from '../exchange/outlet.ts';
import { sendFailure } from '../exchange/reply-writer.ts';
import { openaiResponses as front } from '../fronts/openai-responses.ts';
import { type GatewayParts, unknownModel } from '../parts/gateway-parts.ts';
import { type RequestUrl, requestUrl } from './request-url.ts';
import { serveAnswer } from './serve-answer.ts';
import type { Load } from './serve-http.ts';
import { isTooDeep, tooDeep } from './too-deep.ts';

export class ResponsesSockets {
  readonly #parts: GatewayParts;
  readonly #load: Load;
  readonly #server: WebSocketServer;
  readonly #open = new Set<Conversation>();
  #looking: AbortController | undefined;

  constructor(parts: GatewayParts, load: Load) {
    this.#parts = parts;
    this.#load = load;
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
    const refused = this.#refusal(request, url);
    if (refused !== undefined || client === undefined) {
      refuseUpgrade(socket, refused ?? ['401 Unauthorized', 'auth', 'The client token is missing or wrong.']);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const conversation = new Conversation(this.#parts, this.#load, client, request, webSocket);
      socket.prependListener('data', (chunk: Buffer) => conversation.receive(chunk.length));
      this.#open.add(conversation);
      if (this.#looking === undefined) void this.#look();
      webSocket.once('close', () => this.#left(conversation));
    });
  }

  #refusal({ headers }: IncomingMessage, { pathname }: RequestUrl): Refusal | undefined {
    const bad = checkOrigin(headers, this.#parts.origins);
    if (bad !== undefined) return ['403 Forbidden', 'auth-permanent', bad];
    if (!/^(?:\/v1)?\/responses\/?$/.test(pathname)) {
      return ['404 Not Found', 'model-not-found', 'WebSockets are served at /v1/responses only.'];
    }
    const full = this.#load.closing || this.#open.size >= this.#parts.limits.concurrent;
    return full ? ['503 Service Unavailable', 'overloaded', 'The gateway has too many connections.'] : undefined;
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

type Refusal = readonly [status: string, reason: Failure['reason'], message: string];

function refuseUpgrade(socket: Duplex, [status, reason, message]: Refusal): void {
  const body = JSON.stringify(front.protocol.encodeFailure({ reason, message }).body);
  const head = ['connection: close', 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** How many earlier answers are kept; only the latest if together they are larger than a body may be. */
const mostAnswers = 16;

/** How often clients are pinged, and after how long an idle connection is closed. */
const lookMs = 30_000;
const idleMs = 3_600_000;

/** How many bytes may be buffered for a client before writing waits. */
const mostWaiting = 1024 * 1024;

const endings: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete']);

interface Earlier {
  readonly items: readonly JsonValue[];
  /** Characters. */
  readonly size: number;
  /** The requests and answers that it is made of. */
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly size: number;
}

const nothing: Earlier = { items: [], size: 0, pieces: [] };

function withPiece({ items, size, pieces }: Earlier, more: readonly JsonValue[], length: number): Earlier {
  return { items: [...items, ...more], size: size + length, pieces: [...pieces, { size: length }] };
}

class Conversation {
  readonly #parts: GatewayParts;
  readonly #load: Load;
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, unknown>>;
  readonly #socket: WebSocket;
  readonly #gone = new AbortController();
  /** The whole conversation up to each answer, by its id. */
  readonly #earlier = new Map<string, Earlier>();
  readonly #reading = readingOf(front);
  /** The items of the latest request. */
  #items: readonly JsonValue[] = [];
  /** Bytes received since the last complete frame. */
  #pending = 0;
  /** Characters of earlier answers. */
  #kept = 0;
  #busy = false;
  #isThere = true;
  #heardAt: number;

  constructor(parts: GatewayParts, load: Load, client: Client, { headers }: IncomingMessage, socket: WebSocket) {
    this.#parts = parts;
    this.#load = load;
    this.#client = client;
    // This header only says that it is a WebSocket.
    const { 'openai-beta': _, ...rest } = headers;
    this.#headers = rest;
    this.#socket = socket;
    socket.on('error', () => socket.terminate());
    this.#heardAt = parts.clock.now();
    socket.on('pong', () => {
      this.#isThere = true;
    });
    socket.once('close', () => {
      this.#gone.abort();
      load.bytes -= this.#pending;
      load.kept -= this.#kept;
    });
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? '' : String(data);
      const bytes = this.#pending;
      this.#pending = 0;
      this.#heardAt = parts.clock.now();
      this.#hear(text)
        .catch((error: unknown) => {
          parts.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'fault');
          socket.terminate();
        })
        .finally(() => {
          load.bytes -= bytes;
        });
    });
  }

  /** Frames that are not whole take memory, too. */
  receive(bytes: number): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#load.bytes += bytes;
    this.#pending += bytes;
    if (this.#load.bytes > this.#parts.limits.heldBytes) this.#socket.terminate();
  }

  leave(): void {
    if (!this.#busy) this.#socket.close(1001, 'The gateway is shutting down.');
  }

  /** A client that has disappeared does not answer a ping. */
  look(): void {
    const isIdle = !this.#busy && this.#parts.clock.now() - this.#heardAt > idleMs;
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

  async #hear(text: string): Promise<void> {
    const frame = asObject(parseJson(text));
    if (frame?.['type'] !== 'response.create') return this.#refuse(invalid('Only response.create is supported.'));
    if (isTooDeep(frame)) return this.#refuse(invalid(tooDeep));
    if (this.#busy) return this.#refuse(invalid('A response is in progress: send the next request when it has ended.'));
    this.#busy = true;
    try {
      await this.#create(frame, text.length);
    } finally {
      this.#busy = false;
      if (this.#load.closing) this.leave();
    }
  }

  async #create(frame: JsonObject, size: number): Promise<void> {
    const { type: _, generate, previous_response_id: previous, ...rest } = frame;
    const earlier = (previous ?? null) === null ? nothing : this.#earlier.get(asText(previous));
    // This wording makes clients send the whole conversation again.
    if (earlier === undefined) return this.#refuse(front.refuse?.(frame) ?? invalid('previous_response_id: not found'));
    const given = withPiece(earlier, itemsOf(rest['input'] ?? null), size);
    if (given.size > this.#parts.limits.bodyBytes) {
      return this.#refuse({ reason: 'context-overflow', message: 'The conversation is too large for the gateway.' });
    }
    const said: Earlier = { ...given, items: this.#known(given.items) };
    if (generate === false) return this.#warm(rest, said);
    const body: JsonObject = { ...rest, input: said.items, stream: true };
    const model = asText(body['model']);
    const refusal = model === '' ? invalid('model: Field required') : front.refuse?.(body);
    if (refusal !== undefined) return this.#refuse(refusal);
    if (!this.#client.mayUse(model)) return this.#refuse(unknownModel(model));
    const found = this.#parts.routes.find(model);
    if ('failure' in found) return this.#refuse(found.failure);
    if (this.#load.closing || this.#load.running >= this.#parts.limits.concurrent) {
      return this.#refuse({ reason: 'overloaded', message: 'The gateway has too many requests in progress.' });
    }
    this.#load.running += 1;
    try {
      const entry = await this.#client.enter();
      if ('refusal' in entry) return this.#refuse({ reason: 'rate-limit', ...entry.refusal });
      const requestId = `req_${randomBytes(12).toString('base64url')}`;
      const client = this.#client;
      const reading = this.#reading;
      const asked = { front, body, model, route: found.route, stream: true, client, requestId, reading };
      const served = serveAnswer(
        this.#parts,
        { ...asked, headers: this.#headers },
        this.#outlet(said),
        this.#gone.signal,
      );
      await served.finally(() => entry.leave());
    } finally {
      this.#load.running -= 1;
    }
  }

  /** Items that the previous request began with are replaced by its objects, so that they are not read again. */
  #known(items: readonly JsonValue[]): readonly JsonValue[] {
    const differs = items.findIndex((item, at) => !isSameData(item, this.#items[at]));
    const same = differs === -1 ? items.length : differs;
    this.#items = [...this.#items.slice(0, same), ...items.slice(same)];
    return this.#items;
  }

  /** Answers a warm-up request without calling a provider. */
  #warm(request: JsonObject, said: Earlier): void {
    const id = front.idPrefix + randomBytes(18).toString('hex');
    const response = { id, object: 'response', model: request['model'] ?? null, output: [] };
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    this.#send({ type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } });
    this.#send({
      type: 'response.completed',
      sequence_number: 1,
      response: { ...response, status: 'completed', usage },
    });
    this.#keep(id, said);
  }

  #outlet(said: Earlier): Outlet {
    const write = (frames: readonly Frame[]): void => {
      for (const { data } of frames) {
        this.#keepAnswer(data, said);
        this.#socket.send(data);
      }
    };
    return {
      whole: (status, _, body) => this.#send({ type: 'error', status, ...body }),
      open: () => undefined,
      write: (frames) => {
        write(frames);
        return this.#socket.bufferedAmount > mostWaiting ? this.#drained() : undefined;
      },
      end: write,
    };
  }

  #keepAnswer(data: string, said: Earlier): void {
    if (!/"response\.(?:in)?complete/.test(data)) return;
    const event = asObject(parseJson(data));
    const response = asObject(event?.['response']);
    if (!endings.has(asText(event?.['type'] ?? null)) || response === undefined) return;
    this.#keep(asText(response['id']), withPiece(said, asArray(response['output'] ?? []), data.length));
  }

  #keep(id: string, earlier: Earlier): void {
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    const { bodyBytes, heldBytes } = this.#parts.limits;
    const others = this.#load.kept - this.#kept;
    this.#earlier.set(id, earlier);
    for (const oldest of [...this.#earlier.keys()]) {
      const sum = [...this.#earlier.values()].reduce((total, { size }) => total + size, 0);
      const isOver = this.#earlier.size > 1 && (this.#earlier.size > mostAnswers || sum > bodyBytes);
      // A client whose answers were forgotten sends the whole conversation again.
      if (!isOver && others + keptIn(this.#earlier) <= heldBytes / 2) break;
      this.#earlier.delete(oldest);
    }
    if (this.#earlier.size === 0) this.#items = [];
    this.#kept = keptIn(this.#earlier);
    this.#load.kept = others + this.#kept;
  }

  /** Resolves when the client has read enough, or is gone. A client that does not read is dropped. */
  async #drained(): Promise<void> {
    const until = this.#parts.clock.now() + this.#parts.limits.stalledMs;
    while (this.#socket.bufferedAmount > mostWaiting && this.#socket.readyState === this.#socket.OPEN) {
      if (this.#parts.clock.now() > until) this.#socket.terminate();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #refuse(failure: Failure): void {
    sendFailure(front, this.#outlet(nothing), failure, {});
  }

  #send(event: JsonObject): void {
    this.#socket.send(JSON.stringify(event));
  }
}

/** Answers that continue each other have most of it in common. */
function keptIn(earlier: ReadonlyMap<string, Earlier>): number {
  const pieces = new Set([...earlier.values()].flatMap((each) => each.pieces));
  return [...pieces].reduce((sum, { size }) => sum + size, 0);
}

function itemsOf(input: JsonValue): readonly JsonValue[] {
  if (typeof input !== 'string') return asArray(input);
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
}

function invalid(message: string): Failure {
  return { reason: 'invalid-request', message };
}
