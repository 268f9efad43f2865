/** What is sent to Converse: complete bodies, for a model that accepts much and for one that accepts little. */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { prepareRequest, type Settings, type Target, type Tool } from '../../../src/index.ts';

const tools: readonly Tool[] = [
  { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: { at: { type: 'string' } } } },
];

const picture = { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' } as const;
const paper = {
  type: 'media',
  mimeType: 'application/pdf',
  data: 'JVBERi0=',
  encoding: 'base64',
  filename: 'x"../y.pdf',
} as const;

const contents: readonly Content[] = [
  { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Look at a.' }, picture] },
  {
    speaker: 'ai',
    blocks: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', id: 'hist_tool_aaaaaaaaaaaaaaaaaaaaaaaa', name: 'look', parameters: { at: 'a' } },
    ],
  },
  {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId: 'hist_tool_aaaaaaaaaaaaaaaaaaaaaaaa', toolName: 'look', error: 'It is dark.' },
    ],
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'And now?' }] },
];

const settings: Settings = {
  maxOutputTokens: 500,
  temperature: 1.5,
  stop: ['END', ' '],
  toolChoice: 'required',
  parallelToolCalls: false,
  responseFormat: 'json',
  stream: true,
};

function bodyFor(model: string, more: Partial<Target> = {}, given: readonly Content[] = contents) {
  const target: Target = {
    provider: 'bedrock',
    places: { region: 'us-east-1' },
    model,
    protocol: 'bedrock-converse',
    ...more,
  };
  const { body, diagnostics } = prepareRequest({
    contents: given,
    tools,
    settings,
    target,
    policy: { onFault: 'throw' },
  });
  return { body, left: diagnostics.settings.map(({ setting }) => setting) };
}

const id = 'toolu_aaaaaaaaaaaaaaaaaaaaaaaa';
const toolSpec = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { json: { type: 'object', properties: { at: { type: 'string' } } } },
};
const png = { image: { format: 'png', source: { bytes: picture.data } } };
const result = { toolResult: { toolUseId: id, content: [{ text: 'It is dark.' }], status: 'error' } };
const call = { toolUse: { toolUseId: id, name: 'look', input: { at: 'a' } } };

test('CNV-018 CNV-020 CNV-027 an Amazon model', () => {
  expect(bodyFor('amazon.nova-pro-v1:0')).toEqual({
    body: {
      system: [{ text: 'Be brief.' }],
      toolConfig: { tools: [{ toolSpec }], toolChoice: { any: {} } },
      inferenceConfig: { maxTokens: 500, temperature: 1, stopSequences: ['END'] },
      messages: [
        { role: 'user', content: [{ text: 'Look at a.' }, png] },
        { role: 'assistant', content: [{ text: 'I look.' }, call] },
        { role: 'user', content: [result, { text: 'And now?' }] },
      ],
    },
    left: ['responseFormat', 'parallelToolCalls', 'temperature', 'stop'],
  });
});

test('CNV-013 CNV-018 CNV-020 other models take text, calls and results in separate messages, and no pictures', () => {
  const { body, left } = bodyFor('us.meta.llama3-3-70b-instruct-v1:0');
  expect(body).toEqual({
    system: [{ text: 'Be brief.' }],
    toolConfig: { tools: [{ toolSpec }] },
    inferenceConfig: { maxTokens: 500, temperature: 1, stopSequences: ['END'] },
    messages: [
      { role: 'user', content: [{ text: 'Look at a.' }, { text: expect.stringContaining('image/png') }] },
      { role: 'assistant', content: [{ text: 'I look.' }] },
      { role: 'user', content: [{ text: 'Please continue.' }] },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
      { role: 'assistant', content: [{ text: 'Understood.' }] },
      { role: 'user', content: [{ text: 'And now?' }] },
    ],
  });
  expect(left).toContain('toolChoice');
});

test('BDR-001 BDR-006 declares the tools of a history with calls even if no tools are offered now', () => {
  const target: Target = { provider: 'bedrock', places: { region: 'us-east-1' }, model: 'amazon.nova-lite-v1:0' };
  const { body } = prepareRequest({ contents, target });
  expect(body['toolConfig']).toEqual({
    tools: [
      {
        toolSpec: {
          name: 'look',
          description: expect.any(String),
          inputSchema: { json: { type: 'object', properties: {} } },
        },
      },
    ],
  });
});

test('CNV-021 CNV-022 documents have plain unique names and are accompanied by text', () => {
  const twice: readonly Content[] = [
    { speaker: 'human', blocks: [paper] },
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Yes?' }] },
    { speaker: 'human', blocks: [paper, { type: 'text', text: 'Again.' }] },
  ];
  const { body } = bodyFor('amazon.nova-pro-v1:0', {}, twice);
  const name = expect.stringMatching(/^document [0-9a-f]{12}$/);
  const source = { bytes: paper.data };
  expect(body['messages']).toEqual([
    { role: 'user', content: [{ document: { format: 'pdf', name, source } }, { text: expect.any(String) }] },
    { role: 'assistant', content: [{ text: 'Yes?' }] },
    {
      role: 'user',
      content: [
        { document: { format: 'pdf', name: expect.stringMatching(/^document [0-9a-f]{12} \(2\)$/), source } },
        { text: 'Again.' },
      ],
    },
  ]);
});

test('CNV-023 CNV-025 CNV-030 Claude: sends its own thinking back, requests more, and sets cache marks', () => {
  const model = 'anthropic.claude-haiku-4-5-20251001-v1:0';
  const endpoint = 'https://bedrock-runtime.us-east-1.amazonaws.com';
  const seal = { provider: 'bedrock', model, endpoint, protocol: 'bedrock-converse' };
  const given: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'Hm.', seal: { ...seal, field: 'signature', value: 'c2ln' } },
        { type: 'thinking', thought: '', seal: { ...seal, field: 'redacted_thinking', value: 'cmVk' } },
        { type: 'text', text: 'Hi.' },
      ],
      metadata: { provider: 'bedrock', model, endpoint },
    },
    { speaker: 'human', blocks: [{ type: 'text', text: 'Think.' }] },
  ];
  const target: Target = { provider: 'bedrock', places: { region: 'us-east-1' }, model, protocol: 'bedrock-converse' };
  const { body } = prepareRequest({
    contents: given,
    target,
    settings: { reasoning: { tokens: 2000 }, maxOutputTokens: 4000 },
    policy: { onFault: 'throw' },
  });
  expect(body).toEqual({
    inferenceConfig: { maxTokens: 4000 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
    messages: [
      { role: 'user', content: [{ text: 'Hello.' }] },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
          { reasoningContent: { redactedContent: 'cmVk' } },
          { text: 'Hi.' },
        ],
      },
      { role: 'user', content: [{ text: 'Think.' }, { cachePoint: { type: 'default' } }] },
    ],
  });
});
