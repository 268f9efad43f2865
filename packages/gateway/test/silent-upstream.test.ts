/** A provider that is silent: a stream is given up after `stallMs`; an answer that is not streamed takes as long as the model. */
import { afterEach, expect, test } from 'vitest';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

test.each(askings.filter(({ api }) => api !== 'gemini'))('$api', async ({ path, body }) => {
  upstream = await openUpstream({
    stallMs: 50,
    answer: (response, sent) => {
      if (JSON.parse(sent.body).stream !== true) setTimeout(() => sayYes(response), 300);
    },
  });
  const { url } = upstream.gateway;
  expect((await send(url, path('m'), body('m', 'hello', false))).status).toBe(200);
  const stalled = await send(url, path('m'), body('m', 'hello', true));
  expect([stalled.status >= 500, upstream.lines.at(-1)]).toMatchObject([true, { failure: { reason: 'timeout' } }]);
});
