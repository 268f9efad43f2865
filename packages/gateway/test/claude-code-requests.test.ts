/** Requests shaped like Claude Code's: a system message in the middle, betas, deferred tools, adaptive thinking, marks for the cache. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

const mark = { cache_control: { type: 'ephemeral' } };
const reminder = 'Only the files of this folder.';
const headers = {
  'anthropic-version': '2023-06-01',
  'anthropic-beta':
    'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,prompt-caching-scope-2026-01-05,effort-2025-11-24',
  'x-app': 'cli',
};
const request = {
  max_tokens: 32_000,
  metadata: { user_id: '{"session_id":"1"}' },
  thinking: { type: 'adaptive', display: 'omitted' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  output_config: { effort: 'high' },
  system: [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1' },
    { type: 'text', text: 'You are Claude Code.', ...mark },
  ],
  tools: [
    { name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: { path: { type: 'string' } } } },
    { name: 'later', description: 'Later.', input_schema: { type: 'object', properties: {} }, defer_loading: true },
  ],
};
const opening = [
  { role: 'user', content: [{ type: 'text', text: 'Read a and b.', ...mark }] },
  { role: 'system', content: [{ type: 'text', text: reminder }] },
];

interface Block {
  readonly type: string;
  readonly id?: string;
}

test('every provider accepts them, gets the system message, and finds the seals on the second and third request', async () => {
  const complaints: Record<string, unknown> = {};
  let [found, missed] = [0, 0];
  for (const station of opened.stations) {
    const model = nameOf(station);
    const messages: object[] = [...opening];
    const before = station.simulator.log.length;
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await send(
        opened.gateway.url,
        '/v1/messages?beta=true',
        { ...request, model, messages },
        headers,
      );
      if (status !== 200) {
        complaints[station.name] = [status, body];
        break;
      }
      const { content } = body as { readonly content: readonly Block[] };
      const calls = content.filter(({ type }) => type === 'tool_use');
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `content ${id}` }));
      messages.push({ role: 'assistant', content });
      messages.push({
        role: 'user',
        content: results.length > 0 ? results : [{ type: 'text', text: 'Go on.', ...mark }],
      });
    }
    const judged = station.simulator.log.slice(before).filter(({ path }) => !path.endsWith('/api/show'));
    const refused = judged.filter(({ verdict }) => verdict !== 'accepted');
    if (refused.length > 0) complaints[station.name] = refused.map(({ rules, message }) => [rules, message]);
    if (refused.length === 0 && !judged.every(({ seen }) => (JSON.stringify(seen) ?? '').includes(reminder)))
      complaints[station.name] = 'reminder lost';
    for (const { seals } of opened.lines.slice(-3)) {
      found += Number(Reflect.get(Object(seals), 'found'));
      missed += Number(Reflect.get(Object(seals), 'missed'));
    }
  }
  expect(complaints).toEqual({});
  expect({ found: found > 0, missed }).toEqual({ found: true, missed: 0 });
});

test('count_tokens is answered', async () => {
  const { status, body } = await send(
    opened.gateway.url,
    '/v1/messages/count_tokens?beta=true',
    {
      ...request,
      model: 'openai/gpt-4.1',
      messages: opening,
    },
    headers,
  );
  expect([status, body]).toEqual([200, { input_tokens: expect.any(Number) }]);
});

test('models are listed for discovery', async () => {
  const response = await fetch(`${opened.gateway.url}/v1/models?limit=1000`, { headers });
  expect(await response.json()).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ type: 'model', id: 'anthropic/claude-opus-4-8' })]),
    has_more: false,
  });
});
