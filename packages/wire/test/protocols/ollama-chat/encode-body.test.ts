/** Complete bodies: what each setting becomes, and what is reported about those that are left out. */
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeBody } from '../../../src/protocols/ollama-chat/encode-request/encode-body.ts';
import { type LeftOut, type OutgoingCase, outgoingOf } from './outgoing.ts';

interface Case extends OutgoingCase {
  readonly name: string;
  readonly expected: JsonObject;
  readonly left?: readonly LeftOut[];
}

const list: readonly JsonObject[] = [{ role: 'user', content: 'hi' }];
const plain = { model: 'qwen3', messages: list, stream: false, truncate: false, shift: false };
const look = {
  name: 'look',
  description: 'Looks.',
  schema: { type: 'object', properties: { at: { type: 'string' } } },
};
const wait = { name: 'wait' };
const schema = { type: 'object', properties: { a: { type: 'number' } } };
const lookDeclared = { type: 'function', function: { name: 'look', description: 'Looks.', parameters: look.schema } };

const cases: readonly Case[] = [
  { name: 'OLL-001 OLL-007 stream is explicit, and the history is not truncated', expected: plain },
  {
    name: 'OLL-001 a streaming request',
    outgoing: { settings: { stream: true } },
    expected: { ...plain, stream: true },
  },
  {
    name: 'OLL-001 no stream from a server that cannot stream',
    outgoing: { settings: { stream: true } },
    traits: { streaming: false },
    expected: plain,
    left: [['stream', 'the server does not stream']],
  },
  {
    name: 'the system text is the first message',
    outgoing: { system: 'be brief' },
    expected: { ...plain, messages: [{ role: 'system', content: 'be brief' }, ...list] },
  },
  {
    name: 'the system text becomes a user message for a model without that role',
    outgoing: { system: 'be brief' },
    traits: { systemRole: 'user' },
    expected: { ...plain, messages: [{ role: 'user', content: 'be brief' }, ...list] },
  },
  {
    name: 'tools, including one without arguments',
    outgoing: { tools: [look, wait], settings: { toolChoice: 'auto' } },
    expected: {
      ...plain,
      tools: [
        lookDeclared,
        { type: 'function', function: { name: 'wait', parameters: { type: 'object', properties: {} } } },
      ],
    },
  },
  {
    name: 'OLL-005 no tools for a model that has none',
    outgoing: { tools: [look] },
    traits: { tools: 'prompt' },
    expected: plain,
  },
  {
    name: 'choosing no tool sends no tools',
    outgoing: { tools: [look], settings: { toolChoice: 'none' } },
    expected: plain,
  },
  {
    name: 'other choices, parallel calls and a cache key have no field',
    outgoing: {
      tools: [look],
      settings: { toolChoice: { tool: 'look' }, parallelToolCalls: false, cache: { key: 's1' } },
    },
    expected: { ...plain, tools: [lookDeclared] },
    left: [
      ['toolChoice', 'the API has no tool choice'],
      ['parallelToolCalls', 'the API has no such setting'],
      ['cache', 'the API has no cache keys'],
    ],
  },
  {
    name: 'OLL-006 thinking by effort',
    outgoing: { settings: { reasoning: 'high' } },
    expected: { ...plain, think: 'high' },
  },
  {
    name: 'OLL-006 maps an unsupported effort to the nearest one',
    outgoing: { settings: { reasoning: 'xhigh' } },
    expected: { ...plain, think: 'high' },
    left: [['reasoning', 'moved to high, the nearest the model supports']],
  },
  {
    name: 'OLL-006 a budget becomes an effort',
    outgoing: { settings: { reasoning: { tokens: 2500 } } },
    expected: { ...plain, think: 'low' },
    left: [['reasoning', 'moved to low, the nearest the model supports']],
  },
  {
    name: 'OLL-006 turns thinking on for a model without efforts',
    outgoing: { settings: { reasoning: 'low' } },
    traits: { thinking: { efforts: [] } },
    expected: { ...plain, think: true },
    left: [['reasoning', 'the model can only be told to think']],
  },
  {
    name: 'OLL-006 a medium effort is nothing else than thinking, for a model without efforts',
    outgoing: { settings: { reasoning: 'medium' } },
    traits: { thinking: { efforts: [] } },
    expected: { ...plain, think: true },
  },
  {
    name: 'OLL-006 turns thinking off',
    outgoing: { settings: { reasoning: 'off' } },
    expected: { ...plain, think: false },
  },
  {
    name: 'OLL-006 does not turn off thinking that cannot be turned off',
    outgoing: { settings: { reasoning: 'off' } },
    traits: { thinking: { canDisable: false } },
    expected: plain,
    left: [['reasoning', 'the model always thinks']],
  },
  {
    name: 'OLL-006 does not ask a model that cannot think',
    outgoing: { settings: { reasoning: 'low' } },
    traits: { thinking: { control: 'none' } },
    expected: plain,
    left: [['reasoning', 'OLL-006: the model cannot think']],
  },
  {
    name: 'OLL-006 no thinking is the default',
    outgoing: { settings: { reasoning: 'off' } },
    traits: { thinking: { control: 'none' } },
    expected: plain,
  },
  { name: 'JSON', outgoing: { settings: { responseFormat: 'json' } }, expected: { ...plain, format: 'json' } },
  { name: 'text is not sent as a format', outgoing: { settings: { responseFormat: 'text' } }, expected: plain },
  {
    name: 'JSON with a schema',
    outgoing: { settings: { responseFormat: { name: 'answer', schema } } },
    expected: { ...plain, format: schema },
  },
  {
    name: 'JSON without the schema if schemas are not supported',
    outgoing: { settings: { responseFormat: { name: 'answer', schema } } },
    traits: { responseFormat: 'json-object' },
    expected: { ...plain, format: 'json' },
    left: [['responseFormat', 'the model supports JSON, but no schema']],
  },
  {
    name: 'no format if formats are not supported',
    outgoing: { settings: { responseFormat: 'json' } },
    traits: { responseFormat: 'none' },
    expected: plain,
    left: [['responseFormat', 'the model does not support response formats']],
  },
  {
    name: 'OLL-009 no format beside tools',
    outgoing: { tools: [look], settings: { responseFormat: 'json' } },
    expected: { ...plain, tools: [lookDeclared] },
    left: [['responseFormat', 'OLL-009: a format keeps the model from calling tools']],
  },
  {
    name: 'options',
    outgoing: { settings: { temperature: 0, topP: 0.9, stop: ['END'], maxOutputTokens: 500 } },
    expected: { ...plain, options: { temperature: 0, top_p: 0.9, stop: ['END'], num_predict: 500 } },
  },
  {
    name: 'the limit is at most what the window still holds',
    outgoing: { settings: { maxOutputTokens: 8000 }, inputTokens: 6000 },
    expected: { ...plain, options: { num_predict: 2192 } },
    left: [['maxOutputTokens', 'lowered to 2192, the remaining room']],
  },
  {
    name: 'one of the two sampling settings',
    outgoing: { settings: { temperature: 1, topP: 0.5 } },
    traits: { sampling: 'one' },
    expected: { ...plain, options: { temperature: 1 } },
    left: [['topP', 'the model accepts only one of them']],
  },
  {
    name: 'no sampling while thinking, no stop sequences, nothing for an empty list of them',
    outgoing: { settings: { temperature: 1, topP: 0.5, stop: ['END'], reasoning: 'low' } },
    traits: { sampling: 'without-thinking', stop: false },
    expected: { ...plain, think: 'low' },
    left: [
      ['temperature', 'the model does not accept sampling settings'],
      ['topP', 'the model does not accept sampling settings'],
      ['stop', 'the model does not support stop sequences'],
    ],
  },
  { name: 'an empty list of stop sequences is none', outgoing: { settings: { stop: [] } }, expected: plain },
];

test.each(cases)('$name', ({ expected, left: expectedLeft = [], ...given }) => {
  const { outgoing, left } = outgoingOf(given);
  expect(encodeBody(outgoing, list)).toEqual(expected);
  expect(left).toEqual(expectedLeft);
});
