/** What we write as a client, we read as a server; and a longer history only appends bytes. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { decodeRequest } from '../../../src/protocols/openai-chat/decode-request/decode-request.ts';
import { encodeMessage } from '../../../src/protocols/openai-chat/encode-request/encode-message.ts';
import type { ResultPart, UserPart } from '../../../src/shape/message.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import type { Effort, TraitOverrides } from '../../../src/traits/traits.ts';
import { call, encode, model, result, results, say, traitsWith, user } from './outgoing.ts';

const efforts: readonly Effort[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const everything: TraitOverrides = {
  parallelToolCalls: 'settable',
  responseFormat: 'json-schema',
  cache: 'key',
  thinking: { control: 'effort', efforts, canDisable: true },
};
const look = { name: 'look', description: 'Looks', schema: { type: 'object', properties: { at: { type: 'string' } } } };

const settings: fc.Arbitrary<Settings> = fc.record(
  {
    maxOutputTokens: fc.integer({ min: 1, max: 4096 }),
    temperature: fc.constantFrom(0, 0.5, 2),
    topP: fc.constantFrom(0.1, 1),
    stop: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
    toolChoice: fc.constantFrom<NonNullable<Settings['toolChoice']>>('auto', 'none', 'required', { tool: 'look' }),
    parallelToolCalls: fc.boolean(),
    reasoning: fc.constantFrom<NonNullable<Settings['reasoning']>>('off', ...efforts),
    responseFormat: fc.constantFrom<NonNullable<Settings['responseFormat']>>('json', {
      name: 'a',
      schema: { type: 'object' },
    }),
    stream: fc.constant(true),
    cache: fc.constant({ key: 's1' }),
  },
  { requiredKeys: [] },
);

test(
  'settings survive a round trip',
  () =>
    holds(settings, 300, (asked) => {
      const { body, leftOut } = encode({ settings: asked, tools: [look], traits: everything });
      expect(leftOut).toEqual([]);
      expect(decodeRequest(body)).toEqual({
        model: 'some-model',
        contents: [{ speaker: 'human', blocks: [say('Hi')] }],
        tools: [{ name: 'look', description: 'Looks', parameters: look.schema }],
        settings: asked,
        problems: [],
      });
    }),
  patience,
);

test('a conversation survives a round trip', () => {
  const id = 'abcdefghijklmnopqrstuvwx';
  const png = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
  const { body } = encode({
    system: 'Be brief',
    messages: [
      user('Look', { type: 'media', block: png }),
      model({ type: 'thinking', text: 'hm' }, say('Looking'), call(`call_${id}`, 'look', { at: 'x' })),
      results([result(`call_${id}`, 'seen')], say('And?')),
    ],
    traits: { media: { user: ['image'] }, thinking: { replay: 'reasoning_content' } },
  });
  expect(decodeRequest(body)).toEqual({
    model: 'some-model',
    contents: [
      { speaker: 'system', blocks: [say('Be brief')] },
      { speaker: 'human', blocks: [say('Look'), png] },
      {
        speaker: 'ai',
        blocks: [
          {
            type: 'thinking',
            thought: 'hm',
            seal: { provider: '', protocol: 'openai-chat', field: 'reasoning_content', value: 'hm' },
          },
          say('Looking'),
          { type: 'tool_call', id: `hist_tool_${id}`, name: 'look', parameters: { at: 'x' } },
        ],
      },
      {
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: `hist_tool_${id}`, toolName: 'look', result: 'seen' }],
      },
      { speaker: 'human', blocks: [say('And?')] },
    ],
    tools: [],
    settings: {},
    problems: [],
  });
});

/** Whether `later` starts with `earlier`. */
function extendsContent(later: JsonValue | undefined, earlier: JsonValue | undefined): boolean {
  if (typeof later === 'string' && typeof earlier === 'string') return later.startsWith(earlier);
  return JSON.stringify(later).startsWith(JSON.stringify(earlier).slice(0, -1));
}

function expectExtension(later: readonly JsonObject[], earlier: readonly JsonObject[]): void {
  const last = earlier.length - 1;
  expect(later.slice(0, last)).toEqual(earlier.slice(0, last));
  const { content: now, ...rest } = later[last] ?? {};
  const { content: then, ...was } = earlier[last] ?? {};
  expect(rest).toEqual(was);
  expect(extendsContent(now, then)).toBe(true);
}

const parts: fc.Arbitrary<readonly UserPart[]> = fc.array(fc.string({ minLength: 1 }).map(say), { maxLength: 3 });
const answers: fc.Arbitrary<readonly ResultPart[]> = fc.constantFrom([], [result('a')], [result('a'), result('b')]);
const variants: fc.Arbitrary<TraitOverrides> = fc.record({
  bridgeAfterResults: fc.boolean(),
  media: fc.constantFrom({ user: [] }, { user: ['image'] as const }),
});

test(
  'a growing user message keeps what was written',
  () =>
    holds(fc.tuple(answers, parts, parts, variants), 300, ([given, said, added, overrides]) => {
      fc.pre(given.length + said.length > 0);
      const traits = traitsWith(overrides);
      const earlier = encodeMessage(results(given, ...said), traits);
      const later = encodeMessage(results(given, ...said, ...added), traits);
      expectExtension(later, earlier);
    }),
  patience,
);
