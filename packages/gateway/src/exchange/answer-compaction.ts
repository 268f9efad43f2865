/**
 * Summarises a conversation for a client that asks for it. The history is read as for any answer, and the target is asked for a summary in
 * plain text. Nothing is sent before the summary is complete, so any target of the route may write it.
 */
import { type AskResult, ask, exchange, headedSummary, historySummaryRequest, stallLimits } from '@interlock/runtime';
import {
  type Failure,
  importRequest,
  prepareRequest,
  type ReadRequest,
  type Reply,
  type ReplyEvent,
} from '@interlock/wire';
import type { Compaction } from '../fronts/compaction.ts';
import { streamedResponse, wholeResponse } from '../responses/stored-response.ts';
import { type AnswerOutcome, type ExchangeParts, headOf, heldBy, type IncomingRequest } from './answer-request.ts';
import { Attempts } from './attempts.ts';
import type { Outlet } from './outlet.ts';
import { failureOf, Refused, unanswered } from './refused.ts';
import { sendFailure } from './reply-writer.ts';
import { listLeftOut, reportHeaders, strictRefusal } from './report.ts';
import { unreadEntries } from './unread-parts.ts';

export interface CompactionRequest extends IncomingRequest {
  readonly compaction: Compaction;
  /** The request came to the compaction endpoint, which returns a history and not only a summary. */
  readonly wantsHistory: boolean;
}

/** How much of the user's text is kept: as much as OpenAI keeps, but at most a quarter of the window. */
const mostKept = 64_000;

export async function answerCompaction(
  parts: ExchangeParts,
  incoming: CompactionRequest,
  outlet: Outlet,
  signal: AbortSignal,
): Promise<AnswerOutcome> {
  const { front, body, requestId } = incoming;
  const attempts = new Attempts(() => parts.clock.now());
  const read = importRequest(front.protocol, front.readable?.(body) ?? body, { provider: front.protocol.home });
  // What a summary cannot contain. Tools and settings do not matter here.
  const report = { repairs: [], leftOut: listLeftOut(unreadEntries(front, read)) };
  const about = { attempts: attempts.all, seals: { found: 0, missed: 0 }, report };
  const headers = (): Readonly<Record<string, string>> => ({
    ...front.headers(requestId),
    'x-interlock-request-id': requestId,
    ...attempts.headers,
    ...reportHeaders(report),
  });
  const fail = (failure: Failure, end: 'failed' | 'refused'): AnswerOutcome => {
    const status = sendFailure(front, outlet, failure, headers());
    return { ...about, status, end, failure };
  };
  try {
    const refusal = parts.strict ? strictRefusal(report) : undefined;
    if (refusal !== undefined) throw new Refused(refusal);
    const asked = await askForSummary(parts, incoming, read, attempts, signal);
    const usage = asked.reply?.usage;
    const counted = {
      ...(usage === undefined ? {} : { usage }),
      ...(asked.reply === undefined ? {} : { reply: asked.reply }),
    };
    if (asked.end === 'cancelled') return { ...about, ...counted, status: 499, end: 'cancelled' };
    if (asked.end === 'failed') {
      const failure = unanswered(attempts.all, asked.failure, incoming.client);
      const why = attempts.all.length === 0 ? { unsent: asked.failure.message } : {};
      return { ...fail(failure, 'failed'), ...counted, ...why };
    }
    const summary = summaryOf(asked.reply);
    if (typeof summary !== 'string') return { ...fail(summary, 'failed'), ...counted };
    await send(parts, incoming, asked, summary, outlet, headers());
    return { ...about, ...counted, status: 200, end: 'answered' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return fail(failure, 'refused');
  }
}

async function askForSummary(
  { clock, transport, stallMs }: ExchangeParts,
  incoming: IncomingRequest,
  { contents }: ReadRequest,
  attempts: Attempts,
  signal: AbortSignal,
): Promise<AskResult> {
  if (contents.every(({ speaker }) => speaker === 'system')) throw new Refused('There is nothing to compact.');
  return ask({
    route: await incoming.route.begin(),
    clock,
    emit: attempts.note,
    signal,
    step: 1,
    // The text is cut to what the target can hold.
    needs: () => ({ tokens: 0 }),
    send: async (selection, plain) => {
      const { target, destination } = selection;
      const request = historySummaryRequest(contents, destination.traits.contextWindow);
      const prepared = prepareRequest({ ...request, target, plain });
      attempts.sent(prepared, request.settings);
      const limits = stallLimits(selection, request.settings, stallMs);
      const unseen = { shown: false, take: () => undefined };
      return {
        ...(await exchange(heldBy(incoming, transport, clock), prepared, unseen, signal, limits)),
        unfinished: [],
      };
    },
  });
}

function summaryOf(reply: Reply): string | Failure {
  if (reply.stop === 'content-filter') {
    return { reason: 'content-filter', message: 'The summary was stopped by a content filter.' };
  }
  return headedSummary(reply) ?? { reason: 'server', message: 'The model wrote no summary.' };
}

async function send(
  { clock }: ExchangeParts,
  incoming: CompactionRequest,
  { reply, selection }: Extract<AskResult, { end: 'answered' }>,
  summary: string,
  outlet: Outlet,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { front, body, compaction, wantsHistory, stream, answerId, storing } = incoming;
  const counts = reply.usage === undefined ? [] : [{ type: 'usage', usage: reply.usage } as const];
  const written: readonly ReplyEvent[] = [...counts, { type: 'reply-end', stop: 'end' }];
  const response = front.protocol.encodeResponse(written, headOf(incoming, clock.now()));
  if (wantsHistory) {
    const { contextWindow } = selection.destination.traits;
    const kept = Math.min(mostKept, contextWindow / 4);
    outlet.whole(200, headers, compaction.compacted(response, body, summary, kept));
  } else if (stream) {
    outlet.open(headers);
    const frames = compaction.frames(response, summary);
    await storing?.keep?.(answerId, streamedResponse(frames.at(-1)));
    outlet.end(frames);
  } else {
    const answer = compaction.answer(response, summary);
    await storing?.keep?.(answerId, wholeResponse(answer));
    outlet.whole(200, headers, answer);
  }
}
