/** Properties of every view, for any content and any width. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { beforeAll, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import type { Block, Drawing, Highlight, Question, Status, ToolView } from '../../../src/interactive/screen.ts';
import { loadHighlighter } from '../../../src/interactive/views/load-highlighter.ts';
import { viewBlock } from '../../../src/interactive/views/view-block.ts';
import { viewQuestion } from '../../../src/interactive/views/view-question.ts';
import { viewStatus } from '../../../src/interactive/views/view-status.ts';
import { finishedPart } from '../../../src/interactive/views/view-text.ts';

let highlight: Highlight;
beforeAll(async () => {
  highlight = await loadHighlighter();
});

/** Pieces of Markdown, of control sequences, and of text that is hard to measure. */
const piece = fc.oneof(
  fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '999999999. ',
    '> ',
    '```ts\n',
    '```\n',
    '~~~',
    '`',
    '**',
    '_',
    '~~',
    '| a | b |\n|---|:-:|\n',
    '|',
    '---\n',
    '[x](http://y)',
    '![i](j)',
    '<b>',
    '<!--',
    '&lt;',
    '&#27;',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '- [x] ',
  ),
  fc.constantFrom('\u001b[31m', '\u001b]0;t\u0007', '\u001b', '\u009b2J', '\r', '\u0007', '\u202e', '\ud800', '\u2028'),
  fc.constantFrom('漢字', 'コンピュータ', '👩‍👩‍👧‍👦', '🇳🇴', 'e\u0301', 'ｶﾞ', '각', '\u200b', 'नमस्ते', '…'),
  fc.constantFrom('word ', 'const x = "a"; // b\n', 'averyveryveryveryveryveryveryverylongwordwithoutanyspaceatall'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 60 }),
);
const text = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));

const outcome: fc.Arbitrary<ToolView['outcome']> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    state: fc.constant('complete' as const),
    result: fc.oneof(text, fc.constant(null), fc.record({ a: text })),
  }),
  fc.record({ state: fc.constant('error' as const), error: text }),
  fc.record({
    state: fc.constantFrom('cancelled' as const, 'interrupted' as const, 'timeout' as const, 'denied' as const),
    partial: text,
  }),
);

const call: fc.Arbitrary<ToolView> = fc
  .record({
    id: fc.constant('c'),
    name: fc.oneof(fc.constantFrom('read_file', 'edit_file', 'run_command'), text),
    summary: text,
    state: fc.constantFrom('writing', 'waiting', 'asking', 'running', 'ended'),
    since: fc.integer(),
    ms: fc.nat(),
    progress: text,
    outcome,
  })
  .map(({ outcome: end, ...rest }) => (end === undefined ? rest : { ...rest, outcome: end }));

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), text }),
  fc.record({ kind: fc.constant('text' as const), text, done: fc.boolean() }),
  fc.record({ kind: fc.constant('thinking' as const), text, done: fc.boolean() }),
  fc.record({ kind: fc.constant('tools' as const), calls: fc.array(call, { maxLength: 6 }), done: fc.boolean() }),
  fc.record({ kind: fc.constant('asked' as const), text }),
  fc.record({ kind: fc.constant('notice' as const), level: fc.constantFrom('info', 'warning', 'error'), text }),
);

const status: fc.Arbitrary<Status> = fc.record({
  target: text,
  mode: fc.constantFrom('ask', 'accept-edits', 'plan', 'confined'),
  pendingSwitch: text,
  tokens: fc.nat(),
  window: fc.nat(),
  usage: fc.record({ input: fc.nat(), output: fc.nat() }),
  cost: fc.double({ min: 0, max: 1e6, noNaN: true }),
  activity: text,
  cooling: fc.array(text, { maxLength: 2 }),
  folder: text,
});

const question: fc.Arbitrary<Question> = fc.record({
  callId: fc.constant('c'),
  tool: text,
  subject: text,
  details: text,
  offers: fc.array(fc.record({ covers: fc.constant('exact' as const), rule: text }), { maxLength: 2 }),
  unfolded: fc.nat(),
});

const drawing = fc.record({
  width: fc.integer({ min: 20, max: 200 }),
  colour: fc.boolean(),
  showThinking: fc.boolean(),
});

/** Bold, dim, italic, underline, strike, the colours, and their ends. */
const ours: RegExp = new RegExp(`${'\u001b'}\\[(?:[1-4]|9|2[2-49]|3[1-6]|39)m`, 'gu');

/** The styles that are still on at the end of a line. */
function openStyles(line: string): readonly string[] {
  let open: readonly string[] = [];
  for (const [code] of line.matchAll(ours)) {
    const ended = ends.find(([end]) => code.includes(`[${end}m`))?.[1];
    open =
      ended === undefined
        ? [...open, code]
        : open.filter((style) => !ended.some((each) => style.includes(`[${each}m`)));
  }
  return open;
}

const ends: readonly (readonly [end: number, styles: readonly number[]])[] = [
  [22, [1, 2]],
  [23, [3]],
  [24, [4]],
  [29, [9]],
  [39, [31, 32, 33, 34, 35, 36]],
];

function check(lines: readonly string[], { width, colour }: Drawing): void {
  for (const line of lines) {
    expect(stringWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
    const own = colour ? line.replaceAll(ours, '') : line;
    expect(openStyles(line), JSON.stringify(line)).toEqual([]);
    expect(own).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
  }
}

test('blocks fit and contain no control sequences', { timeout: patience }, () => {
  holds(fc.tuple(block, drawing), 600, ([data, more]) => {
    const full: Drawing = { ...more, now: 0, highlight };
    check(viewBlock(data, full), full);
  });
});

test('the status line is one line that fits', { timeout: patience }, () => {
  holds(fc.tuple(status, drawing), 200, ([data, more]) => {
    const full: Drawing = { ...more, now: 0 };
    const lines = viewStatus(data, full);
    expect(lines).toHaveLength(1);
    check(lines, full);
  });
});

test('questions fit and never push the answers off the screen', { timeout: patience }, () => {
  holds(fc.tuple(question, drawing), 200, ([data, more]) => {
    const full: Drawing = { ...more, now: 0 };
    const lines = viewQuestion(data, full);
    expect(lines.length).toBeLessThanOrEqual(24);
    check(lines, full);
  });
});

test('drawn blocks of an answer stay, except the last, and the rest follows as if drawn at once', {
  timeout: patience,
}, () => {
  holds(fc.tuple(text, text, drawing), 300, ([before, after, more]) => {
    const full: Drawing = { ...more, now: 0, highlight };
    const finished = before.slice(0, finishedPart(before));
    const early = viewBlock({ kind: 'text', text: finished, done: true }, full);
    const late = viewBlock({ kind: 'text', text: before + after, done: true }, full);
    expect(late.slice(0, early.length)).toEqual(early);
    const rest = viewBlock({ kind: 'text', text: (before + after).slice(finished.length), done: true }, full);
    expect([...early, ...(early.length > 0 && rest.length > 0 ? [''] : []), ...rest]).toEqual(late);
  });
});
