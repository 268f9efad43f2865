/** Entries of a long list, loaded a page at a time where they are visible; the latest pages are kept. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './client.ts';

const pageSize = 100;
const mostPages = 12;

export interface Paged<T> {
  readonly total: number | undefined;
  readonly error?: string;
  /** Undefined while it is loading; accessing it fetches it. */
  readonly at: (index: number) => T | undefined;
}

interface Page<T> {
  readonly version: number;
  readonly entries: readonly T[];
}

/** `path` ends where `from` and `count` can follow. `entries` takes the list from the answer. */
export function usePages<T, A extends { readonly total: number }>(
  path: string,
  version: number,
  entries: (answer: A) => readonly T[],
): Paged<T> {
  const [, setDrawn] = useState(0);
  const [known, setKnown] = useState<{ readonly path: string; readonly total?: number; readonly error?: string }>({
    path,
  });
  const pages = useRef(new Map<number, Page<T>>());
  const asking = useRef(new Set<string>());
  const current = useRef(path);
  if (current.current !== path) {
    current.current = path;
    pages.current = new Map();
  }

  const load = (page: number): void => {
    const key = `${path} ${version} ${page}`;
    if (asking.current.has(key)) return;
    asking.current.add(key);
    ask<A>(`${path}from=${page * pageSize}&count=${pageSize}`)
      .then(
        (answer) => {
          if (current.current !== path) return;
          pages.current.delete(page);
          pages.current.set(page, { version, entries: entries(answer) });
          const [oldest] = pages.current.keys();
          if (pages.current.size > mostPages && oldest !== undefined) pages.current.delete(oldest);
          setKnown({ path, total: answer.total });
        },
        (error: unknown) => {
          if (current.current === path)
            setKnown({ path, error: error instanceof Error ? error.message : String(error) });
        },
      )
      .finally(() => {
        asking.current.delete(key);
        setDrawn((count) => count + 1);
      });
  };

  useEffect(() => load(0), [path, version]);

  const mine = known.path === path ? known : undefined;
  return {
    total: mine?.total,
    ...(mine?.error === undefined ? {} : { error: mine.error }),
    at: (index) => {
      const number = Math.floor(index / pageSize);
      const page = pages.current.get(number);
      if (page === undefined || page.version !== version) load(number);
      return page?.entries[index % pageSize];
    },
  };
}
