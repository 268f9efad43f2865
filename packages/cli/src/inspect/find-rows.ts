/** The rows that a filter leaves, in order. */
import type { RowFilter } from '@interlock/inspector';
import { isError, isRepaired, type RowSource, searchedTexts, toolOf } from './rows.ts';

export function findRows(rows: readonly RowSource[], filter: RowFilter): readonly RowSource[] {
  const tests = testsOf(filter);
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

function testsOf({ search = '', only, tool, answerer }: RowFilter): readonly ((row: RowSource) => boolean)[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return [
    ...(only === 'errors' ? [isError] : []),
    ...(only === 'repairs' ? [isRepaired] : []),
    ...(tool === undefined ? [] : [(row: RowSource) => toolOf(row) === tool]),
    ...(answerer === undefined ? [] : [(row: RowSource) => row.who === answerer]),
    // The slowest last: it reads every text.
    ...(words.length === 0 ? [] : [(row: RowSource) => hasWords(row, words)]),
  ];
}

function hasWords(row: RowSource, words: readonly string[]): boolean {
  const texts = [...searchedTexts(row)].map((text) => text.toLowerCase());
  return words.every((word) => texts.some((text) => text.includes(word)));
}
