import headless from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync } from '../../../../test/property/runs.ts';
import { type Frame, LiveRegion, type Size } from '../../src/terminal/live-region.ts';

interface Pane {
  readonly region: LiveRegion;
  resize(columns: number, rows: number): Promise<void>;
  /** All rows, including the scrollback, without empty ones at the end. */
  lines(): Promise<readonly string[]>;
  cursor(): Promise<{ readonly row: number; readonly column: number }>;
}

/** `cuts`: like xterm and other terminals that do not rewrap lines. */
function openPane(columns: number, rows: number, how: 'drifts' | 'cuts' = 'drifts'): Pane {
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 1_000,
    convertEol: false,
    ...(how === 'cuts' ? { windowsPty: { backend: 'winpty', buildNumber: 1 } } : {}),
  });
  let size: Size = { columns, rows };
  const settled = (): Promise<void> => new Promise((resolve) => terminal.write('', resolve));
  return {
    region: new LiveRegion(
      (text) => terminal.write(text),
      () => size,
      // The emulator here is xterm.js.
      how,
    ),
    resize: async (cols, height) => {
      await settled();
      terminal.resize(cols, height);
      size = { columns: cols, rows: height };
    },
    lines: async () => {
      await settled();
      const buffer = terminal.buffer.active;
      const all = Array.from(
        { length: buffer.length },
        (_, row) => buffer.getLine(row)?.translateToString(true, 0, terminal.cols) ?? '',
      );
      return all.join('\n').trimEnd().split('\n');
    },
    cursor: async () => {
      await settled();
      const { baseY, cursorY, cursorX } = terminal.buffer.active;
      return { row: baseY + cursorY, column: cursorX };
    },
  };
}

const frame = (lines: readonly string[], row = lines.length - 1, column = 0): Frame => ({
  lines,
  cursor: { row, column },
});

test('a region grows, changes and shrinks in place, with the cursor in the right place', async () => {
  const pane = openPane(20, 10);
  pane.region.draw(frame(['one'], 0, 3));
  pane.region.draw(frame(['one', 'two', 'three'], 1, 2));
  expect([await pane.lines(), await pane.cursor()]).toEqual([['one', 'two', 'three'], { row: 1, column: 2 }]);
  pane.region.draw(frame(['one', 'TWO'], 0, 0));
  expect([await pane.lines(), await pane.cursor()]).toEqual([['one', 'TWO'], { row: 0, column: 0 }]);
  pane.region.clear();
  expect([await pane.lines(), await pane.cursor()]).toEqual([[''], { row: 0, column: 0 }]);
});

test('finished lines stay above it, also when the screen scrolls', async () => {
  const pane = openPane(20, 4);
  pane.region.draw(frame(['> ', 'status'], 0, 2));
  for (const number of [1, 2, 3, 4, 5]) pane.region.draw(frame(['> ', 'status'], 0, 2), [`line ${number}`]);
  expect([await pane.lines(), await pane.cursor()]).toEqual([
    ['line 1', 'line 2', 'line 3', 'line 4', 'line 5', '> ', 'status'],
    { row: 5, column: 2 },
  ]);
});

test('writes only changed lines, and nothing without changes', () => {
  const written: string[] = [];
  const region = new LiveRegion(
    (text) => written.push(text),
    () => ({ columns: 20, rows: 5 }),
  );
  region.draw(frame(['first', 'second']));
  region.draw(frame(['first', 'second']));
  expect(written).toHaveLength(1);
  region.draw(frame(['first', 'other']));
  expect(written[1]).not.toContain('first');
  expect(written[1]?.startsWith('\u001b[?2026h\u001b[?25l')).toBe(true);
  expect(written[1]?.endsWith('\u001b[?25h\u001b[?2026l')).toBe(true);
});

test('lines wider than the screen do not wrap', async () => {
  const pane = openPane(10, 6);
  pane.region.draw(frame(['0123456789abcdef', '字字字字字字字', 'end']));
  pane.region.draw(frame(['x', 'y', 'z']));
  expect(await pane.lines()).toEqual(['x', 'y', 'z']);
});

test('more lines than the screen: shows the last ones, and clears them again', async () => {
  const pane = openPane(10, 4);
  pane.region.draw(frame(['1', '2', '3', '4', '5', '6']));
  expect(await pane.lines()).toEqual(['3', '4', '5', '6']);
  pane.region.draw(frame(['a']));
  expect(await pane.lines()).toEqual(['a']);
});

const sizes: readonly (readonly [string, number, number])[] = [
  ['narrower', 12, 10],
  ['much narrower', 9, 10],
  ['wider', 60, 10],
  ['lower', 30, 6],
  ['higher', 30, 20],
];
const busy = frame(['a line of twenty-six signs', 'another such, as long', '> typed', 'status of the whole'], 2, 7);

test.each(sizes)('leaves no remains when the screen becomes %s', async (_, columns, rows) => {
  const pane = openPane(30, 10);
  pane.region.draw(frame(['scrolled'], 0, 0), ['above']);
  pane.region.draw(busy);
  await pane.resize(columns, rows);
  pane.region.draw(frame(['new', '> typed', 'status'], 1, 7));
  expect(await pane.lines()).toEqual(['above', 'new', '> typed', 'status']);
});

test.each(sizes)('a terminal that truncates loses no line above when it becomes %s', async (_, columns, rows) => {
  const pane = openPane(30, 10, 'cuts');
  const finished = Array.from({ length: 12 }, (_none, row) => `${row}`);
  pane.region.draw(busy, finished);
  await pane.resize(columns, rows);
  pane.region.draw(frame(['new', '> typed', 'status'], 1, 7));
  expect((await pane.lines()).map((line) => line.trimEnd())).toEqual([...finished, 'new', '> typed', 'status']);
});

test.each([...sizes, ['narrower and lower', 16, 8] as const])(
  'nor if the screen was full before it became %s',
  async (_, columns, rows) => {
    const pane = openPane(30, 10);
    const finished = Array.from({ length: 12 }, (_none, row) => `${row}`);
    pane.region.draw(busy, finished);
    await pane.resize(columns, rows);
    pane.region.draw(frame(['new', '> typed', 'status'], 1, 7));
    expect(await pane.lines()).toEqual([...finished, 'new', '> typed', 'status']);
  },
);

test('the screen always shows what was drawn last', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '字', 'é', '👍'), maxLength: 9 });
  const drawn = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    finished: fc.array(line, { maxLength: 2 }),
  });
  await holdsAsync(fc.array(drawn, { minLength: 1, maxLength: 6 }), 100, async (frames) => {
    const pane = openPane(20, 8);
    for (const { lines, finished } of frames) pane.region.draw(frame(lines), finished);
    const expected = [...frames.flatMap(({ finished }) => finished), ...(frames.at(-1)?.lines ?? [])];
    const trimmed = expected
      .map((one) => one.trimEnd())
      .join('\n')
      .trimEnd();
    expect((await pane.lines()).map((one) => one.trimEnd())).toEqual(trimmed.split('\n'));
  });
});
