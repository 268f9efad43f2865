import { expect, test } from 'vitest';
import { openPicker, type Picked, pressInPicker, viewPicker } from '../../src/interactive/picker.ts';
import type { Key } from '../../src/terminal/key.ts';

const items = [
  { name: 'anthropic/claude-opus-5', note: '200k' },
  { name: 'openai/gpt-5.5', note: '400k' },
  { name: 'mistral/large', note: 'no key', disabled: true },
];
const drawing = { width: 50, colour: false, now: 0 };

function press(...names: readonly string[]): Picked {
  let picked: Picked = { end: 'open', picker: openPicker('Which?', items) };
  for (const name of names) {
    const key: Key = name.startsWith('=') ? { kind: 'text', text: name.slice(1) } : { kind: 'press', name };
    if (picked.end === 'open') picked = pressInPicker(picked.picker, key);
  }
  return picked;
}

test.each<[readonly string[], number | undefined]>([
  [['enter'], 0],
  [['down', 'enter'], 1],
  [['up', 'up', 'enter'], 1],
  [['=gpt', 'enter'], 1],
  [['=400', 'enter'], 1],
  [['=open', '=ai 5.5', 'enter'], 1],
  [['=zz', 'backspace', 'backspace', 'end', 'home', 'enter'], 0],
  [['escape'], undefined],
  [['ctrl-c'], undefined],
])('%j chooses %s', (keys, index) => {
  expect(press(...keys)).toEqual({ end: 'closed', ...(index === undefined ? {} : { index }) });
});

test.each([
  ['an unusable entry', ['=mistral', 'enter']],
  ['a missing entry', ['=zzz', 'enter']],
])('does not choose %s', (_, keys) => {
  expect(press(...keys).end).toBe('open');
});

test('shows what is left and the current position', () => {
  const picked = press('=5', 'down');
  expect(picked.end === 'open' ? viewPicker(picked.picker, drawing, 10).lines : []).toEqual([
    'Which? 5',
    '  anthropic/claude-opus-5  200k',
    '› openai/gpt-5.5  400k',
    'Enter selects · Esc cancels · type to search',
  ]);
});

test('names cannot control the terminal, and fit at 40 columns', () => {
  const hostile = openPicker('W\u001b[2J', [{ name: `\u001b]0;x\u0007${'n'.repeat(90)}`, note: '\u202e' }]);
  for (const line of viewPicker(hostile, { ...drawing, width: 40 }, 10).lines) {
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(line.length).toBeLessThanOrEqual(40);
  }
});
