/**
 * One HTTP request: the client, its permissions, and what it wants. Every refusal is in the format of the client's API.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@interlock/transcript';
import { asText, type Failure } from '@interlock/wire';
import { checkOrigin } from '../clients/check-origin.ts';
import { type Client, isOperator } from '../clients/client.ts';
import { type IncomingRequest, type ReceivedBytes, readingOf } from '../exchange/answer-request.ts';
import { headerName } from '../exchange/attempts.ts';
import { countBody, countTokens } from '../exchange/count-tokens.ts';
import { sendFailure } from '../exchange/reply-writer.ts';
import { unknownUrl } from '../fronts/openai-failure.ts';
import { RequestHold } from '../holdings/holdings.ts';
import type { KnownRequest } from '../memory/known-request.ts';
import { measureBody, workBytes } from '../memory/measure-body.ts';
import { describeModel, listModels, showModel } from '../models/list-models.ts';
import { unknownModel } from '../models/unknown-model.ts';
import type { GatewayParts } from '../parts/gateway-parts.ts';
import { jsonSize } from '../responses/json-size.ts';
import { storedRequest } from '../responses/stored-request.ts';
import { allowOrigin } from './allow-origin.ts';
import { type Endpoint, findEndpoint, type OwnPage } from './endpoints.ts';
import { httpOutlet, sendJson, wholeRead } from './http-outlet.ts';
import type { Load } from './load.ts';
import { noteRefusal } from './note-refusal.ts';
import { type BodyRoom, type RefusedBody, readBody } from './read-body.ts';
import { isText, notText, readObject } from './read-object.ts';
import { requestUrl } from './request-url.ts';
import { serveAnswer } from './serve-answer.ts';
import { feedPath, serveFeed } from './serve-feed.ts';
import { answerStored, type StoredQuestion } from './serve-stored.ts';

type BodyEndpoint = Exclude<Endpoint, { do: 'list-models' | 'stored' | 'unknown' | 'own' }>;

export async function serveHttp(
  parts: GatewayParts,
  load: Load,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await answerHttp(parts, load, request, response);
  await wholeRead(response, parts.limits.stalledMs);
}

async function answerHttp(
  parts: GatewayParts,
  load: Load,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = requestUrl(request.url);
  const endpoint = findEndpoint(request.method ?? 'GET', url, request.headers);
  const visit = new Visit(parts, load, endpoint, url.pathname, response);
  const bad = checkOrigin(request, parts.origins);
  if (bad !== undefined) return visit.refuse({ reason: 'auth-permanent', message: bad }, 403);
  if (allowOrigin(request.method ?? 'GET', request.headers, parts.origins, response)) return;
  if (request.method === 'GET' && url.pathname === feedPath && serveFeed(parts, request, response)) return;
  if (endpoint.do === 'own' && endpoint.page !== 'metrics') return ownPage(endpoint.page, parts, load, response);
  const client = parts.clients.find(request.headers, url);
  if (client === undefined) {
    return visit.refuse({ reason: 'auth', message: 'The client token is missing or wrong.' }, 401);
  }
  switch (endpoint.do) {
    case 'own':
      response.writeHead(200, { 'content-type': parts.metrics.contentType });
      response.end(await parts.metrics.text());
      return;
    case 'list-models':
      return visit.models(endpoint, client);
    case 'stored':
      return visit.stored(endpoint.question, client);
    case 'unknown': {
      const message = `There is no endpoint ${request.method ?? ''} ${url.pathname.slice(0, 200)}. The gateway serves conversations with models: chat completions, messages, responses, generateContent and Ollama's chat.`;
      return visit.refuse({ reason: 'model-not-found', message, code: unknownUrl }, 404);
    }
  }
  if (load.closing || load.running >= parts.limits.concurrent) return visit.refuse(tooBusy(load));
  const entry = await client.enter();
  if ('refusal' in entry) return visit.refuse({ reason: 'rate-limit', ...entry.refusal });
  await visit.body(endpoint, client, request).finally(() => entry.leave());
}

function tooBusy({ closing }: Load): Failure {
  const message = closing ? 'The gateway is shutting down.' : 'The gateway has too many requests in progress.';
  return { reason: 'overloaded', message, retryAfterMs: 1_000 };
}

/** The pages that need no token. */
function ownPage(
  page: Exclude<OwnPage, 'metrics'>,
  { database }: GatewayParts,
  { closing }: Load,
  response: ServerResponse,
): void {
  if (page === 'ready') {
    // It also answers while its database is lost.
    const state = database === undefined ? {} : { database: database.state };
    sendJson(response, closing ? 503 : 200, {}, { status: closing ? 'closing' : 'ready', ...state });
  }
  // Clients of Ollama compare it with the version that knows what they need.
  else if (page === 'version') sendJson(response, 200, {}, { version: '0.12.0' });
  // No model takes memory here.
  else if (page === 'running') sendJson(response, 200, {}, { models: [] });
  else sendJson(response, 200, {}, { status: 'ok' });
}

