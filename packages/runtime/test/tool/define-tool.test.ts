import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.ts';

const workspace = { root: '/workspace', alsoAllowed: [] };
const context = {
  callId: 'a',
  signal: new AbortController().signal,
  workspace,
  environment: {},
  progress: () => undefined,
};

describe('a tool in one file', () => {
  const greet = defineTool({
    name: 'greet',
    description: 'Greets somebody.',
    parameters: Type.Object({ who: Type.String(), times: Type.Optional(Type.Integer({ default: 1 })) }),
    run: ({ who, times = 1 }) => Array(times).fill(`Hello, ${who}.`).join(' '),
  });

  test('has its schema as plain JSON', () => {
    expect(greet.parameters).toStrictEqual({
      type: 'object',
      required: ['who'],
      properties: { who: { type: 'string' }, times: { type: 'integer', default: 1 } },
    });
  });

  test('runs with typed arguments', async () => {
    expect(await greet.run({ who: 'Ada', times: 2 }, context)).toBe('Hello, Ada. Hello, Ada.');
  });

  test('turns a throw into a rejection', async () => {
    const broken = defineTool({
      ...{ name: 'x', description: '', parameters: Type.Object({}) },
      run: () => {
        throw new Error('no');
      },
    });
    await expect(broken.run({}, context)).rejects.toThrow('no');
  });

  test.each([
    { kind: undefined, is: 'other', access: { exclusive: true } },
    { kind: 'write', is: 'write', access: { exclusive: true } },
    { kind: 'read', is: 'read', access: {} },
  ] as const)('without declared resources, of kind $is', ({ kind, is, access }) => {
    const made = defineTool({
      ...{ name: 'x', description: '', parameters: Type.Object({}), run: () => '' },
      ...(kind === undefined ? {} : { kind }),
    });
    expect([made.kind, made.access({}, workspace), made.subject({}, workspace)]).toEqual([is, access, '']);
  });

  test('declares what it touches by its arguments', () => {
    const made = defineTool({
      ...{ name: 'x', description: '', run: () => '', timeoutMs: 5, maxOutput: 6 },
      parameters: Type.Object({ path: Type.String() }),
      access: ({ path }, { root }) => ({ writes: [`${root}/${path}`] }),
      subject: ({ path }) => path,
    });
    expect([made.access({ path: 'a' }, workspace), made.subject({ path: 'a' }, workspace)]).toEqual([
      { writes: ['/workspace/a'] },
      'a',
    ]);
    expect([made.timeoutMs, made.maxOutput]).toEqual([5, 6]);
  });
});
