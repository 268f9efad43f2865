/** Histories whose requests used to be refused, although nothing in them needs to be lost. */
import type { Content, Seal, ToolResponseBlock } from '@interlock/transcript';
import { prepareRequest, type Settings } from '@interlock/wire';
import { describe, expect, test } from 'vitest';

const human = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const call = (id: string) => ({ type: 'tool_call', id, name: 'look', parameters: {} }) as const;
const result = (id: string, rest: Partial<ToolResponseBlock> = { result: 'ok' }) =>
  ({ type: 'tool_response', callId: id, toolName: 'look', ...rest }) as const;
const tool = (...blocks: Content['blocks']): Content => ({ speaker: 'tool', blocks });
const picture = { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgoAAAAN', encoding: 'base64' } as const;
const pdf = { type: 'media', mimeType: 'application/pdf', data: 'JVBERi0xLjcK', encoding: 'base64' } as const;

const origin = (provider: string, model: string) => ({ provider, model });
function bodyOf(provider: string, model: string, contents: readonly Content[], settings: Settings = {}) {
  const request = prepareRequest({
    contents,
    settings,
    tools: [{ name: 'look', parameters: { type: 'object', properties: {} } }],
    target: { provider, model },
    policy: { onFault: 'throw' },
  });
  return { body: request.body as { readonly messages?: readonly Entry[]; readonly thinking?: unknown }, request };
}
interface Entry {
  readonly role: string;
  readonly content: readonly { readonly type: string; readonly [field: string]: unknown }[];
}
const types = (entries: readonly Entry[] = []): readonly string[] =>
  entries.map(({ role, content }) => `${role}: ${content.map(({ type }) => type).join(' ')}`);

describe('ANT-036 a failed result with media', () => {
  const failed = [
    human('q'),
    { speaker: 'ai', blocks: [call('a'), call('b')] },
    tool(result('a', { error: 'broken' }), picture, pdf, result('b')),
  ] as const;

  test('the media follow the results, the flag stays', () => {
    const { messages } = bodyOf('anthropic', 'claude-sonnet-4-5', failed).body;
    expect(types(messages)).toEqual([
      'user: text',
      'assistant: tool_use tool_use',
      'user: tool_result tool_result text image document',
    ]);
    expect(messages?.[2]?.content[0]).toMatchObject({
      is_error: true,
      content: 'broken\n\n[media follows in the next user message]',
    });
    expect(messages?.[2]?.content[2]).toMatchObject({ text: expect.stringContaining('look') });
  });

  test('a success keeps them inside', () => {
    const contents = [human('q'), { speaker: 'ai', blocks: [call('a')] }, tool(result('a'), picture)] as const;
    const [, , last] = bodyOf('anthropic', 'claude-sonnet-4-5', contents).body.messages ?? [];
    expect(last?.content).toHaveLength(1);
  });
});

const modelsThatContinue = ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-1', 'claude-3-7-sonnet-latest'];

describe.each(modelsThatContinue)('ANT-059 ANT-044 thinking is on or off for a whole tool loop: %s', (model) => {
  const seal: Seal = { ...origin('anthropic', model), field: 'signature', value: 'c2lnbmVk' };
  const thinking = { type: 'thinking', thought: 'hm', seal } as const;
  const text = { type: 'text', text: 'so far' } as const;
  const ai = (...blocks: Content['blocks']): Content => ({
    speaker: 'ai',
    blocks,
    metadata: origin('anthropic', model),
  });
  const loop = [human('q'), ai(thinking, call('a')), tool(result('a'))];

  test.each<readonly [string, readonly Content[], readonly string[]]>([
    ['at the end', [human('q'), ai(thinking, text)], ['user: text', 'assistant: text']],
    ['in a running loop', loop, ['user: text', 'assistant: tool_use', 'user: tool_result']],
    [
      'but not in what is over',
      [...loop, ai(text), human('more')],
      ['user: text', 'assistant: thinking tool_use', 'user: tool_result', 'assistant: text', 'user: text'],
    ],
  ])('off: none is sent %s', (_, contents, expected) => {
    expect(types(bodyOf('anthropic', model, contents).body.messages)).toEqual(expected);
  });

  test('on: it stays', () => {
    const { thinking: control, messages } = bodyOf('anthropic', model, loop, {
      reasoning: 'low',
      maxOutputTokens: 8000,
    }).body;
    expect(control).toMatchObject({ type: 'enabled' });
    expect(types(messages)).toEqual(['user: text', 'assistant: thinking tool_use', 'user: tool_result']);
  });

  test('a loop that began without goes on without', () => {
    const mixed = [human('q'), ai(call('a')), tool(result('a')), ai(thinking, call('b')), tool(result('b'))];
    const { body, request } = bodyOf('anthropic', model, mixed, { reasoning: 'low', maxOutputTokens: 8000 });
    expect(body.thinking).toBeUndefined();
    expect(types(body.messages)).toEqual([
      'user: text',
      'assistant: tool_use',
      'user: tool_result',
      'assistant: tool_use',
      'user: tool_result',
    ]);
    expect(JSON.stringify(request.diagnostics)).toContain('ANT-044');
  });
});

describe('a seal or a picture that cannot be what it claims is not sent', () => {
  const sealed = (provider: string, model: string, field: string, value: string): readonly Content[] => [
    human('q'),
    {
      speaker: 'ai',
      metadata: origin(provider, model),
      blocks: [
        { type: 'thinking', thought: 'hm', seal: { ...origin(provider, model), field, value } },
        { ...call('a'), seal: { ...origin(provider, model), field, value } },
      ],
    },
    tool(result('a')),
    human('go on'),
  ];

  test.each(['REDACTED', '[REDACTED]', '***', 'not base64!', 'omitted', 'a…b'])('%s', (value) => {
    const sent = [
      ...(['signature', 'redacted_thinking'] as const).map((field) =>
        bodyOf('anthropic', 'claude-opus-4-8', sealed('anthropic', 'claude-opus-4-8', field, value)),
      ),
      bodyOf('google', 'gemini-3-pro', sealed('google', 'gemini-3-pro', 'thoughtSignature', value)),
      bodyOf('openai', 'gpt-5.6-terra', sealed('openai', 'gpt-5.6-terra', 'encrypted_content', value)),
    ];
    for (const { body } of sent) expect(JSON.stringify(body)).not.toContain(value);
  });

  test('a real one is', () => {
    const { body } = bodyOf('google', 'gemini-3-pro', sealed('google', 'gemini-3-pro', 'thoughtSignature', 'c2lnbmVk'));
    expect(JSON.stringify(body)).toContain('c2lnbmVk');
  });

  test.each([
    ['text', 'image/png', Buffer.from('this is no picture').toString('base64')],
    ['a page', 'image/jpeg', Buffer.from('<html>not found</html>').toString('base64')],
    ['a picture as a PDF', 'application/pdf', picture.data],
    ['text as a PDF', 'application/pdf', Buffer.from('this is no document').toString('base64')],
  ])('%s is a placeholder', (_, mimeType, data) => {
    for (const [provider, model] of [
      ['anthropic', 'claude-opus-4-8'],
      ['google', 'gemini-3-pro'],
      ['openai', 'gpt-5.6-terra'],
    ] as const) {
      const contents: readonly Content[] = [
        {
          speaker: 'human',
          blocks: [
            { type: 'text', text: 'see' },
            { ...picture, mimeType, data },
          ],
        },
      ];
      const { body, request } = bodyOf(provider, model, contents);
      expect(JSON.stringify(body)).not.toContain(data);
      expect(JSON.stringify(body)).toContain(`[${mimeType}`);
      expect(JSON.stringify(request.diagnostics)).toContain('replaced');
    }
  });

  test('a picture under the name of another format gets its own', () => {
    const contents: readonly Content[] = [{ speaker: 'human', blocks: [{ ...picture, mimeType: 'image/jpeg' }] }];
    expect(JSON.stringify(bodyOf('anthropic', 'claude-opus-4-8', contents).body)).toContain('image/png');
  });
});
