/** The word at the cursor that can be completed: a command at the start of the line, or a file after `@`. */
export interface Completable {
  readonly kind: 'command' | 'file';
  /** The word without its sign. */
  readonly query: string;
  /** Offsets of the word, including the sign. */
  readonly from: number;
  readonly to: number;
}

/** Longer names are not completed. */
const maxLength = 300;

export function completionAt(text: string, cursor: number): Completable | undefined {
  const before = text.slice(Math.max(0, cursor - maxLength), cursor);
  const command = /^\/([\w:.-]*)$/.exec(cursor <= maxLength ? before : '');
  if (command !== null) return { kind: 'command', query: command[1] ?? '', from: 0, to: cursor };
  const file = /(?:^|\s)@([^\s@"]*)$/u.exec(before);
  if (file === null) return undefined;
  const query = file[1] ?? '';
  return { kind: 'file', query, from: cursor - query.length - 1, to: cursor };
}
