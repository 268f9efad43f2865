/** Each rule with a body that breaks it, and the one body that keeps all of them. */
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { findViolations, protocolOf, resolveTarget } from '../../../src/index.ts';
import { asArray } from '../../../src/json/json.ts';

const { rules } = protocolOf('bedrock-converse');
const { traits } = resolveTarget({
  provider: 'bedrock',
  places: { region: 'us-east-1' },
  model: 'us.meta.llama3-3-70b-instruct-v1:0',
});

const call = (toolUseId = 't1', name = 'look', input: unknown = {}) => ({ toolUse: { toolUseId, name, input } });
const result = (toolUseId = 't1', content: unknown = [{ text: 'ok' }]) => ({ toolResult: { toolUseId, content } });
const user = (...content: readonly object[]) => ({ role: 'user', content });
const assistant = (...content: readonly object[]) => ({ role: 'assistant', content });
const hello = user({ text: 'Hello.' });
const toolConfig = { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] };
const exchange = [hello, assistant(call()), user(result())];

function broken(body: object): readonly string[] {
  const given = body as JsonObject;
  const list = asArray(given['messages']);
  return [...new Set(findViolations(rules, { body: given, list, traits, from: 0 }).map(({ rule }) => rule))].sort();
}

test('a valid body breaks no rule', () => {
  expect(broken({ messages: [...exchange, assistant({ text: 'Dark.' }), hello], toolConfig })).toEqual([]);
});

const cases: readonly (readonly [readonly string[], object])[] = [
  [['BDR-001'], { messages: exchange }],
  [['CNV-001'], { messages: [{ role: 'user', content: 'Hello.' }] }],
  [['CNV-002'], { messages: [hello, assistant(call('t1', 'a b')), user(result())], toolConfig }],
  [['CNV-003'], { messages: [hello, assistant(call('t.1')), user(result('t.1'))], toolConfig }],
  [['CNV-004'], { messages: [{ role: 'system', content: [{ text: 'x' }] }, hello] }],
  [['CNV-005'], { messages: [assistant({ text: 'Hi.' }), hello] }],
  [['CNV-006'], { messages: [hello, hello] }],
  [['CNV-007'], { messages: [user({ text: ' ' })] }],
  [['CNV-007'], { messages: [hello, assistant(call()), user(result('t1', [{ text: '' }]))], toolConfig }],
  [['CNV-008'], { messages: [user()] }],
  [['CNV-009'], { messages: [hello, assistant(call()), hello], toolConfig }],
  [['CNV-009', 'CNV-026'], { messages: [hello, assistant(call())], toolConfig }],
  [['CNV-010'], { messages: [user(result())], toolConfig }],
  [['CNV-011'], { messages: [hello, assistant(call()), user(result(), result())], toolConfig }],
  [
    ['CNV-012'],
    {
      messages: [hello, assistant(call()), user({ toolResult: { toolUseId: 't1', content: [], status: 'error' } })],
      toolConfig,
    },
  ],
  [['CNV-013'], { messages: [hello, assistant({ text: 'I look.' }, call()), user(result())], toolConfig }],
  [['CNV-013'], { messages: [hello, assistant(call()), user(result(), { text: 'And?' })], toolConfig }],
  [
    ['BDR-002', 'CNV-013'],
    {
      messages: [hello, assistant(call()), user(result(), { document: { name: 'a' } }, { text: 'Read it.' })],
      toolConfig,
    },
  ],
  [['CNV-009', 'CNV-014'], { messages: [user(call())], toolConfig }],
  [['CNV-015'], { messages: [hello, assistant(call('t1', 'look', 'x')), user(result())], toolConfig }],
  [
    ['CNV-016'],
    {
      messages: [hello],
      toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'string' } } } }] },
    },
  ],
  [['CNV-017'], { messages: [hello], toolConfig: { tools: [] } }],
  [['CNV-018'], { messages: [hello], toolConfig: { ...toolConfig, toolChoice: { any: {} } } }],
  [['CNV-021'], { messages: [user({ document: { name: 'a  b' } }, { text: 'x' })] }],
  [['CNV-021'], { messages: [user({ document: { name: 'a' } }, { document: { name: 'a' } }, { text: 'x' })] }],
  [['CNV-022'], { messages: [user({ document: { name: 'a' } })] }],
  [['CNV-023'], { messages: [user({ reasoningContent: { reasoningText: { text: 'x' } } })] }],
  [['CNV-026'], { messages: [hello, assistant({ text: 'Hi.' })] }],
  [['CNV-027'], { messages: [hello], inferenceConfig: { temperature: 1.1 } }],
  [['CNV-027'], { messages: [hello], inferenceConfig: { maxTokens: 0 } }],
  [
    ['CNV-030'],
    { messages: [user({ text: 'x' }, ...Array.from({ length: 5 }, () => ({ cachePoint: { type: 'default' } })))] },
  ],
];

test.each(cases)('%j', (expected, body) => {
  expect(broken(body)).toEqual(expected);
});

test('every rule has a body here that breaks it', () => {
  const named = new Set(cases.flatMap(([expected]) => expected));
  expect(rules.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});
