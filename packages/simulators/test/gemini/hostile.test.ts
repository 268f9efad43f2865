/** Any input is answered, and never with an internal error of the simulator. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Outcome } from '../../src/api/api.ts';
import { gemini } from '../../src/gemini/index.ts';
import { models } from '../../src/gemini/models.ts';
import { nestedPlaces, putAt } from '../nested-places.ts';
import { requestOf, worldOf } from './send.ts';

const methods = ['generateContent', 'streamGenerateContent', 'countTokens'] as const;

const good = {
  systemInstruction: { parts: [{ text: 'be good' }] },
  contents: [
    { role: 'user', parts: [{ text: 'hello' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        {
          functionCall: { id: 'a', name: 'read', args: { path: 'a' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'read', response: { output: 'x' } } }] },
  ],
  tools: [
    {
      functionDeclarations: [
        {
          name: 'read',
          description: 'reads',
          parameters: {
            type: 'OBJECT',
            properties: { path: { type: 'ARRAY', items: { anyOf: [{ type: 'STRING', enum: ['a'] }] } } },
            required: ['path'],
          },
        },
        { name: 'write', parametersJsonSchema: { type: 'object' } },
      ],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['read'] } },
  generationConfig: { maxOutputTokens: 5, thinkingConfig: { includeThoughts: true } },
};

const names = fc.constantFrom(...models.map(({ id }) => id));
const world = worldOf();

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
  expect(() => JSON.parse(String(outcome.response.body))).not.toThrow();
}

test('the damaged body was valid', () => {
  const outcome = gemini.handle(requestOf('/v1beta/models/gemini-3.1-pro:generateContent', good), world);
  expect(outcome).toMatchObject({ kind: 'asked', warnings: [] });
});

test(
  'answers any body',
  () => {
    holds(fc.tuple(names, fc.constantFrom(...methods), fc.jsonValue()), 500, ([model, method, body]) => {
      check(gemini.handle(requestOf(`/v1beta/models/${model}:${method}`, body), world));
    });
  },
  patience,
);

test(
  'answers any value in any place of a valid body',
  () => {
    const places = nestedPlaces(good);
    const arbitrary = fc.tuple(names, fc.constantFrom(...methods), fc.constantFrom(...places), fc.jsonValue());
    holds(arbitrary, 2000, ([model, method, place, value]) => {
      const request = requestOf(`/v1beta/models/${model}:${method}`, putAt(good, place, value));
      check(gemini.handle(request, world));
    });
  },
  patience,
);

const text = fc.constantFrom('', 'a', '__proto__', '\ud800', 'skip_thought_signature_validator', 'AAAA', '!');
const args = fc.dictionary(text, fc.constantFrom(1, null, 'x', [{}]), { maxKeys: 2 });
const signed = { thoughtSignature: text, thought: fc.boolean() };
const part = fc.oneof(
  fc.record({ text, ...signed }, { requiredKeys: ['text'] }),
  fc.record({ functionCall: fc.record({ id: text, name: text, args }), ...signed }, { requiredKeys: ['functionCall'] }),
  fc.record({ functionResponse: fc.record({ id: text, name: text, response: args }) }),
  fc.record({ inlineData: fc.record({ mimeType: text }) }),
  fc.constant({}),
);
const role = fc.constantFrom('user', 'model', 'function', '', 'tool');
const content = fc.record({ role, parts: fc.array(part, { maxLength: 3 }) });

test(
  'answers contents in any order',
  () => {
    holds(fc.tuple(names, fc.array(content, { maxLength: 4 })), 1000, ([model, contents]) => {
      check(gemini.handle(requestOf(`/v1beta/models/${model}:generateContent`, { contents }), world));
    });
  },
  patience,
);

test(
  'answers any path, method and text',
  () => {
    holds(fc.tuple(fc.string(), fc.string(), fc.string()), 300, ([path, method, raw]) => {
      check(gemini.handle(requestOf(`/v1beta/models/${path}`, undefined, { method, raw }), world));
    });
  },
  patience,
);

test('rejects a body nested too deeply', () => {
  const deep: unknown = JSON.parse(`${'{"items":'.repeat(2000)}{}${'}'.repeat(2000)}`);
  const tools = [{ functionDeclarations: [{ name: 'read', parameters: deep }] }];
  const outcome = gemini.handle(requestOf('/v1beta/models/gemini-2.5-pro:generateContent', { tools }), world);
  expect(outcome).toMatchObject({ kind: 'refused', violation: { rule: 'gate-json', status: 400 } });
});
