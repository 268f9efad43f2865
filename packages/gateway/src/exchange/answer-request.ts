/**
 * Handles one client request: reads it, restores what the client's format could not carry, sends it over the route it names (rendered and
 * verified for each target that is tried), and answers in the client's format.
 */
import {
  type AskResult,
  ask,
  type Clock,
  exchange,
  type Route,
  type Selection,
  type ToolForms,
} from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { type Failure, type Reply, type ReplyHead, RequestReading, type Transport, type Usage } from '@interlock/wire';
import type { AnswerStore } from '../answers/answer-store.ts';
import { keepAnswer } from '../answers/keep-answer.ts';
import { restoreAnswers } from '../answers/restore-answers.ts';
import type { RestoredHistory } from '../answers/restored-history.ts';
import type { Client } from '../clients/client.ts';
import type { Front } from '../fronts/front.ts';
import { heldTransport } from '../holdings/held-transport.ts';
import type { RequestHold } from '../holdings/holdings.ts';
import type { KnownRequest } from '../memory/known-request.ts';
import type { Thread } from '../memory/thread.ts';
import type { ThreadMemory } from '../memory/thread-memory.ts';
import type { Storing } from '../responses/stored-request.ts';
import { type Attempt, Attempts } from './attempts.ts';
import type { Outlet } from './outlet.ts';
import type { ClientRequest, ReadyRequests } from './ready-requests.ts';
import { failureOf, Refused, unanswered } from './refused.ts';
import { type Pace, ReplyWriter } from './reply-writer.ts';
import { nothingChanged, type Report, reportHeaders, strictRefusal } from './report.ts';
import {
  chooseRoute,
  type SelectionName,
  type Switch,
  type SwitchContext,
  switchHeaders,
  switchTo,
} from './switch-price.ts';

export interface ExchangeParts {
  readonly answers: AnswerStore;
  readonly memory: ThreadMemory;
  readonly ready: ReadyRequests;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly toolForms: ToolForms;
  readonly strict: boolean;
  /** How long a provider may be silent, in milliseconds. Absent: it depends on the model. */
  readonly stallMs?: number;
}

export interface IncomingRequest {
  readonly front: Front;
  readonly body: JsonObject;
  /** As the client named it. */
  readonly model: string;
  readonly route: Route;
  readonly stream: boolean;
  readonly client: Client;
  readonly requestId: string;
  readonly answerId: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** How the answer is stored. */
  readonly storing?: Storing;
  readonly pace?: Pace;
  readonly hold?: RequestHold;
  /** The body as it arrived. Absent: it came over a WebSocket, or is only the end of a conversation. */
  readonly received?: ReceivedBytes;
  /** The reader of its conversation: entries that came earlier are the same objects. */
  readonly reading?: RequestReading;
}

export interface ReceivedBytes {
  readonly bytes: Buffer;
  /** The API and, if it is in the path, the model: how the bytes are read. */
  readonly kind: string;
  /** What is known from the same bytes in an earlier request. */
  readonly known?: KnownRequest;
  /** What is known about the request that these bytes continue. */
  readonly continues?: Pick<KnownRequest, 'reading' | 'layout'>;
}

/** The outcome of a request, for the log and the metrics. */
export interface AnswerOutcome {
  readonly status: number;
  readonly end: 'answered' | 'failed' | 'cancelled' | 'refused';
  readonly attempts: readonly Attempt[];
  readonly seals: Pick<RestoredHistory, 'found' | 'missed'>;
  readonly report?: Report;
  readonly passed?: string;
  /** Set if the conversation moved to another target, or would have. */
  readonly switch?: Switch;
  readonly usage?: Usage;
  readonly failure?: Failure;
  /** Why nothing was sent, for the operator: not always what the client was told. */
  readonly unsent?: string;
  /** The answer, or the part of it that arrived. Not for the log. */
  readonly reply?: Reply;
  /** The provider's name for the model that answered. */
  readonly answeredBy?: string;
}

export async function answerRequest(
  parts: ExchangeParts,
  incoming: IncomingRequest,
  outlet: Outlet,
  signal: AbortSignal,
): Promise<AnswerOutcome> {
  const { front, requestId } = incoming;
  const reshape = front.reshape?.(incoming.body, () => parts.clock.now());
  const writer = new ReplyWriter({
    front,
    outlet,
    head: headOf(incoming, parts.clock.now()),
    stream: incoming.stream,
    wantsUsage: front.wantsUsage?.(incoming.body) ?? true,
    wantsThinking: front.wantsThinking?.(incoming.body) ?? true,
    ...(reshape === undefined ? {} : { reshape }),
    ...(incoming.storing === undefined ? {} : { storing: incoming.storing }),
    ...(incoming.pace === undefined ? {} : { pace: incoming.pace }),
  });
  const run = new RequestRun(parts, incoming, writer);
  try {
    return await run.send(signal);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    const status = writer.fail(failure, { ...front.headers(requestId), ...run.headers });
    return { ...run.outcome, status, end: 'refused', failure };
  }
}

