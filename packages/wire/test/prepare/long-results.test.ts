/** A history from elsewhere: the window of the target, the flags of its server, and ids of other agents. */
import type { Content, JsonObject, PolicyOptions } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { type Provider, prepareRequest, type Target } from '../../src/index.ts';

const uuid = 'hist_tool_0b9f6a3e-52c1-4d7e-9a53-1c2d3e4f5a6b';
const history = (id: string, result: string): readonly Content[] => [
  { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'read', parameters: { path: 'a' } }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: 'read', result }] },
];
const small: Target = { provider: 'openai', model: 'gpt-4.1', key: 'k', traits: { contextWindow: 1000 } };

const prepared = (target: Target, contents: readonly Content[], policy: PolicyOptions = {}) =>
  prepareRequest({ target, contents, policy: { onFault: 'throw', ...policy } });
const bodyText = (target: Target, contents: readonly Content[], policy?: PolicyOptions): string =>
  JSON.stringify(prepared(target, contents, policy).body);

test('05 §2.1: shortens a result that would fill more than half of the window, and reports it', () => {
  const contents = history('call_a', 'x'.repeat(50_000));
  expect(bodyText(small, contents)).toContain('[48000 characters of this result left out here]');
  expect(prepared(small, contents).diagnostics.render.events.map(({ kind }) => kind)).toContain('result-shortened');
});

test('05 §2.1: the policy takes precedence over the window', () => {
  const contents = history('call_a', 'x'.repeat(5000));
  expect(bodyText(small, contents, { longestResult: 10_000 })).not.toContain('left out here');
  expect(bodyText({ provider: 'openai', model: 'gpt-4.1', key: 'k' }, contents, { longestResult: 100 })).toContain(
    '[4900 characters of this result left out here]',
  );
});

test.each<[string, Target['compat'], 'text' | 'object', string | object]>([
  ['true where traits say object', { stringifyToolArgs: true }, 'object', '{"path":"a"}'],
  ['false where traits say text', { stringifyToolArgs: false }, 'text', { path: 'a' }],
])('05 §2.5: `stringifyToolArgs`, %s', (_, compat = {}, toolArguments, expected) => {
  const provider: Provider = {
    name: 'own',
    label: 'Own',
    protocols: ['openai-chat'],
    endpoints: { 'openai-chat': 'http://127.0.0.1:9/v1' },
    keyEnv: [],
    needsKey: false,
    traits: { toolArguments },
    families: [],
  };
  const { body } = prepared({ provider, model: 'm', compat }, history('call_a', 'x'));
  const found = JSON.stringify((body['messages'] as readonly JsonObject[])[1]?.['tool_calls']);
  expect(JSON.parse(found)[0].function.arguments).toEqual(expected);
});

test.each<[string, Target, RegExp]>([
  ['OpenAI', { provider: 'openai', model: 'gpt-4.1', key: 'k' }, /^call_[A-Za-z0-9]{18}$/],
  ['Anthropic', { provider: 'anthropic', key: 'k' }, /^toolu_[A-Za-z0-9_-]{1,34}$/],
  ['Mistral', { provider: 'mistral', key: 'k' }, /^[A-Za-z0-9]{9}$/],
  ['Kimi', { provider: 'moonshot', model: 'kimi-k2-thinking', key: 'k' }, /^functions\.read:0$/],
])('REQ-915-014 keeps a canonical id that contains a UUID and writes it as %s accepts it', (_, target, form) => {
  const [id] = prepared(target, history(uuid, 'x')).diagnostics.ids;
  expect(id?.canonical).toBe(uuid);
  expect(id?.call).toMatch(form);
  expect(id?.result).toBe(id?.call);
});
