/** A unified diff that is short enough to read. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { cutText } from '../../workspace/bounded-text.ts';

const context = 3;
/** If more lines have changed, no diff is made: the time grows with their square, and they would not be shown. */
const maxEditLength = 1_000;
/** The longest range from the first difference to the last; a longer one would not be shown. */
const longestChange = 1_000_000;
const maxCharacters = 12_000;
const maxLine = 500;

export function unifiedDiff(name: string, before: string, after: string): string {
  const lines = diffLines(name, before, after);
  return lines === undefined ? '[The diff is too large to show.]' : bounded(lines);
}

/** The complete diff, for approval: nothing is cut, and if no diff can be made, all lines are removed and added. */
export function wholeDiff(name: string, before: string, after: string): string {
  const marked = (mark: string, text: string): readonly string[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => mark + line);
  const lines = diffLines(name, before, after) ?? [...marked('-', before), ...marked('+', after)];
  return lines.join('\n').replace(/\n+$/, '');
}

/** Undefined: too much has changed. */
function diffLines(name: string, before: string, after: string): readonly string[] | undefined {
  const plain = (text: string): string => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const { old, fresh, line } = changedPart(plain(before), plain(after));
  if (old.length > longestChange || fresh.length > longestChange) return undefined;
  const patch = structuredPatch(name, name, old, fresh, undefined, undefined, { context, maxEditLength });
  if (patch === undefined) return undefined;
  if (patch.hunks.length === 0) return ['[Only line endings have changed.]'];
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + line,
    newStart: hunk.newStart + line,
  }));
  return formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY).split('\n');
}

interface ChangedPart {
  readonly old: string;
  readonly fresh: string;
  /** The number of lines before it. */
  readonly line: number;
}

/** Leaves out the equal lines at both ends, except for some context: a file of millions of lines is compared only where it differs. */
function changedPart(before: string, after: string): ChangedPart {
  const most = Math.min(before.length, after.length);
  let front = 0;
  while (front < most && before.charCodeAt(front) === after.charCodeAt(front)) front += 1;
  let back = 0;
  const endsEqually = (): boolean =>
    before.charCodeAt(before.length - 1 - back) === after.charCodeAt(after.length - 1 - back);
  while (back < most - front && endsEqually()) back += 1;
  const start = lineStart(before, front);
  // The distance from both ends is the same, so that both texts are cut at the same line break.
  const rest = before.length - lineEnd(before, before.length - back);
  const line = before.slice(0, start).split('\n').length - 1;
  return { old: before.slice(start, before.length - rest), fresh: after.slice(start, after.length - rest), line };
}

/** The start of the line this many lines above. */
function lineStart(text: string, from: number): number {
  let at = from;
  for (let count = 0; count <= context && at > 0; count += 1) at = text.lastIndexOf('\n', at - 1);
  return at <= 0 ? Math.max(0, at) : at + 1;
}

/** The end of the line this many lines below, with its line break. */
function lineEnd(text: string, from: number): number {
  let at = from - 1;
  for (let count = 0; count <= context; count += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return text.length;
  }
  return at + 1;
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
  return kept.join('\n').replace(/\n+$/, '');
}
