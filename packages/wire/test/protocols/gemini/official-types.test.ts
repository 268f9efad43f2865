/** The official SDK's types accept what we write: the compiler checks the types, this test compares them with our bodies. */
import type { Content, GenerateContentConfig, GenerateContentParameters, GenerateContentResponse } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { protocolOf } from '../../../src/index.ts';
import { overlayTraits } from '../../../src/traits/traits.ts';

const gemini = protocolOf('gemini');

const contents: Content[] = [
  { role: 'user', parts: [{ text: 'Go.' }, { inlineData: { mimeType: 'image/png', data: 'aW1n' } }] },
  {
    role: 'model',
    parts: [
      { text: 'Hm.', thought: true, thoughtSignature: 'c2ln' },
      { text: 'I go.' },
      { functionCall: { id: 'x', name: 'a', args: { n: 1 } }, thoughtSignature: 'skip_thought_signature_validator' },
    ],
  },
  {
    role: 'user',
    parts: [
      {
        functionResponse: {
          id: 'x',
          name: 'a',
          response: { output: 'ok' },
          parts: [{ inlineData: { mimeType: 'image/png', data: 'aW1n' } }],
        },
      },
    ],
  },
  { role: 'user', parts: [{ text: 'Well?' }] },
];

const image = { type: 'media', mimeType: 'image/png', data: 'aW1n', encoding: 'base64' } as const;

describe('the official SDK', () => {
  test('accepts our contents', () => {
    const written = [
      ...gemini.encodeMessage(
        {
          role: 'user',
          results: [],
          parts: [
            { type: 'text', text: 'Go.' },
            { type: 'media', block: image },
          ],
        },
        gemini.traits,
      ),
      ...gemini.encodeMessage(
        {
          role: 'model',
          parts: [
            { type: 'thinking', text: 'Hm.', seal: { field: 'thoughtSignature', value: 'c2ln' } },
            { type: 'text', text: 'I go.' },
            { type: 'call', canonicalId: 'hist_tool_x', id: 'x', name: 'a', args: { n: 1 } },
          ],
        },
        gemini.traits,
      ),
      ...gemini.encodeMessage(
        {
          role: 'user',
          results: [
            {
              type: 'result',
              canonicalId: 'hist_tool_x',
              id: 'x',
              name: 'a',
              value: 'ok',
              text: 'ok',
              isError: false,
              media: [{ type: 'media', block: image }],
            },
          ],
          parts: [{ type: 'text', text: 'Well?' }],
        },
        gemini.traits,
      ),
    ];
    const parameters: GenerateContentParameters = { model: 'gemini-3-pro', contents };
    expect(written).toEqual(parameters.contents);
  });

  /** The SDK flattens the body: its `config` contains `generationConfig`, `tools` and the other fields. */
  test('accepts our settings', () => {
    const config = {
      maxOutputTokens: 100,
      temperature: 1,
      topP: 0.5,
      stopSequences: ['x'],
      thinkingConfig: { thinkingBudget: 8192, includeThoughts: true },
    } satisfies GenerateContentConfig;
    const declared = {
      tools: [{ functionDeclarations: [{ name: 'a', description: 'A.' }] }],
    } satisfies GenerateContentConfig;
    const system = { systemInstruction: { parts: [{ text: 'Be brief.' }] } } satisfies GenerateContentConfig;
    const body = gemini.encodeBody(
      {
        model: 'm',
        system: 'Be brief.',
        messages: [],
        tools: [{ name: 'a', description: 'A.' }],
        settings: { maxOutputTokens: 100, temperature: 1, topP: 0.5, stop: ['x'], reasoning: 'medium' },
        traits: overlayTraits(gemini.traits, { thinking: { control: 'gemini-budget' } }),
        inputTokens: 0,
        leaveOut: () => {},
      },
      [],
    );
    expect(body).toEqual({ ...system, contents: [], ...declared, generationConfig: config });
  });

  test('reads our responses', () => {
    type Body = Pick<GenerateContentResponse, 'usageMetadata' | 'modelVersion' | 'responseId'> & {
      candidates: { content: Content; index: number; finishReason: `${NonNullable<Reason>}` }[];
    };
    type Reason = NonNullable<GenerateContentResponse['candidates']>[number]['finishReason'];
    const expected: Body = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
      modelVersion: 'gemini-3-pro',
      responseId: 'r',
    };
    const written = gemini.encodeResponse(
      [
        { type: 'reply-start' },
        { type: 'text-delta', index: 0, text: 'H' },
        { type: 'text-delta', index: 0, text: 'i' },
        { type: 'text-end', index: 0 },
        { type: 'usage', usage: { input: 1, output: 2 } },
        { type: 'reply-end', stop: 'end' },
      ],
      { id: 'r', model: 'gemini-3-pro', created: 0 },
    );
    expect(written).toEqual(expected);
  });
});
