/** A model that thinks without a word does not leave its client without a byte: proxies and clients give up on silent connections. */

import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/test/virtual-clock.ts';
import { beginStream, chatEnd, chatFrame, openUpstream, type Upstream } from './open-upstream.ts';
import { readMessages } from './streams/read-messages.ts';

const eventOf = (data: Readonly<Record<string, unknown>>): string =>
  `event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`;
const start = eventOf({
  ...{ type: 'message_start' },
  message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 7 } },
});
const said =
  eventOf({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
  eventOf({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'At last.' } }) +
  eventOf({ type: 'content_block_stop', index: 0 }) +
  eventOf({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }) +
  eventOf({ type: 'message_stop' });

const claude: RouteTarget = { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] };

const rows: readonly (readonly [api: string, target: RouteTarget, path: string, begin: string, rest: string])[] = [
  ['Messages', claude, '', start, said],
  [
    'Chat',
    { provider: 'openai-compatible', model: 'm' },
    '/v1',
    chatFrame({ role: 'assistant', content: '' }),
    chatFrame({ content: 'At last.' }) + chatEnd,
  ],
];

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

async function ask({ gateway }: Upstream): Promise<Response> {
  const body = { model: 'x', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'Hello.' }] };
  return fetch(`${gateway.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) });
}

test.each(rows)('%s: the beginning and pings come before the first word', async (_, target, path, begin, rest) => {
  const clock = createVirtualClock();
  const answering = Promise.withResolvers<ServerResponse>();
  upstream = await openUpstream({
    ...{ target, path, clock },
    answer: (response) => {
      beginStream(response);
      response.write(begin);
      answering.resolve(response);
    },
  });
  const asked = ask(upstream);
  const response = await answering.promise;
  let got: Response | undefined;
  void asked.then((answer) => {
    got = answer;
  });
  while (got === undefined) {
    await clock.advance(15_000);
    await setImmediate();
  }
  const reader = got.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: ping')) text += (await reader?.read())?.value ?? '';
  expect(text.match(/^event: .*$/gm)?.slice(0, 2)).toEqual(['event: message_start', 'event: ping']);
  response.end(rest);
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
  expect(readMessages(text)).toMatchObject({ problems: [], text: 'At last.', stop: 'end_turn' });
  expect(clock.sleeping).toBe(0);
});

test('an answer that has not begun can still fail with a status of its own', async () => {
  const clock = createVirtualClock();
  const refused = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'No.' } });
  upstream = await openUpstream({
    ...{ target: claude, path: '', clock },
    answer: (response) => {
      void clock.advance(45_000).then(() => response.writeHead(400).end(refused));
    },
  });
  expect((await ask(upstream)).status).toBe(400);
});

test('a pause before the next attempt begins no answer', async () => {
  const clock = createVirtualClock();
  const paused = Promise.withResolvers<void>();
  let attempts = 0;
  upstream = await openUpstream({
    path: '',
    models: {
      find: () => ({ policy: 'fixed', maxRetries: 2, targets: [{ ...claude, endpoint: upstream?.endpoint ?? '' }] }),
      list: () => [],
    },
    clock: {
      now: clock.now,
      sleep: (ms, signal) => {
        // Pings are further apart.
        if (ms < 15_000) paused.resolve();
        return clock.sleep(ms, signal);
      },
    },
    answer: (response) => {
      attempts += 1;
      beginStream(response);
      if (attempts > 1) return void response.end(start + said);
      const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
      // The attempt fails shortly before a ping would be sent.
      void clock.advance(14_999).then(() => response.end(start + eventOf(overloaded)));
    },
  });
  const asked = ask(upstream).then((response) => response.text());
  await paused.promise;
  const text = await clock.finish(asked);
  expect([attempts, text.match(/^event: (?:message_start|ping)$/gm)]).toEqual([2, ['event: message_start']]);
  expect(readMessages(text)).toMatchObject({ problems: [], text: 'At last.', stop: 'end_turn' });
});
