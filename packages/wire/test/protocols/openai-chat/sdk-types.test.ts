/** The bodies we write are those that the official SDK's types accept: the compiler checks the types, the test compares the bodies. */
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { expect, test } from 'vitest';
import { call, encode, model, result, results, say, user } from './outgoing.ts';

const png = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
const pdf = { ...png, mimeType: 'application/pdf', filename: 'a.pdf' } as const;
const wav = { ...png, mimeType: 'audio/wav' } as const;
const schema = { type: 'object', properties: { at: { type: 'string' } } } as const;

test('a request with every field, typed by the official SDK', () => {
  const expected: ChatCompletionCreateParamsStreaming = {
    model: 'some-model',
    messages: [
      { role: 'developer', content: 'Be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        ],
      },
      {
        role: 'assistant',
        content: 'Looking',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } },
          { id: 'c2', type: 'function', function: { name: 'look', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      { role: 'tool', tool_call_id: 'c2', content: 'not seen' },
      { role: 'developer', content: 'Be quick' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c3', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c3', content: 'seen' },
      { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
    ],
    tools: [{ type: 'function', function: { name: 'look', description: 'Looks', parameters: schema } }],
    tool_choice: { type: 'function', function: { name: 'look' } },
    parallel_tool_calls: true,
    max_completion_tokens: 500,
    temperature: 0.5,
    top_p: 0.9,
    stop: ['END'],
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    prompt_cache_key: 's1',
    stream: true,
    stream_options: { include_usage: true },
  };
  const { body, leftOut } = encode({
    system: 'Be brief',
    messages: [
      user('See', { type: 'media', block: png }, { type: 'media', block: pdf }, { type: 'media', block: wav }),
      model(say('Looking'), call('c1', 'look', { at: 'x' }), call('c2')),
      results([result('c1', 'seen'), result('c2', 'not seen')]),
      { role: 'system', text: 'Be quick' },
      model(call('c3')),
      results([result('c3', 'seen')], say('And now?')),
    ],
    tools: [{ name: 'look', description: 'Looks', schema }],
    settings: {
      toolChoice: { tool: 'look' },
      parallelToolCalls: true,
      maxOutputTokens: 500,
      temperature: 0.5,
      topP: 0.9,
      stop: ['END'],
      reasoning: 'low',
      responseFormat: { name: 'answer', schema },
      cache: { key: 's1' },
      stream: true,
    },
    traits: {
      systemRole: 'developer',
      laterSystem: 'in-place',
      media: { user: ['image', 'pdf', 'audio'] },
      parallelToolCalls: 'settable',
      maxTokensField: 'max_completion_tokens',
      responseFormat: 'json-schema',
      cache: 'key',
      thinking: { control: 'effort', efforts: ['low', 'high'] },
    },
  });
  expect(body).toEqual(expected);
  expect(leftOut).toEqual([]);
});
