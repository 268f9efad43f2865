/** What is reported about a request that was refused before it was sent anywhere. */
import { type Failure, redactKeys } from '@interlock/wire';
import type { GatewayParts } from '../parts/gateway-parts.ts';

export interface NotedRefusal {
  readonly requestId: string;
  readonly api: string;
  readonly status: number;
  readonly reason: Failure['reason'];
  /** Without the query. */
  readonly path: string;
  /** As the client named it. Absent: the request was refused before its body was read, or has none. */
  readonly model?: string;
}

/** Paths and names are the client's own words: they may contain a key, or be anything at all if they are long. */
const longestWord = 200;

export function noteRefusal({ metrics, log, feed, clock }: GatewayParts, noted: NotedRefusal): void {
  const { path, model, ...rest } = noted;
  const refusal = { ...rest, path: brief(path), ...(model === undefined ? {} : { model: brief(model) }) };
  metrics.refused(refusal.api, refusal.status);
  log.info(refusal, 'refused');
  feed?.publish({ type: 'refused', at: clock.now(), ...refusal });
}

function brief(text: string): string {
  return text.length > longestWord ? `(${text.length} characters)` : redactKeys(text);
}
