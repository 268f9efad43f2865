/** Requests of Google's clients, read as canonical histories: complete bodies in both spellings, and hostile ones. */
import type { Content, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import type { ReadRequest } from '../../../src/decode-request/read-request.ts';
import { protocolOf } from '../../../src/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { Message } from '../../../src/shape/message.ts';

const gemini = protocolOf('gemini');

const seal = (value: string, field = 'thoughtSignature'): object => ({
  seal: { provider: '', protocol: 'gemini', field, value },
});
const nothing: ReadRequest = { contents: [], tools: [], settings: {}, problems: [] };
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
const greeted: readonly Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] }];

interface Row {
  readonly title: string;
  readonly body: JsonValue;
  readonly read: object;
}

const rows: readonly Row[] = [
  {
    title: 'a whole conversation with tools',
    body: {
      model: 'models/gemini-3-pro',
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] },
      contents: [
        { parts: [{ text: 'Look at it.' }, { inlineData: { mimeType: 'image/png', data: 'aW1n' } }] },
        {
          role: 'model',
          parts: [
            { text: 'Hm.', thought: true },
            { text: 'Yes.', thoughtSignature: 'dGV4dA==' },
            { functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'Y2FsbA==' },
            { functionCall: { id: 'call_AAAAAAAAAAAAAAAAAAAAAAAA', name: 'now' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read', response: { output: 'text' } } },
            {
              functionResponse: {
                id: 'call_AAAAAAAAAAAAAAAAAAAAAAAA',
                name: 'now',
                response: { error: 'no clock' },
                parts: [{ inlineData: { mimeType: 'image/png', data: 'c2hvdA==' } }],
              },
            },
            { text: 'And?' },
          ],
        },
      ],
    },
    read: {
      model: 'gemini-3-pro',
      contents: [
        {
          speaker: 'system',
          blocks: [
            { type: 'text', text: 'Be brief.' },
            { type: 'text', text: 'Be kind.' },
          ],
        },
        {
          speaker: 'human',
          blocks: [
            { type: 'text', text: 'Look at it.' },
            { type: 'media', mimeType: 'image/png', data: 'aW1n', encoding: 'base64' },
          ],
        },
        {
          speaker: 'ai',
          blocks: [
            { type: 'thinking', thought: 'Hm.' },
            { type: 'text', text: 'Yes.', ...seal('dGV4dA==') },
            { type: 'tool_call', id: '', name: 'read', parameters: { path: 'a' }, ...seal('Y2FsbA==') },
            { type: 'tool_call', id: 'hist_tool_AAAAAAAAAAAAAAAAAAAAAAAA', name: 'now', parameters: {} },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: '', toolName: 'read', result: 'text', isComplete: true },
            {
              type: 'tool_response',
              callId: 'hist_tool_AAAAAAAAAAAAAAAAAAAAAAAA',
              toolName: 'now',
              error: 'no clock',
            },
            { type: 'media', mimeType: 'image/png', data: 'c2hvdA==', encoding: 'base64' },
          ],
        },
        { speaker: 'human', blocks: [{ type: 'text', text: 'And?' }] },
      ],
    },
  },
  {
    title: 'snake_case, and the sentinel, which is not a signature (GEM-011)',
    body: {
      system_instruction: 'Be brief.',
      contents: [
        {
          role: 'model',
          parts: [
            { function_call: { name: 'read', args: {} }, thought_signature: 'skip_thought_signature_validator' },
            { inline_data: { mime_type: 'image/png', data: 'aW1n' } },
            { file_data: { mime_type: 'video/mp4', file_uri: 'gs://b/v', display_name: 'v.mp4' } },
          ],
        },
        { role: 'function', parts: [{ function_response: { name: 'read', response: { result: [1] } } }] },
      ],
      generation_config: {
        max_output_tokens: 9,
        top_p: 0.5,
        stop_sequences: ['x', 7],
        thinking_config: { thinking_level: 'LOW' },
        response_mime_type: 'application/json',
        response_schema: { type: 'STRING', nullable: true, enum: ['a'] },
      },
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['read'] } },
    },
    read: {
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
        {
          speaker: 'ai',
          blocks: [
            { type: 'tool_call', id: '', name: 'read', parameters: {} },
            { type: 'media', mimeType: 'image/png', data: 'aW1n', encoding: 'base64' },
            { type: 'media', mimeType: 'video/mp4', data: 'gs://b/v', encoding: 'url', filename: 'v.mp4' },
          ],
        },
        {
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: '', toolName: 'read', result: [1], isComplete: true }],
        },
      ],
      settings: {
        maxOutputTokens: 9,
        topP: 0.5,
        stop: ['x'],
        toolChoice: { tool: 'read' },
        reasoning: 'low',
        responseFormat: { name: 'response', schema: { type: ['string', 'null'], enum: ['a', null] } },
      },
    },
  },
  {
    title: 'results of any shape, including finished ones without output',
    body: {
      contents: [
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'a', response: { output: null } } },
            { functionResponse: { name: 'b', response: { output: 1, error: 'x' } } },
            { functionResponse: { name: 'c', response: { anything: true } } },
            { functionResponse: { name: 'd', response: { error: { code: 1 } } } },
            { functionResponse: { name: 'e' } },
          ],
        },
      ],
    },
    read: {
      contents: [
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: '', toolName: 'a', result: null, isComplete: true },
            { type: 'tool_response', callId: '', toolName: 'b', result: { output: 1, error: 'x' }, isComplete: true },
            { type: 'tool_response', callId: '', toolName: 'c', result: { anything: true }, isComplete: true },
            { type: 'tool_response', callId: '', toolName: 'd', error: '{"code":1}' },
            { type: 'tool_response', callId: '', toolName: 'e', result: null, isComplete: true },
          ],
        },
      ],
    },
  },
  {
    title: 'tools that Google ran: calls in place, results after them, both parts kept',
    body: {
      contents: [
        {
          role: 'model',
          parts: [
            { text: 'I count.' },
            { executableCode: { language: 'PYTHON', code: '1' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
            { text: 'One.' },
          ],
        },
      ],
    },
    read: {
      contents: [
        {
          speaker: 'ai',
          blocks: [
            { type: 'text', text: 'I count.' },
            {
              type: 'tool_call',
              id: 'server_0_0',
              name: 'code_execution',
              parameters: { language: 'PYTHON', code: '1' },
              executor: 'provider',
            },
            { type: 'text', text: 'One.' },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            {
              type: 'tool_response',
              callId: 'server_0_0',
              toolName: 'code_execution',
              result: { outcome: 'OUTCOME_OK', output: '1' },
              isComplete: true,
              ...seal(
                '[{"executableCode":{"language":"PYTHON","code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}}]',
                'codeExecutionResult',
              ),
            },
          ],
        },
      ],
    },
  },
  {
    title: 'tools with both kinds of schemas',
    body: {
      ...hello,
      tools: [
        {
          functionDeclarations: [
            {
              name: 'put',
              description: 'Writes.',
              parameters: {
                type: 'OBJECT',
                properties: {
                  type: { type: 'STRING', description: 'STRING' },
                  list: { type: 'ARRAY', items: { type: 'INTEGER', nullable: true }, minItems: '1', max_items: 3 },
                  odd: { type: 'STRING', constructor: 1 },
                  either: { any_of: [{ type: 'NUMBER' }, { type: 'NULL' }] },
                },
                required: ['type'],
                propertyOrdering: ['type', 'list'],
              },
            },
            { name: 'get', parametersJsonSchema: { type: 'object', $defs: {} } },
            { name: 'now' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } },
      generationConfig: {
        temperature: 0,
        thinkingConfig: { thinkingBudget: 0, includeThoughts: true },
        candidateCount: 1,
      },
    },
    read: {
      contents: greeted,
      problems: [
        {
          path: 'toolConfig.functionCallingConfig.mode',
          message: 'Not every model can enforce schemas: calls are allowed, but not checked.',
        },
      ],
      tools: [
        {
          name: 'put',
          description: 'Writes.',
          parameters: {
            type: 'object',
            properties: {
              type: { type: 'string', description: 'STRING' },
              list: { type: 'array', items: { type: ['integer', 'null'] }, minItems: 1, maxItems: 3 },
              odd: { type: 'string', constructor: 1 },
              either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
            },
            required: ['type'],
          },
        },
        { name: 'get', parameters: { type: 'object', $defs: {} } },
        { name: 'now' },
      ],
      settings: { temperature: 0, toolChoice: 'auto', reasoning: 'off' },
    },
  },
  {
    title: 'reports what it does not understand and reads the rest',
    body: {
      ...hello,
      safetySettings: [],
      cachedContent: 'cachedContents/1',
      systemInstruction: { parts: [{ inlineData: {} }] },
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ description: 'nameless' }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b'] }, retrievalConfig: {} },
      generationConfig: {
        logprobs: 40,
        candidateCount: 2,
        thinkingConfig: { thinkingLevel: 'EXTREME' },
        responseMimeType: 'text/x.enum',
      },
    },
    read: {
      contents: greeted,
      settings: { toolChoice: 'required', allowedTools: ['a', 'b'] },
      problems: [
        { path: 'systemInstruction.parts.0', message: 'A system instruction must be text.' },
        { path: 'tools.0.googleSearch', message: "Google's own tools are not offered here." },
        { path: 'tools.1.functionDeclarations.0', message: 'A function must have a name.' },
        { path: 'generationConfig.logprobs', message: 'This field is not supported.' },
        { path: 'generationConfig.candidateCount', message: 'Only one answer is supported.' },
        { path: 'toolConfig.retrievalConfig', message: 'This field is not supported.' },
        { path: 'generationConfig.thinkingConfig.thinkingLevel', message: 'Unknown level.' },
        { path: 'generationConfig.responseMimeType', message: 'This type is not supported.' },
        { path: 'safetySettings', message: 'This field is not supported.' },
        { path: 'cachedContent', message: 'This field is not supported.' },
      ],
    },
  },
  {
    title: 'names what is in parts and results in addition, in camelCase',
    body: {
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'Hi', part_metadata: { a: 1 }, thought: false },
            { inlineData: { mimeType: 'image/png', data: 'aW1n' }, media_resolution: { level: 'X' } },
            { functionResponse: { name: 'a', response: {}, scheduling: 'SILENT', willContinue: false } },
          ],
        },
      ],
      generation_config: { response_modalities: ['TEXT'], response_schema: { type: 'STRING' } },
      tools: [{ functionDeclarations: [{ name: 'a' }], code_execution: {}, googleSearch: null }],
    },
    read: {
      contents: [
        {
          speaker: 'human',
          blocks: [
            { type: 'text', text: 'Hi' },
            { type: 'media', mimeType: 'image/png', data: 'aW1n', encoding: 'base64' },
          ],
        },
        {
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: '', toolName: 'a', result: {}, isComplete: true }],
        },
      ],
      tools: [{ name: 'a' }],
      problems: [
        { path: 'contents.0.parts.0.partMetadata', message: 'The field has no equivalent in other APIs.' },
        { path: 'contents.0.parts.1.mediaResolution', message: 'The field has no equivalent in other APIs.' },
        {
          path: 'contents.0.parts.2.functionResponse.scheduling',
          message: 'The field has no equivalent in other APIs.',
        },
        { path: 'tools.0.codeExecution', message: "Google's own tools are not offered here." },
        { path: 'generationConfig.responseModalities', message: 'This field is not supported.' },
        {
          path: 'generationConfig.responseSchema',
          message: 'A schema is supported only with the type application/json.',
        },
      ],
    },
  },
  ...(['HIGH', 'MEDIUM'] as const).map((thinkingLevel) => ({
    title: `thinking that is not shown is still thinking: ${thinkingLevel}`,
    body: { ...hello, generationConfig: { thinkingConfig: { thinkingLevel, includeThoughts: false } } },
    read: {
      contents: greeted,
      settings: { reasoning: thinkingLevel === 'HIGH' ? ('high' as const) : ('medium' as const) },
    },
  })),
  {
    title: 'invalid contents',
    body: {
      contents: [
        'hi',
        { role: 'assistant', parts: [{ text: 'no' }] },
        { role: 'user', parts: [] },
        { role: 'constructor', parts: [{ text: 'no' }] },
        { role: 'user', parts: [{ text: '' }, { videoMetadata: {} }, 7] },
      ],
    },
    read: {
      contents: [
        { speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] },
        { speaker: 'ai', blocks: [{ type: 'text', text: 'no' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'no' }] },
      ],
      problems: [
        { path: 'contents.0', message: 'A content must be an object.' },
        { path: 'contents.1.role', message: 'The role is not user or model.' },
        { path: 'contents.2.parts', message: 'There are no parts.' },
        { path: 'contents.3.role', message: 'The role is not user or model.' },
        { path: 'contents.4.parts.1', message: 'A part of this type is not supported.' },
        { path: 'contents.4.parts.2', message: 'A part of this type is not supported.' },
      ],
    },
  },
  { title: 'no object', body: [1], read: { problems: [{ path: '', message: 'The body is not an object.' }] } },
  {
    title: 'no contents',
    body: {},
    read: { problems: [{ path: 'contents', message: '`contents` must be a list.' }] },
  },
];