class Visit {
  readonly #parts: GatewayParts;
  readonly #load: Load;
  readonly #endpoint: Endpoint;
  readonly #path: string;
  /** As soon as it is known. */
  #model: string | undefined;
  readonly #response: ServerResponse;
  /** Of its body, and of what is read in addition. */
  #room: BodyRoom = { take: () => true, leave: () => undefined };
  readonly #hold: RequestHold;
  readonly #requestId = `req_${randomUUID().replaceAll('-', '')}`;

  constructor(parts: GatewayParts, load: Load, endpoint: Endpoint, path: string, response: ServerResponse) {
    this.#parts = parts;
    this.#load = load;
    this.#endpoint = endpoint;
    this.#path = path;
    this.#response = response;
    this.#hold = new RequestHold(parts.holdings);
  }

  get #headers(): Readonly<Record<string, string>> {
    return { ...this.#endpoint.front.headers(this.#requestId), 'x-interlock-request-id': this.#requestId };
  }

  /** `status`: replaces the API's usual status for such a failure. */
  refuse(failure: Failure, status?: number): void {
    const { front } = this.#endpoint;
    const outlet = {
      ...httpOutlet(this.#response, { front, asList: false, stalledMs: this.#parts.limits.stalledMs }),
      whole: (usual: number, headers: Readonly<Record<string, string>>, body: JsonObject): void =>
        sendJson(this.#response, status ?? usual, headers, body),
    };
    const usual = sendFailure(front, outlet, failure, this.#headers);
    noteRefusal(this.#parts, {
      requestId: this.#requestId,
      api: front.protocol.name,
      status: status ?? usual,
      reason: failure.reason,
      path: this.#path,
      ...(this.#model === undefined ? {} : { model: this.#model }),
    });
  }

  models({ front, model }: Extract<Endpoint, { do: 'list-models' }>, client: Client): void {
    const { models } = this.#parts;
    this.#model = model;
    if (model === undefined) {
      const names = models.list().filter((name) => client.mayUse(name));
      sendJson(this.#response, 200, this.#headers, listModels(front, names, models));
    } else if (client.mayUse(model) && models.find(model) !== undefined) {
      sendJson(this.#response, 200, this.#headers, describeModel(front, model, models));
    } else this.refuse(unknownModel(model));
  }

  async stored(question: StoredQuestion, client: Client): Promise<void> {
    const answer = await answerStored(this.#parts.responses, client, question);
    if ('failure' in answer) return this.refuse(answer.failure);
    await this.#holding(async () => {
      if (!this.#room.take(jsonSize(answer.body))) return this.refuse(tooManyLarge);
      sendJson(this.#response, 200, this.#headers, answer.body);
    });
  }

  async body(endpoint: BodyEndpoint, client: Client, request: IncomingMessage): Promise<void> {
    await this.#holding(async () => {
      const bytes = await this.#bytes(request);
      if (bytes !== undefined) await this.#counted(() => this.#read(endpoint, client, bytes, request));
    });
  }

  /** Bytes that are taken count until the client has read its answer. */
  async #holding(answer: () => Promise<void>): Promise<void> {
    const load = this.#load;
    const { heldBytes, stalledMs } = this.#parts.limits;
    let held = 0;
    this.#room = {
      take: (bytes) => {
        if (load.bytes + bytes > heldBytes || !this.#hold.take(bytes)) return false;
        load.bytes += bytes;
        held += bytes;
        return true;
      },
      leave: () => {
        load.bytes -= held;
        held = 0;
        this.#hold.keepOnly(0);
      },
    };
    try {
      await answer();
      // What is not read yet is all that is left of it.
      this.#hold.keepOnly(held + this.#response.writableLength);
      await wholeRead(this.#response, stalledMs, this.#hold);
    } finally {
      this.#room.leave();
    }
  }

  /** Undefined: it was refused, or the client is gone. */
  async #bytes(request: IncomingMessage): Promise<Buffer | undefined> {
    const read = await readBody(request, this.#parts.limits.bodyBytes, this.#room);
    // It may also disconnect while its body is decompressed.
    if (read === undefined || this.#response.destroyed) return undefined;
    if ('bytes' in read) return read.bytes;
    // The rest of the body is not read.
    if (!request.complete) this.#response.setHeader('connection', 'close');
    this.#refuseBody(read);
    return undefined;
  }

  #refuseBody({ refused: message, status }: RefusedBody): void {
    if (status === 503) this.refuse({ reason: 'overloaded', message, retryAfterMs: 1_000 }, status);
    else this.refuse({ reason: 'invalid-request', message, status }, status);
  }

  /** A request counts from when it is complete, because clients that send slowly take no place from others, until its answer is read. */
  async #counted(answer: () => Promise<void>): Promise<void> {
    const load = this.#load;
    const { concurrent, stalledMs } = this.#parts.limits;
    if (load.running >= concurrent) return this.refuse(tooBusy(load));
    await load.run(async () => {
      await answer();
      this.#hold.keepOnly(this.#response.writableLength);
      await wholeRead(this.#response, stalledMs, this.#hold);
    });
  }

  async #read(endpoint: BodyEndpoint, client: Client, bytes: Buffer, request: IncomingMessage): Promise<void> {
    const own = 'model' in endpoint ? endpoint.model : undefined;
    const known = this.#parts.memory.recognise(client.key, kindOf(endpoint), bytes);
    if (known !== undefined && client.mayUse(known.body.model)) {
      return this.#asked(endpoint, client, { bytes, body: known.body, known }, request);
    }
    if (!isText(bytes)) return this.refuse(invalid(notText));
    const measured = measureBody(bytes);
    if ('refused' in measured) return this.#refuseBody(measured);
    if (!this.#hold.take(workBytes(bytes.length, measured.values))) return this.refuse(tooManyLarge);
    const { list } = endpoint.front.protocol;
    const continued = this.#parts.memory.continued(client.key, kindOf(endpoint), list, bytes);
    const sent = continued?.body ?? readObject(bytes, list);
    if (typeof sent === 'string') return this.refuse(invalid(sent));
    // Older clients of Ollama ask about a `name`.
    const named = sent['model'] ?? (endpoint.do === 'show-model' ? sent['name'] : null);
    const model = own ?? asText(named);
    if (model === '') return this.refuse(invalid('model: Field required'));
    this.#model = model;
    if (!client.mayUse(model)) return this.refuse(unknownModel(model));
    const continues =
      continued === undefined ? {} : { continues: { reading: continued.request.reading, layout: continued.layout } };
    return this.#asked(endpoint, client, { bytes, body: { ...sent, model }, ...continues }, request);
  }

  async #asked(
    endpoint: BodyEndpoint,
    client: Client,
    { body, ...come }: ReceivedBody,
    { headers }: IncomingMessage,
  ): Promise<void> {
    const { front } = endpoint;
    const { models, routes, limits } = this.#parts;
    const { model } = body;
    if (endpoint.do === 'show-model') {
      if (models.find(model) === undefined) return this.refuse(unknownModel(model));
      return sendJson(this.#response, 200, {}, showModel(model, models));
    }
    const found = routes.find(model, isOperator(client));
    if ('failure' in found) return this.refuse(found.failure);
    const refusal = front.refuse?.(body);
    if (refusal !== undefined) return this.refuse(refusal);
    const known = front.answerAtOnce?.(body, this.#parts.clock.now());
    if (known !== undefined) return sendJson(this.#response, 200, this.#headers, known);
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    this.#response.once('close', leave);
    if (endpoint.do === 'count') {
      const asking = { front, body, route: found.route, client, headers, received: come };
      const count = await countTokens(this.#parts, asking, gone.signal);
      const by = count.target === undefined ? {} : { 'x-interlock-target': headerName(count.target) };
      return sendJson(this.#response, 200, { ...this.#headers, ...by }, countBody(front, count));
    }
    const compacts = endpoint.do === 'compact';
    const stream = !compacts && (endpoint.stream ?? front.wantsStream(body));
    const outlet = httpOutlet(this.#response, {
      front,
      asList: !compacts && endpoint.list === true,
      stalledMs: limits.stalledMs,
      hold: this.#hold,
    });
    const from = await this.#conversation(endpoint, client, body, come);
    if ('failure' in from) return this.refuse(from.failure);
    const asked = {
      front,
      model,
      route: found.route,
      stream,
      client,
      headers,
      compacts,
      pace: this.#load,
      hold: this.#hold,
      ...from,
    };
    await serveAnswer(this.#parts, { ...asked, requestId: this.#requestId }, outlet, gone.signal);
    this.#response.off('close', leave);
  }

  /** What is asked, and how it came. A request that continues a stored response is the end of a conversation. */
  async #conversation(
    endpoint: BodyEndpoint,
    client: Client,
    body: JsonObject,
    come: Omit<ReceivedBytes, 'kind'>,
  ): Promise<Conversation | { readonly failure: Failure }> {
    const { front } = endpoint;
    const received = { ...come, kind: kindOf(endpoint) };
    if (front.stores === undefined) return { body, received };
    const { responses: store, limits } = this.#parts;
    const found = await storedRequest(body, { store, client: client.key, most: limits.bodyBytes });
    if ('failure' in found) return found;
    const { body: whole, storing, previous, more } = found;
    if (more > 0 && !this.#room.take(more)) return { failure: tooManyLarge };
    if (previous === undefined) return { body: whole, received, storing };
    previous.reading ??= readingOf(front);
    return { body: whole, reading: previous.reading, storing };
  }
}

const tooManyLarge: Failure = {
  reason: 'overloaded',
  message: 'The gateway has too many large requests in progress.',
  retryAfterMs: 1_000,
};

type Conversation = Pick<IncomingRequest, 'body' | 'received' | 'reading' | 'storing'>;

type ReceivedBody = Omit<ReceivedBytes, 'kind'> & Pick<KnownRequest, 'body'>;

/** What the bytes of a body are read as. Some APIs have the model in the path. */
function kindOf(endpoint: BodyEndpoint): string {
  return `${endpoint.front.protocol.name} ${('model' in endpoint ? endpoint.model : undefined) ?? ''}`;
}

function invalid(message: string): Failure {
  return { reason: 'invalid-request', message };
}
