/** The repairs of rendering by their position in the history, with the rules that require them. */
import type { Mark } from '@interlock/inspector';
import { type Content, type DiagnosticEvent, render, TranscriptError } from '@interlock/transcript';
import { protocols } from '@interlock/wire';
import { repairText } from '../check/repair-text.ts';

/** By `$[3]` and by `$[3].blocks[0]`. */
export type MarksByPlace = ReadonlyMap<string, readonly Mark[]>;

/** `open`: calls that may still be running; that they have no result yet needs no repair. */
export function findMarks(contents: readonly Content[], open: ReadonlySet<string>): MarksByPlace {
  const marks = new Map<string, Mark[]>();
  for (const event of eventsOf(contents)) {
    if (event.kind === 'synthesized' && event.callIds.some((id) => open.has(id))) continue;
    const place = placeIn(event.at);
    const there = marks.get(place) ?? [];
    there.push(markOf(event));
    marks.set(place, there);
  }
  return marks;
}

export function markOf(event: DiagnosticEvent): Mark {
  const { message, fix } = repairText(event);
  const level = event.fault === 'none' ? 'note' : 'repair';
  return { kind: event.kind, level, message, ...(fix === undefined ? {} : { fix }), rules: rulesFor(event.kind) };
}

/** The rules of every protocol that the unrepaired history would break. */
function rulesFor(kind: DiagnosticEvent['kind']): readonly string[] {
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

function placeIn(path: string): string {
  return /^\$\[\d+\](?:\.blocks\[\d+\])?/.exec(path)?.[0] ?? path;
}