describe('requests', () => {
  test.each(rows)('$title', ({ body, read }) => {
    expect(gemini.decodeRequest(body)).toEqual({ ...nothing, ...read });
  });

  test('reads back what we write', () => {
    const messages: readonly Message[] = [
      { role: 'user', results: [], parts: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'model',
        parts: [
          { type: 'text', text: 'I go.', seal: { field: 'thoughtSignature', value: 'dGV4dA==' } },
          { type: 'call', canonicalId: 'hist_tool_a', id: '', name: 'a', args: { x: [1] } },
          {
            type: 'call',
            canonicalId: 'hist_tool_b',
            id: '',
            name: 'b',
            args: {},
            seal: { field: 'thoughtSignature', value: 'Yg==' },
          },
        ],
      },
      {
        role: 'user',
        results: [
          {
            type: 'result',
            canonicalId: 'hist_tool_a',
            id: '',
            name: 'a',
            value: { y: 2 },
            text: '{"y":2}',
            isError: false,
            media: [],
          },
          {
            type: 'result',
            canonicalId: 'hist_tool_b',
            id: '',
            name: 'b',
            value: 'no',
            text: 'no',
            isError: true,
            media: [],
          },
        ],
        parts: [{ type: 'text', text: 'Well?' }],
      },
    ];
    const list = messages.flatMap((message) => gemini.encodeMessage(message, gemini.traits));
    const body = gemini.encodeBody(
      {
        model: 'm',
        system: 'Be brief.',
        messages,
        tools: [
          { name: 'a', schema: { type: 'object', properties: { x: { type: 'array', items: { type: 'number' } } } } },
        ],
        settings: { maxOutputTokens: 100, temperature: 1, stop: ['x'], toolChoice: 'required' },
        traits: gemini.traits,
        inputTokens: 0,
        leaveOut: () => {},
      },
      list,
    );
    expect(gemini.decodeRequest(body)).toEqual({
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Go.' }] },
        {
          speaker: 'ai',
          blocks: [
            { type: 'text', text: 'I go.', ...seal('dGV4dA==') },
            { type: 'tool_call', id: '', name: 'a', parameters: { x: [1] } },
            { type: 'tool_call', id: '', name: 'b', parameters: {}, ...seal('Yg==') },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: '', toolName: 'a', result: { y: 2 }, isComplete: true },
            { type: 'tool_response', callId: '', toolName: 'b', error: 'no' },
          ],
        },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Well?' }] },
      ],
      tools: [
        { name: 'a', parameters: { type: 'object', properties: { x: { type: 'array', items: { type: 'number' } } } } },
      ],
      settings: { maxOutputTokens: 100, temperature: 1, stop: ['x'], toolChoice: 'required' },
      problems: [],
    });
  });

  test(
    'reads any body without empty contents, and the rules can check it',
    () =>
      holds(hostileBody, 500, (body) => {
        const { contents } = gemini.decodeRequest(body);
        expect(contents.every(({ blocks }) => blocks.length > 0)).toBe(true);
        const list = Array.isArray(body['contents']) ? body['contents'] : [];
        const found = findViolations(gemini.rules, { body, list, traits: gemini.traits, from: 0 });
        expect(found.every(({ path, message }) => path !== '' && message !== '')).toBe(true);
      }),
    patience,
  );

  test('reads schemas deeper than the stack as far as useful', () => {
    let schema: JsonValue = { type: 'STRING' };
    for (let depth = 0; depth < 50_000; depth += 1) schema = { type: 'ARRAY', items: schema };
    const { tools } = gemini.decodeRequest({
      ...hello,
      tools: [{ functionDeclarations: [{ name: 'a', parameters: schema }] }],
    });
    expect(tools).toHaveLength(1);
  });
});

