/** A schema for the answer, in the words of each API, reaches every target in its own. */
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openRefusing, sentFor, type Upstream } from './open-upstream.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

const said = [{ role: 'user', content: 'Where?' }];

/** At the gateway. */
const asked: readonly (readonly [path: string, body: object])[] = [
  ['/v1/messages', { max_tokens: 900, messages: said, output_config: { format: { type: 'json_schema', schema } } }],
  ['/v1/messages', { max_tokens: 900, messages: said, output_format: { type: 'json_schema', schema } }],
  [
    '/v1/chat/completions',
    { messages: said, response_format: { type: 'json_schema', json_schema: { name: 'response', schema } } },
  ],
  ['/v1/responses', { input: 'Where?', text: { format: { type: 'json_schema', name: 'response', schema } } }],
  [
    '/v1beta/models/x:generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: 'Where?' }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
  ],
  ['/api/chat', { stream: false, messages: said, format: schema }],
];

/** At the provider. */
const targets: readonly (readonly [target: RouteTarget, path: string, wanted: object])[] = [
  [
    { provider: 'anthropic', model: 'claude-opus-4-8' },
    '',
    { output_config: { format: { type: 'json_schema', schema } } },
  ],
  [
    { provider: 'anthropic', model: 'claude-haiku-4-5' },
    '',
    { output_config: { format: { type: 'json_schema', schema } } },
  ],
  [
    { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra' },
    '/v1',
    { text: { format: { type: 'json_schema', name: 'response', schema } } },
  ],
  [
    { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' },
    '/v1',
    { response_format: { type: 'json_schema', json_schema: { name: 'response', schema } } },
  ],
  [
    { provider: 'google', model: 'gemini-3.1-pro' },
    '/v1beta',
    { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
  ],
  [{ provider: 'ollama', model: 'qwen3' }, '', { format: schema }],
];

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

test.each(targets)('$provider $model', async (target, path, wanted) => {
  upstream = await openRefusing(target, path);
  const got: unknown[] = [];
  for (const [at, body] of asked) {
    const { body: sent, leftOut } = await sentFor(upstream, at, body);
    got.push([at, leftOut, sent]);
  }
  // A body that is passed on as it came has the word of the beta.
  const beta = target.provider === 'anthropic' ? { output_format: { type: 'json_schema', schema } } : wanted;
  expect(got).toMatchObject(asked.map(([at], place) => [at, null, place === 1 ? beta : wanted]));
});
