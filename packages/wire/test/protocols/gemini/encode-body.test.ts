/** Complete bodies, with the settings that were left out. */
import { describe, expect, test } from 'vitest';
import { gemini } from '../../../src/protocols/gemini/index.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { DeclaredTool } from '../../../src/tools/declared-tool.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

const list = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const read: DeclaredTool = { name: 'read', description: 'Reads a file.', schema };
const now: DeclaredTool = { name: 'now' };

interface Row {
  readonly title: string;
  readonly system?: string;
  readonly tools?: readonly DeclaredTool[];
  readonly settings?: Settings;
  readonly traits?: TraitOverrides;
  readonly inputTokens?: number;
  /** Fields next to `contents`. */
  readonly body: object;
  readonly leftOut?: readonly (readonly [string, string])[];
}

const declared = { tools: [{ functionDeclarations: [{ name: 'now' }] }] };
const budget: TraitOverrides = { thinking: { control: 'gemini-budget', canDisable: true } };
const level: TraitOverrides = { thinking: { control: 'gemini-level', efforts: ['low', 'high'] } };

const rows: readonly Row[] = [
  { title: 'contents only', body: {} },
  {
    title: 'system text and tools; GEM-023 a tool without arguments has no parameters',
    system: 'Be brief.',
    tools: [read, now],
    body: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [
        { functionDeclarations: [{ name: 'read', description: 'Reads a file.', parameters: schema }, { name: 'now' }] },
      ],
    },
  },
  {
    title: 'a model without system instructions gets the text at the start of the first user message',
    system: 'Be brief.',
    traits: { systemRole: 'user' },
    body: {
      contents: [
        { role: 'user', parts: [{ text: '<system-reminder>\nBe brief.\n</system-reminder>' }, { text: 'Hi' }] },
      ],
    },
  },
  {
    title: 'GEM-022 other schema dialects use a separate field',
    tools: [read],
    traits: { toolSchema: 'json-schema' },
    body: {
      tools: [{ functionDeclarations: [{ name: 'read', description: 'Reads a file.', parametersJsonSchema: schema }] }],
    },
  },
  {
    title: 'does not declare tools that are described in the prompt',
    tools: [now],
    traits: { tools: 'prompt' },
    body: {},
  },
  {
    title: 'all generation settings',
    settings: {
      maxOutputTokens: 500,
      temperature: 0.5,
      topP: 0.9,
      stop: ['END', ''],
      responseFormat: { name: 'answer', schema },
      stream: true,
      cache: false,
    },
    body: {
      generationConfig: {
        maxOutputTokens: 500,
        temperature: 0.5,
        topP: 0.9,
        stopSequences: ['END'],
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      },
    },
  },
  {
    title: 'lowers the limit to the space left in the window',
    settings: { maxOutputTokens: 60_000 },
    inputTokens: 1_040_000,
    body: { generationConfig: { maxOutputTokens: 8576 } },
    leftOut: [['maxOutputTokens', 'lowered to 8576, the remaining room']],
  },
  {
    title: 'sends a limit by default if one is required',
    traits: { maxTokensRequired: true },
    body: { generationConfig: { maxOutputTokens: 65_536 } },
  },
  {
    title: 'auto',
    tools: [now],
    settings: { toolChoice: 'auto' },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
  },
  {
    title: 'none',
    tools: [now],
    settings: { toolChoice: 'none' },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
  },
  {
    title: 'required',
    tools: [now],
    settings: { toolChoice: 'required' },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
  },
  {
    title: 'a named tool',
    tools: [now],
    settings: { toolChoice: { tool: 'now' } },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['now'] } } },
  },
  {
    title: 'a named tool that is not offered',
    tools: [now],
    settings: { toolChoice: { tool: 'later' } },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
    leftOut: [['toolChoice', 'the tool is not offered']],
  },
  {
    title: 'a model that cannot be forced to call',
    tools: [now],
    settings: { toolChoice: 'required' },
    traits: { forcedToolChoice: 'no' },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
    leftOut: [['toolChoice', 'the model cannot be made to call a tool']],
  },
  {
    title: 'a model that cannot be forced to call while thinking',
    tools: [now],
    settings: { toolChoice: 'required' },
    traits: { forcedToolChoice: 'without-thinking' },
    body: { ...declared, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
    leftOut: [['toolChoice', 'the model cannot be made to call a tool while it thinks']],
  },
  {
    title: 'GEM-027 no tool choice without tools',
    settings: { toolChoice: 'auto' },
    body: {},
    leftOut: [['toolChoice', 'GEM-027: there are no tools to choose from']],
  },
  {
    title: 'settings without a field in the API',
    settings: { parallelToolCalls: false, cache: { key: 'session' } },
    body: {},
    leftOut: [
      ['parallelToolCalls', 'the API has no such setting'],
      ['cache', 'the API has no cache keys'],
    ],
  },
  {
    title: 'no response format with tools',
    tools: [now],
    settings: { responseFormat: 'json' },
    body: declared,
    leftOut: [['responseFormat', 'tools and a response format are refused together']],
  },
  {
    title: 'JSON',
    settings: { responseFormat: 'json' },
    body: { generationConfig: { responseMimeType: 'application/json' } },
  },
  { title: 'text is the default format', settings: { responseFormat: 'text' }, body: {} },
  {
    title: 'JSON for a model without schemas',
    settings: { responseFormat: { name: 'answer', schema } },
    traits: { responseFormat: 'json-object' },
    body: { generationConfig: { responseMimeType: 'application/json' } },
    leftOut: [['responseFormat', 'the model supports JSON, but no schema']],
  },
  {
    title: 'no format for a model without formats',
    settings: { responseFormat: 'json' },
    traits: { responseFormat: 'none' },
    body: {},
    leftOut: [['responseFormat', 'the model does not support response formats']],
  },
  {
    title: 'settings the model rejects',
    settings: { temperature: 1, topP: 0.9, stop: ['a'] },
    traits: { sampling: 'none', stop: false },
    body: {},
    leftOut: [
      ['temperature', 'the model does not accept sampling settings'],
      ['topP', 'the model does not accept sampling settings'],
      ['stop', 'the model does not support stop sequences'],
    ],
  },
  {
    title: 'one of two sampling settings, and five stop sequences',
    settings: { temperature: 1, topP: 0.9, stop: ['a', 'b', 'c', 'd', 'e', 'f'] },
    traits: { sampling: 'one' },
    body: { generationConfig: { temperature: 1, stopSequences: ['a', 'b', 'c', 'd', 'e'] } },
    leftOut: [
      ['topP', 'the model accepts only one of them'],
      ['stop', 'only the first 5 are used'],
    ],
  },
  {
    title: 'thinking that is not configurable',
    settings: { reasoning: 'high' },
    body: {},
    leftOut: [['reasoning', 'the model has no setting for it']],
  },
  {
    title: 'GEM-031 a budget',
    settings: { reasoning: 'medium' },
    traits: budget,
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 8192, includeThoughts: true } } },
  },
  {
    title: 'GEM-031 a budget in tokens',
    settings: { reasoning: { tokens: 3000 } },
    traits: budget,
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 3000, includeThoughts: true } } },
  },
  {
    title: 'a budget that is too large',
    settings: { reasoning: 'max' },
    traits: budget,
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 24_576, includeThoughts: true } } },
    leftOut: [['reasoning', 'moved to 24576 tokens, which the model accepts']],
  },
  {
    title: 'a budget of zero',
    settings: { reasoning: 'off' },
    traits: budget,
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 0, includeThoughts: false } } },
  },
  {
    title: 'a budget that cannot be zero',
    settings: { reasoning: 'off' },
    traits: { thinking: { control: 'gemini-budget', canDisable: false } },
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 512, includeThoughts: true } } },
    leftOut: [['reasoning', 'cannot be turned off: lowered to 512 tokens']],
  },
  {
    title: 'GEM-031 a level',
    settings: { reasoning: 'high' },
    traits: level,
    body: { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true } } },
  },
  {
    title: 'the nearest level',
    settings: { reasoning: 'max' },
    traits: { thinking: { control: 'gemini-level', efforts: ['low', 'high', 'xhigh', 'max'] } },
    body: { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true } } },
    leftOut: [['reasoning', 'moved to high, the nearest the model supports']],
  },
  {
    title: 'the lowest level instead of none',
    settings: { reasoning: 'off' },
    traits: level,
    body: { generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: false } } },
    leftOut: [['reasoning', 'cannot be turned off: lowered to low']],
  },
  {
    title: 'a model without levels',
    settings: { reasoning: 'low' },
    traits: { thinking: { control: 'gemini-level', efforts: [] } },
    body: {},
    leftOut: [['reasoning', 'the model has no levels']],
  },
];

