/** The server's answer to a question, kept while the question is asked again. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client.ts';

export interface Asked<T> {
  readonly data?: T;
  readonly error?: string;
}

/**
 * Asked again when the path or the version changes; the old answer stays until the new one arrives, unless the path
 * changes.
 */
export function useAsked<T>(path: string | undefined, version: number): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { readonly path?: string | undefined }>({});
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    ask<T>(path, stop.signal).then(
      (data) => setAsked({ path, data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAsked({ path, error: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => stop.abort();
  }, [path, version]);
  return asked.path === path ? asked : {};
}
