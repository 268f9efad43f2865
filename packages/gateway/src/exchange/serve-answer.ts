/** One answer with its line in the log and its part of the metrics. */
import { randomBytes } from 'node:crypto';
import type { GatewayParts } from '../gateway-parts.ts';
import { logOutcome } from '../log.ts';
import { answerCompaction } from './answer-compaction.ts';
import { type AnswerOutcome, answerRequest, type IncomingRequest } from './answer-request.ts';
import type { Outlet } from './outlet.ts';

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
  const { clock, log, metrics } = parts;
  const { front, body, requestId, client, model, stream, compacts: wantsHistory = false } = asked;
  const { compaction } = front;
  const began = clock.now();
  metrics.begin();
  const facts = { requestId, client: client.name, api: front.protocol.name, model, stream };
  const answerId = front.idPrefix + randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0');
  let outcome: AnswerOutcome = { status: 500, end: 'failed', attempts: [], seals: { found: 0, missed: 0 } };
  try {
    const incoming = { ...asked, answerId };
    outcome =
      compaction !== undefined && (wantsHistory || compaction.isWanted(body))
        ? await answerCompaction(parts, { ...incoming, compaction, wantsHistory }, outlet, signal)
        : await answerRequest(parts, incoming, outlet, signal);
    return outcome;
  } finally {
    const done = { ...facts, ms: clock.now() - began };
    logOutcome(log, done, outcome);
    metrics.end(done, outcome);
  }
}
