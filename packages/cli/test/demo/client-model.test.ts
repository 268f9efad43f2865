import type { Seen, SeenTool, SeenTurn } from '@interlock/simulators';
import { describe, expect, test } from 'vitest';
import { createClientModel } from '../../src/demo/client-model.ts';

const model = createClientModel('mistral/mistral-large-latest');

const turn = (role: SeenTurn['role'], text: string, more: Partial<SeenTurn> = {}): SeenTurn => ({
  ...{ role, text, thinking: '', calls: [], results: [], media: [] },
  ...more,
});

const seen = (turns: readonly SeenTurn[], more: Partial<Seen> = {}): Seen => ({
  ...{ system: '', tools: [], turns, toolChoice: 'auto', thinks: false },
  ...more,
});

const tool = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): SeenTool => ({
  name: 'tool',
  description: '',
  schema: { type: 'object', properties, required },
});

const text = { type: 'string' };
const around = [turn('user', 'look around')];
const calls = [{ id: 'call_1', name: 'tool', args: { command: 'ls' } }];
const results = [{ id: 'call_1', name: 'tool', text: 'README.md', isError: false, media: [] }];

function answerTo(...given: Parameters<typeof seen>): string {
  return JSON.stringify(model(seen(...given)).parts);
}

describe('look around', () => {
  const shapes: readonly (readonly [string, SeenTool, object])[] = [
    ['command', tool({ command: text }, ['command']), { command: 'ls' }],
    ['cmd', tool({ cmd: text, workdir: text }, ['cmd']), { cmd: 'ls' }],
    ['a list of words', tool({ command: { type: 'array', items: text } }, ['command']), { command: ['ls'] }],
    [
      'other required fields',
      tool({ command: text, description: text, background: { type: 'boolean' }, timeout: { type: 'integer' } }, [
        'command',
        'description',
        'background',
        'timeout',
      ]),
      { command: 'ls', description: 'Run ls', background: false, timeout: 10_000 },
    ],
    ['as Gemini writes it', tool({ cmd: { type: 'STRING' } }, ['cmd']), { cmd: 'ls' }],
    [
      'a choice',
      tool({ command: text, mode: { enum: ['sync', 'async'] } }, ['command', 'mode']),
      { command: 'ls', mode: 'sync' },
    ],
  ];
  test.each(shapes)("three calls at once of the client's tool: %s", (_, offered, args) => {
    const { parts, stop } = model(seen(around, { tools: [tool({ path: text }), offered] }));
    expect(stop).toBe('calls');
    expect(parts.filter((part) => 'call' in part)).toHaveLength(3);
    expect(parts).toContainEqual({ call: 'tool', args });
  });

  test('from code, where the tool of Codex takes only that', () => {
    const code = { name: 'exec', description: 'Runs code, in which tools.exec_command(…) can be called.', schema: {} };
    expect(model(seen(around, { tools: [code] })).parts).toContainEqual({
      call: 'exec',
      args: { input: 'text((await tools.exec_command({ cmd: "ls" })).output);' },
    });
  });

  test('also in quotes, which opencode adds', () => {
    const tools = [tool({ command: text })];
    expect(model(seen([turn('user', '"look around"')], { tools })).stop).toBe('calls');
  });

  const without: readonly (readonly [string, Partial<Seen>])[] = [
    ['no tool', {}],
    ['no tool for commands', { tools: [tool({ path: text }, ['path'])] }],
    ['no tool may be called', { tools: [tool({ command: text })], toolChoice: 'none' }],
    ['an object is required', { tools: [tool({ command: text, env: { type: 'object' } }, ['command', 'env'])] }],
  ];
  test.each(without)('only words: %s', (_, more) => {
    expect(model(seen(around, more)).stop).toBe('end');
  });

  test('results end the round, whatever notes the agent puts around the prompt and the results', () => {
    const prompt = turn('user', '<system-reminder>\nlook at the todos\n</system-reminder>\nlook around');
    const tools = [tool({ command: text })];
    expect(model(seen([prompt], { tools })).stop).toBe('calls');
    const answered = [prompt, turn('model', '', { calls }), turn('user', 'look around, says a note', { results })];
    expect(answerTo(answered, { tools })).toContain('README.md');
    // Responses has words and calls in items of their own.
    const items = [prompt, turn('model', 'I run it.'), turn('model', '', { calls }), turn('user', '', { results })];
    expect(answerTo([...items, turn('user', 'a note')], { tools })).toContain('README.md');
  });
});

test('a later prompt is a new one', () => {
  const before = [...around, turn('model', '', { calls }), turn('user', '', { results }), turn('model', 'Here.')];
  expect(answerTo([...before, turn('user', 'what do you remember?')])).toContain('1 call and 1 result');
  expect(answerTo([...before, turn('user', 'explain')])).toContain('survives a change of model');
});

test('help mentions nothing that only our own agent has', () => {
  const help = answerTo([turn('user', 'hi')]);
  expect(help).toContain('mistral/mistral-large-latest');
  expect(help).not.toMatch(/\/(?:model|mode|jobs|help)\b/);
});