const any: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const odd = (sound: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: any });
const record = (fields: { [name: string]: fc.Arbitrary<JsonValue> }): fc.Arbitrary<{ [name: string]: JsonValue }> =>
  fc.record(fields, { requiredKeys: [] }).map((value) => JSON.parse(JSON.stringify(value)));

const hostilePart: fc.Arbitrary<JsonValue> = record({
  text: odd(fc.constantFrom('', 'a')),
  thought: odd(fc.boolean()),
  thoughtSignature: any,
  functionCall: odd(record({ name: any, args: any, id: any })),
  functionResponse: odd(record({ name: any, response: any, parts: any })),
  executableCode: odd(record({ id: any, code: any })),
  codeExecutionResult: odd(record({ id: any })),
  inlineData: odd(record({ mimeType: any, data: any })),
});

const hostileBody: fc.Arbitrary<{ [name: string]: JsonValue }> = record({
  contents: odd(
    fc.array(
      odd(
        record({
          role: odd(fc.constantFrom('user', 'model')),
          parts: odd(fc.array(odd(hostilePart), { maxLength: 4 })),
        }),
      ),
      { maxLength: 4 },
    ),
  ),
  systemInstruction: any,
  tools: odd(
    fc.array(
      odd(
        record({
          functionDeclarations: odd(
            fc.array(
              odd(
                record({ name: any, parameters: odd(record({ type: any, properties: any, items: any, anyOf: any })) }),
              ),
            ),
          ),
        }),
      ),
    ),
  ),
  toolConfig: odd(record({ functionCallingConfig: odd(record({ mode: any, allowedFunctionNames: any })) })),
  generationConfig: odd(
    record({ thinkingConfig: any, stopSequences: any, responseMimeType: any, responseSchema: any }),
  ),
});
