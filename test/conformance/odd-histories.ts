/** Small histories with one oddity each, which the field cases contain only by chance. A content marked `orphan` must not be shown. */
import type { Content } from '@interlock/transcript';

const human = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const ai = (provider: string, model: string, blocks: Content['blocks']): Content => ({
  speaker: 'ai',
  blocks,
  metadata: { provider, model },
});
const call = (id: string, name = 'read_file', parameters: unknown = { path: 'a' }) =>
  ({ type: 'tool_call', id, name, parameters }) as const;
const answer = (callId: string, number: number): Content => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'read_file', result: `[[result ${number}]]` }],
});

const foreignToken = {
  provider: 'google',
  model: 'another-model',
  field: 'thoughtSignature',
  value: 'c2lnbmF0dXJl',
} as const;

export const oddHistories: readonly (readonly Content[])[] = [
  // Half a surrogate pair, as left by a truncated string (ANT-035).
  [human('half \ud83d'), ai('openai', 'gpt-4.1', [{ type: 'text', text: 'half \ud83d, too' }]), human('go on')],
  // A result whose call does not exist.
  [human('go'), { ...answer('call_nowhere', 9001), metadata: { orphan: true } }, human('and?')],
  // A call in a tool message.
  [
    human('go'),
    { speaker: 'tool', blocks: [call('call_1'), { type: 'text', text: 'beside' }] },
    answer('call_1', 9002),
  ],
  // The same id for every call (KIM-004), answered out of order.
  [
    human('go'),
    ai('moonshot', 'kimi-k3', [call('read_file:0'), call('read_file:0')]),
    answer('read_file:0', 9003),
    answer('read_file:0', 9004),
  ],
  // No name, and invalid arguments.
  [
    human('go'),
    ai('openai', 'gpt-4.1', [
      call('call_2', ''),
      call('call_3', 'read_file', '{"path":'),
      call('call_4', 'fs/read file', ['a']),
    ]),
    answer('call_2', 9005),
    answer('call_4', 9006),
  ],
  // Text after the call (XCT-007), and two model messages in a row.
  [
    human('go'),
    ai('openai', 'gpt-5.6-terra', [call('call_5'), { type: 'text', text: 'looking' }]),
    answer('call_5', 9007),
    ai('openai', 'gpt-4.1', [{ type: 'text', text: 'one' }]),
    ai('openai', 'gpt-4.1', [{ type: 'text', text: 'two' }]),
  ],
  // User text in a tool message.
  [human('go'), { speaker: 'tool', blocks: [{ type: 'text', text: '[[result 9010]]' }] }],
  // Text next to a result belongs to it, and must be shown once.
  [
    human('go'),
    ai('openai', 'gpt-4.1', [call('call_8')]),
    { speaker: 'tool', blocks: [...answer('call_8', 9012).blocks, { type: 'text', text: '[[result 9013]]' }] },
  ],
  // Another model's tokens on a call and on a text (GEM-012).
  [
    human('go'),
    ai('google', 'another-model', [
      { type: 'text', text: 'looking', seal: foreignToken },
      { ...call('call_7'), seal: foreignToken },
    ]),
    answer('call_7', 9011),
  ],
  // Thinking of one model before the next, with and without a token.
  ...(['anthropic', 'deepseek', 'moonshot', 'google', 'openai'] as const).map((provider) => [
    human('go'),
    ai(provider, 'another-model', [
      {
        type: 'thinking',
        thought: `what ${provider} thought`,
        seal: { provider, model: 'another-model', field: 'signature', value: 'c2lnbmF0dXJl' },
      },
      { type: 'thinking', thought: `what ${provider} thought again` },
      call('call_6'),
    ]),
    answer('call_6', 9008),
    human('and?'),
  ]),
];
