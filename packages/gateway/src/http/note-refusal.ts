/** What is reported about a request that was refused before it was sent anywhere. */
import type { Failure } from '@interlock/wire';
import type { GatewayParts } from '../parts/gateway-parts.ts';

export interface NotedRefusal {
  readonly requestId: string;
  readonly api: string;
  readonly status: number;
  readonly reason: Failure['reason'];
}

export function noteRefusal({ metrics, log, feed, clock }: GatewayParts, refusal: NotedRefusal): void {
  metrics.refused(refusal.api, refusal.status);
  log.info(refusal, 'refused');
  feed?.publish({ type: 'refused', at: clock.now(), ...refusal });
}
