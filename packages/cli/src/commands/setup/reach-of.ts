/** Whether somebody answers at an address. No key is sent; any answer, also a refusal, is one. */
const patienceMs = 3_000;

export type Reach =
  | { readonly reachable: true; readonly status: number }
  | { readonly reachable: false; readonly why: string };

/** Never rejects. */
export async function reachOf(endpoint: string, timeoutMs: number = patienceMs): Promise<Reach> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', credentials: 'omit', signal });
    await answer.body?.cancel();
    return { reachable: true, status: answer.status };
  } catch (error) {
    return { reachable: false, why: whyOf(error) };
  }
}

function whyOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : 'no connection';
}
