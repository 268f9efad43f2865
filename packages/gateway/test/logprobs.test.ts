/** Log probabilities between OpenAI's two APIs: asked for in the target's words, brought back in the client's, whole and streamed. */
import type { ServerResponse } from 'node:http';
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

type Json = Readonly<Record<string, unknown>>;

const entry = (token: string): Json => ({
  ...{ token, logprob: -0.1, bytes: [...Buffer.from(token)] },
  top_logprobs: [{ token, logprob: -0.1, bytes: [...Buffer.from(token)] }],
});
const [first, second] = [entry('Good'), entry(' day')];
const text = 'Good day';

const responsesAnswer = (logprobs: readonly Json[]): Json => ({
  ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'm' },
  output: [
    {
      ...{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' },
      content: [{ type: 'output_text', text, annotations: [], logprobs }],
    },
  ],
});

function responsesEvents(): readonly Json[] {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const delta = (token: string, entries: Json): Json => ({
    ...{ type: 'response.output_text.delta', ...place, delta: token, logprobs: [entries] },
  });
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
  return [
    { type: 'response.output_item.added', output_index: 0, item },
    delta('Good', first),
    delta(' day', second),
    { type: 'response.output_text.done', ...place, text, logprobs: [first, second] },
    { type: 'response.completed', response: responsesAnswer([first, second]) },
  ];
}

const chatChoice = (fields: Json, content: readonly Json[], finish: string | null): Json => ({
  ...{ id: 'x', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, ...fields, logprobs: { content, refusal: null }, finish_reason: finish }],
});

function chatChunks(): readonly Json[] {
  return [
    chatChoice({ delta: { role: 'assistant', content: 'Good' } }, [first], null),
    chatChoice({ delta: { content: ' day' } }, [second], null),
    { id: 'x', model: 'm', choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] },
  ];
}

/** What the provider answers, by its API. */
const answers: Readonly<Record<string, { readonly whole: Json; readonly frames: readonly Json[] }>> = {
  'openai-responses': { whole: responsesAnswer([first, second]), frames: responsesEvents() },
  'openai-chat': {
    whole: chatChoice({ message: { role: 'assistant', content: text } }, [first, second], 'stop'),
    frames: chatChunks(),
  },
};

function answerIn(api: string, stream: boolean): (response: ServerResponse) => void {
  const { whole, frames = [] } = answers[api] ?? {};
  return (response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    const lines = [...frames.map((frame) => JSON.stringify(frame)), '[DONE]'];
    response.end(stream ? lines.map((line) => `data: ${line}\n\n`).join('') : JSON.stringify(whole));
  };
}

const targetOf = (protocol: string, model = 'gpt-4.1'): RouteTarget => ({
  ...{ provider: 'openai', protocol, model, credentials: [{ key: 'k' }] },
});

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

function framesOf(body: unknown): readonly Json[] {
  const frames = String(body).split('\n\n').slice(0, -1);
  return frames
    .map((frame) => frame.slice(frame.indexOf('data: ') + 6))
    .flatMap((data) => (data === '[DONE]' ? [] : [JSON.parse(data)]));
}

test.each([true, false])('a client of Chat, a target on Responses, streamed: %s', async (stream) => {
  upstream = await openUpstream({ target: targetOf('openai-responses'), answer: answerIn('openai-responses', stream) });
  const asked = { messages: [{ role: 'user', content: 'Hello.' }], logprobs: true, top_logprobs: 2 };
  const told = await send(upstream.gateway.url, '/v1/chat/completions', { model: 'x', stream, ...asked });
  expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, null]);
  const { include, top_logprobs: most } = JSON.parse(upstream.sent[0]?.body ?? '');
  expect([include, most]).toEqual([['message.output_text.logprobs'], 2]);
  const choices = (stream ? framesOf(told.body) : [told.body]).flatMap((each) => (each as { choices: Json[] }).choices);
  const shown = choices.flatMap(({ logprobs }) => (logprobs as { content: Json[] } | null)?.content ?? []);
  expect(shown).toEqual([first, second]);
});

test.each([true, false])('a client of Responses, a target on Chat, streamed: %s', async (stream) => {
  upstream = await openUpstream({ target: targetOf('openai-chat'), answer: answerIn('openai-chat', stream) });
  const asked = { input: 'Hello.', store: false, include: ['message.output_text.logprobs'], top_logprobs: 2 };
  const told = await send(upstream.gateway.url, '/v1/responses', { model: 'x', stream, ...asked });
  expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, null]);
  const { logprobs, top_logprobs: most } = JSON.parse(upstream.sent[0]?.body ?? '');
  expect([logprobs, most]).toEqual([true, 2]);
  const events = stream ? framesOf(told.body) : [];
  const response = (stream ? events.at(-1)?.['response'] : told.body) as Json;
  expect(response['output']).toMatchObject([{ content: [{ text, logprobs: [first, second] }] }]);
  const streamed = events.filter(({ type }) => type === 'response.output_text.delta');
  expect(streamed.flatMap(({ logprobs: entries }) => entries)).toEqual(stream ? [first, second] : []);
});

test.each([
  ['openai-responses', 'gpt-5.6-terra', '/v1/chat/completions', 'logprobs, top_logprobs'],
  ['openai-chat', 'o3', '/v1/responses', 'include.message.output_text.logprobs, top_logprobs'],
])('%s %s has none: the report names what was asked for', async (protocol, model, path, leftOut) => {
  upstream = await openUpstream({ target: targetOf(protocol, model), answer: answerIn(protocol, false) });
  const asked = { input: 'Hello.', messages: [{ role: 'user', content: 'Hello.' }], logprobs: true, top_logprobs: 2 };
  const { input, messages, logprobs, ...rest } = asked;
  const own = path === '/v1/responses' ? { input, include: ['message.output_text.logprobs'] } : { messages, logprobs };
  const told = await send(upstream.gateway.url, path, { model: 'x', ...own, ...rest });
  expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, leftOut]);
  expect(upstream.sent[0]?.body).not.toContain('logprobs');
});
