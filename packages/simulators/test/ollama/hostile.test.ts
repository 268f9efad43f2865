/** Any input is answered, and never with an internal error of the simulator. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Outcome } from '../../src/api/api.ts';
import { ollama } from '../../src/ollama/index.ts';
import { nestedPlaces, putAt } from '../nested-places.ts';
import { requestOf, world } from './send.ts';

const doors = ['/api/chat', '/api/show', '/v1/chat/completions', '/v1/messages'] as const;

const good = {
  model: 'qwen3',
  max_tokens: 10,
  messages: [
    { role: 'user', content: 'hello', images: ['AAAA'] },
    {
      role: 'assistant',
      content: '',
      thinking: 'hm',
      tool_calls: [{ id: 'a', function: { name: 'read', arguments: { a: 1 } } }],
    },
    { role: 'tool', content: 'x', tool_name: 'read', tool_call_id: 'a' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'x' }] }] },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'read', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
    },
  ],
  options: { num_ctx: 100 },
  think: true,
  format: 'json',
  keep_alive: '5m',
  truncate: true,
};

function check(outcome: Outcome): void {
  if (outcome.kind === 'asked') {
    const response = outcome.answer({
      parts: [{ think: 'hm' }, { say: 'so' }, { call: 'read', args: {}, rawArgs: '{"a' }, { call: 'read', args: {} }],
      stop: 'calls',
    });
    expect(response.status).toBe(200);
    return;
  }
  expect(outcome.response.status).toBeLessThan(500);
}

test(
  'answers any body',
  () => {
    holds(fc.tuple(fc.constantFrom(...doors), fc.jsonValue()), 500, ([door, body]) => {
      check(ollama.handle(requestOf(door, body), world));
    });
  },
  patience,
);

test(
  'answers any value in any place of a valid body',
  () => {
    const places = nestedPlaces(good);
    const arbitrary = fc.tuple(fc.constantFrom(...doors), fc.constantFrom(...places), fc.jsonValue());
    holds(arbitrary, 1500, ([door, place, value]) => {
      check(ollama.handle(requestOf(door, putAt(good, place, value)), world));
    });
  },
  patience,
);

test(
  'answers any path and method',
  () => {
    holds(fc.tuple(fc.string(), fc.string(), fc.string()), 300, ([path, method, raw]) => {
      check(ollama.handle(requestOf(`/${path}`, undefined, { method, raw }), world));
    });
  },
  patience,
);
