import { expect, test } from 'vitest';
import type { ToolView } from '../../../src/interactive/screen.ts';
import { viewBlock } from '../../../src/interactive/views/view-block.ts';

const draw = (calls: readonly ToolView[], width: number, colour = false): readonly string[] =>
  viewBlock({ kind: 'tools', calls, done: false }, { width, colour, now: 10_000 });

const call = (more: Partial<ToolView>): ToolView => ({
  id: 'c',
  name: 'read_file',
  summary: 'src/a.ts',
  state: 'ended',
  progress: '',
  ...more,
});

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test.each<[name: string, call: ToolView, width: number, lines: readonly string[]]>([
  ['written', call({ state: 'writing', summary: '' }), 40, ['… read_file · being written']],
  ['waiting', call({ state: 'waiting' }), 40, ['○ read_file src/a.ts · waiting']],
  ['asking', call({ state: 'asking' }), 40, ['? read_file src/a.ts · needs approval']],
  ['running', call({ state: 'running', since: 8_500 }), 40, ['● read_file src/a.ts · 1.5 s']],
  [
    'running with output',
    call({ state: 'running', since: 0, progress: lines(5) }),
    40,
    ['● read_file src/a.ts · 10 s', '  … 2 earlier lines (Ctrl-O)', '  line 3', '  line 4', '  line 5'],
  ],
  [
    'done',
    call({ ms: 61_000, outcome: { state: 'complete', result: lines(2) } }),
    40,
    ['✓ read_file src/a.ts · 1 min 1 s', '  line 1', '  line 2'],
  ],
  [
    'done with a long result',
    call({ ms: 20, outcome: { state: 'complete', result: lines(90) } }),
    40,
    ['✓ read_file src/a.ts · 0.0 s', ...[1, 2, 3, 4, 5].map((n) => `  line ${n}`), '  … 85 more lines (Ctrl-O)'],
  ],
  [
    'a command ends with its last output',
    call({ name: 'run_command', summary: 'make', ms: 0, outcome: { state: 'complete', result: lines(9) } }),
    40,
    ['✓ run_command make · 0.0 s', '  … 4 earlier lines (Ctrl-O)', ...[5, 6, 7, 8, 9].map((n) => `  line ${n}`)],
  ],
  ['nothing to show', call({ outcome: { state: 'complete', result: '' } }), 40, ['✓ read_file src/a.ts']],
  [
    'data',
    call({ outcome: { state: 'complete', result: { a: 1 } } }),
    40,
    ['✓ read_file src/a.ts', '  {', '    "a": 1', '  }'],
  ],
  [
    'failed with a long error, on a narrow screen',
    call({ ms: 0, outcome: { state: 'error', error: lines(12) } }),
    20,
    ['✗ read_file · failed', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `  line ${n}`), '  … 4 more lines (C…'],
  ],
  [
    'failed',
    call({ ms: 0, outcome: { state: 'error', error: 'x.ts does not exist. Did you mean y.ts?' } }),
    30,
    ['✗ read_file · failed · 0.0 s', '  x.ts does not exist. Did you', '  mean y.ts?'],
  ],
  ['cancelled', call({ outcome: { state: 'cancelled' } }), 40, ['– read_file src/a.ts · cancelled']],
  [
    'interrupted',
    call({ ms: 3_000, outcome: { state: 'interrupted', partial: 'so far' } }),
    70,
    ['– read_file src/a.ts · interrupted · 3.0 s', '  It may have taken effect, partly or fully.', '  so far'],
  ],
  [
    'out of time',
    call({ ms: 3_000, outcome: { state: 'timeout' } }),
    70,
    ['✗ read_file src/a.ts · timed out · 3.0 s', '  It may have taken effect, partly or fully.'],
  ],
  [
    'interrupted, and read-only',
    call({ ms: 3_000, reads: true, outcome: { state: 'interrupted', partial: 'so far' } }),
    70,
    ['– read_file src/a.ts · interrupted · 3.0 s', '  so far'],
  ],
  [
    'denied',
    call({ outcome: { state: 'denied', partial: 'The user said no.' } }),
    40,
    ['– read_file src/a.ts · not allowed', '  The user said no.'],
  ],
  [
    'arguments that are too long',
    call({ state: 'waiting', summary: 'packages/cli/src/interactive/views' }),
    40,
    ['○ read_file packages/cli/src/… · waiting'],
  ],
  [
    'hostile names, arguments and output',
    call({ name: 'a\u001b[2Jb', summary: 'x\ny\u202ez', state: 'running', since: 10_000, progress: 'a\rb\u001b[1A' }),
    40,
    ['● ab x yz · 0.0 s', '  a', '  b'],
  ],
])('a call: %s', (_name, data, width, expected) => {
  expect(draw([data], width)).toEqual(expected);
});

test('a diff has its colours', () => {
  const result = 'Edited a.ts (1 replacement).\n--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-b\n+c';
  expect(
    draw([call({ name: 'edit_file', summary: 'a.ts', outcome: { state: 'complete', result } })], 40, true),
  ).toEqual([
    '\u001b[32m✓\u001b[39m \u001b[1medit_file\u001b[22m a.ts',
    '  \u001b[2mEdited a.ts (1 replacement).\u001b[22m',
    '  \u001b[2m--- a.ts\u001b[22m',
    '  \u001b[2m+++ a.ts\u001b[22m',
    '  \u001b[36m@@ -1 +1 @@\u001b[39m',
    '  \u001b[31m-b\u001b[39m',
    '  \u001b[32m+c\u001b[39m',
  ]);
});

const three = [
  call({ summary: 'a.ts', ms: 0, outcome: { state: 'complete', result: 'A' } }),
  call({ summary: 'b.ts', state: 'running', since: 9_000, progress: 'B\nBB' }),
  call({ summary: 'c.ts', state: 'waiting' }),
];

test.each<[width: number, lines: readonly string[]]>([
  [77, ['✓ read_file a.ts · 0.0 s', '  A', '● read_file b.ts · 1.0 s', '  B', '  BB', '○ read_file c.ts · waiting']],
  [
    80,
    [
      '✓ read_file a.ts · 0.0 s                 ● read_file b.ts · 1.0 s',
      '  A                                        B',
      '                                           BB',
      '○ read_file c.ts · waiting',
    ],
  ],
  [
    118,
    [
      '✓ read_file a.ts · 0.0 s                ● read_file b.ts · 1.0 s                ○ read_file c.ts · waiting',
      '  A                                       B',
      '                                          BB',
    ],
  ],
])('three calls in %i columns', (width, expected) => {
  expect(draw(three, width)).toEqual(expected);
});
