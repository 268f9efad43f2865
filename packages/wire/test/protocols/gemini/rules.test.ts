/** Every rule, with a body that breaks only this rule; and bodies that break none. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { gemini } from '../../../src/protocols/gemini/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { Message } from '../../../src/shape/message.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

const sentinel = 'skip_thought_signature_validator';
const user = (...parts: readonly JsonValue[]): JsonObject => ({ role: 'user', parts });
const model = (...parts: readonly JsonValue[]): JsonObject => ({ role: 'model', parts });
const text = { text: 'Hi' };
const call = (name: string, more: JsonObject = {}): JsonObject => ({ functionCall: { name, args: {}, ...more } });
const signedCall = (name: string, more: JsonObject = {}): JsonObject => ({
  ...call(name, more),
  thoughtSignature: sentinel,
});
const response = (name: string, more: JsonObject = {}): JsonObject => ({
  functionResponse: { name, response: { output: 'ok' }, ...more },
});
const tools = (...declarations: readonly JsonObject[]): JsonObject => ({
  tools: [{ functionDeclarations: declarations }],
});
const schema = (parameters: JsonObject): JsonObject => tools({ name: 'a', parameters });
const inProperty = (property: JsonObject): JsonObject => schema({ type: 'OBJECT', properties: { x: property } });
const place = 'tools.0.functionDeclarations.0.parameters';

interface Row {
  readonly title: string;
  readonly contents?: readonly JsonValue[];
  readonly body?: JsonObject;
  readonly traits?: TraitOverrides;
  readonly from?: number;
  readonly found: readonly (readonly [string, string])[];
}

const rows: readonly Row[] = [
  {
    title: 'GEM-001 fewer responses than calls',
    contents: [user(text), model(signedCall('a'), call('b')), user(response('a'))],
    found: [['GEM-001', 'contents.2']],
  },
  {
    title: 'GEM-001 text instead of responses',
    contents: [user(text), model(signedCall('a')), user(text)],
    found: [['GEM-001', 'contents.2']],
  },
  {
    title: 'GEM-001 GEM-003 responses in two contents',
    contents: [user(text), model(signedCall('a'), call('b')), user(response('a')), user(response('b'))],
    found: [
      ['GEM-001', 'contents.2'],
      ['GEM-003', 'contents.3'],
    ],
  },
  {
    title: 'GEM-002 a call first',
    contents: [model(signedCall('a')), user(response('a'))],
    found: [['GEM-002', 'contents.0']],
  },
  {
    title: 'GEM-002 a call after a model content',
    contents: [user(text), model(text), model(signedCall('a')), user(response('a'))],
    found: [['GEM-002', 'contents.2']],
  },
  { title: 'GEM-003 a response first', contents: [user(response('a'))], found: [['GEM-003', 'contents.0']] },
  { title: 'GEM-004 the model last', contents: [user(text), model(text)], found: [['GEM-004', 'contents.1']] },
  {
    title: 'GEM-004 the model last, where allowed',
    contents: [user(text), model(text)],
    traits: { lastMessage: 'any' },
    found: [],
  },
  {
    title: 'GEM-005 text beside responses',
    contents: [user(text), model(signedCall('a')), user(response('a'), { inlineData: {} }, text)],
    found: [['GEM-005', 'contents.2.parts.2']],
  },
  {
    title: 'GEM-006 roles of other APIs',
    contents: [{ role: 'system', parts: [text] }, { parts: [text] }, { role: 'assistant', parts: [text] }],
    found: [
      ['GEM-006', 'contents.0.role'],
      ['GEM-006', 'contents.1.role'],
      ['GEM-006', 'contents.2.role'],
    ],
  },
  { title: 'GEM-007 no contents', contents: [], found: [['GEM-007', 'contents']] },
  {
    title: 'GEM-008 no parts, no part, no content',
    contents: [user(), { role: 'user' }, user('Hi'), 'Hi'],
    found: [
      ['GEM-008', 'contents.0.parts'],
      ['GEM-008', 'contents.1.parts'],
      ['GEM-008', 'contents.2.parts.0'],
      ['GEM-008', 'contents.3'],
    ],
  },
  {
    title: 'GEM-008 a text as the system instruction',
    body: { system_instruction: 'Be brief.' },
    found: [['GEM-008', 'systemInstruction']],
  },
  {
    title: 'GEM-009 an empty text, unless it is signed',
    contents: [user(text), model({ text: '' }, { text: '', thoughtSignature: 'c2ln' }), user(text)],
    found: [['GEM-009', 'contents.1.parts.0']],
  },
  {
    title: 'GEM-010 an unsigned first call',
    contents: [user(text), model(text, call('a'), signedCall('b')), user(response('a'), response('b'))],
    found: [['GEM-010', 'contents.1.parts.1']],
  },
  {
    title: 'GEM-014 an unsigned call, where allowed',
    contents: [user(text), model(call('a')), user(response('a'))],
    traits: { thinking: { demanded: 'never' } },
    found: [],
  },
  {
    title: 'GEM-013 signatures that are not base64',
    contents: [
      user(text),
      model(
        { text: 'a', thoughtSignature: 'not base64!' },
        { text: 'b', thoughtSignature: 7 },
        { text: 'c', thoughtSignature: 'YQ==' },
      ),
      user(text),
    ],
    found: [
      ['GEM-013', 'contents.1.parts.0'],
      ['GEM-013', 'contents.1.parts.1'],
    ],
  },
  {
    title: 'GEM-016 ids, where the target has them',
    contents: [
      user(text),
      model(signedCall('a'), call('b', { id: 'x' })),
      user(response('a'), response('b', { id: 'y' })),
    ],
    traits: { toolIds: 'anthropic' },
    found: [
      ['GEM-016', 'contents.1.parts.0'],
      ['GEM-016', 'contents.2.parts.0'],
      ['GEM-016', 'contents.2.parts.1'],
    ],
  },
  {
    title: 'GEM-017 names of responses, by order and by id',
    contents: [
      user(text),
      model(signedCall('a'), call('b')),
      user(response('b'), response('')),
      model(signedCall('a', { id: '1' }), call('b', { id: '2' })),
      user(response('b', { id: '2' }), response('b', { id: '1' })),
    ],
    found: [
      ['GEM-017', 'contents.2.parts.0'],
      ['GEM-017', 'contents.2.parts.1'],
      ['GEM-017', 'contents.4.parts.1'],
    ],
  },
  {
    title: 'GEM-018 a response that is text',
    contents: [user(text), model(signedCall('a')), user(response('a', { response: 'ok' }))],
    found: [['GEM-018', 'contents.2.parts.0']],
  },
  {
    title: 'GEM-019 arguments that are text',
    contents: [user(text), model(signedCall('a', { args: '{}' })), user(response('a'))],
    found: [['GEM-019', 'contents.1.parts.0']],
  },
  {
    title: 'GEM-020 names',
    body: tools({ name: '1a' }, { name: 'a.b:c-d_e' }, { name: 'a'.repeat(65) }, {}),
    found: [
      ['GEM-020', 'tools.0.functionDeclarations.0'],
      ['GEM-020', 'tools.0.functionDeclarations.2'],
      ['GEM-020', 'tools.0.functionDeclarations.3'],
    ],
  },
  {
    title: 'GEM-020 names of calls',
    contents: [user(text), model(signedCall('a b')), user(response('a b'))],
    found: [['GEM-020', 'contents.1.parts.0']],
  },
  {
    title: 'GEM-021 keywords at every depth, but not in property names',
    body: schema({
      type: 'OBJECT',
      $schema: 'x',
      properties: { const: { type: 'ARRAY', items: { anyOf: [{ type: 'STRING', const: 'a' }] } } },
    }),
    found: [
      ['GEM-021', place],
      ['GEM-021', `${place}.properties.const.items.anyOf.0`],
    ],
  },
  {
    title: 'GEM-021 fields of other APIs, but not those that may be newer',
    contents: [{ role: 'user', id: 'a', newer: 1, parts: [{ type: 'text', text: 'x', newer: 1, index: 0 }] }],
    found: [
      ['GEM-021', 'contents.0.id'],
      ['GEM-021', 'contents.0.parts.0.type'],
      ['GEM-021', 'contents.0.parts.0.index'],
    ],
  },
  {
    title: 'GEM-022 both kinds of schemas',
    body: tools({ name: 'a', parameters: { type: 'STRING' }, parametersJsonSchema: {} }),
    found: [['GEM-022', 'tools.0.functionDeclarations.0']],
  },
  {
    title: 'GEM-023 no properties',
    body: schema({ type: 'object', properties: {} }),
    found: [['GEM-023', place]],
  },
  { title: 'GEM-023 no items', body: inProperty({ type: 'ARRAY' }), found: [['GEM-023', `${place}.properties.x`]] },
  { title: 'GEM-023 no type', body: inProperty({ description: 'x' }), found: [['GEM-023', `${place}.properties.x`]] },
  { title: 'GEM-024 an empty type', body: inProperty({ type: '' }), found: [['GEM-024', `${place}.properties.x`]] },
  {
    title: 'GEM-024 several types',
    body: inProperty({ type: ['string', 'null'] }),
    found: [['GEM-024', `${place}.properties.x`]],
  },
  {
    title: 'GEM-025 an enum of numbers',
    body: inProperty({ type: 'INTEGER', enum: [1] }),
    found: [['GEM-025', `${place}.properties.x`]],
  },
  {
    title: 'GEM-025 an unknown format',
    body: inProperty({ type: 'STRING', format: 'uri' }),
    found: [['GEM-025', `${place}.properties.x`]],
  },
  {
    title: 'GEM-026 a search beside functions',
    body: { tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'a' }] }] },
    found: [['GEM-026', 'tools.0.googleSearch']],
  },
  {
    title: 'GEM-026 a search beside functions, if enabled',
    body: {
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'a' }] }],
      toolConfig: { includeServerSideToolInvocations: true },
    },
    found: [],
  },
  {
    title: 'GEM-027 a choice without functions',
    body: { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
    found: [['GEM-027', 'toolConfig.functionCallingConfig']],
  },
  {
    title: 'GEM-028 a system instruction beside cached content',
    body: { cachedContent: 'x', systemInstruction: { parts: [text] } },
    found: [['GEM-028', 'systemInstruction']],
  },
  {
    title: 'GEM-030 media inside a response',
    contents: [user(text), model(signedCall('a')), user(response('a', { parts: [{ inlineData: {} }] }))],
    found: [['GEM-030', 'contents.2.parts.0']],
  },
  {
    title: 'GEM-030 media inside a response, where allowed',
    contents: [user(text), model(signedCall('a')), user(response('a', { parts: [{ inlineData: {} }] }))],
    traits: { media: { results: ['image'] } },
    found: [],
  },
  {
    title: 'GEM-031 both a budget and a level',
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 0, thinkingLevel: 'LOW' } } },
    found: [['GEM-031', 'generationConfig.thinkingConfig']],
  },
  {
    title: 'GEM-031 a budget for a model with levels',
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    traits: { thinking: { control: 'gemini-level' } },
    found: [['GEM-031', 'generationConfig.thinkingConfig']],
  },
  {
    title: 'GEM-038 penalties',
    body: { generationConfig: { presencePenalty: 0.5, frequencyPenalty: 0 } },
    found: [['GEM-038', 'generationConfig.presencePenalty']],
  },
  {
    title: 'GEM-038 penalties for an older model',
    body: { generationConfig: { presencePenalty: 0.5 } },
    traits: { furtherSettings: ['presencePenalty'] },
    found: [],
  },
  {
    title: 'what is known to be valid is not checked again, except next to new content',
    contents: [{ role: 'assistant', parts: [] }, model(signedCall('a')), user(text)],
    from: 2,
    found: [['GEM-001', 'contents.2']],
  },
  {
    title: 'a strange content after valid ones',
    contents: [user(text), 7],
    from: 1,
    found: [['GEM-008', 'contents.1']],
  },
];

describe('rules', () => {
  test.each(rows)('$title', ({ contents = [user(text)], body = {}, traits = {}, from = 0, found }) => {
    const view = { body: { ...body, contents }, list: contents, traits: overlayTraits(gemini.traits, traits), from };
    expect(findViolations(gemini.rules, view).map(({ rule, path }) => [rule, path])).toEqual(found);
  });

  test('every rule is broken by a body above, and is listed once', () => {
    const ids = gemini.rules.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const broken = new Set(rows.flatMap(({ found }) => found.map(([rule]) => rule)));
    expect(ids.filter((id) => !broken.has(id))).toEqual([]);
  });

  test('our own bodies break no rule', () => {
    const messages: readonly Message[] = [
      { role: 'user', results: [], parts: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'model',
        parts: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'text', text: '' },
          { type: 'call', canonicalId: 'hist_tool_a', id: '', name: 'a', args: {} },
          { type: 'call', canonicalId: 'hist_tool_b', id: '', name: 'b', args: {} },
        ],
      },
      {
        role: 'user',
        results: ['a', 'b'].map((name) => ({
          type: 'result',
          canonicalId: `hist_tool_${name}`,
          id: '',
          name,
          value: null,
          text: '(no output)',
          isError: false,
          media: [],
        })),
        parts: [{ type: 'text', text: 'Well?' }],
      },
    ];
    const list = messages.flatMap((message) => gemini.encodeMessage(message, gemini.traits));
    const body = gemini.encodeBody(
      {
        model: 'm',
        system: 'Be brief.',
        messages,
        tools: [{ name: 'a' }, { name: 'b', schema: { type: 'object', properties: { x: { type: 'string' } } } }],
        settings: { toolChoice: { tool: 'a' }, reasoning: 'low' },
        traits: overlayTraits(gemini.traits, { thinking: { control: 'gemini-level', efforts: ['low', 'high'] } }),
        inputTokens: 0,
        leaveOut: () => {},
      },
      list,
    );
    expect(findViolations(gemini.rules, { body, list, traits: gemini.traits, from: 0 })).toEqual([]);
  });

  test('checks a long history only once', () => {
    const list = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? user(text) : model(text)));
    const long = [...list, user(text)];
    expect(
      findViolations(gemini.rules, { body: { contents: long }, list: long, traits: gemini.traits, from: 0 }),
    ).toEqual([]);
  });
});
