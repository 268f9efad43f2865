/** For every rule: a request that breaks it, and a similar one that does not. */
import type { Body } from './send.ts';

export interface RuleCase {
  readonly rule: string;
  readonly what: string;
  readonly door?: string;
  readonly breaks: Body;
  readonly keeps: Body;
  readonly path: string;
  readonly status?: number;
  /** The error text, if it differs from the rule's own fragment. */
  readonly says?: string;
  readonly silent?: true;
}

const user = (content: unknown = 'hello'): Body => ({ role: 'user', content });
const chat = (model: string, changes: Body = {}): Body => ({ model, messages: [user()], ...changes });
const tool = { type: 'function', function: { name: 'read', description: 'reads', parameters: { type: 'object' } } };
const called = (args: unknown): readonly Body[] => [
  user(),
  { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read', arguments: args } }] },
  { role: 'tool', content: 'text', tool_name: 'read' },
];
const completion = (args: string): Body => ({
  model: 'qwen3',
  messages: [
    user(),
    {
      role: 'assistant',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: args } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'text' },
  ],
});
const pictured = (url: string): Body => ({
  model: 'llava',
  messages: [
    user([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url } },
    ]),
  ],
});
const used = (block: Body): Body => ({
  model: 'qwen3',
  max_tokens: 10,
  messages: [
    user(),
    { role: 'assistant', content: [{ type: 'tool_use', input: {}, ...block }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'text' }] },
  ],
});

export const ruleCases: readonly RuleCase[] = [
  {
    rule: 'OLL-002',
    what: 'arguments as text',
    breaks: chat('qwen3', { messages: called('{"a":1}') }),
    keeps: chat('qwen3', { messages: called({ a: 1 }) }),
    path: 'messages.tool_calls.function.arguments',
  },
  {
    rule: 'OLL-003',
    what: 'content in parts',
    breaks: chat('qwen3', { messages: [user([{ type: 'text', text: 'hello' }])] }),
    keeps: chat('qwen3'),
    path: 'messages.content',
  },
  {
    rule: 'OLL-003',
    what: 'an image that is not base64',
    breaks: chat('llava', { messages: [{ ...user(), images: ['data:image/png;base64,AAAA'] }] }),
    keeps: chat('llava', { messages: [{ ...user(), images: ['AAAA'] }] }),
    path: 'messages.images',
    says: 'illegal base64 data at input byte 4',
  },
  {
    rule: 'OLL-005',
    what: 'tools for a model without tools',
    breaks: chat('llama3', { tools: [tool] }),
    keeps: chat('llama3', { tools: [] }),
    path: 'tools',
    says: 'registry.ollama.ai/library/llama3:latest does not support tools',
  },
  {
    rule: 'OLL-006',
    what: 'an effort for a model that does not think',
    breaks: chat('llama3', { think: 'high' }),
    keeps: chat('llama3', { think: false }),
    path: 'think',
    says: '"llama3" does not support thinking',
  },
  {
    rule: 'OLL-006',
    what: 'true for thinking, which is accepted',
    breaks: chat('llama3', { think: true }),
    keeps: chat('qwen3', { think: true }),
    path: 'think',
    silent: true,
  },
  {
    rule: 'OLL-007',
    what: 'too long, and truncation disabled',
    breaks: chat('tiny', { messages: [user('x'.repeat(1025))], truncate: false }),
    keeps: chat('tiny', { messages: [user('x'.repeat(1024))], truncate: false }),
    path: 'messages',
  },
  {
    rule: 'OLL-007',
    what: 'too long, truncated silently',
    breaks: chat('tiny', { messages: [user('x'.repeat(1000)), user('y'.repeat(100))] }),
    keeps: chat('tiny', { messages: [user('x'.repeat(900)), user('y'.repeat(100))] }),
    path: 'messages',
    silent: true,
  },
  {
    rule: 'OLL-009',
    what: 'a format beside tools',
    breaks: chat('qwen3', { tools: [tool], format: 'json' }),
    keeps: chat('qwen3', { tools: [tool], format: '' }),
    path: 'format',
    silent: true,
  },
  {
    rule: 'OLL-010',
    what: 'arguments that are not JSON',
    door: '/v1/chat/completions',
    breaks: completion('not json'),
    keeps: completion('{"a":1}'),
    path: 'messages[1]',
  },
  {
    rule: 'OLL-010',
    what: 'arguments that are not an object',
    door: '/v1/chat/completions',
    breaks: completion('[1]'),
    keeps: completion('{}'),
    path: 'messages[1]',
  },
  {
    rule: 'OLL-010',
    what: 'an image URL',
    door: '/v1/chat/completions',
    breaks: pictured('https://example.com/a.png'),
    keeps: pictured('data:image/png;base64,AAAA'),
    path: 'messages[0]',
    says: 'image URLs are not currently supported, please use base64 encoded data instead',
  },
  {
    rule: 'OLL-011',
    what: 'tool_use without an id',
    door: '/v1/messages',
    breaks: used({ name: 'read' }),
    keeps: used({ id: 'a', name: 'read' }),
    path: 'messages[1].content[0]',
  },
  {
    rule: 'OLL-011',
    what: 'tool_use without a name',
    door: '/v1/messages',
    breaks: used({ id: 'a' }),
    keeps: used({ id: 'a', name: 'read' }),
    path: 'messages[1].content[0]',
    says: "tool_use block missing required 'name' field",
  },
  {
    rule: 'OLL-012',
    what: 'a model that was not pulled',
    breaks: chat('x'),
    keeps: chat('qwen3:latest'),
    path: 'model',
    status: 404,
    says: "model 'x' not found",
  },
  {
    rule: 'OLL-012',
    what: 'an unsupported role',
    breaks: chat('qwen3', { messages: [{ role: 'developer', content: 'be good' }, user()] }),
    keeps: chat('qwen3', { messages: [{ role: 'SYSTEM', content: 'be good' }, user()] }),
    path: 'messages[0].role',
    silent: true,
  },
];