/** Shorter than the limits of proxies, which are often a minute. */
const keepAliveMs = 15_000;

/** Not between attempts: the next one may fail with a status of its own. */
async function keepAliveDuring<T>(writer: ReplyWriter, clock: Clock, attempt: () => Promise<T>): Promise<T> {
  if (writer.ping === undefined) return attempt();
  const over = new AbortController();
  void (async () => {
    for (;;) {
      await clock.sleep(keepAliveMs, over.signal);
      if (over.signal.aborted) return;
      writer.keepAlive();
    }
  })();
  try {
    return await attempt();
  } finally {
    over.abort();
  }
}

class RequestRun {
  readonly #parts: ExchangeParts;
  readonly #incoming: IncomingRequest;
  readonly #writer: ReplyWriter;
  readonly #attempts: Attempts;
  #seals = { found: 0, missed: 0 };
  #report: Report | undefined;
  #passed: string | undefined;
  #switch: Switch | undefined;

  constructor(parts: ExchangeParts, incoming: IncomingRequest, writer: ReplyWriter) {
    this.#parts = parts;
    this.#incoming = incoming;
    this.#writer = writer;
    this.#attempts = new Attempts(() => parts.clock.now());
  }

  get outcome(): Omit<AnswerOutcome, 'status' | 'end'> {
    return {
      attempts: this.#attempts.all,
      seals: this.#seals,
      ...(this.#report === undefined ? {} : { report: this.#report }),
      ...(this.#passed === undefined ? {} : { passed: this.#passed }),
      ...(this.#switch === undefined ? {} : { switch: this.#switch }),
    };
  }

  /** Our own headers, for the latest attempt. */
  get headers(): Readonly<Record<string, string>> {
    return {
      'x-interlock-request-id': this.#incoming.requestId,
      ...this.#attempts.headers,
      ...(this.#report === undefined ? {} : reportHeaders(this.#report)),
      ...switchHeaders(this.#switch),
    };
  }

  async send(signal: AbortSignal): Promise<AnswerOutcome> {
    const { client, route } = this.#incoming;
    const { thread, read, tokens } = this.#recall();
    const history = await restoreAnswers(read.contents, client.key, this.#parts.answers, thread.groups);
    this.#seals = { found: history.found, missed: history.missed };
    const context = switchContext(history, thread, tokens, this.#parts.clock.now());
    const { turnRoute, avoided } = await chooseRoute(route, context);
    const asked = await ask({
      route: turnRoute,
      clock: this.#parts.clock,
      emit: this.#attempts.note,
      signal,
      step: 1,
      needs: () => ({ tokens }),
      send: (selection, plain) => {
        this.#switch = switchTo(selection, context) ?? avoided;
        return this.#send(selection, plain, { read, history, thread }, signal);
      },
    });
    if (asked.end === 'answered') thread.answered(asked.selection, tokens, this.#parts.clock.now());
    return this.#end(asked, history);
  }

  /** Reads the request and finds its conversation. Contents known from the previous request are the same objects. */
  #recall(): Pick<ClientRequest, 'read' | 'thread'> & { readonly tokens: number } {
    const { front, body, client, model, received } = this.#incoming;
    const { memory } = this.#parts;
    const known = received?.known;
    const resumed =
      received === undefined || known === undefined ? undefined : memory.resume(client.key, received.kind, known);
    if (known !== undefined && resumed !== undefined)
      return { thread: resumed, read: known.read, tokens: known.tokens };
    const { reading = this.#incoming.reading ?? readingOf(front), layout } = received?.continues ?? {};
    const fresh = reading.read(front.readable?.(body) ?? body);
    if (fresh.contents.length === 0) throw new Refused(fresh.problems[0]?.message ?? 'There is no prompt to answer.');
    const { thread, contents } = memory.recall(client.key, `${front.protocol.name} ${model}`, fresh.contents);
    const read = { ...fresh, contents };
    const tokens = thread.roughTokens(read.tools);
    if (received !== undefined) {
      const { bytes, kind } = received;
      const place = layout === undefined ? {} : { layout };
      memory.remember(thread, kind, front.protocol.list, {
        bytes,
        body: { ...body, model },
        read,
        tokens,
        reading,
        ...place,
      });
    }
    return { thread, read, tokens };
  }

  async #send(
    chosen: Selection,
    plain: boolean,
    asked: Pick<ClientRequest, 'read' | 'history' | 'thread'>,
    signal: AbortSignal,
  ): ReturnType<Parameters<typeof ask>[0]['send']> {
    const { transport, toolForms, strict, ready, clock } = this.#parts;
    const { front, requestId } = this.#incoming;
    const hasTools = asked.read.tools.length > 0;
    const selection = hasTools ? await toolForms.applied(chosen, signal) : chosen;
    const { request, kind, report, settings, limits } = ready.get(selection, selection.target, plain, {
      ...this.#incoming,
      ...asked,
    });
    this.#passed = kind;
    this.#report = report;
    const refusal = strict ? strictRefusal(report) : undefined;
    if (refusal !== undefined) throw new Refused(refusal);
    this.#writer.begin({ ...front.headers(requestId), ...this.headers });
    this.#attempts.sent(request, settings);
    const exchanged = await keepAliveDuring(this.#writer, clock, () =>
      exchange(heldBy(this.#incoming, transport, clock), request, this.#writer, signal, limits),
    );
    if (exchanged.end === 'failed') toolForms.learn(selection, exchanged.failure);
    return { ...exchanged, unfinished: [] };
  }

  async #end(asked: AskResult, { keysOf, begun }: RestoredHistory): Promise<AnswerOutcome> {
    const { front, requestId, client } = this.#incoming;
    const usage = asked.reply?.usage;
    const about = {
      ...this.outcome,
      ...(usage === undefined ? {} : { usage }),
      ...(asked.reply === undefined ? {} : { reply: asked.reply }),
      ...(this.#writer.model === undefined ? {} : { answeredBy: this.#writer.model }),
    };
    if (asked.end === 'cancelled') return { ...about, status: 499, end: 'cancelled' };
    if (asked.end === 'failed') {
      const failure = unanswered(this.#attempts.all, asked.failure, client);
      const status = this.#writer.fail(failure, { ...front.headers(requestId), ...this.headers });
      const why = this.#attempts.all.length === 0 ? { unsent: asked.failure.message } : {};
      return { ...about, ...why, status, end: 'failed', failure };
    }
    const { reply, selection } = asked;
    // Stored before the client sees the end: its next request may follow at once.
    await keepAnswer(this.#parts.answers, client.key, {
      keysOf,
      begun,
      reply,
      callIds: this.#writer.callIds,
      selection,
    });
    this.#reportSurplus(reply);
    await this.#writer.end({ ...front.headers(requestId), ...this.headers });
    return { ...about, ...this.outcome, status: 200, end: 'answered' };
  }

  /** Calls for which an answer in the client's format has no room. In a stream, the headers are sent before they are known: then only the log has them. */
  #reportSurplus({ content }: Reply): void {
    const { front, body } = this.#incoming;
    const calls = content.blocks.filter((block) => block.type === 'tool_call' && block.executor !== 'provider');
    if (calls.length < 2 || front.takesOneCall?.(body) !== true) return;
    const report = this.#report ?? nothingChanged;
    const what = `calls of the answer (${calls.length - 1})`;
    const why = 'The client knows only one call in an answer: it got the first.';
    this.#report = { ...report, leftOut: [...report.leftOut, { what, why }] };
  }
}

/** What providers answer counts as held for the request. */
export function heldBy({ hold }: Pick<IncomingRequest, 'hold'>, transport: Transport, clock: Clock): Transport {
  return hold === undefined ? transport : heldTransport(transport, hold, clock);
}

/** What an answer says about itself. `now`: in milliseconds. */
export function headOf({ front, body, answerId, model, storing }: IncomingRequest, now: number): ReplyHead {
  const created = Math.floor(now / 1000);
  const repeated = front.repeated?.flatMap((name) => ((body[name] ?? null) === null ? [] : [[name, body[name]]])) ?? [];
  const fields = { ...Object.fromEntries(repeated), ...storing?.fields };
  return { id: answerId, model, created, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}

/** Stored answers know whose tokens they hold. All other tokens are assumed to be the protocol's own provider's. */
export function readingOf({ protocol }: Front): RequestReading {
  return new RequestReading(protocol, { provider: protocol.home });
}

function switchContext({ bound, last }: RestoredHistory, thread: Thread, tokens: number, now: number): SwitchContext {
  const place = (answer: typeof bound): SelectionName | undefined =>
    answer === undefined ? undefined : { name: answer.target, account: answer.account };
  const [to, from] = [place(bound), place(bound) ?? thread.last ?? place(last)];
  return {
    thread,
    tokens,
    now,
    ...(to === undefined ? {} : { bound: to }),
    ...(from === undefined ? {} : { last: from }),
  };
}
