/** The repairs of rendering by their position in the history, with the rules that require them. */
import type { Mark } from '@interlock/inspector';
import { type Content, type DiagnosticEvent, render, TranscriptError } from '@interlock/transcript';
import { protocols } from '@interlock/wire';
import { repairText } from '../check/repair-text.ts';

/** Keys are paths of contents, `$[3]`, and of blocks, `$[3].blocks[0]`. */
export type MarksByPath = ReadonlyMap<string, readonly Mark[]>;

/** `open`: calls that may still be running. They have no result yet, which needs no repair. */
export function findMarks(contents: readonly Content[], open: ReadonlySet<string>): MarksByPath {
  const marks = new Map<string, Mark[]>();
  for (const event of eventsOf(contents)) {
    if (event.kind === 'synthesized' && event.callIds.some((id) => open.has(id))) continue;
    const path = blockPath(event.at);
    const there = marks.get(path) ?? [];
    there.push(markOf(event));
    marks.set(path, there);
  }
  return marks;
}

export function markOf(event: DiagnosticEvent): Mark {
  const { message, fix } = repairText(event);
  const level = event.fault === 'none' ? 'note' : 'repair';
  return { kind: event.kind, level, message, ...(fix === undefined ? {} : { fix }), rules: rulesFor(event) };
}

/** The rules of every protocol that the unrepaired history would break. A call that was denied or cancelled breaks none. */
function rulesFor({ kind, fault }: DiagnosticEvent): readonly string[] {
  if (kind === 'synthesized' && fault === 'none') return [];
  return [...new Set(protocols.flatMap(({ repairs }) => repairs[kind] ?? []))];
}

function eventsOf(contents: readonly Content[]): readonly DiagnosticEvent[] {
  try {
    return render(contents).diagnostics.events;
  } catch (error) {
    // A history that cannot be rendered at all is reported where it is prepared for a target.
    if (error instanceof TranscriptError) return [];
    throw error;
  }
}

function blockPath(path: string): string {
  return /^\$\[\d+\](?:\.blocks\[\d+\])?/.exec(path)?.[0] ?? path;
}
