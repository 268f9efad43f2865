/** The server's answer to a question, kept while the question is asked again. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client.ts';

export interface Answer<T> {
  readonly data?: T;
  readonly error?: string;
}

/**
 * Asked again when the path or the version changes; the old answer stays until the new one arrives, unless the path
 * changes.
 */
export function useAnswer<T>(path: string | undefined, version: number): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { readonly path?: string | undefined }>({});
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    ask<T>(path, stop.signal).then(
      (data) => setAnswer({ path, data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ path, error: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => stop.abort();
  }, [path, version]);
  return answer.path === path ? answer : {};
}
