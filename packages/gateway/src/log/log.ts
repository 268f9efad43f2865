/** One line per answered request (`http/serve-http.ts` logs refused ones): ids, names, rules and counts, but never texts, arguments, keys or headers of clients. */

import type { Failure } from '@interlock/wire';
import { type Logger, pino } from 'pino';
import type { AnswerOutcome } from '../exchange/answer-request.ts';

export type GatewayLog = Logger;

export function createLog(stream: { write(line: string): void } | undefined): GatewayLog {
  if (stream === undefined) return pino({ enabled: false });
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    stream,
  );
}

export interface RequestFacts {
  readonly requestId: string;
  readonly client: string;
  readonly api: string;
  readonly model: string;
  readonly stream: boolean;
  readonly ms: number;
  /** Absent: nothing was sent to the client. */
  readonly firstByteMs?: number;
}

/** A client that sends thousands of broken calls must not fill the disk. */
const mostRepairs = 1_000;

export function logOutcome(log: GatewayLog, facts: RequestFacts, outcome: AnswerOutcome): void {
  const { status, end, attempts, seals, report, passed, switch: change, usage, failure, unsent } = outcome;
  const repairs = report?.repairs ?? [];
  const more = repairs.length - mostRepairs;
  const level = end === 'answered' || end === 'cancelled' ? 'info' : 'warn';
  log[level](
    {
      ...facts,
      status,
      end,
      target: attempts.at(-1)?.target,
      attempts: attempts.map(({ target, account, because, failure: failed }) => ({
        target,
        account,
        because,
        ...(failed === undefined ? {} : { failure: about(failed) }),
      })),
      seals,
      passed,
      switch: change,
      repairs: repairs.slice(0, mostRepairs),
      ...(more > 0 ? { moreRepairs: more } : {}),
      leftOut: report?.leftOut ?? [],
      usage,
      ...(failure === undefined ? {} : { failure: about(failure) }),
      unsent,
    },
    'request',
  );
}

/** A provider's message may quote the conversation, so it is not logged. */
function about({ reason, status, code, requestId, retryAfterMs }: Failure): object {
  return { reason, status, code, requestId, retryAfterMs };
}