describe('bodies', () => {
  test.each(rows)('$title', (row) => {
    const leftOut: [string, string][] = [];
    const outgoing: Outgoing = {
      model: 'gemini-2.5-pro',
      system: row.system ?? '',
      messages: [],
      tools: row.tools ?? [],
      settings: row.settings ?? {},
      traits: overlayTraits(gemini.traits, row.traits ?? {}),
      inputTokens: row.inputTokens ?? 10,
      leaveOut: (setting, why) => leftOut.push([setting, why]),
    };
    expect(gemini.encodeBody(outgoing, list)).toEqual({ contents: list, ...row.body });
    expect(leftOut).toEqual(row.leftOut ?? []);
  });
});

describe('URL', () => {
  test.each([
    ['gemini-2.5-pro', false, '/models/gemini-2.5-pro:generateContent'],
    ['gemini-2.5-pro', true, '/models/gemini-2.5-pro:streamGenerateContent?alt=sse'],
    ['models/gemini-2.5-pro', false, '/models/gemini-2.5-pro:generateContent'],
    ['tuned/a b?c', false, '/models/tuned/a%20b%3Fc:generateContent'],
  ])('%s, streaming: %s', (model, stream, path) => {
    expect(gemini.path(model, stream)).toBe(path);
  });

  test('sends the key in a header', () => {
    expect(gemini.headers).toEqual({});
    expect(gemini.keyHeader).toEqual({ name: 'x-goog-api-key' });
  });
});
