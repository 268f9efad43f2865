/** The losses of a switch, as sentences and as a list. */
import type { SwitchLoss } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { describeLosses, nameLosses } from '../../src/wording/describe-losses.ts';

const all: readonly SwitchLoss[] = [
  { kind: 'smaller-window', tokens: 9_000, window: 8_000 },
  { kind: 'media', count: 2 },
  { kind: 'native-tools' },
  { kind: 'thinking', count: 3 },
];

test('no losses give no text', () => {
  expect([describeLosses([]), nameLosses([])]).toEqual(['', '']);
});

test('in sentences, each with the alternative', () => {
  expect(describeLosses(all)).toBe(
    ' Its window holds 8000 tokens and the conversation is about 9000: it will be compacted first.' +
      ' It cannot see 2 images or documents of this conversation; placeholders are sent.' +
      ' It does not support tools: they are described in the text.' +
      ' It does not get earlier thinking (3), which is kept for when you switch back.',
  );
});

test('in short form', () => {
  expect(nameLosses(all)).toBe(
    'without the beginning of this conversation, 2 images or documents, native tools, earlier thinking',
  );
});
