/** Any input gets an answer in this API's format: nothing throws, and nothing is a 500. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { claudes } from '../../src/anthropic/models.ts';
import type { Outcome } from '../../src/api/api.ts';
import { type Body, createBench, request } from './bench.ts';

const value: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });
const words: fc.Arbitrary<unknown> = fc.constantFrom(
  ...['user', 'assistant', 'system', 'text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', 'image'],
  ...['server_tool_use', 'web_search_tool_result', 'compaction', 'tool_addition', 'tool_reference', 'document'],
  ...['adaptive', 'enabled', 'any', 'tool', 'ephemeral', 'toolu_1', 'read', 'custom', 'web_search_20250305'],
);
const leaf = fc.oneof(value, words, fc.string({ unit: 'binary' }));

/** Blocks that are almost right. */
const names = [
  'type',
  'text',
  'thinking',
  'signature',
  'data',
  'id',
  'name',
  'input',
  'tool_use_id',
  'content',
  'source',
  'tool',
];
const block = fc.oneof(
  leaf,
  fc.dictionary(fc.constantFrom(...names, 'cache_control', 'is_error'), leaf, { maxKeys: 5 }),
);
const content = fc.oneof(
  leaf,
  fc.array(fc.oneof(block, fc.record({ type: words, content: fc.array(block, { maxLength: 3 }) })), { maxLength: 4 }),
);
const message = fc.oneof(leaf, fc.record({ role: fc.oneof(words, leaf), content }));
const settings = [
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'container',
  'cache_control',
  'max_tokens',
];

function answered(outcome: Outcome): number {
  if (outcome.kind !== 'asked') return outcome.response.status;
  return outcome.answer({ parts: [{ think: 'a' }, { say: 'b' }, { call: 'read', args: {} }], stop: 'calls' }).status;
}

const allowed = [200, 400, 404];

test(
  'any messages',
  () => {
    holds(fc.tuple(fc.array(message, { maxLength: 4 }), fc.constantFrom(...claudes)), 500, ([messages, { id }]) => {
      expect(allowed).toContain(answered(createBench().send({ body: request(messages as Body[], { model: id }) })));
    });
  },
  patience,
);

test(
  'any setting',
  () => {
    const more = fc.dictionary(
      fc.oneof(fc.constantFrom(...settings), fc.string()),
      fc.oneof(leaf, fc.array(block, { maxLength: 3 }), block),
    );
    holds(fc.tuple(more, fc.constantFrom(...claudes)), 500, ([fields, { id }]) => {
      const body = request([{ role: 'user', content: 'hi' }], { model: id, ...fields });
      expect(allowed).toContain(answered(createBench().send({ body })));
    });
  },
  patience,
);

test(
  'any blocks between well-formed messages',
  () => {
    holds(fc.array(block, { maxLength: 4 }), 500, (blocks) => {
      const messages = [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: blocks },
        { role: 'user', content: blocks },
      ];
      expect(allowed).toContain(answered(createBench().send({ body: request(messages) })));
    });
  },
  patience,
);

test(
  'any body, path, method and headers',
  () => {
    const paths = fc.oneof(
      fc.constantFrom('/v1/messages', '/v1/messages/count_tokens', '/v1/models/%', '/v1/models'),
      fc.webPath(),
      fc.string(),
    );
    const asked = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT'),
      path: paths,
      headers: fc.dictionary(
        fc.constantFrom('x-api-key', 'authorization', 'anthropic-version', 'anthropic-beta'),
        fc.string(),
      ),
      body: fc.oneof(value, fc.constant(undefined)),
      raw: fc.string({ unit: 'binary' }),
    });
    holds(asked, 500, (request) => {
      const { api, world } = createBench();
      const outcome = api.handle({ ...request, query: new URLSearchParams() }, world());
      expect([200, 400, 401, 404, 405]).toContain(answered(outcome));
    });
  },
  patience,
);

test(
  'a signature that is any text, or another of our tokens',
  () => {
    const bench = createBench();
    const foreign = bench.world().mint({
      kind: 'thinking',
      provider: 'anthropic',
      model: 'x',
      endpoint: 'http://one',
      account: 'main',
      text: 'x',
    });
    const claims = fc.record({
      kind: fc.constantFrom('thinking', 'redacted'),
      text: fc.string(),
      item: fc.constantFrom('{}', '1'),
    });
    holds(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.constant(foreign),
        claims.map((more) =>
          bench.world().mint({
            provider: 'anthropic',
            model: 'claude-fable-5-1',
            endpoint: 'http://one',
            account: 'main',
            ...more,
          }),
        ),
      ),
      300,
      (signature) => {
        for (const block of [
          { type: 'thinking', thinking: 'x', signature },
          { type: 'redacted_thinking', data: signature },
        ]) {
          const messages = [
            { role: 'user', content: 'hi' },
            { role: 'assistant', content: [block] },
            { role: 'user', content: 'x' },
          ];
          expect(allowed).toContain(answered(bench.send({ body: request(messages, { model: 'claude-fable-5-1' }) })));
        }
      },
    );
  },
  patience,
);
