/** What a session has changed in files: the diff of each, then what cannot be restored. */
import type { FileChanges } from '@interlock/runtime';
import { counted } from './counted.ts';

/** `mostLines`: of all diffs together. Default: no limit. */
export function changesText(
  { changes, uncovered, notes }: FileChanges,
  mostLines: number = Number.POSITIVE_INFINITY,
): string {
  const diffs = changes.flatMap(({ path, kind, diff }) => [
    `${kind} ${path}`,
    ...diff.split('\n').map((line) => `  ${line}`),
  ]);
  const shown = diffs.slice(0, mostLines);
  const left = diffs.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`… ${counted(left, 'more line')}`] : []),
    ...uncovered.map(({ path, why }) => `not kept: ${path} (${why})`),
    ...notes,
  ].join('\n');
}
