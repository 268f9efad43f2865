/** Our own search through one file, line by line. Runs in the worker, where an endless expression can be stopped. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { wideEncoding } from '../workspace/text-encoding.ts';
import type { HitCollector } from './hits.ts';

/** The search reports that it is alive after this many lines. */
const linesBetweenBeats = 20_000;

export function matchLines(
  text: string,
  expression: RegExp,
  context: number,
  into: HitCollector,
  beat: () => void,
): void {
  const before: { readonly line: number; readonly text: string }[] = [];
  let shownUntil = 0;
  let line = 0;
  for (let from = 0; from < text.length && !into.isFull; ) {
    const end = text.indexOf('\n', from);
    const content = withoutReturn(text.slice(from, end === -1 ? text.length : end));
    from = end === -1 ? text.length : end + 1;
    line += 1;
    if (line % linesBetweenBeats === 0) beat();
    const start = expression.exec(content)?.index;
    if (start !== undefined) {
      for (const earlier of before.splice(0)) into.add(earlier.line, earlier.text);
      into.add(line, content, start);
      shownUntil = line + context;
    } else if (line <= shownUntil) into.add(line, content);
    else if (context > 0) {
      before.push({ line, text: content });
      if (before.length > context) before.shift();
    }
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The text of a file; undefined if it is not text, `unread` if it could not be read. */
export function readText(path: string): string | undefined | typeof unread {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile() || placeOf(file, path) !== path) return unread;
    const bytes = readFileSync(file);
    const wide = wideEncoding(bytes);
    if (wide === undefined && bytes.includes(0)) return undefined;
    const text = new TextDecoder(wide ?? 'utf-8').decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return unread;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export const unread: unique symbol = Symbol('unread');

/** Where the open file really is, in case a parent folder has become a link. */
function placeOf(file: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return realpathSync.native(path);
  }
}
