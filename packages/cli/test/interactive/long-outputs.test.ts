import { expect, test } from 'vitest';
import { LongOutputs } from '../../src/interactive/long-outputs.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

test('newest first, long ones in pieces, short ones not at all', () => {
  const outputs = new LongOutputs();
  outputs.note('read_file', { state: 'complete', result: lines(6) });
  outputs.note('search_files', { state: 'complete', result: lines(7) });
  outputs.note('run_command', { state: 'error', error: 'Exit code 1.', result: lines(1_200) });
  outputs.note('run_command', { state: 'interrupted', partial: 'one' });
  outputs.note('read_file', undefined);
  const first = outputs.next()?.split('\n') ?? [];
  expect([first[0], first[1], first.at(-2), first.at(-1)]).toEqual([
    'run_command, 1201 lines:',
    'Exit code 1.',
    'line 999',
    '… Ctrl-O shows more',
  ]);
  const second = outputs.next()?.split('\n') ?? [];
  expect([second[0], second[1], second.at(-1)]).toEqual(['run_command, continued:', 'line 1000', 'line 1200']);
  expect([outputs.next(), outputs.next()]).toEqual([`search_files, 7 lines:\n${lines(7)}`, undefined]);
});
