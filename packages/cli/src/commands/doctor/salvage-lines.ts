/** The lines of a damaged file of JSON Lines that can still be read. */
import type { JsonValue } from '@interlock/transcript';
import { recordOf } from '../../input/read-json.ts';

export interface Salvaged {
  readonly contents: readonly JsonValue[];
  readonly left: readonly string[];
}

/** Undefined where it is no such file: fewer than half of its lines are contents. */
export function salvageLines(text: string): Salvaged | undefined {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const read = lines.map(({ line, number }) => ({ number, value: contentIn(line) }));
  const contents = read.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (contents.length * 2 < read.length) return undefined;
  const left = read
    .filter(({ value }) => value === undefined)
    .map(({ number }) => `Line ${number} cannot be read and was left out.`);
  return { contents, left };
}

function contentIn(line: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(line);
    return typeof recordOf(value)?.['speaker'] === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
