/** The prompt cache of one provider: which prompt prefixes each account has written to it. */

import { isAbsent, objectOf } from '../api/json.ts';
import { tokensOfLength } from '../api/tokens.ts';
import type { Draft } from './draft.ts';
import { boundName } from './models.ts';
import { digest } from './prefix.ts';
import { piecesOf, withoutMarks } from './tokens.ts';

export interface CacheUse {
  readonly read: number;
  readonly written: number;
  /** How many of the written ones stay for an hour. */
  readonly writtenForHour: number;
}

export interface PromptCache {
  /** Reads the longest known prefix and stores the marked ones. */
  use(draft: Draft, account: string): CacheUse;
}

interface Mark {
  readonly key: string;
  readonly tokens: number;
  readonly marked: boolean;
  readonly hour: boolean;
}

/** How many blocks before a mark are searched for an earlier prefix. */
const lookback = 20;

export function createPromptCache(): PromptCache {
  const written = new Map<string, Set<string>>();
  return {
    use: (draft, account) => {
      const marks = marksOf(draft);
      const known = written.get(account) ?? new Set<string>();
      const end = marks.findLastIndex(({ marked }) => marked);
      if (end === -1) return { read: 0, written: 0, writtenForHour: 0 };
      const hit = marks.findLast(
        ({ key }, at) => known.has(key) && marks.slice(at, at + lookback).some(({ marked }) => marked),
      );
      for (const { key, marked } of marks) if (marked) known.add(key);
      written.set(account, known);
      const read = hit?.tokens ?? 0;
      const fresh = (marks[end]?.tokens ?? 0) - read;
      return { read, written: fresh, writtenForHour: marks[end]?.hour ? fresh : 0 };
    },
  };
}

/** Every prefix of the prompt, block by block. The key of each contains that of the one before it. */
function marksOf(draft: Draft): readonly Mark[] {
  const pieces = piecesOf(draft);
  let key = boundName(draft.claude);
  let characters = 0;
  return pieces.map((piece, index) => {
    key = digest([key, piece.role, withoutMarks(piece.fields)]);
    characters += piece.characters;
    const own = piece.fields['cache_control'];
    // Automatic caching marks the end of the prompt.
    const control = isAbsent(own) && index === pieces.length - 1 ? draft.body['cache_control'] : own;
    return {
      key,
      tokens: tokensOfLength(characters),
      marked: !isAbsent(control),
      hour: objectOf(control)['ttl'] === '1h',
    };
  });
}
