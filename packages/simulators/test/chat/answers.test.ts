/** Answers, whole and streamed, and what the model sees. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/api/model.ts';
import { createChatApi } from '../../src/chat/create-chat-api.ts';
import type { ChatProfile } from '../../src/chat/profile.ts';
import { openaiProfile } from '../../src/chat/profiles/openai.ts';
import { qwenProfile } from '../../src/chat/profiles/qwen.ts';
import { call, calls, image, result, said, system, text, tool, user } from './bodies.ts';
import { answerTo, ask, type Body, textOfBody } from './check-provider.ts';

const answer: Answer = {
  parts: [
    { think: 'Let me think.' },
    { say: 'I will search.' },
    { call: 'search', args: { q: 'a' } },
    { call: 'read', args: {}, id: 'mine', rawArgs: '{"p":' },
  ],
  stop: 'calls',
};
const thinking = { model: 'qwen-plus', messages: [user], enable_thinking: true };
const id = expect.stringMatching(/^chatcmpl-[a-zA-Z0-9]{29}$/);
const callId = expect.stringMatching(/^call_[a-f0-9]{24}$/);
const usage = {
  prompt_tokens: 3,
  completion_tokens: 14,
  total_tokens: 17,
  completion_tokens_details: { reasoning_tokens: 4 },
};

test('a whole answer', () => {
  const { status, headers, body } = answerTo(qwenProfile, thinking, answer);
  expect([status, headers['content-type'], JSON.parse(String(body))]).toEqual([
    200,
    'application/json',
    {
      id,
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'qwen-plus',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'I will search.',
            reasoning_content: 'Let me think.',
            tool_calls: [
              { id: callId, type: 'function', function: { name: 'search', arguments: '{"q":"a"}' } },
              { id: 'mine', type: 'function', function: { name: 'read', arguments: '{"p":' } },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
  ]);
});

const chunksOf = (profile: ChatProfile, body: Body, said: Answer = answer): readonly Body[] => {
  const lines = textOfBody(answerTo(profile, { ...body, stream: true }, said)).split('\n\n');
  expect(lines.slice(-2)).toEqual(['data: [DONE]', '']);
  return lines.slice(0, -2).map((line) => JSON.parse(line.slice('data: '.length)));
};

test('a streamed answer: small pieces, a call’s id and name only in its first, usage last', () => {
  const chunks = chunksOf(qwenProfile, { ...thinking, stream_options: { include_usage: true } });
  const chunk = { id, object: 'chat.completion.chunk', created: 1_760_000_000, model: 'qwen-plus' };
  const of = (delta: Body, finish_reason: string | null = null): Body => ({
    ...chunk,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    usage: null,
  });
  const more = (index: number, args: string): Body => of({ tool_calls: [{ index, function: { arguments: args } }] });
  const first = (index: number, ofCall: unknown, name: string): Body =>
    of({ tool_calls: [{ index, id: ofCall, type: 'function', function: { name, arguments: '' } }] });
  expect(chunks).toEqual([
    of({ role: 'assistant', content: '' }),
    of({ reasoning_content: 'Let m' }),
    of({ reasoning_content: 'e thi' }),
    of({ reasoning_content: 'nk.' }),
    of({ content: 'I wil' }),
    of({ content: 'l sea' }),
    of({ content: 'rch.' }),
    first(0, callId, 'search'),
    more(0, '{"q":'),
    more(0, '"a"}'),
    first(1, 'mine', 'read'),
    more(1, '{"p":'),
    of({}, 'tool_calls'),
    { ...chunk, choices: [], usage },
  ]);
  expect(new Set(chunks.map((each) => each['id'])).size).toBe(1);
});

test('no usage by default; no thinking if the API shows none', () => {
  const chunks = chunksOf(openaiProfile, { model: 'gpt-5', messages: [user] });
  expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
  expect(JSON.stringify(chunks)).not.toContain('Let m');
});

test('thinking as content chunks, and usage in the last chunk', () => {
  const profile: ChatProfile = {
    ...qwenProfile,
    thinkingField: () => 'chunks',
    behaviour: { usage: 'last' },
  };
  const short: Answer = { parts: [{ think: 'Hm.' }, { say: 'So.' }], stop: 'length' };
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
  expect(JSON.parse(String(answerTo(profile, thinking, short).body))).toMatchObject({
    choices: [{ message: { role: 'assistant', content: [thought, { type: 'text', text: 'So.' }] } }],
  });
  const [opened, think, say, last] = chunksOf(profile, thinking, short);
  expect([opened, think, say, last].map((chunk) => chunk?.['choices'])).toMatchObject([
    [{ delta: { role: 'assistant', content: '' } }],
    [{ delta: { content: [thought] } }],
    [{ delta: { content: 'So.' } }],
    [{ delta: {}, finish_reason: 'length' }],
  ]);
  expect(last?.['usage']).toMatchObject({ prompt_tokens: 3, completion_tokens: 2 });
});

test('a model does not think unless asked', () => {
  const { body } = answerTo(qwenProfile, { ...thinking, enable_thinking: false }, answer);
  expect(String(body)).not.toContain('Let me think.');
});

test('surrogate pairs stay whole in a stream', () => {
  const chunks = chunksOf(qwenProfile, thinking, { parts: [{ say: '👍'.repeat(12) }], stop: 'end' });
  expect(JSON.stringify(chunks)).not.toMatch(/\\ud/);
});

test('what the model sees', () => {
  const outcome = ask(qwenProfile, {
    ...thinking,
    messages: [
      system,
      { role: 'system', content: [text] },
      { role: 'user', content: [text, image, text] },
      {
        ...calls(call('c1', 'search', '{"q":"a"}'), call('c2', 'read', '{}')),
        reasoning_content: 'Hm.',
        content: 'I will.',
      },
      result('c1', { content: [text, image] }),
      result('c2', { content: 'Not there.' }),
      said,
      system,
      user,
    ],
    tools: [tool('search', { parameters: { type: 'object' } }), { type: 'function', function: { name: 'read' } }],
    max_tokens: 100,
  });
  const turn = { text: '', thinking: '', calls: [], results: [], media: [] };
  expect(outcome.kind === 'asked' && outcome.seen).toEqual({
    system: 'Be brief.\nSo.',
    tools: [
      { name: 'search', description: 'Searches.', schema: { type: 'object' } },
      { name: 'read', description: '', schema: {} },
    ],
    turns: [
      { ...turn, role: 'user', text: 'So.\nSo.', media: ['image/png'] },
      {
        ...turn,
        role: 'model',
        text: 'I will.',
        thinking: 'Hm.',
        calls: [
          { id: 'c1', name: 'search', args: { q: 'a' } },
          { id: 'c2', name: 'read', args: {} },
        ],
      },
      {
        ...turn,
        role: 'user',
        results: [{ id: 'c1', name: 'search', text: 'So.', isError: false, media: ['image/png'] }],
      },
      { ...turn, role: 'user', results: [{ id: 'c2', name: 'read', text: 'Not there.', isError: false, media: [] }] },
      { ...turn, role: 'model', text: 'Here.' },
      { ...turn, role: 'system', text: 'Be brief.' },
      { ...turn, role: 'user', text: 'Where is it?' },
    ],
    toolChoice: 'auto',
    maxTokens: 100,
    thinks: true,
  });
});

test('never issues an id twice', () => {
  const api = createChatApi(openaiProfile);
  expect(api.name).toBe('openai-chat');
  const many: Answer = { parts: Array.from({ length: 50 }, () => ({ call: 'search', args: {} })), stop: 'calls' };
  const ids = String(answerTo(openaiProfile, { model: 'gpt-4o', messages: [user] }, many).body).match(
    /call_[a-zA-Z0-9]{24}/g,
  );
  expect(new Set(ids).size).toBe(50);
});
