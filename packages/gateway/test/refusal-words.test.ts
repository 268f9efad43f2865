/** Claude Code mends its own request when it reads Anthropic's words: they reach it unchanged, with the status it acts on. */
import { afterEach, expect, test } from 'vitest';
import { openUpstream, type Upstream } from './open-upstream.ts';

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const refused = (message: string): readonly [number, string, string] => [400, 'invalid_request_error', message];

test.each([
  refused('messages.1.output_config: Extra inputs are not permitted'),
  refused("messages.1: role 'system' is not supported"),
  refused('messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter.'),
  refused('context_management: Extra inputs are not permitted'),
  refused('tools.10.custom.defer_loading: Extra inputs are not permitted'),
  refused('adaptive thinking is not supported on this model'),
  refused('messages.1.content.0: Invalid `signature` in `thinking` block'),
  refused('prompt is too long: 210000 tokens > 200000 maximum'),
  [404, 'not_found_error', 'model: claude-x'],
  [429, 'rate_limit_error', 'This request would exceed the rate limit.'],
  [529, 'overloaded_error', 'Overloaded'],
] as const)('%i %s: %s', async (status, type, message) => {
  upstream = await openUpstream({
    target: { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] },
    path: '',
    answer: (response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' });
      response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' }));
    },
  });
  const response = await fetch(`${upstream.gateway.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({
      model: 'claude-x',
      stream: true,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  });
  // Who is at a limit is told when to come back, after the same words.
  const words = status === 400 || status === 404 ? message : expect.stringContaining(message);
  const pause = status === 400 || status === 404 ? null : '2';
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toMatchObject([
    status,
    pause,
    { type: 'error', error: { type, message: words } },
  ]);
});
