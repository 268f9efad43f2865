import { expect, test } from 'vitest';
import type { Block, Drawing, Question, Status } from '../../../src/interactive/screen.ts';
import { viewBlock } from '../../../src/interactive/views/view-block.ts';
import { viewQuestion } from '../../../src/interactive/views/view-question.ts';
import { viewStatus } from '../../../src/interactive/views/view-status.ts';

const drawing: Drawing = { width: 40, colour: false, now: 0 };

test.each<[name: string, block: Block, more: Partial<Drawing>, lines: readonly string[]]>([
  ['the user', { kind: 'user', text: 'hello' }, {}, ['> hello']],
  [
    'a long line of the user',
    { kind: 'user', text: 'one two three four' },
    { width: 12 },
    ['> one two', '  three four'],
  ],
  ['pasted code', { kind: 'user', text: 'see\n  if x:\n    y' }, {}, ['> see', '    if x:', '      y']],
  ['in colour', { kind: 'user', text: 'a' }, { colour: true }, ['\u001b[36m> \u001b[39ma']],
  ['thinking', { kind: 'thinking', text: 'one two', done: false }, {}, ['∴ thinking… (2 words)']],
  ['no thinking yet', { kind: 'thinking', text: '', done: false }, { showThinking: true }, ['∴ thinking…']],
  ['thought', { kind: 'thinking', text: 'one', done: true }, {}, ['∴ thought (1 word)']],
  [
    'thinking, shown',
    { kind: 'thinking', text: 'one two\nthree', done: true },
    { showThinking: true },
    ['∴ thought (3 words)', '  one two', '  three'],
  ],
  [
    'thinking, shown and dimmed',
    { kind: 'thinking', text: 'one\ntwo', done: true },
    { showThinking: true, colour: true },
    ['\u001b[2m∴ thought (2 words)\u001b[22m', '  \u001b[2mone\u001b[22m', '  \u001b[2mtwo\u001b[22m'],
  ],
  ['a notice', { kind: 'notice', level: 'info', text: 'Saved.' }, {}, ['· Saved.']],
  ['a warning', { kind: 'notice', level: 'warning', text: 'a b\nc' }, {}, ['! a b', '  c']],
  [
    'an error',
    { kind: 'notice', level: 'error', text: 'It\u001b[31m failed' },
    { colour: true },
    ['\u001b[31m✗ \u001b[39mIt failed'],
  ],
])('%s', (_name, block, more, lines) => {
  expect(viewBlock(block, { ...drawing, ...more })).toEqual(lines);
});

const status: Status = {
  target: 'anthropic/claude-opus-5',
  mode: 'ask',
  pendingSwitch: 'openai/gpt-5',
  tokens: 12_345,
  window: 200_000,
  usage: { input: 1_234, output: 56 },
  cost: 0.123,
  activity: '3 tools',
  cooling: ['groq/llama'],
  folder: '~/project',
};

test.each<[name: string, status: Status, width: number, line: string]>([
  [
    'everything',
    status,
    200,
    'anthropic/claude-opus-5 · → openai/gpt-5 · 3 tools · ask mode · 12k/200k (6%) · cooling down: groq/llama · $0.12 · 1.2k in, 56 out · ~/project',
  ],
  ['the most important parts', status, 60, 'anthropic/claude-opus-5 · → openai/gpt-5 · 3 tools · 6%'],
  [
    'a mode that the user chose stays visible',
    { ...status, mode: 'accept-edits' },
    60,
    'anthropic/claude-opus-5 · → openai/gpt-5 · accepts edits',
  ],
  ['plan mode', { ...status, mode: 'plan' }, 70, 'anthropic/claude-opus-5 · → openai/gpt-5 · 3 tools · plan mode · 6%'],
  [
    'a command in the background',
    { ...status, jobs: 1 },
    70,
    'anthropic/claude-opus-5 · → openai/gpt-5 · 3 tools · 1 job · 6%',
  ],
  ['narrow', status, 40, 'anthropic/claude-opus-5 · → openai/gpt-5'],
  ['too narrow', status, 20, 'anthropic/claude-op…'],
  [
    'idle, at the start',
    {
      target: 'ollama/qwen3',
      mode: 'confined',
      tokens: 0,
      window: 0,
      usage: { input: 0, output: 0 },
      cooling: [],
      folder: '~',
    },
    80,
    'ollama/qwen3 · confined mode · ~',
  ],
])('the status: %s', (_name, data, width, line) => {
  expect(viewStatus(data, { ...drawing, width })).toEqual([line]);
});

const question: Question = {
  callId: 'c',
  tool: 'run_command',
  subject: 'npm test',
  details: '{"command":"npm test"}',
  offers: [{ covers: 'exact', rule: 'run_command(npm test)' }],
};
const x = { details: '', offers: [{ covers: 'exact', rule: 'x' }] } as const;

test.each<[name: string, question: Question, lines: readonly string[]]>([
  [
    'a command',
    question,
    ['? Allow run_command?', '    npm test', '  [y] yes, once', '  [a] yes, always: run_command(npm test)', '  [n] no'],
  ],
  [
    'with more arguments',
    { ...question, details: '{"command":"npm test","cwd":"x"}' },
    [
      '? Allow run_command?',
      '    npm test',
      '    {"command":"npm test","cwd":"x"}',
      '  [y] yes, once',
      '  [a] yes, always: run_command(npm test)',
      '  [n] no',
    ],
  ],
  [
    'spells out what a terminal would hide',
    { ...question, subject: 'rm -rf ~\u001b[2K\rls\u202e', ...x },
    [
      '? Allow run_command?',
      '    rm -rf ~\\u{1b}[2K\\u{d}ls\\u{202e}',
      '  [y] yes, once',
      '  [a] yes, always: x',
      '  [n] no',
    ],
  ],
  [
    'shows the end of a long command',
    { ...question, subject: Array.from({ length: 20 }, (_, n) => `step ${n}`).join('\n'), ...x },
    [
      '? Allow run_command?',
      ...[0, 1, 2, 3, 4].map((n) => `    step ${n}`),
      '    … 12 lines …',
      ...[17, 18, 19].map((n) => `    step ${n}`),
      '  [y] yes, once',
      '  [a] yes, always: x',
      '  [n] no',
      '  [v] view all of it (Ctrl-O)',
    ],
  ],
  [
    'look-alike letters in a command',
    { ...question, ...x, subject: 'c\u0430t \u2013r \u0441\u200bx\u00a0y' },
    [
      '? Allow run_command?',
      '    c\\u{430}t \\u{2013}r \\u{441}\\u{200b}x',
      '    \\u{a0}y',
      '  [y] yes, once',
      '  [a] yes, always: x',
      '  [n] no',
    ],
  ],
  [
    'a diff with text in another language',
    {
      ...question,
      ...x,
      tool: 'write_file',
      subject: 'a.ts',
      details: '-old\n+\u043f\u0440\u0438\u0432\u0435\u0442 – \u0430 x\u0430',
    },
    [
      '? Allow write_file?',
      '    a.ts',
      '    -old',
      '    +\u043f\u0440\u0438\u0432\u0435\u0442 – \u0430 x\\u{430}',
      '  [y] yes, once',
      '  [a] yes, always: x',
      '  [n] no',
    ],
  ],
  [
    'never offers to always allow what leaves the sandbox',
    { ...question, offers: [], asks: 'Run this command outside the sandbox?' },
    ['? Run this command outside the sandbox?', '    npm test', '  [y] yes', '  [n] no'],
  ],
])('a question: %s', (_name, data, lines) => {
  expect(viewQuestion(data, drawing)).toEqual(lines);
});
