/** What has changed, as a unified diff that is short enough to read. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { cutText } from '../../workspace/bounded-text.ts';

const context = 3;
/** Differences beyond which finding the shortest diff would take too long. */
const maxEditLength = 4_000;
const maxCharacters = 12_000;
const maxLine = 500;

export function unifiedDiff(name: string, before: string, after: string): string {
  const plain = (text: string): string => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const patch = structuredPatch(name, name, plain(before), plain(after), undefined, undefined, {
    context,
    maxEditLength,
  });
  if (patch === undefined) return '[The diff is too large to show.]';
  if (patch.hunks.length === 0) return '[Only line ends have changed.]';
  return bounded(formatPatch(patch, FILE_HEADERS_ONLY).split('\n'));
}

function bounded(lines: readonly string[]): string {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    const shown = line.length > maxLine ? `${cutText(line, maxLine)}… [${line.length} characters]` : line;
    size += shown.length + 1;
    if (size > maxCharacters) return [...kept, `[${lines.length - kept.length} more lines of the diff.]`].join('\n');
    kept.push(shown);
  }
  return kept.join('\n').trimEnd();
}
