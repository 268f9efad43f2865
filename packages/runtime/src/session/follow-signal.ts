/** A controller that is aborted when the caller's own signal is; `release` lets go of that one. */
export function followSignal(signal: AbortSignal | undefined): {
  readonly controller: AbortController;
  release(): void;
} {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return { controller, release: () => signal?.removeEventListener('abort', stop) };
}
