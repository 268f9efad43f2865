/** Every rule of GLM's Anthropic-compatible endpoint refuses what breaks it, in z.ai's wording, and nothing else. */
import { describe, expect, test } from 'vitest';
import { createGlmMessages } from '../../../src/anthropic/index.ts';
import type { Outcome } from '../../../src/api/api.ts';
import { type Bench, type Body, createBench, system, user } from '../bench.ts';
import { at, cases, type GlmCase, of } from './cases.ts';

const glmBench = (): Bench => createBench(createGlmMessages(), '/api/anthropic/v1/messages');
const made = (body: GlmCase['bad'], bench: Bench): Body => (typeof body === 'function' ? body(bench) : body);
const { rules } = createGlmMessages();

const statuses: Readonly<Record<string, number>> = { 'GLM-003': 422, schema: 422, 'GLM-005': 200 };
const codes: Readonly<Record<string, string>> = {
  'GLM-001': '1214',
  'GLM-002': '1213',
  'GLM-004': '1210',
  unlisted: '1210',
};

const findingsOf = (outcome: Outcome): readonly { readonly rule: string; readonly path: string }[] =>
  outcome.kind === 'refused' ? [outcome.violation] : outcome.kind === 'asked' ? outcome.warnings : [];

describe.each(cases)('$rule: $what', ({ rule, bad, good, at: path }) => {
  const status = statuses[rule] ?? 400;

  test(`${rule} is ${status === 200 ? 'reported' : `rejected with ${status}`}`, () => {
    const bench = glmBench();
    const outcome = bench.send(at(made(bad, bench)));
    const fragment = rules.find(({ id }) => id === rule)?.fragment ?? '';
    expect(findingsOf(outcome)).toEqual([
      expect.objectContaining({ rule, path, status, message: expect.stringContaining(fragment) }),
    ]);
    if (outcome.kind !== 'refused') return;
    const { message, code } = outcome.violation;
    const body = JSON.parse(String(outcome.response.body));
    expect(outcome.response.status).toBe(status);
    if (status === 422) expect(body.detail).toEqual([expect.objectContaining({ type: code, msg: message })]);
    else
      expect(body).toEqual({
        type: 'error',
        error: { code: codes[rule], message },
        request_id: expect.stringMatching(/^\d{14}[0-9a-f]{16}$/),
      });
  });

  test(`${rule}: accepts the similar valid request`, () => {
    const bench = glmBench();
    expect(bench.send(at(made(good, bench)))).toMatchObject({ kind: 'asked', warnings: [] });
  });
});

test('every rule has a case', () => {
  const withCase = new Set(cases.map(({ rule }) => rule));
  expect(rules.filter(({ id }) => !withCase.has(id))).toEqual([]);
});

test('GLM-003: in the words of the type-checking front', () => {
  const outcome = glmBench().send(at(of([user('hi'), system('Be brief.')])));
  expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual({
    detail: [
      {
        type: 'literal_error',
        loc: ['body', 'messages', 1, 'role'],
        msg: "Input should be 'user' or 'assistant'",
        input: 'system',
        ctx: { expected: "'user' or 'assistant'" },
      },
    ],
  });
});

test('GLM-005 returns an empty answer with its own stop reason', () => {
  const long = at(of([user('word '.repeat(200))], { model: 'glm-tiny' }));
  expect(glmBench().answer(long, [{ say: 'Yes.' }])).toMatchObject({
    content: [],
    stop_reason: 'model_context_window_exceeded',
  });
});

test('a call goes out without Claude-only fields, and is accepted back unchanged', () => {
  const bench = glmBench();
  const tools = { tools: [{ name: 'read', input_schema: { type: 'object' } }] };
  const content = bench.say(at(of([user('hi')], tools)), [{ think: 'Hm.' }, { call: 'read', args: {} }]);
  expect(content).toEqual([
    { type: 'thinking', thinking: 'Hm.', signature: expect.any(String) },
    { type: 'tool_use', id: expect.any(String), name: 'read', input: {} },
  ]);
  const answer = user([{ type: 'tool_result', tool_use_id: content[1]?.['id'], content: 'ok' }]);
  const again = bench.send(at(of([user('hi'), { role: 'assistant', content }, answer], tools)));
  expect(again).toMatchObject({ kind: 'asked', warnings: [], seen: { turns: [{}, { thinking: 'Hm.' }, {}] } });
});
