/** GLM on its Anthropic-compatible endpoint: its address, and what is left out because it is refused there (GLM-001 … GLM-005). */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { createAccess, prepareRequest } from '../../src/index.ts';

const said = (speaker: Content['speaker'], text: string): Content => ({ speaker, blocks: [{ type: 'text', text }] });
const tools = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }] as const;

/** Claude's thinking, a call, an empty result, empty text, and a system message in the middle. */
const contents: readonly Content[] = [
  said('human', 'Read a.'),
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Hm.' },
      { type: 'text', text: '' },
      { type: 'tool_call', id: 'toolu_1', name: 'read', parameters: { path: 'a' } },
    ],
    metadata: { provider: 'anthropic', model: 'claude-opus-4-8' },
  },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'toolu_1', toolName: 'read', result: '' }] },
  said('system', 'Be brief.'),
  said('human', 'And?'),
];

/** Everything Claude accepts: thinking, cache marks, a forced tool, a response format. */
const settings = {
  reasoning: 'high',
  cache: {},
  toolChoice: 'required',
  responseFormat: 'json',
  maxOutputTokens: 1000,
  stream: true,
} as const;

test('GLM-002, GLM-003: sends an accepted body to the right URL', async () => {
  const { url, headers, body, authenticate } = prepareRequest({
    contents,
    system: 'You help.',
    tools,
    settings,
    target: { provider: 'zai', model: 'glm-5.3', protocol: 'anthropic-messages', key: 'k' },
  });
  expect(url).toBe('https://api.z.ai/api/anthropic/v1/messages');
  expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
  expect(await authenticate(createAccess())).toEqual({ 'x-api-key': 'k' });
  const id = expect.stringMatching(/^toolu_/);
  expect(body).toEqual({
    model: 'glm-5.3',
    max_tokens: 1000,
    system: 'You help.',
    tools: [{ name: 'read', input_schema: tools[0].parameters }],
    stream: true,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Read a.' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: { path: 'a' } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: '(no output)' },
          { type: 'text', text: '<system-reminder>\nBe brief.\n</system-reminder>' },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
  });
});
