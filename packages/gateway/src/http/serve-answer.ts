/** One answer, or one summary, and what is reported about it. */
import { randomUUID } from 'node:crypto';
import { answerCompaction } from '../exchange/answer-compaction.ts';
import { type AnswerOutcome, answerRequest, type IncomingRequest } from '../exchange/answer-request.ts';
import type { Outlet } from '../exchange/outlet.ts';
import type { GatewayParts } from '../parts/gateway-parts.ts';
import { RequestWatch } from './request-watch.ts';

export interface AnswerRequest extends Omit<IncomingRequest, 'answerId'> {
  /** The request came to the compaction endpoint. */
  readonly compacts?: boolean;
}

export async function serveAnswer(
  parts: GatewayParts,
  asked: AnswerRequest,
  outlet: Outlet,
  signal: AbortSignal,
): Promise<AnswerOutcome> {
  const { front, body, requestId, client, model, stream, compacts: wantsHistory = false } = asked;
  const { compaction } = front;
  const facts = { requestId, client: client.name, api: front.protocol.name, model, stream };
  const watch = new RequestWatch(parts, facts, asked, outlet);
  const answerId = front.idPrefix + randomUUID().replaceAll('-', '');
  let outcome: AnswerOutcome = { status: 500, end: 'failed', attempts: [], seals: { found: 0, missed: 0 } };
  try {
    const incoming = { ...asked, answerId };
    outcome =
      compaction !== undefined && (wantsHistory || compaction.isWanted(body))
        ? await answerCompaction(parts, { ...incoming, compaction, wantsHistory }, watch.outlet, signal)
        : await answerRequest(parts, incoming, watch.outlet, signal);
    return outcome;
  } finally {
    watch.end(outcome);
  }
}
