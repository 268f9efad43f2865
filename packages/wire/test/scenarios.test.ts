/** The specification's acceptance scenarios, on the wire of every target. */
import type { Content, JsonValue, ToolCallBlock } from '@interlock/transcript';
import { syntheticTexts } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import {
  createPreparer,
  findViolations,
  prepareRequest,
  protocolOf,
  resolveTarget,
  type Target,
} from '../src/index.ts';
import { asArray } from '../src/json/json.ts';
import { findUnpaired } from './oracle/find-unpaired.ts';
import { type Item, readBody } from './oracle/read-body.ts';
import { targets } from './targets.ts';

const human = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const call = (id: string, parameters: JsonValue = { path: id }): ToolCallBlock => ({
  type: 'tool_call',
  id,
  name: 'read',
  parameters,
});
const ai = (provider: string, ...blocks: Content['blocks']): Content => ({
  speaker: 'ai',
  blocks,
  metadata: { provider },
});
const result = (callId: string, value: unknown): Content => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'read', result: value }],
});
const text = (words: string) => ({ type: 'text', text: words }) as const;

const read = { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } } as const;

/** What the target would see, after its rules have passed. */
function sent(contents: readonly Content[], target: Target): readonly Item[] {
  const { body } = prepareRequest({ contents, tools: [read], target, policy: { onFault: 'throw' } });
  const { protocol, traits } = resolveTarget(target);
  const list = asArray(body[protocolOf(protocol).list]);
  expect(
    findViolations(protocolOf(protocol).rules, { body, list, traits, from: 0 }).filter(
      ({ level }) => level === 'error',
    ),
  ).toEqual([]);
  return readBody(protocol, body);
}

const native = targets.filter(({ target }) => resolveTarget(target).traits.tools === 'native');
const results = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) => (item.kind === 'result' ? [item.text] : []));

describe.each(native)('$name', ({ target }) => {
  test('REQ-915-044 five calls with one real result: one real and four synthetic completions', () => {
    const calls = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id));
    const items = sent([human('go'), ai('openai', ...calls), result('c', 'the third'), human('and?')], target);
    const answers = results(items);
    expect(answers).toHaveLength(5);
    expect(answers[2]).toContain('the third');
    expect(answers.filter((answer) => answer.includes(syntheticTexts.lost))).toHaveLength(4);
    expect(findUnpaired(items)).toEqual([]);
  });

  test('REQ-915-015 REQ-915-017 a call and its result have the same projected id, which keeps them together', () => {
    const items = sent(
      [human('go'), ai('kimi', call('read:0'), call('read:0')), result('read:0', 'one'), result('read:0', 'two')],
      target,
    );
    const ids = (kind: Item['kind']) => items.flatMap((item) => (item.kind === kind && 'id' in item ? [item.id] : []));
    expect(ids('result')).toEqual(ids('call'));
    expect(results(items).map((answer) => (answer.includes('one') ? 1 : 2))).toEqual([1, 2]);
  });

  test('REQ-915-042 alternating providers: every round stays paired, and nothing is repeated', () => {
    const authors = ['openai', 'anthropic', 'google', 'kimi', 'mistral', 'deepseek', 'ollama'];
    const contents = authors.flatMap((author, at) => [
      human(`question ${at}.`),
      ai(author, { type: 'thinking', thought: `hidden ${at}` }, text(`looking ${at}.`), call('call_0'), call('call_1')),
      result('call_1', `second ${at}.`),
      result('call_0', `first ${at}.`),
      ai(author, text(`answer ${at}.`)),
    ]);
    const items = sent(contents, target);
    expect(findUnpaired(items)).toEqual([]);
    const expected = authors.flatMap((_, at) => [`first ${at}.`, `second ${at}.`]);
    expect(results(items).map((answer) => expected.find((words) => answer.includes(words)))).toEqual(expected);
    const all = JSON.stringify(items);
    for (const at of authors.keys()) expect(all.split(`answer ${at}.`)).toHaveLength(2);
    expect(all).not.toContain('hidden');
  });

  test('REQ-915-038 arguments of any shape are sent as an object', () => {
    const odd: readonly unknown[] = [
      '',
      '{}',
      null,
      '{"path":"x"}',
      '{"path":',
      ['x'],
      7,
      { deep: { er: [1, { x: null }] } },
    ];
    const calls = odd.map((parameters, at) => call(`odd_${at}`, parameters as JsonValue));
    const items = sent([human('go'), ai('openai', ...calls)], target);
    const args = items.flatMap((item) => (item.kind === 'call' ? [item.args] : []));
    expect(args).toEqual([
      {},
      {},
      {},
      { path: 'x' },
      { raw_arguments: '{"path":' },
      { raw_arguments: ['x'] },
      { raw_arguments: 7 },
      { deep: { er: [1, { x: null }] } },
    ]);
  });

  test('REQ-915-024 without thinking, calls and results stay the same, in the same places', () => {
    const contents = [
      human('go'),
      ai('anthropic', { type: 'thinking', thought: 'hm' }, text('I look.'), call('a'), call('b')),
      result('a', 'A'),
      result('b', 'B'),
    ];
    const exchange = (reasoning: 'all' | 'none') => {
      const { body } = prepareRequest({ contents, tools: [read], target, policy: { reasoning, onFault: 'throw' } });
      return readBody(resolveTarget(target).protocol, body);
    };
    expect(exchange('none')).toEqual(exchange('all'));
    expect(findUnpaired(exchange('none'))).toEqual([]);
  });

  test('REQ-915-043 failover after finished calls: the next target gets each finished result once', () => {
    const contents = [human('go'), ai('anthropic', call('toolu_1'), call('toolu_2')), result('toolu_2', 'done')];
    const first = createPreparer({ provider: 'anthropic' }).prepare({ contents, tools: [read] });
    const items = sent(contents, target);
    expect(results(readBody('anthropic-messages', first.body))).toHaveLength(2);
    expect(results(items)).toHaveLength(2);
    expect(results(items).filter((answer) => answer.includes('done'))).toHaveLength(1);
  });
});
