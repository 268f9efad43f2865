/** Sends one short request to a target, as the agent would, to see whether it answers. */
import type { RouteTarget } from '@interlock/runtime';
import type { Io } from '../io/io.ts';

const timeoutMs = 60_000;

/** Undefined: it answers. `late`: it did not answer in time. Rejects if it cannot be asked. */
export async function tryTarget(
  target: RouteTarget,
  env: Io['env'],
): Promise<{ readonly late: boolean; readonly why: string } | undefined> {
  const { createSession } = await import('@interlock/runtime');
  const route = { policy: 'fixed', targets: [target], maxRetries: 0 } as const;
  const session = await createSession({ route, environment: env, compaction: false });
  try {
    const turn = session.send('Answer with one word: ok', { signal: AbortSignal.timeout(timeoutMs) });
    const { outcome, failure, why = '' } = await turn.ended;
    if (outcome === 'done') return undefined;
    if (outcome === 'cancelled') return { late: true, why: 'did not answer within a minute.' };
    return { late: false, why: failure?.message ?? why };
  } finally {
    await session.close();
  }
}
