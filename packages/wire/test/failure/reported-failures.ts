/**
 * Reported errors from `fixtures/failures`, one file for each kind of server. The texts are the provider's, ids are invented, and long
 * texts are shortened. If a report shows only the text, envelope and status are those that the server usually sends.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { JsonValue } from '@interlock/transcript';
import type { FailedResponse, FailureReason } from '../../src/failure/failure.ts';
import type { ProtocolName } from '../../src/protocols/index.ts';

export interface ReportedFailure {
  /** repository#number of the report. */
  readonly source: string;
  readonly about?: string;
  readonly api: ProtocolName;
  readonly status: number;
  /** It came as an event of a stream that started with this status. */
  readonly stream?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, everything else as JSON. */
  readonly body: JsonValue;
  readonly reason: FailureReason;
  readonly retryAfterMs?: number;
}

const folder = new URL('../../../../fixtures/failures/', import.meta.url);

export const reportedFailures: readonly ReportedFailure[] = readdirSync(folder)
  .sort()
  .flatMap((name): readonly ReportedFailure[] => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

export function responseOf({ status, headers = {}, body }: ReportedFailure): FailedResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}
