/** The changes of a session to files: the diff of each, then the files that cannot be restored. */
import type { FileChanges } from '@interlock/runtime';
import { counted } from './counted.ts';

/** `maxLines`: for all diffs together. Default: no limit. */
export function changesText(
  { changes, uncovered, notes }: FileChanges,
  maxLines: number = Number.POSITIVE_INFINITY,
): string {
  const diffs = changes.flatMap(({ path, kind, diff }) => [
    `${kind} ${path}`,
    ...diff.split('\n').map((line) => `  ${line}`),
  ]);
  const shown = diffs.slice(0, maxLines);
  const hidden = diffs.length - shown.length;
  return [
    ...shown,
    ...(hidden > 0 ? [`… ${counted(hidden, 'more line')}`] : []),
    ...uncovered.map(({ path, why }) => `not saved: ${path} (${why})`),
    ...notes,
  ].join('\n');
}
