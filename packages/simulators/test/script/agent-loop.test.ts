/** The working model behind real APIs: an agent loop with the official clients, until every result is reported. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatorSet, startAll } from '../../src/index.ts';

let set: SimulatorSet;
beforeAll(async () => {
  set = await startAll({ names: ['anthropic', 'openai-chat'] });
});
afterAll(() => set.close());

const wish = 'Read a.json and b.json, then read c.json';
const schema = { type: 'object' as const, properties: { path: { type: 'string' } }, required: ['path'] };
const contentOf = (args: unknown): string => `content of ${JSON.stringify(args)}`;
const told = `Done. Here is what I found:
- read: content of {"path":"a.json"}
- read: content of {"path":"b.json"}
- read: content of {"path":"c.json"}`;

test('anthropic', async () => {
  const { url, key, log } = set.of('anthropic');
  const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: wish }];
  const rounds: number[] = [];
  let last: Anthropic.ContentBlock | undefined;
  for (;;) {
    const answer = await client.messages
      .stream({
        model: 'claude-opus-4-6',
        max_tokens: 1000,
        tools: [{ name: 'read', input_schema: schema }],
        messages,
      })
      .finalMessage();
    messages.push({ role: 'assistant', content: answer.content });
    const calls = answer.content.filter((block) => block.type === 'tool_use');
    last = answer.content.at(-1);
    if (calls.length === 0) break;
    rounds.push(calls.length);
    const content = calls.map(({ id, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: contentOf(input),
    }));
    messages.push({ role: 'user', content });
  }
  expect(rounds).toEqual([2, 1]);
  expect(last).toMatchObject({ type: 'text', text: told });
  expect(log.map(({ verdict, warnings }) => [verdict, warnings])).toEqual(Array(3).fill(['accepted', []]));
});

test('openai-chat', async () => {
  const { url, key, log } = set.of('openai-chat');
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: wish }];
  const rounds: number[] = [];
  let last: string | null = null;
  for (;;) {
    const { choices } = await client.chat.completions.create({
      model: 'gpt-4.1',
      tools: [{ type: 'function', function: { name: 'read', parameters: schema } }],
      messages,
    });
    const message = choices[0]?.message;
    if (!message) throw new Error('There is no answer.');
    messages.push(message);
    const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
    last = message.content;
    if (calls.length === 0) break;
    rounds.push(calls.length);
    for (const { id, function: called } of calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: contentOf(JSON.parse(called.arguments)) });
    }
  }
  expect(rounds).toEqual([2, 1]);
  expect(last).toBe(told);
  expect(log.map(({ verdict, warnings }) => [verdict, warnings])).toEqual(Array(3).fill(['accepted', []]));
});
