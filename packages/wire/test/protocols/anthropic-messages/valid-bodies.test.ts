/** For any conversation and any target, the body breaks none of the API's rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { anthropicMessages } from '../../../src/protocols/anthropic-messages/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { Message, ModelPart, UserPart } from '../../../src/shape/message.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { outgoing, result } from './outgoing.ts';

const words = fc.constantFrom('', ' \n', 'Hi', 'a b ', '{"x":1}');
const text = fc.record({ type: fc.constant('text' as const), text: words });
const picture = fc.constantFrom('image/png', 'image/jpg', 'audio/wav', 'application/pdf').map(
  (mimeType): UserPart => ({
    type: 'media',
    block: { type: 'media', mimeType, data: 'AAAA', encoding: 'base64', caption: 'a cat' },
  }),
);
const seal = fc.record({
  field: fc.constantFrom('signature', 'redacted_thinking', 'redactedData', 'encrypted_content'),
  value: fc.constantFrom('', 'token'),
});
const thinking = fc.record(
  { type: fc.constant('thinking' as const), text: words, seal },
  { requiredKeys: ['type', 'text'] },
);
const providerTool = fc.record({
  type: fc.constant('provider-tool' as const),
  id: fc.constantFrom('srvtoolu_1', 'toolu_x', ''),
  name: fc.constant('web_search'),
  args: fc.constant({ query: 'x' }),
  result: fc.record({
    field: fc.constantFrom('web_search_tool_result', 'other'),
    value: fc.constantFrom('[]', 'no JSON'),
  }),
});
type Drawn = Exclude<ModelPart, { type: 'call' }> | 'call';
const part: fc.Arbitrary<Drawn> = fc.oneof(text, picture, thinking, providerTool, fc.constant('call' as const));

interface Turn {
  readonly said: readonly UserPart[];
  readonly answer: readonly Drawn[];
  readonly result: { readonly text: string; readonly isError: boolean; readonly media: boolean };
}

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    said: fc.array(fc.oneof(text, picture), { minLength: 1, maxLength: 3 }),
    answer: fc.array(part, { minLength: 1, maxLength: 6 }),
    result: fc.record({ text: words, isError: fc.boolean(), media: fc.boolean() }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A conversation as it is after shaping: alternating, calls answered at once, the user first and last. */
function messagesOf(drawn: readonly Turn[]): readonly Message[] {
  const messages: Message[] = [];
  let results: ReturnType<typeof result>[] = [];
  let calls = 0;
  for (const turn of drawn) {
    messages.push({ role: 'user', results, parts: turn.said });
    const parts = turn.answer.map((each): ModelPart => {
      if (each !== 'call') return each;
      calls += 1;
      return { type: 'call', canonicalId: `c${calls}`, id: `toolu_${calls}`, name: 'look', args: { at: calls } };
    });
    messages.push({ role: 'model', parts });
    const media: UserPart = {
      type: 'media',
      block: { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
    };
    results = parts.flatMap((each) =>
      each.type === 'call'
        ? [result(each.id, turn.result.text, { isError: turn.result.isError, media: turn.result.media ? [media] : [] })]
        : [],
    );
  }
  messages.push({ role: 'user', results, parts: [{ type: 'text', text: 'Go on' }] });
  return messages;
}

const settings: fc.Arbitrary<Settings> = fc.record(
  {
    maxOutputTokens: fc.constantFrom(1, 500, 5000, 999_999),
    temperature: fc.constantFrom(0, 1, 1.5),
    topP: fc.constantFrom(0.5, 1),
    stop: fc.constantFrom([], ['END'], [' ']),
    toolChoice: fc.constantFrom<NonNullable<Settings['toolChoice']>[]>(
      'auto',
      'none',
      'required',
      { tool: 'look' },
      { tool: 'gone' },
    ),
    parallelToolCalls: fc.boolean(),
    reasoning: fc.constantFrom<NonNullable<Settings['reasoning']>[]>(
      'off',
      'minimal',
      'high',
      'max',
      { tokens: 3 },
      { tokens: 20_000 },
    ),
    stream: fc.boolean(),
    cache: fc.constant(false as const),
  },
  { requiredKeys: [] },
);

const targets: fc.Arbitrary<TraitOverrides> = fc.record({
  maxOutput: fc.constantFrom(1000, 8192, 64_000),
  sampling: fc.constantFrom('one' as const, 'none' as const, 'without-thinking' as const),
  forcedToolChoice: fc.constantFrom('yes' as const, 'without-thinking' as const, 'no' as const),
  cache: fc.constantFrom('breakpoints' as const, 'none' as const),
  thinking: fc.record({
    control: fc.constantFrom('none' as const, 'budget' as const, 'adaptive' as const),
    efforts: fc.constant(['low', 'high'] as const),
    byDefault: fc.boolean(),
    canDisable: fc.boolean(),
    replay: fc.constantFrom('signed' as const, 'none' as const),
  }),
});

test(
  'ANT-001 … ANT-070 hold for every body we write',
  () =>
    holds(
      fc.tuple(turns, settings, targets, fc.constantFrom('', ' ', 'Be brief')),
      400,
      ([drawn, asked, target, system]) => {
        const messages = messagesOf(drawn);
        const request = outgoing({ messages, settings: asked, system, tools: [{ name: 'look' }] }, target);
        const list = messages.flatMap((message) => anthropicMessages.encodeMessage(message, request.traits));
        const body = anthropicMessages.encodeBody(request, list);
        const view = { body, list: body['messages'] as typeof list, traits: request.traits, from: 0 };
        expect(findViolations(anthropicMessages.rules, view)).toEqual([]);
      },
    ),
  patience,
);
